// SPDX-License-Identifier: Apache-2.0
//
// The bus: registers and command windows (isochron_registers), and when a transfer is granted
// (isochron_handshake).
module isochron_bus
  import isochron_pkg::*;
  import isochron_registers_pkg::*;
#(
  parameter int unsigned NTasks          = 32,    // As isochron's, like all others
  parameter int unsigned NPriorities     = 64,
  parameter int unsigned NObjects        = 64,
  parameter int unsigned NLines          = 8,
  parameter int unsigned TimerWidth      = 32,
  parameter int unsigned CountWidth      = 16,
  parameter bit          EventGroups     = 1'b1,
  parameter int unsigned NNotifications  = 4,
  parameter bit          Tickless        = 1'b1,
  parameter bit          Monitor         = 1'b1,
  parameter int unsigned MessageWords    = 64,
  localparam int unsigned TaskWidth = $clog2(NTasks),
  localparam int unsigned LineWidth = NLines > 1 ? $clog2(NLines) : 1
) (
  input  logic                 clk_i,                // Clock
  input  logic                 rst_ni,               // Asynchronous reset, active low

  // The bus
  input  logic                 req_i,                // A transfer is asked for, until it is granted
  input  logic                 we_i,                 // It is a store
  input  logic [19:0]          addr_i,               // Its address, of a word: others are refused
  input  logic [31:0]          wdata_i,              // The word to store
  output logic                 gnt_o,                // It is granted and answered in this cycle
  output logic [31:0]          rdata_o,              // The word loaded, with the grant
  output logic                 busy_o,               // A transfer, or its aftermath, goes on

  // Commands
  output logic                 command_o,            // A command enters the sequencer
  output operation_e           command_operation_o,  // Its operation
  output logic [7:0]           command_id_o,         // Its object or task
  output logic [1:0]           command_index_o,      // Its notification
  output source_e              command_source_o,     // Whose it is
  output result_e              command_error_o,      // It is refused with this, FAIL: it is not
  input  logic                 command_done_i,       // It is in its Decide stage
  input  logic                 done_again_i,         // With `command_done_i`: RESULT will say AGAIN
  input  result_e              done_code_i,          // With `command_done_i`: RESULT's code if not

  // Switches
  output logic                 dispatch_o,           // The processor switches to the selected task
  input  logic                 dispatch_ready_i,     // The processor may switch
  output logic                 told_o,               // A load of RESULT says AGAIN
  output logic                 again_o,              // A load of RESULT would say AGAIN
  output logic                 other_o,              // One that is granted says neither FAIL nor OK

  // What answers depend on
  input  logic                 asked_i,              // The running task asked for the switch
  input  logic                 current_ready_i,      // The running task is in its ready list
  input  logic                 current_waits_i,      // The running task has a wait to complete
  input  logic                 current_waits_group_i,  // The running task's wait is for an event group
  input  logic                 walk_i,               // An event group's waiters are looked at
  input  logic                 walk_of_task_i,       // The walk, once begun, is for the running task
  output logic                 walk_awaited_o,       // A service routine waits for the end of the walk
  output logic                 stalled_o,            // The transfer waits for the end of the walk
  input  logic                 tick_open_i,          // A tick's tasks become ready one by one
  output logic                 in_tick_o,            // The running task began to run in a tick
  output logic                 awaits_tick_o,        // The running task began so, and has no result yet

  // State shown in registers
  input  scheduler_t           scheduler_i,          // State of the scheduler
  input  logic                 requested_i,          // A switch is requested
  input  logic                 ready_i,              // The memories are cleared
  input  logic                 other_ready_i,        // Not the running task is selected
  input  logic [TaskWidth-1:0] current_i,            // The running task
  input  logic                 nobody_i,             // There is none, before the start
  input  logic                 choosing_i,           // Before the start another one will be it in
                                                     // some cycles
  input  result_e              result_code_i,        // Its result
  input  logic [31:0]          result_value_i,       // The value with that result
  input  logic                 result_late_i,        // That value is not there in this cycle
  input  logic [31:0]          pointer_i,            // Its control block
  input  logic [31:0]          next_pointer_i,       // The selected task's control block
  input  logic                 pointer_late_i,       // Neither pointer is there in this cycle
  input  result_e              isr_code_i,           // Result of a service routine's last command
  input  logic                 isr_woken_i,          // That command woke a task above the running one
  input  logic [31:0]          isr_value_i,          // The value with that result
  input  logic [TimerWidth-1:0] now_i,               // Ticks since the start
  input  logic [31:0]          overflows_i,          // How often these began anew
  input  logic [31:0]          period_i,             // Cycles of a tick
  input  logic [31:0]          error_i,              // The word of ERROR
  input  logic                 work_left_i,          // Tasks or ticks wait for RESUME_ALL
  input  logic [TimerWidth-1:0] idle_ticks_i,        // Ticks before a task is due
  input  logic                 idle_valid_i,         // `idle_ticks_i` is found out
  input  logic [3:0]           hook_owed_i,          // Ticks that the tick hook is not called for
  input  logic                 hook_call_i,          // The tick hook is to be called
  input  monitor_shown_t       monitor_i,            // What the monitor shows
  input  logic                 line_enable_i,        // The line has a binding
  input  logic                 line_to_task_i,       // The binding is to a task
  input  logic                 line_to_group_i,      // The binding is to an event group
  input  logic [7:0]           line_id_i,            // The task, group or object that it is to
  input  logic [23:0]          line_bits_i,          // Bits that it sets

  // Registers written; data on `wdata_i`
  output logic                 write_now_o,          // TICK is stored
  output logic                 write_period_o,       // TICK_PERIOD is stored
  output logic                 write_error_o,        // ERROR is stored
  output logic                 write_line_o,         // The line's LINE is stored
  output logic                 write_line_bits_o,    // The line's LINE_BITS is stored
  output logic [LineWidth-1:0] line_o,               // The line that the address names
  output logic                 write_hook_o,         // TICK_HOOK is stored
  output logic                 load_hook_o,          // TICK_HOOK is loaded
  output logic                 tick_hook_o,          // The tick hook is on
  output logic                 monitor_hook_o,       // MONITOR_EVENT raises the interrupt
  output logic                 preemption_o,         // A higher task preempts
  output logic                 time_slicing_o,       // Equals take turns

  // The words of messages; data on `wdata_i`
  output logic                 load_word_o,          // One is loaded
  output logic                 store_word_o,         // One is stored
  output logic                 word_of_isr_o,        // It is one of the service routines'
  output logic [1:0]           word_o,               // Which one
  input  logic [31:0]          word_data_i,          // What is loaded
  input  logic                 word_late_i,          // It is not there, or cannot be stored, in this
                                                     // cycle

  output monitor_request_t     monitor_o,            // What the monitor is asked for
  output logic                 misuse_o              // Nothing answers to the transfer
);

  logic       is_window, is_isr, is_result, is_dispatch, is_monitor, late, answered;
  operation_e operation;
  logic [7:0] id;
  logic [1:0] index;
  result_e    refused;


  isochron_handshake #(
    .NNotifications(NNotifications), .MessageWords(MessageWords)
  ) u_handshake (
    .clk_i, .rst_ni,
    .req_i, .we_i, .is_window_i(is_window), .is_isr_i(is_isr),
    .operation_i(operation), .id_i(id), .index_i(index), .error_i(refused),
    .is_result_i(is_result), .is_dispatch_i(is_dispatch), .is_monitor_i(is_monitor),
    .monitor_done_i(monitor_i.done),
    .late_i(late), .gnt_o, .busy_o,
    .ready_i, .command_o, .command_operation_o, .command_id_o, .command_index_o,
    .command_source_o, .command_error_o, .command_done_i, .done_again_i,
    .answered_o(answered), .told_o, .again_o, .dispatch_o, .dispatch_ready_i,
    .started_i(scheduler_i.started), .held_i(scheduler_i.held),
    .suspended_i(scheduler_i.suspended), .resuming_i(scheduler_i.resuming),
    .asked_i, .current_ready_i, .current_waits_i, .current_waits_group_i,
    .walk_i, .walk_of_task_i, .walk_awaited_o, .stalled_o, .tick_open_i, .in_tick_o, .awaits_tick_o
  );

  isochron_registers #(
    .NTasks(NTasks), .NPriorities(NPriorities), .NObjects(NObjects), .NLines(NLines),
    .TimerWidth(TimerWidth), .CountWidth(CountWidth), .EventGroups(EventGroups),
    .NNotifications(NNotifications), .Tickless(Tickless), .Monitor(Monitor),
    .MessageWords(MessageWords)
  ) u_registers (
    .clk_i, .rst_ni,
    .req_i, .we_i, .addr_i, .wdata_i, .rdata_o, .late_o(late),
    .is_window_o(is_window), .is_isr_o(is_isr),
    .operation_o(operation), .id_o(id), .index_o(index), .refused_o(refused),
    .is_result_o(is_result), .is_dispatch_o(is_dispatch), .is_monitor_o(is_monitor),
    .again_i(again_o), .answered_i(answered), .done_again_i, .done_code_i, .other_o,
    .scheduler_i, .requested_i, .ready_i, .other_ready_i, .current_i, .nobody_i, .choosing_i,
    .result_code_i, .result_value_i, .result_late_i,
    .pointer_i, .next_pointer_i, .pointer_late_i,
    .isr_code_i, .isr_woken_i, .isr_value_i,
    .now_i, .overflows_i, .period_i, .error_i, .work_left_i, .idle_ticks_i, .idle_valid_i,
    .hook_owed_i, .hook_call_i, .monitor_i,
    .line_enable_i, .line_to_task_i, .line_to_group_i, .line_id_i, .line_bits_i,
    .write_now_o, .write_period_o, .write_error_o, .write_line_o, .write_line_bits_o, .line_o,
    .write_hook_o, .load_hook_o, .tick_hook_o, .monitor_hook_o, .preemption_o, .time_slicing_o,
    .load_word_o, .store_word_o, .word_of_isr_o, .word_o, .word_data_i, .word_late_i,
    .monitor_o, .misuse_o
  );

endmodule
