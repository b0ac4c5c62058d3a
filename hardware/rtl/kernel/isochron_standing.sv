// SPDX-License-Identifier: Apache-2.0
//
// Priorities of a task, and the mutexes it holds: what becomes of them, as in FreeRTOS V11.2's
// xTaskPriorityInherit and its relatives. Combinational. "Lender" is the running task.
module isochron_standing
  import isochron_pkg::*;
  import isochron_registers_pkg::*;
#(
  parameter int unsigned NPriorities = 64,  // Priorities; area and delay grow with their number's
                                            // bits
  parameter int unsigned HeldWidth   = 16,  // Bits of the number of mutexes that a task holds; area
                                            // grows with it
  localparam int unsigned PriorityWidth = $clog2(NPriorities)
) (
  // The operation
  input  operation_t               operation_i,       // The operation
  input  logic                     owned_i,           // The task holds the operation's mutex
  input  logic                     taken_i,           // The mutex is taken
  input  logic                     blocks_i,          // The mutex is waited for
  input  logic                     lost_i,            // A wait ends that had lent a priority
  input  logic                     bits_i,            // The task has waited for bits of an event
                                                      // group

  // The task
  input  logic [PriorityWidth-1:0] priority_i,        // Its priority
  input  logic [PriorityWidth-1:0] base_i,            // Its priority without inheritance
  input  logic [PriorityWidth-1:0] event_i,           // The priority with which it waits for
                                                      // objects
  input  logic [HeldWidth-1:0]     held_i,            // The number of mutexes that it holds

  // Other priorities
  input  logic [PriorityWidth-1:0] argument_i,        // The priority asked for
  input  logic [PriorityWidth-1:0] lender_i,          // The running task's priority
  input  logic [PriorityWidth-1:0] waiter_i,          // The priority of the mutex's best waiter; 0
                                                      // if nobody waits

  // The task after the operation
  output logic                     write_o,           // Something changes
  output logic                     write_priority_o,  // Its priority is set, perhaps to the old one
  output logic [PriorityWidth-1:0] priority_o,        // Its priority
  output logic [PriorityWidth-1:0] base_o,            // Its priority without inheritance
  output logic [PriorityWidth-1:0] event_o,           // The priority with which it waits for
                                                      // objects
  output logic [HeldWidth-1:0]     held_o             // The number of mutexes that it holds
);

  // What the operation does to the task's priorities.
  typedef enum logic [2:0] {
    StandingKeep,
    StandingCreate,   // the argument is its priority
    StandingSet,      // vTaskPrioritySet
    StandingTake,     // pvTaskIncrementMutexHeldCount
    StandingInherit,  // xTaskPriorityInherit
    StandingGive,     // xTaskPriorityDisinherit
    StandingTimeOut,  // vTaskPriorityDisinheritAfterTimeout
    StandingReset     // uxTaskResetEventItemValue
  } standing_e;

  standing_e what;
  logic      last, lowered;
  logic [HeldWidth-1:0] held;

  always_comb begin
    what = StandingKeep;
    unique case (operation_i.kind)
      OpTaskCreate: what = StandingCreate;
      OpPriority:   what = StandingSet;
      OpTake, WorkRetry: begin
        if (taken_i) what = StandingTake;
        if (blocks_i && owned_i && !operation_i.second) what = StandingInherit;
        if (operation_i.kind == WorkRetry && lost_i && owned_i) what = StandingTimeOut;
      end
      OpGive: if (owned_i && !operation_i.second) what = StandingGive;
      default: ;
    endcase
    if (bits_i) what = StandingReset;
  end

  // one adder
  assign held    = held_i + (what == StandingTake ? HeldWidth'(1) : '1);
  assign last    = held_i == HeldWidth'(1);
  assign lowered = waiter_i < base_i;  // nobody who waits is above the base

  always_comb begin
    write_o          = 1'b0;
    write_priority_o = 1'b0;
    priority_o       = argument_i;
    base_o           = base_i;
    event_o          = event_i;
    held_o           = held_i;

    unique case (what)
      StandingCreate: begin
        write_priority_o = 1'b1;
        base_o           = argument_i;
        event_o          = argument_i;
        held_o           = '0;
      end
      StandingSet: if (base_i != argument_i) begin
        // a task in its ready list enters it again even when only the base changes
        write_priority_o = 1'b1;
        if (base_i != priority_i && argument_i <= priority_i) priority_o = priority_i;
        base_o           = argument_i;
        event_o          = argument_i;
      end
      StandingTake: begin
        write_o = 1'b1;
        held_o  = held;
      end
      StandingInherit: if (priority_i < lender_i) begin
        write_priority_o = 1'b1;
        priority_o       = lender_i;
        event_o          = lender_i;
      end
      StandingGive: begin
        write_o = 1'b1;
        held_o  = held;
        if (last && priority_i != base_i) begin
          write_priority_o = 1'b1;
          priority_o       = base_i;
          event_o          = base_i;
        end
      end
      StandingTimeOut: begin
        priority_o = lowered ? base_i : waiter_i;
        event_o    = priority_o;
        write_priority_o = last && priority_i != priority_o;
      end
      StandingReset: begin
        write_o = 1'b1;
        event_o = priority_i;
      end
      default: ;
    endcase

    if (write_priority_o) write_o = 1'b1;
  end

  logic unused;
  assign unused = ^operation_i;

endmodule
