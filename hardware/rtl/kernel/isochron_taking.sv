// SPDX-License-Identifier: Apache-2.0
//
// An operation and its object: is there what it takes or gives, does a caller who finds nothing
// wait for it, and what becomes of the object's record. Combinational.
//
// FreeRTOS finds that a wait is over while the scheduler is suspended, and at the end of that acts
// on a yield that was left pending. Others run then: who takes or receives looks once more.
module isochron_taking
  import isochron_pkg::*;
  import isochron_objects_pkg::*;
  import isochron_registers_pkg::*;
#(
  parameter int unsigned CountWidth = 16  // Bits of a semaphore's count, 1 to 16; area grows with
                                          // it
) (
  // The operation
  input  operation_t  operation_i,  // The operation
  input  logic [15:0] taker_i,      // What the record of a mutex says that is taken: who
  input  logic        can_block_i,  // The running task may block now
  input  logic        yields_i,     // A yield was left pending, and may preempt the running task

  input  subject_t    subject_i,    // The subject

  // The object
  input  found_t      found_i,      // It, and its record before the operation
  input  message_t    message_i,    // Its message, if it is a queue that keeps its items in the
                                    // messages' memory

  output taking_t     taking_o,     // What is asked for, and whether the caller waits
  output object_change_t object_o   // What becomes of the object's record
);

  logic from_task, waits, looked, missing, takes, sends, gives_up, ends;

  isochron_record_change #(.CountWidth(CountWidth)) u_record_change (
    .operation_i, .taker_i, .found_i, .message_i, .object_o
  );

  assign from_task = operation_i.source == SourceTask;
  assign waits     = subject_i.control.waiting inside {WaitObject, WaitSend, WaitLook};
  assign looked    = subject_i.control.waiting == WaitLook;

  // The object may be deleted before a woken task runs: its wait is over all the same.
  assign missing = operation_i.kind == WorkRetry & found_i.error != ResultFail;

  assign sends = operation_i.kind == WorkRetry ? subject_i.control.waiting == WaitSend
                                               : operation_i.kind == OpQueueSend;
  assign takes = operation_i.kind inside {OpTake, OpQueueSend, OpQueueReceive}
               | (operation_i.kind == WorkRetry & waits & ~missing);

  always_comb begin
    gives_up = subject_i.control.aborted | ~can_block_i;
    if (operation_i.kind == WorkRetry) begin
      gives_up |= looked | (subject_i.expired & ~subject_i.control.endless);
    end else begin
      gives_up |= operation_i.about.zero | ~from_task;
    end
    gives_up &= takes & ~found_i.granted;
  end

  assign ends = gives_up & (operation_i.kind == WorkRetry
                            ? ~looked : ~operation_i.about.zero & from_task & can_block_i);

  assign taking_o = '{
    missing:  missing,
    takes:    takes,
    sends:    sends,
    gives_up: gives_up,
    ends:     ends,
    looks:    ends & can_block_i & yields_i & ~sends,
    blocks:   takes & ~found_i.granted & ~gives_up
  };

  logic unused;
  assign unused = ^{operation_i, subject_i, found_i, message_i};

endmodule
