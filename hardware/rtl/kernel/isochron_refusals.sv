// SPDX-License-Identifier: Apache-2.0
//
// Which operations are refused, and why. Combinational; a refused operation changes nothing.
module isochron_refusals
  import isochron_pkg::*;
  import isochron_registers_pkg::*;
#(
  parameter int unsigned TimerWidth = 32,
  parameter bit          SoftwareObjects = 1'b1
) (
  input  logic [5:0]  operation_i,        // operation_e or work_e
  input  logic        from_task_i,        // from the command window of tasks
  input  result_e     error_i,            // found by the decoder; ResultFail: none
  input  result_e     object_error_i,     // the object does not allow it
  input  logic [31:0] argument_i,
  input  logic        second_i,           // second pass

  input  logic        alive_i,            // the subject
  input  logic        ready_i,            // ... is in its ready list
  input  logic        chained_i,          // ... waits for an object, or is pended
  input  logic        priority_valid_i,   // the priority asked for
  input  logic        current_alive_i,    // the running task
  input  logic        current_ready_i,    // ... is in its ready list
  input  logic        current_waits_i,    // ... has a wait that RESULT is to complete
  input  logic        current_gives_i,    // ... holds the mutex, or no task does
  input  logic        subject_gives_i,    // the subject runs, and holds a mutex

  input  logic        started_i,          // the scheduler
  input  logic        suspended_i,
  input  logic        resuming_i,
  input  logic        held_i,             // the running task copies an item
  input  logic        walk_i,             // ... waits for the end of a walk over an event group,
                                          // or names a group while one goes on

  output result_e     error_o             // ResultFail: not refused
);

  logic waits;  // the running task, and does not know it yet: it has not loaded RESULT since

  assign waits = current_waits_i | (started_i & ~suspended_i & ~current_ready_i);

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
        OpWake, OpLend, OpDisinherit, OpDisinheritTimeout:
          if (SoftwareObjects && !alive_i) error_o = ResultErrorTask;
        default: ;
      endcase
      unique case (operation_i)
        OpPriority:
          if (alive_i && !priority_valid_i) error_o = ResultErrorArgument;
        OpStart:
          if (started_i) error_o = ResultErrorBusy;
          else if (!ready_i) error_o = ResultErrorTask;
        OpGive:
          if (!current_gives_i && !second_i) error_o = ResultErrorOwner;
        OpQueueCommit:
          if (error_o == ResultFail && from_task_i && !held_i) error_o = ResultErrorBusy;
        OpCatchUpTicks, OpStepTick:
          if (suspended_i == (operation_i == OpCatchUpTicks) || resuming_i) begin
            error_o = ResultErrorBusy;
          end else if (argument_i != 32'(TimerWidth'(argument_i))) begin
            error_o = ResultErrorArgument;
          end
        OpDisinherit:
          if (SoftwareObjects && alive_i && !subject_gives_i) error_o = ResultErrorOwner;
        OpDisinheritTimeout:
          if (SoftwareObjects && alive_i && !priority_valid_i) error_o = ResultErrorArgument;
        OpGroupDelete, OpGroupSync, OpGroupSet:
          if (error_o == ResultFail && from_task_i && resuming_i) error_o = ResultErrorBusy;
        default: ;
      endcase
      if ((operation_i == OpQueueWait || (SoftwareObjects && operation_i == OpWait))
          && error_o == ResultFail
          && (!started_i || !suspended_i || resuming_i || chained_i)) begin
        error_o = ResultErrorBusy;
      end
      // whoever copies an item does nothing else, nor does who waits, or waits for the end of a walk
      if (from_task_i && ((held_i && !(operation_i inside {OpQueueCommit, WorkRetry}))
                          || (waits && operation_i != WorkRetry) || walk_i)) begin
        error_o = ResultErrorBusy;
      end
      // a task that deleted itself is still on the processor
      if (from_task_i && started_i && !current_alive_i) error_o = ResultErrorTask;
    end
  end

endmodule
