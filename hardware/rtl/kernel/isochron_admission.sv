// SPDX-License-Identifier: Apache-2.0
//
// What an operation asks of its object, a stage ahead: the records are there before the Read
// stage, so Decide need not wait for comparisons. Does the object allow the operation, and is there
// what it takes?
module isochron_admission
  import isochron_pkg::*;
  import isochron_objects_pkg::*;
  import isochron_registers_pkg::*;
#(
  parameter int unsigned CountWidth = 16  // Bits of a semaphore's count, 1 to 16; area grows with
                                          // it
) (
  input  logic         clk_i,              // Clock

  // Read stage
  input  operation_t   operation_i,        // The operation
  input  wait_e        waiting_i,          // What the subject waits for: what WorkRetry completes
  input  found_t       found_i,            // The object and its record
  input  waiters_t     waiters_i,          // Who waits for the object, or the other of the pair
  input  message_t     message_i,          // The message

  // The other object of the pair, whose number differs in the last bit
  input  object_kind_e partner_i,          // What it is

  // Decide stage
  output result_e      error_o,            // Why the object does not allow the operation;
                                           // ResultFail: it does
  output logic         granted_o           // There is what the operation asks for
);

  logic    create, wrong, free, full, taken, granted, granted_q;
  result_e error, error_q;

  assign create  = operation_i.kind inside {OpObjectCreate, OpMutexCreate, OpQueueCreate,
                                       OpGroupCreate};
  assign free    = found_i.record.count[CountWidth-1:0] != '0;
  assign full    = found_i.record.kind == KindMutex ? found_i.record.count[0]
                                              : found_i.record.count == found_i.record.upper;

  // A queue takes an even object and the next one.
  assign taken = found_i.record.kind != KindNone
               | (found_i.id[0] ? partner_i == KindQueue
                        : operation_i.kind == OpQueueCreate & partner_i != KindNone);

  always_comb begin
    unique case (operation_i.kind)
      OpTake, OpGive:
        wrong = found_i.record.kind inside {KindNone, KindQueue, KindGroup};
      OpObjectDelete, OpObjectCount, OpObjectReset:
        wrong = found_i.record.kind inside {KindNone, KindGroup};
      OpObjectHolder:
        wrong = found_i.record.kind != KindMutex;
      OpQueueCreate:
        wrong = found_i.id[0];
      OpQueueSend, OpQueueReceive, OpQueueOverwrite, OpQueueCommit, OpQueueWait:
        wrong = found_i.record.kind != KindQueue;
      OpGroupDelete, OpGroupWait, OpGroupSync, OpGroupSet, OpGroupClear:
        wrong = found_i.record.kind != KindGroup;
      WorkRetry:
        unique case (waiting_i)
          WaitObject,
          WaitLook:   wrong = found_i.record.kind inside {KindNone, KindGroup};
          WaitSend:   wrong = found_i.record.kind != KindQueue;
          WaitGroup:  wrong = found_i.record.kind != KindGroup;
          default:    wrong = 1'b0;
        endcase
      default:
        wrong = 1'b0;
    endcase

    error = ResultFail;
    if (wrong | message_i.stray) begin
      error = ResultErrorObject;
    end else if (message_i.joined) begin
      error = ResultMember;
    end else if (create && taken) begin
      error = ResultErrorBusy;
    end else if (operation_i.kind inside {OpObjectCreate, OpQueueCreate}) begin
      if (operation_i.about.no_count) error = ResultErrorArgument;
    end else if (operation_i.kind == OpObjectDelete) begin
      if (waiters_i.any || (found_i.record.kind == KindQueue && waiters_i.partner)) begin
        error = ResultErrorBusy;
      end
    end
  end

  always_comb begin
    unique case (operation_i.kind)
      OpTake, OpQueueReceive, OpQueueWait: granted = free;
      OpGive, OpQueueSend:                 granted = ~full;
      WorkRetry:                           granted = waiting_i == WaitSend ? ~full : free;
      OpQueueOverwrite:                    granted = 1'b1;
      default:                             granted = 1'b0;
    endcase
  end

  always_ff @(posedge clk_i) begin
    if (operation_i.stage.read) begin
      error_q   <= error;
      granted_q <= granted;
    end
  end

  assign error_o   = error_q;
  assign granted_o = granted_q;

  logic unused;
  assign unused = ^{operation_i, message_i, waiters_i, found_i};

endmodule
