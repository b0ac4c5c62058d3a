// SPDX-License-Identifier: Apache-2.0
//
// Which operations are refused, and why. Combinational; a refused operation changes nothing.
module isochron_refusals
  import isochron_pkg::*;
  import isochron_registers_pkg::*;
#(
  parameter int unsigned TimerWidth = 32,   // Bits of the visible tick
  parameter bit          Affinity   = 1'b0  // There are AFFINITY and PREEMPTION
) (
  // The operation
  input  operation_t  operation_i,       // The operation
  input  result_e     object_error_i,    // Why the object does not allow it; ResultFail: it does

  // Tasks
  input  subject_t    subject_i,         // The subject
  input  current_t    current_i,         // The running task
  input  logic        current_gives_i,   // The running task holds the mutex, or no task does

  // The scheduler
  input  scheduler_t  scheduler_i,       // State of the scheduler
  input  logic        walk_i,            // The running task waits for the end of a walk over an
                                         // event group's waiters, or names a group while one goes
                                         // on

  output result_e     error_o            // Why the operation is refused; ResultFail: it is not
);

  logic from_task;
  logic waits;  // the running task, and does not know it yet: it has not loaded RESULT since

  assign from_task = operation_i.source == SourceTask;
  assign waits = current_i.waits | (scheduler_i.started & ~scheduler_i.suspended & ~current_i.ready);

  always_comb begin
    error_o = operation_i.error;
    if (operation_i.error == ResultFail) begin
      if (operation_i.kind != WorkRetry) error_o = object_error_i;
      unique case (operation_i.kind)
        OpTaskCreate:
          if (subject_i.control.alive || subject_i.on_core) error_o = ResultErrorBusy;
          else if (operation_i.about.no_priority) error_o = ResultErrorArgument;
        OpStart, OpTaskDelete, OpSuspend, OpResume, OpPriority, OpTaskState, OpAbortDelay,
        OpNotifyNone, OpNotifySetBits, OpNotifyIncrement, OpNotifyOverwrite, OpNotifyNoOverwrite,
        OpNotifyStateClear, OpNotifyValueClear:
          if (!subject_i.control.alive) error_o = ResultErrorTask;
        default: ;
      endcase
      unique case (operation_i.kind)
        OpPriority:
          if (subject_i.control.alive && operation_i.about.no_priority) error_o = ResultErrorArgument;
        OpStart:
          if (scheduler_i.started || subject_i.on_core) error_o = ResultErrorBusy;
          else if (subject_i.control.place != PlaceReady) error_o = ResultErrorTask;
        OpGive:
          if (!current_gives_i && !operation_i.second) error_o = ResultErrorOwner;
        OpCatchUpTicks, OpStepTick:
          if (scheduler_i.suspended == (operation_i.kind == OpCatchUpTicks) || scheduler_i.resuming) begin
            error_o = ResultErrorBusy;
          end else if (operation_i.argument != 32'(TimerWidth'(operation_i.argument))) begin
            error_o = ResultErrorArgument;
          end
        OpGroupDelete, OpGroupSync, OpGroupSet:
          if (error_o == ResultFail && from_task && scheduler_i.resuming) error_o = ResultErrorBusy;
        default: ;
      endcase
      if (Affinity && operation_i.kind inside {OpAffinity, OpPreemption} && !subject_i.control.alive) begin
        error_o = ResultErrorTask;
      end
      if (operation_i.kind == OpQueueWait && error_o == ResultFail
          && (!scheduler_i.started || !(scheduler_i.suspended || scheduler_i.locked) || scheduler_i.resuming
              || subject_i.control.chain != ChainNone)) begin
        error_o = ResultErrorBusy;
      end
      // whoever waits does nothing else, nor does who waits for the end of a walk
      if (from_task && ((waits && operation_i.kind != WorkRetry) || walk_i)) begin
        error_o = ResultErrorBusy;
      end
      // a task that deleted itself is still on the processor
      if (from_task && scheduler_i.started && !current_i.alive) error_o = ResultErrorTask;
      // prvCheckForRunStateChange: a task that another core wants to leave does so before its call
      if (from_task && scheduler_i.scheduled && operation_i.kind != WorkRetry) error_o = ResultLater;
    end
  end

  logic unused;
  assign unused = ^{scheduler_i, current_i, subject_i, operation_i};

endmodule
