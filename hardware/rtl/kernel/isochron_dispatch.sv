// SPDX-License-Identifier: Apache-2.0
//
// When another task may begin to run: the selection is valid, the lists are as the last operation
// leaves them, and a tick whose tasks are all ready ends with the switch.
module isochron_dispatch
  import isochron_pkg::*;
  import isochron_registers_pkg::*;
(
  input  scheduler_t scheduler_i,        // State of the scheduler
  input  logic       selection_valid_i,  // The selected task is known

  input  operation_t operation_i,        // The operation
  input  tick_t      tick_i,             // The tick whose tasks become ready

  output logic       ready_o,            // Another task may begin to run
  output logic       goes_on_o,          // No switch, lock or suspension has to end before a tick
                                         // goes on
  output logic       finishes_o          // It goes on though a switch is asked for
);

  logic tick_ends, of_tick;
  logic entered;     // the operation is on its way to the Decide stage
  logic unfinished;  // its second pass has still to come to the Decide stage

  assign entered    = operation_i.stage.fetch | operation_i.stage.rank | operation_i.stage.head
                    | operation_i.stage.read;
  assign unfinished = operation_i.second & ~operation_i.stage.decide;

  // Without preemption nobody would make good what a switch in the midst of a tick chooses too early.
  assign finishes_o = tick_i.open & ~scheduler_i.preemption;
  assign goes_on_o  = ~((scheduler_i.asked & ~finishes_o) | scheduler_i.held | scheduler_i.suspended);

  // Looking at delayed tasks does not touch what a dispatch needs. The end of a tick comes first, if
  // nothing else does: who begins to run sees it.
  assign of_tick   = finishes_o & operation_i.kind inside {WorkExpire, WorkSlice};
  assign tick_ends = (tick_i.closing | (finishes_o & tick_i.more_due)) & goes_on_o
                   & (of_tick | ~entered);
  assign ready_o   = selection_valid_i & ~(operation_i.stage.decide & operation_i.kind != WorkScan)
                   & ~unfinished & ~tick_ends;

  logic unused;
  assign unused = ^{scheduler_i, operation_i, tick_i};

endmodule
