// SPDX-License-Identifier: Apache-2.0
//
// The registers: what a transfer's address means, what a load answers, and what a store writes.
// When a transfer is granted is isochron_handshake's.
module isochron_registers
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
  output logic [31:0]          rdata_o,              // The word loaded
  output logic                 late_o,               // The word is not there, or cannot be stored, in
                                                     // this cycle

  // What the transfer is
  output logic                 is_window_o,          // Its address is in a command window
  output logic                 is_isr_o,             // The window is that of service routines
  output operation_e           operation_o,          // The command's operation
  output logic [7:0]           id_o,                 // The command's object or task
  output logic [1:0]           index_o,              // The command's notification
  output result_e              refused_o,            // The command is refused with this, or FAIL
  output logic                 is_result_o,          // It is a load of RESULT
  output logic                 is_dispatch_o,        // It is a load of DISPATCH that switches
  output logic                 is_monitor_o,         // It is for one of the monitor's for a task

  // Answers to loads of RESULT
  input  logic                 again_i,              // A load of RESULT would say AGAIN
  input  logic                 answered_i,           // The load has completed a wait, in the cycle before
  input  logic                 done_again_i,         // In the cycle before `answered_i`: it says AGAIN
  input  result_e              done_code_i,          // In the cycle before `answered_i`: its code if not
  output logic                 other_o,              // A load of RESULT that is granted in this cycle
                                                     // says neither FAIL nor OK

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

  // ---------------------------------------------------------------------------------------------
  // Decoder
  // ---------------------------------------------------------------------------------------------
  localparam logic [1:0] WindowTask = 2'd0, WindowIsr = 2'd1;

  // Registers come in pages of 32: the first has all but those of the lines, which have two others; so
  // have the words.
  localparam logic [12:0] PageRegisters = 13'(RegResult >> 7);
  localparam logic [12:0] PageWords = 13'(RegWord >> 7);
  localparam logic [12:0] PageLines = 13'(RegLine >> 7), PageLineBits = 13'(RegLineBits >> 7);

  // Those of the monitor for each task come like commands: register and task.
  localparam logic [6:0] PageMonitor = 7'(RegMonitorDeadline >> 13);

  operation_e operation;
  logic [7:0] id;
  logic [1:0] index;
  logic [6:0] offset;  // within the page
  logic       aligned;
  logic       load, store, is_isr, is_window, is_register, is_line, is_line_bits;
  logic       is_word, is_monitor, defined, some_line;
  monitor_field_e field;
  result_e    error;

  assign load        = req_i & ~we_i;
  assign store       = req_i & we_i;
  assign operation   = operation_e'(addr_i[15:10]);
  assign id          = addr_i[9:2];
  assign index       = addr_i[19:18];
  assign offset      = addr_i[6:0];
  assign field       = monitor_field_e'(operation[2:0]);
  assign aligned     = addr_i[1:0] == '0;
  assign is_isr      = addr_i[17:16] == WindowIsr;
  assign is_window   = addr_i[17:16] inside {WindowTask, WindowIsr};
  assign is_register = addr_i[19:7] == PageRegisters;
  assign some_line   = aligned & (32'(offset) >> 2) < NLines;
  assign is_line     = addr_i[19:7] == PageLines & some_line;
  assign is_line_bits = EventGroups & addr_i[19:7] == PageLineBits & some_line;
  assign is_word     = MessageWords != 0 & addr_i[19:7] == PageWords & offset[6:5] == '0 & aligned;
  assign is_monitor  = Monitor & addr_i[19:13] == PageMonitor & aligned & 32'(id) < NTasks
                     & (~we_i | field inside {MonitorDeadline, MonitorBudget, MonitorCounts});
  assign defined     = (is_isr ? IsrOperations[operation] : TaskOperations[operation])
                     & (index == '0
                        | (is_of_notification(operation) & 32'(index) < NNotifications)
                        | (MessageWords != 0 & is_of_transfer(operation)
                           & (index == TransferMessage
                              | (index == TransferOther & operation != OpQueueOverwrite))));

  always_comb begin
    error = ResultFail;
    if (!defined || !aligned || (!EventGroups && is_of_group(operation))) begin
      error = ResultErrorOperation;
    end else if (is_of_object(operation)) begin
      if (32'(id) >= NObjects) error = ResultErrorObject;
    end else begin
      unique case (operation)
        OpYield, OpDelay, OpSuspendAll, OpResumeAll, OpCatchUpTicks, OpDelayAborted,
        OpNotifyTake, OpNotifyWait: ;
        OpOperand, OpStepTick:
          if (id > 8'd1) error = ResultErrorArgument;
        default:
          if (32'(id) >= NTasks) error = ResultErrorTask;
      endcase
    end
  end

  assign is_window_o   = is_window;
  assign is_isr_o      = is_isr;
  assign operation_o   = operation;
  assign id_o          = id;
  assign index_o       = index;
  assign refused_o     = error;
  assign is_result_o   = load & is_register & offset == 7'(RegResult);
  assign is_dispatch_o = load & is_register & offset == 7'(RegDispatch) & requested_i;
  assign is_monitor_o  = is_monitor;

  // ---------------------------------------------------------------------------------------------
  // Registers
  // ---------------------------------------------------------------------------------------------
  typedef enum logic [1:0] {ReadRegister, ReadResult, ReadValue, ReadPointer} read_e;

  logic        preemption_q, time_slicing_q, tick_hook_q, monitor_hook_q, write_control;
  logic        readable, writable;
  logic [31:0] register;
  read_e       read;

  always_comb begin
    register = '0;
    read     = ReadRegister;
    readable = is_register | is_line | is_line_bits | is_word | is_monitor;
    unique case (offset)
      7'(RegResult): begin
        register[RegResultAgainLsb] = again_i;
        if (!again_i) read = ReadResult;
      end
      7'(RegValue):     read = ReadValue;
      7'(RegIsrResult): begin
        register[RegIsrResultCodeLsb +: $bits(result_e)] = isr_code_i;
        register[RegIsrResultWokenLsb]                   = isr_woken_i;
      end
      7'(RegIsrValue):  register = isr_value_i;
      7'(RegDispatch), 7'(RegCurrent): if (!nobody_i) read = ReadPointer;
      7'(RegCurrentId): register = 32'(current_i);
      7'(RegStatus): begin
        register[RegStatusSwitchRequestedLsb] = requested_i;
        register[RegStatusYieldPendingLsb]    = scheduler_i.yield_pending;
        register[RegStatusSuspendedLsb]       = scheduler_i.suspended;
        register[RegStatusStartedLsb]         = scheduler_i.started;
        register[RegStatusOtherReadyLsb]      = other_ready_i;
        register[RegStatusInitialisedLsb]     = ready_i;
        register[RegStatusHeldLsb]            = scheduler_i.held;
        register[RegStatusWorkPendedLsb]      = work_left_i;
        register[RegStatusIdleTicksValidLsb]  = idle_valid_i;
        register[RegStatusTickHookLsb]        = hook_call_i;
        register[RegStatusMonitorLsb]         = Monitor & monitor_i.misses.valid;
      end
      7'(RegTick):           register = 32'(now_i);
      7'(RegTickOverflows):  register = overflows_i;
      7'(RegTickPeriod):     register = period_i;
      7'(RegControl): begin
        register[RegControlPreemptionLsb]  = scheduler_i.preemption;
        register[RegControlTimeSlicingLsb] = scheduler_i.time_slicing;
        register[RegControlTickHookLsb]    = tick_hook_q;
        register[RegControlMonitorLsb]     = monitor_hook_q;
      end
      7'(RegIdentification): register = RegIdentificationMagicReset;
      7'(RegVersion):        register = {RegVersionMajorReset, RegVersionMinorReset};
      7'(RegTasks):          register = NTasks;
      7'(RegPriorities):     register = NPriorities;
      7'(RegObjects):        register = NObjects;
      7'(RegLines):          register = NLines;
      7'(RegWidths): begin
        register[RegWidthsTimerLsb +: 8] = 8'(TimerWidth);
        register[RegWidthsCountLsb +: 8] = 8'(CountWidth);
        register[RegWidthsNotificationsLsb +: 4] = 4'(NNotifications);
        register[RegWidthsEventGroupsLsb] = EventGroups;
        register[RegWidthsTicklessLsb] = Tickless;
        register[RegWidthsMonitorLsb] = Monitor;
        register[RegWidthsMessagesLsb +: 8] = 8'(MessageWords);
      end
      7'(RegError):          register = error_i;
      7'(RegIdleTicks):      register = 32'(idle_ticks_i);
      7'(RegTickHook):       register = 32'(hook_owed_i);
      default:               readable = is_line | is_line_bits | is_word | is_monitor;
    endcase
    if (Monitor && is_register) begin
      unique case (offset)
        7'(RegCycles):        {readable, register} = {1'b1, monitor_i.cycles};
        7'(RegCyclesHigh):    {readable, register} = {1'b1, monitor_i.cycles_high};
        7'(RegAnswerLongest): {readable, register} = {1'b1, monitor_i.answer};
        7'(RegMonitorHigh):   {readable, register} = {1'b1, monitor_i.high};
        7'(RegMonitorEvent): begin
          readable                                 = 1'b1;
          register[RegMonitorEventValidLsb]        = monitor_i.misses.valid;
          register[RegMonitorEventLostLsb]         = monitor_i.misses.lost;
          register[RegMonitorEventOverloadLsb]     = monitor_i.misses.overload;
          register[RegMonitorEventOverrunLsb]      = monitor_i.misses.overrun;
          register[RegMonitorEventTaskLsb +: 7]    = monitor_i.misses.subject;
        end
        default: ;
      endcase
    end
    if (!is_register) begin
      register = '0;
      read     = ReadRegister;
      if (is_line) begin
        register[RegLineEnableLsb]  = line_enable_i;
        register[RegLineToTaskLsb]  = line_to_task_i;
        register[RegLineToGroupLsb] = line_to_group_i;
        register[RegLineIdLsb +: 8] = line_id_i;
      end
      if (is_line_bits) register = 32'(line_bits_i);
      if (is_monitor)   register = monitor_i.data;
      if (is_word)      register = word_data_i;
    end
  end

  assign line_o         = offset[2 +: LineWidth];
  assign write_now_o    = store & is_register & offset == 7'(RegTick);
  assign write_period_o = store & is_register & offset == 7'(RegTickPeriod);
  assign write_error_o  = store & is_register & offset == 7'(RegError);
  assign write_control  = store & is_register & offset == 7'(RegControl);
  assign write_hook_o   = store & is_register & offset == 7'(RegTickHook);
  assign load_hook_o    = load & is_register & offset == 7'(RegTickHook);
  assign write_line_o   = store & is_line;
  assign write_line_bits_o = store & is_line_bits;
  assign writable       = write_now_o | write_period_o | write_error_o | write_control
                        | write_hook_o | monitor_o.clear_answer | is_line | is_line_bits
                        | is_word | is_monitor;

  assign misuse_o = (load & ~readable) | (store & ~is_window & ~writable);

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      preemption_q   <= RegControlPreemptionReset;
      time_slicing_q <= RegControlTimeSlicingReset;
      tick_hook_q    <= RegControlTickHookReset;
      monitor_hook_q <= RegControlMonitorReset;
    end else if (write_control) begin
      preemption_q   <= wdata_i[RegControlPreemptionLsb];
      time_slicing_q <= wdata_i[RegControlTimeSlicingLsb];
      tick_hook_q    <= wdata_i[RegControlTickHookLsb];
      monitor_hook_q <= Monitor & wdata_i[RegControlMonitorLsb];
    end
  end

  // What a wait was completed with holds for the load that did it; afterwards more may have happened.
  logic    answer_again_q;
  result_e answer_code_q;

  always_ff @(posedge clk_i) begin
    answer_again_q <= done_again_i;
    answer_code_q  <= done_code_i;
  end

  always_comb begin
    unique case (read)
      ReadResult:  rdata_o = 32'(result_code_i);
      ReadValue:   rdata_o = result_value_i;
      ReadPointer: rdata_o = is_dispatch_o ? next_pointer_i : pointer_i;
      default:     rdata_o = register;
    endcase
    if (answered_i) begin
      rdata_o                                        = '0;
      rdata_o[RegResultAgainLsb]                     = answer_again_q;
      rdata_o[RegResultCodeLsb +: $bits(result_e)]   = answer_again_q ? ResultFail : answer_code_q;
    end
  end

  assign other_o = answered_i ? answer_again_q | answer_code_q > ResultOk
                              : again_i | result_code_i > ResultOk;

  assign late_o = load & ((read == ReadValue & result_late_i)
                          | (read == ReadPointer & pointer_late_i))
                | (is_register & offset inside {7'(RegCurrent), 7'(RegCurrentId)} & choosing_i)
                | (is_word & word_late_i);

  assign load_word_o   = load & is_word;
  assign store_word_o  = store & is_word;
  assign word_of_isr_o = offset[4];
  assign word_o        = offset[3:2];

  assign monitor_o = '{
    access:       req_i & is_monitor,
    write:        we_i,
    field:        field,
    subject:      7'(id[TaskWidth-1:0]),
    keep_cycles:  Monitor & load & is_register & offset == 7'(RegCycles),
    take_event:   Monitor & load & is_register & offset == 7'(RegMonitorEvent),
    clear_answer: Monitor & store & is_register & offset == 7'(RegAnswerLongest)
  };

  assign monitor_hook_o = monitor_hook_q;
  assign tick_hook_o    = tick_hook_q;
  assign preemption_o   = preemption_q;
  assign time_slicing_o = time_slicing_q;

  logic unused;
  assign unused = scheduler_i.resuming ^ monitor_i.done;

endmodule
