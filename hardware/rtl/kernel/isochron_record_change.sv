// SPDX-License-Identifier: Apache-2.0
//
// What operations make of an object's record, apart from the tasks that wait for it.
// Combinational; FreeRTOS V11.2's queue.c is the reference.
module isochron_record_change
  import isochron_pkg::*;
  import isochron_objects_pkg::*;
  import isochron_registers_pkg::*;
#(
  parameter int unsigned CountWidth = 16  // Bits of a semaphore's count, 1 to 16; area grows with
                                          // it
) (
  input  operation_t  operation_i,  // The operation
  input  logic [15:0] taker_i,      // What the record of a mutex says that the operation takes: who
  input  found_t      found_i,      // The object, and its record before the operation
  input  message_t    message_i,    // Its message

  output object_change_t object_o   // What becomes of the object's record
);

  logic                  up;
  logic [15:0]           maximum, count;
  logic [CountWidth-1:0] changed;

  assign maximum = operation_i.kind == OpQueueCreate ? operation_i.argument[15:0]
                                                         : operation_i.argument[31:16];
  assign count   = operation_i.argument[15:0];  // a queue begins empty

  commit_e done;

  assign done    = operation_i.kind == OpQueueCommit ? commit_e'(operation_i.argument[1:0]) : message_i.done;

  // one adder: up when given or sent, down when taken or received
  assign up      = operation_i.kind == OpGive
                 | ((operation_i.kind == OpQueueCommit | message_i.direct) & done == CommitSent);
  assign changed = found_i.record.count[CountWidth-1:0] + (up ? CountWidth'(1) : '1);

  logic    write;
  object_t record;

  always_comb begin
    write  = 1'b0;
    record = found_i.record;

    unique case (operation_i.kind)
      OpTake, WorkRetry, OpQueueSend, OpQueueReceive: begin
        write        = found_i.granted & (message_i.direct ? done != CommitPeeked
                                                     : found_i.record.kind != KindQueue);
        record.count = 16'(changed);
        if (found_i.record.kind == KindMutex) record.upper = taker_i;
      end
      OpGive: begin
        write        = found_i.granted;
        record.count = 16'(changed);
        if (found_i.record.kind == KindMutex) record.upper = '0;
      end
      OpObjectCreate: begin
        write  = 1'b1;
        record = '{kind: KindSemaphore, upper: maximum, count: count};
      end
      OpQueueCreate: begin
        write  = 1'b1;
        record = '{kind: KindQueue, upper: maximum, count: '0};
      end
      OpQueueCommit, OpQueueOverwrite: begin
        write        = operation_i.kind == OpQueueCommit ? done != CommitPeeked : message_i.direct;
        record.count = done == CommitOverwritten ? 16'd1 : 16'(changed);
      end
      OpObjectReset: begin
        write        = 1'b1;
        record.count = '0;
        if (found_i.record.kind == KindMutex) record.upper[OwnedBit] = 1'b0;
      end
      OpMutexCreate: begin
        write  = 1'b1;
        record = '{kind: KindMutex, upper: '0, count: 16'd1};
      end
      OpGroupCreate: begin
        write  = 1'b1;
        record = '{kind: KindGroup, upper: '0, count: '0};
      end
      OpObjectDelete: begin
        write       = 1'b1;
        record.kind = KindNone;
      end
      default: ;
    endcase
  end

  assign object_o = '{write: write, record: record};

  logic unused;
  assign unused = ^{operation_i, message_i, found_i};

endmodule
