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
  parameter int unsigned CountWidth = 16  // Bits of a semaphore's count, 1 to 16; area grows with
                                          // it
) (
  // The operation
  input  operation_t  operation_i,  // The operation
  input  logic        runs_i,       // A task runs, or is to run first
  input  logic [6:0]  current_i,    // The running task
  input  logic        can_block_i,  // The running task may block now
  input  logic        yields_i,     // A yield was left pending, and may preempt the running task

  // The subject
  input  wait_e       waiting_i,    // What it waits for: what WorkRetry completes
  input  logic        aborted_i,    // Its wait was aborted
  input  logic        endless_i,    // Its wait has no time-out
  input  logic        expired_i,    // Its deadline has been reached

  // The object
  input  object_t     object_i,     // Its record before the operation
  input  result_e     error_i,      // Why it does not allow the operation; ResultFail: it does
  input  logic        granted_i,    // There is what the operation asks for
  input  logic        direct_i,     // The operation is a whole transfer to or from a queue
  input  commit_e     done_i,       // That transfer, as QUEUE_COMMIT says it

  output logic        missing_o,    // The object does not allow what WorkRetry completes: the wait
                                    // is over
  output logic        takes_o,      // A token, an item or room for one is asked for
  output logic        sends_o,      // Room for an item is asked for
  output logic        gives_up_o,   // What is asked for is not there, and the caller does not wait
                                    // for it, or not any longer
  output logic        ends_o,       // The caller gives up, for FreeRTOS found that its wait is over
  output logic        looks_o,      // The caller gives up, but looks again after the yield
  output logic        blocks_o,     // The caller waits
  output logic        write_o,      // The record changes
  output object_t     object_o      // The object's record after the operation
);

  logic from_task, waits, looked;

  isochron_objects #(.CountWidth(CountWidth)) u_objects (
    .operation_i, .granted_i, .anonymous_i(~from_task | ~runs_i), .current_i,
    .direct_i, .done_i, .object_i, .write_o, .object_o
  );

  assign from_task = operation_i.source == SourceTask;

  // The object may be deleted before a woken task runs: its wait is over all the same.
  assign missing_o = operation_i.kind == WorkRetry & error_i != ResultFail;
  assign waits     = waiting_i inside {WaitObject, WaitSend, WaitLook};
  assign looked    = waiting_i == WaitLook;
  assign sends_o   = operation_i.kind == WorkRetry ? waiting_i == WaitSend : operation_i.kind == OpQueueSend;
  assign takes_o   = operation_i.kind inside {OpTake, OpQueueSend, OpQueueReceive}
                   | (operation_i.kind == WorkRetry & waits & ~missing_o);

  always_comb begin
    gives_up_o = aborted_i | ~can_block_i;
    if (operation_i.kind == WorkRetry) gives_up_o |= looked | (expired_i & ~endless_i);
    else                          gives_up_o |= operation_i.about.zero | ~from_task;
    gives_up_o &= takes_o & ~granted_i;
  end

  assign blocks_o = takes_o & ~granted_i & ~gives_up_o;
  assign ends_o   = gives_up_o
                  & (operation_i.kind == WorkRetry ? ~looked
                                                   : ~operation_i.about.zero & from_task & can_block_i);
  assign looks_o  = ends_o & can_block_i & yields_i & ~sends_o;

  logic unused;
  assign unused = ^operation_i;

endmodule
