// SPDX-License-Identifier: Apache-2.0
//
// Which operations are refused, and why. Combinational; a refused operation changes nothing.
module isochron_refusals
  import isochron_pkg::*;
  import isochron_registers_pkg::*;
#(
  parameter int unsigned TimerWidth = 32  // Bits of the visible tick
) (
  // The operation
  input  operation_e  operation_i,       // The operation
  input  logic        from_task_i,       // It comes from the command window of tasks
  input  result_e     error_i,           // Why the decoder refuses it; ResultFail: it does not
  input  result_e     object_error_i,    // Why the object does not allow it; ResultFail: it does
  input  logic [31:0] argument_i,        // Its argument
  input  logic        second_i,          // It is the second pass

  // Tasks
  input  logic        alive_i,           // The subject exists
  input  logic        ready_i,           // The subject is in its ready list
  input  logic        chained_i,         // The subject waits for an object, or is pended
  input  logic        priority_valid_i,  // The priority asked for exists
  input  current_t    current_i,         // The running task
  input  logic        current_gives_i,   // The running task holds the mutex, or no task does

  // The scheduler
  input  scheduler_t  scheduler_i,       // State of the scheduler
  input  logic        walk_i,            // The running task waits for the end of a walk over an
                                         // event group's waiters, or names a group while one goes
                                         // on

  output result_e     error_o            // Why the operation is refused; ResultFail: it is not
);

  logic waits;  // the running task, and does not know it yet: it has not loaded RESULT since

  assign waits = current_i.waits | (scheduler_i.started & ~scheduler_i.suspended & ~current_i.ready);

  always_comb begin
    error_o = error_i;
    if (error_i == ResultFail) begin
      if (operation_i != WorkRetry) error_o = object_error_i;
      unique case (operation_i)
        OpTaskCreate:
          if (alive_i) error_o = ResultErrorBusy;
          else if (!priority_valid_i) error_o = ResultErrorArgument;
        OpStart, OpTaskDelete, OpSuspend, OpResume, OpPriority, OpTaskState, OpAbortDelay,
        OpNotifyNone, OpNotifySetBits, OpNotifyIncrement, OpNotifyOverwrite, OpNotifyNoOverwrite,
        OpNotifyStateClear, OpNotifyValueClear:
          if (!alive_i) error_o = ResultErrorTask;
        default: ;
      endcase
      unique case (operation_i)
        OpPriority:
          if (alive_i && !priority_valid_i) error_o = ResultErrorArgument;
        OpStart:
          if (scheduler_i.started) error_o = ResultErrorBusy;
          else if (!ready_i) error_o = ResultErrorTask;
        OpGive:
          if (!current_gives_i && !second_i) error_o = ResultErrorOwner;
        OpQueueCommit:
          if (error_o == ResultFail && from_task_i && !scheduler_i.held && !second_i) begin
            error_o = ResultErrorBusy;
          end
        OpCatchUpTicks, OpStepTick:
          if (scheduler_i.suspended == (operation_i == OpCatchUpTicks) || scheduler_i.resuming) begin
            error_o = ResultErrorBusy;
          end else if (argument_i != 32'(TimerWidth'(argument_i))) begin
            error_o = ResultErrorArgument;
          end
        OpGroupDelete, OpGroupSync, OpGroupSet:
          if (error_o == ResultFail && from_task_i && scheduler_i.resuming) error_o = ResultErrorBusy;
        default: ;
      endcase
      if (operation_i == OpQueueWait && error_o == ResultFail
          && (!scheduler_i.started || !scheduler_i.suspended || scheduler_i.resuming || chained_i)) begin
        error_o = ResultErrorBusy;
      end
      // whoever copies an item does nothing else, nor does who waits, or waits for the end of a walk
      if (from_task_i && ((scheduler_i.held && !(operation_i inside {OpQueueCommit, WorkRetry}))
                          || (waits && operation_i != WorkRetry) || walk_i)) begin
        error_o = ResultErrorBusy;
      end
      // a task that deleted itself is still on the processor
      if (from_task_i && scheduler_i.started && !current_i.alive) error_o = ResultErrorTask;
    end
  end

  logic unused;
  assign unused = ^{scheduler_i, current_i.waits_group};

endmodule
