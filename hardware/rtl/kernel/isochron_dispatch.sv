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

  // The operation
  input  operation_e operation_i,        // The operation
  input  logic       entered_i,          // It is on its way to the Decide stage
  input  logic       decide_i,           // It is in its Decide stage
  input  logic       unfinished_i,       // Its second pass has still to come to the Decide stage

  // The tick whose tasks become ready
  input  logic       tick_open_i,        // There is one
  input  logic       more_due_i,         // Some of them are not ready yet
  input  logic       tick_closing_i,     // All of them are ready, and the tick does not end with a
                                         // switch in this cycle

  output logic       ready_o,            // Another task may begin to run
  output logic       goes_on_o,          // No switch, transfer or suspension has to end before a tick
                                         // goes on
  output logic       finishes_o,         // It goes on though a switch is asked for
  output logic       more_due_o          // Some tasks are not ready yet, and nothing holds them up
);

  logic tick_ends, of_tick;

  // Without preemption nobody would make good what a switch in the midst of a tick chooses too early.
  assign finishes_o = tick_open_i & ~scheduler_i.preemption;
  assign goes_on_o  = ~((scheduler_i.asked & ~finishes_o) | scheduler_i.held | scheduler_i.suspended);
  assign more_due_o = more_due_i & goes_on_o;

  // Looking at delayed tasks does not touch what a dispatch needs. The end of a tick comes first, if
  // nothing else does: who begins to run sees it.
  assign of_tick   = finishes_o & operation_i inside {WorkExpire, WorkSlice};
  assign tick_ends = (tick_closing_i | (finishes_o & more_due_i)) & goes_on_o
                   & (of_tick | ~entered_i);
  assign ready_o   = selection_valid_i & ~(decide_i & operation_i != WorkScan) & ~unfinished_i
                   & ~tick_ends;

  logic unused;
  assign unused = ^scheduler_i;

endmodule
