// SPDX-License-Identifier: Apache-2.0
//
// What operations make of an object's record, apart from the tasks that wait for it.
// Combinational; FreeRTOS V11.2's queue.c is the reference.
module isochron_objects
  import isochron_pkg::*;
  import isochron_registers_pkg::*;
#(
  parameter int unsigned CountWidth = 16  // Bits of a semaphore's count, 1 to 16; area grows with
                                          // it
) (
  input  operation_t  operation_i,  // The operation
  input  logic        granted_i,    // There is what the operation asks for
  input  logic        anonymous_i,  // No task can be the holder of a mutex that is taken
  input  logic [6:0]  current_i,    // The running task
  input  message_t    message_i,    // Its message
  input  object_t     object_i,     // The object's record before the operation

  output logic        write_o,      // The record changes
  output object_t     object_o      // The object's record after the operation
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
  assign changed = object_i.count[CountWidth-1:0] + (up ? CountWidth'(1) : '1);

  always_comb begin
    write_o  = 1'b0;
    object_o = object_i;

    unique case (operation_i.kind)
      OpTake, WorkRetry, OpQueueSend, OpQueueReceive: begin
        write_o        = granted_i & (message_i.direct ? done != CommitPeeked
                                               : object_i.kind != KindQueue);
        object_o.count = 16'(changed);
        if (object_i.kind == KindMutex) begin
          object_o.upper           = 16'(current_i);
          object_o.upper[OwnedBit] = ~anonymous_i;
        end
      end
      OpGive: begin
        write_o        = granted_i;
        object_o.count = 16'(changed);
        if (object_i.kind == KindMutex) object_o.upper = '0;
      end
      OpObjectCreate: begin
        write_o  = 1'b1;
        object_o = '{kind: KindSemaphore, upper: maximum, count: count};
      end
      OpQueueCreate: begin
        write_o  = 1'b1;
        object_o = '{kind: KindQueue, upper: maximum, count: '0};
      end
      OpQueueCommit, OpQueueOverwrite: begin
        write_o        = operation_i.kind == OpQueueCommit ? done != CommitPeeked : message_i.direct;
        object_o.count = done == CommitOverwritten ? 16'd1 : 16'(changed);
      end
      OpObjectReset: begin
        write_o        = 1'b1;
        object_o.count = '0;
        if (object_i.kind == KindMutex) object_o.upper[OwnedBit] = 1'b0;
      end
      OpMutexCreate: begin
        write_o  = 1'b1;
        object_o = '{kind: KindMutex, upper: '0, count: 16'd1};
      end
      OpGroupCreate: begin
        write_o  = 1'b1;
        object_o = '{kind: KindGroup, upper: '0, count: '0};
      end
      OpObjectDelete: begin
        write_o       = 1'b1;
        object_o.kind = KindNone;
      end
      default: ;
    endcase
  end

  logic unused;
  assign unused = ^{operation_i, message_i};

endmodule
