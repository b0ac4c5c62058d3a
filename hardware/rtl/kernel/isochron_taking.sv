// SPDX-License-Identifier: Apache-2.0
//
// An operation and its object: is there what it takes or gives, does a caller who finds nothing
// wait for it, and what becomes of the object's record. Combinational.
//
// FreeRTOS finds that a wait is over while the scheduler is suspended, and at the end of that acts
// on a yield that was left pending. Others run then: who takes or receives looks once more.
module isochron_taking
  import isochron_pkg::*;
  import isochron_registers_pkg::*;
#(
  parameter int unsigned CountWidth = 16  // 1..16 bits of a semaphore's count
) (
  input  logic [5:0]   operation_i,        // operation_e or work_e
  input  logic         from_task_i,        // from the command window of tasks
  input  logic [31:0]  argument_i,
  input  logic         no_time_i,          // it is 0
  input  logic         started_i,          // the scheduler
  input  logic [6:0]   current_i,          // the running task
  input  logic         can_block_i,        // ... may block now
  input  logic         yields_i,           // a yield was left pending, and may preempt it

  // the subject
  input  wait_e        waiting_i,          // WorkRetry: what ends
  input  logic         aborted_i,
  input  logic         endless_i,          // its wait has no time-out
  input  logic         expired_i,          // its deadline has been reached

  input  object_t      object_i,
  input  result_e      error_i,            // the object does not allow it; ResultFail: it does
  input  logic         granted_i,          // there is what the operation asks for

  output logic         missing_o,          // WorkRetry: ... so the wait is over
  output logic         takes_o,            // a token, an item or room for one is asked for
  output logic         sends_o,            // ... room
  output logic         gives_up_o,         // it is not there, and the caller does not wait for it,
                                           // or not any longer
  output logic         ends_o,             // ... since FreeRTOS found that its wait is over
  output logic         looks_o,            // ... but it looks again after the yield
  output logic         blocks_o,           // ... or does
  output logic         write_o,            // the record changes
  output object_t      object_o
);

  logic waits, looked;

  isochron_objects #(.CountWidth(CountWidth)) u_objects (
    .operation_i, .argument_i, .granted_i, .anonymous_i(~from_task_i | ~started_i), .current_i,
    .object_i, .write_o, .object_o
  );

  // The object may be deleted before a woken task runs: its wait is over all the same.
  assign missing_o = operation_i == WorkRetry & error_i != ResultFail;
  assign waits     = waiting_i inside {WaitObject, WaitSend, WaitLook};
  assign looked    = waiting_i == WaitLook;
  assign sends_o   = operation_i == WorkRetry ? waiting_i == WaitSend : operation_i == OpQueueSend;
  assign takes_o   = operation_i inside {OpTake, OpQueueSend, OpQueueReceive}
                   | (operation_i == WorkRetry & waits & ~missing_o);

  always_comb begin
    gives_up_o = aborted_i | ~can_block_i;
    if (operation_i == WorkRetry) gives_up_o |= looked | (expired_i & ~endless_i);
    else                          gives_up_o |= no_time_i | ~from_task_i;
    gives_up_o &= takes_o & ~granted_i;
  end

  assign blocks_o = takes_o & ~granted_i & ~gives_up_o;
  assign ends_o   = gives_up_o
                  & (operation_i == WorkRetry ? ~looked : ~no_time_i & from_task_i & can_block_i);
  assign looks_o  = ends_o & can_block_i & yields_i & ~sends_o;

endmodule
