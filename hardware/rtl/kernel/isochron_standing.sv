// SPDX-License-Identifier: Apache-2.0
//
// Priorities of a task, and the mutexes it holds: what becomes of them, as in FreeRTOS V11.2's
// xTaskPriorityInherit and its relatives. Combinational. "Lender" is the running task.
module isochron_standing
  import isochron_pkg::*;
  import isochron_registers_pkg::*;
#(
  parameter int unsigned HeldWidth = 16  // Bits of the number of mutexes that a task holds; area
                                          // grows with it
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
  input  owner_state_t             owner_i,           // Its priorities, and its mutexes

  // Other priorities
  input  logic [5:0]               argument_i,        // The priority asked for
  input  logic [5:0]               lender_i,          // The running task's priority
  input  logic [5:0]               waiter_i,          // The priority of the mutex's best waiter; 0
                                                      // if nobody waits

  output owner_change_t            change_o           // What becomes of it
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
  assign held    = owner_i.standing.held[HeldWidth-1:0] + (what == StandingTake ? HeldWidth'(1) : '1);
  assign last    = owner_i.standing.held[HeldWidth-1:0] == HeldWidth'(1);
  assign lowered = waiter_i < owner_i.standing.base;  // nobody who waits is above the base

  always_comb begin
    change_o.write       = 1'b0;
    change_o.write_level = 1'b0;
    change_o.level       = argument_i;
    change_o.standing    = owner_i.standing;

    unique case (what)
      StandingCreate: begin
        change_o.write_level      = 1'b1;
        change_o.standing.base    = argument_i;
        change_o.standing.waiting = argument_i;
        change_o.standing.held    = '0;
      end
      StandingSet: if (owner_i.standing.base != argument_i) begin
        // a task in its ready list enters it again even when only the base changes
        change_o.write_level = 1'b1;
        if (owner_i.standing.base != owner_i.level && argument_i <= owner_i.level) begin
          change_o.level = owner_i.level;
        end
        change_o.standing.base    = argument_i;
        change_o.standing.waiting = argument_i;
      end
      StandingTake: begin
        change_o.write         = 1'b1;
        change_o.standing.held = 16'(held);
      end
      StandingInherit: if (owner_i.level < lender_i) begin
        change_o.write_level      = 1'b1;
        change_o.level            = lender_i;
        change_o.standing.waiting = lender_i;
      end
      StandingGive: begin
        change_o.write         = 1'b1;
        change_o.standing.held = 16'(held);
        if (last && owner_i.level != owner_i.standing.base) begin
          change_o.write_level      = 1'b1;
          change_o.level            = owner_i.standing.base;
          change_o.standing.waiting = owner_i.standing.base;
        end
      end
      StandingTimeOut: begin
        change_o.level            = lowered ? owner_i.standing.base : waiter_i;
        change_o.standing.waiting = change_o.level;
        change_o.write_level      = last && owner_i.level != change_o.level;
      end
      StandingReset: begin
        change_o.write            = 1'b1;
        change_o.standing.waiting = owner_i.level;
      end
      default: ;
    endcase

    if (change_o.write_level) change_o.write = 1'b1;
  end

  logic unused;
  assign unused = ^{operation_i, owner_i};

endmodule
