// SPDX-License-Identifier: Apache-2.0
//
// What operations make of an object's record, apart from the tasks that wait for it.
// Combinational; FreeRTOS V11.2's queue.c is the reference.
module isochron_objects
  import isochron_pkg::*;
  import isochron_registers_pkg::*;
#(
  parameter int unsigned CountWidth = 16  // 1..16 bits of a semaphore's count
) (
  input  logic [5:0]  operation_i,  // operation_e or work_e
  input  logic [31:0] argument_i,
  input  logic        no_count_i,   // it is no maximum and initial count, or length of a queue
  input  logic        anonymous_i,  // no task can be the holder of a mutex that is taken
  input  logic [6:0]  current_i,    // the running task
  input  wait_e       waiting_i,    // WorkRetry: what ends
  input  logic        odd_i,        // the object's number is odd
  input  object_t     object_i,
  input  logic        waiters_i,    // a task waits for it

  // the other object of the pair: its number differs in the last bit
  input  object_kind_e partner_i,
  input  logic        partner_waiters_i,

  output result_e     error_o,      // the object does not allow it; ResultFail: it does
  output logic        granted_o,    // there is what the operation asks for
  output logic        write_o,
  output object_t     object_o
);

  logic                  create, wrong, free, full, taken, up;
  logic [15:0]           maximum, count;
  logic [CountWidth-1:0] changed;

  assign create  = operation_i inside {OpObjectCreate, OpMutexCreate, OpQueueCreate,
                                       OpGroupCreate};
  assign maximum = operation_i == OpQueueCreate ? argument_i[15:0] : argument_i[31:16];
  assign count   = argument_i[15:0];  // a queue begins empty
  assign free    = object_i.count[CountWidth-1:0] != '0;
  assign full    = object_i.kind == KindMutex ? object_i.count[0]
                                              : object_i.count == object_i.upper;

  // A queue takes an even object and the next one.
  assign taken = object_i.kind != KindNone
               | (odd_i ? partner_i == KindQueue
                        : operation_i == OpQueueCreate & partner_i != KindNone);

  // one adder: up when given or sent, down when taken or received
  assign up      = operation_i == OpGive
                 | (operation_i == OpQueueCommit & argument_i[1:0] == CommitSent);
  assign changed = object_i.count[CountWidth-1:0] + (up ? CountWidth'(1) : '1);

  always_comb begin
    unique case (operation_i)
      OpTake, OpGive:
        wrong = object_i.kind inside {KindNone, KindQueue, KindGroup};
      OpObjectDelete, OpObjectCount:
        wrong = object_i.kind inside {KindNone, KindGroup};
      OpObjectHolder:
        wrong = object_i.kind != KindMutex;
      OpQueueCreate:
        wrong = odd_i;
      OpQueueSend, OpQueueReceive, OpQueueOverwrite, OpQueueCommit, OpQueueReset,
      OpQueueWait:
        wrong = object_i.kind != KindQueue;
      OpGroupDelete, OpGroupWait, OpGroupSync, OpGroupSet, OpGroupClear:
        wrong = object_i.kind != KindGroup;
      WorkRetry:
        unique case (waiting_i)
          WaitObject: wrong = object_i.kind inside {KindNone, KindGroup};
          WaitSend:   wrong = object_i.kind != KindQueue;
          WaitGroup:  wrong = object_i.kind != KindGroup;
          default:    wrong = 1'b0;
        endcase
      default:
        wrong = 1'b0;
    endcase

    error_o = ResultFail;
    if (wrong) begin
      error_o = ResultErrorObject;
    end else if (create && taken) begin
      error_o = ResultErrorBusy;
    end else if (operation_i inside {OpObjectCreate, OpQueueCreate}) begin
      if (no_count_i) error_o = ResultErrorArgument;
    end else if (operation_i == OpObjectDelete) begin
      if (waiters_i || (object_i.kind == KindQueue && partner_waiters_i)) begin
        error_o = ResultErrorBusy;
      end
    end
  end

  always_comb begin
    write_o   = 1'b0;
    granted_o = 1'b0;
    object_o  = object_i;

    unique case (operation_i)
      OpTake, WorkRetry: begin
        granted_o      = operation_i == WorkRetry && waiting_i == WaitSend ? ~full : free;
        write_o        = free & object_i.kind != KindQueue;
        object_o.count = 16'(changed);
        if (object_i.kind == KindMutex) begin
          object_o.upper           = 16'(current_i);
          object_o.upper[OwnedBit] = ~anonymous_i;
        end
      end
      OpGive: begin
        granted_o      = ~full;
        write_o        = ~full;
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
      OpQueueSend: granted_o = ~full;
      OpQueueReceive, OpQueueWait: granted_o = free;
      OpQueueOverwrite: granted_o = 1'b1;
      OpQueueCommit: begin
        write_o        = argument_i[1:0] != CommitPeeked;
        object_o.count = argument_i[1:0] == CommitOverwritten ? 16'd1 : 16'(changed);
      end
      OpQueueReset: begin
        write_o        = 1'b1;
        object_o.count = '0;
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

endmodule
