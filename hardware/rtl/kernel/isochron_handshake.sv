// SPDX-License-Identifier: Apache-2.0
//
// The handshake: when a transfer on the bus is granted, and so answered, and what the answer is about.
//
//   command            granted in its Decide stage; it enters the sequencer at once, but not
//                      within `Recovery` cycles after the grant of the command before, a task's
//                      that names an event group not during a service routine's walk, and a
//                      service routine's GROUP_SET not during any
//   load of RESULT     at once; if it completes a wait, in the cycle after the Decide stage
//   load of DISPATCH   at once; when a switch is requested, as soon as the selection is valid
//   other registers    at once; those that the monitor has for a task, when it has done it
//
// Nothing that an operation decides is on the way to a grant: that it is in its Decide stage is known
// from the cycle before.
module isochron_handshake
  import isochron_pkg::*;
  import isochron_registers_pkg::*;
#(
  parameter int unsigned NNotifications = 4,  // Notifications of each task
  parameter int unsigned MessageWords   = 64  // Words that a queue has for its items
) (
  input  logic       clk_i,                  // Clock
  input  logic       rst_ni,                 // Asynchronous reset, active low

  // The transfer, as isochron_registers decodes it
  input  logic       req_i,                  // It is asked for, until it is granted
  input  logic       we_i,                   // It is a store
  input  logic       is_window_i,            // Its address is in a command window
  input  logic       is_isr_i,               // The window is that of service routines
  input  operation_e operation_i,            // The command's operation
  input  logic [7:0] id_i,                   // The command's object or task
  input  logic [1:0] index_i,                // The command's notification
  input  result_e    error_i,                // The command is refused with this, FAIL: it is not
  input  logic       is_result_i,            // It is a load of RESULT
  input  logic       is_dispatch_i,          // It is a load of DISPATCH that switches
  input  logic       is_monitor_i,           // It is for a register that the monitor has for a task
  input  logic       monitor_done_i,         // The monitor has done that
  input  logic       late_i,                 // What it loads is not there yet in this cycle
  output logic       gnt_o,                  // It is granted and answered in this cycle
  output logic       busy_o,                 // A transfer, or its aftermath, goes on

  // Commands
  input  logic       ready_i,                // The memories are cleared
  output logic       command_o,              // A command enters the sequencer
  output operation_e command_operation_o,    // Its operation
  output logic [7:0] command_id_o,           // Its object or task
  output logic [1:0] command_index_o,        // Its notification
  output source_e    command_source_o,       // Whose it is
  output result_e    command_error_o,        // It is refused with this, FAIL: it is not
  input  logic       command_done_i,         // It is in its Decide stage
  input  logic       done_again_i,           // With `command_done_i`: RESULT will say AGAIN

  // Answers
  output logic       answered_o,             // The load of RESULT has completed a wait
  output logic       told_o,                 // The load of RESULT says AGAIN
  output logic       again_o,                // A load of RESULT would say AGAIN

  // Switches
  output logic       dispatch_o,             // The processor switches to the selected task
  input  logic       dispatch_ready_i,       // The processor may switch

  // What answers depend on
  input  logic       started_i,              // Tasks run
  input  logic       held_i,                 // An item is copied
  input  logic       suspended_i,            // The scheduler is suspended
  input  logic       resuming_i,             // That suspension is ended, step by step
  input  logic       asked_i,                // The running task has asked for the requested switch
  input  logic       current_ready_i,        // The running task is in its ready list
  input  logic       current_waits_i,        // The running task has a wait to complete
  input  logic       current_waits_group_i,  // The running task's wait is for an event group
  input  logic       walk_i,                 // An event group's waiters are looked at
  input  logic       walk_of_task_i,         // The walk, once begun, is for the running task
  output logic       walk_awaited_o,         // A service routine waits for the end of the walk
  output logic       stalled_o,              // The transfer waits for the end of the walk
  input  logic       tick_open_i,            // A tick's tasks become ready one by one
  output logic       in_tick_o,              // The running task began to run in a tick
  output logic       awaits_tick_o           // The running task began so, and has no result yet
);

  logic again, retry, retries, sequenced, stall, active_q;
  logic answered_q;  // the load's operation was in its Decide stage in the cycle before

  // A command drops background work that has not reached Decide. Software that issued nothing but
  // commands, back to back, would starve lines and ticks: after each grant there is time for
  // three insertions and for one expiry, the longest work, to reach Decide. The pause does not
  // depend on whether there is work, so what a command takes does not depend on the load either.
  localparam int unsigned Recovery = 8;
  logic [3:0] recovery_q;

  // A task that has just begun to run does not wait for that to complete its wait: its dispatch has
  // waited for the insertions, and the pause begins anew.
  logic       dispatched_q;

  // FreeRTOS makes all tasks ready that are due at a tick before any task runs. Who begins to run
  // before the rest is, after a switch that the task before it asked for, waits for the rest,
  // unless it has what it waits for (isochron_decide).
  logic       in_tick_q, result_q;

  // In a suspension of the scheduler a task runs on though it has blocked, or though a tick waits.
  assign again = ~held_i
               & (asked_i | resuming_i | (started_i & ~suspended_i
                  & (~current_ready_i | (awaits_tick_o & ~current_waits_i))));
  assign retry = is_result_i & ~again & started_i & current_ready_i & current_waits_i;

  // a message's second pass finds that the wait is completed
  assign retries = retry | (MessageWords != 0 & is_result_i & active_q);

  assign sequenced = (req_i & we_i & is_window_i) | retry;

  // What a task does with event groups waits for the end of a walk of a service routine's. Nothing
  // goes on, and nothing is done, while an item is copied or a switch is asked for. A service
  // routine that sets bits waits for the end of any walk, which goes on for it though a switch is
  // asked for.
  logic sets_in_walk, group_in_walk, walk_awaited_q, stalled_q;

  assign sets_in_walk  = walk_i & is_isr_i & operation_i == OpGroupSet;
  assign group_in_walk = walk_i & ~walk_of_task_i & ~asked_i
                       & (we_i ? is_of_group(operation_i) & ~is_isr_i : current_waits_group_i);
  assign stall         = ~held_i & ((we_i & sets_in_walk) | group_in_walk);

  assign command_o           = sequenced & ~active_q & ~answered_q & ready_i & ~stall
                             & (recovery_q == '0 | (retry & dispatched_q));
  assign command_operation_o = we_i ? operation_i : WorkRetry;
  assign command_id_o        = we_i ? id_i : '0;
  assign command_index_o     = NNotifications > 1 || MessageWords != 0 ? index_i : '0;
  assign command_source_o    = we_i & is_isr_i ? SourceIsr : SourceTask;
  assign command_error_o     = we_i ? error_i : ResultFail;
  assign dispatch_o          = is_dispatch_i & dispatch_ready_i & ~late_i;
  assign told_o              = is_result_i & ~answered_q
                             & (retries ? command_done_i & done_again_i : again & ~active_q);
  assign again_o             = again;
  assign answered_o          = answered_q;
  assign walk_awaited_o      = walk_awaited_q;
  assign stalled_o           = stalled_q;
  assign in_tick_o           = in_tick_q & tick_open_i;
  assign awaits_tick_o       = in_tick_o & ~result_q;

  assign busy_o = req_i | recovery_q != '0;

  always_comb begin
    if (answered_q)                gnt_o = 1'b1;
    else if (active_q | sequenced) gnt_o = command_done_i & we_i;
    else if (is_dispatch_i)        gnt_o = dispatch_o;
    else if (is_monitor_i)         gnt_o = req_i & monitor_done_i;
    else                           gnt_o = req_i & ~late_i;
  end

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      active_q     <= 1'b0;
      answered_q   <= 1'b0;
      recovery_q   <= '0;
      dispatched_q <= 1'b0;
      walk_awaited_q <= 1'b0;
      stalled_q    <= 1'b0;
      in_tick_q    <= 1'b0;
      result_q     <= 1'b0;
    end else begin
      walk_awaited_q <= req_i & we_i & ~held_i & sets_in_walk;
      stalled_q    <= req_i & sequenced & stall;
      active_q <= (active_q | command_o) & ~command_done_i;
      answered_q <= command_done_i & ~we_i;
      dispatched_q <= (dispatched_q | dispatch_o) & ~command_done_i;
      in_tick_q    <= tick_open_i & (dispatch_o | in_tick_q);
      result_q     <= ~dispatch_o & (result_q | (retries & command_done_i & ~done_again_i));
      if (command_done_i)        recovery_q <= 4'(Recovery);
      else if (recovery_q != '0) recovery_q <= recovery_q - 1'b1;
    end
  end

endmodule
