// SPDX-License-Identifier: Apache-2.0
//
// The operands of an operation, read while it goes through its stages: which task is the owner of
// its mutex, what is kept of it and of the subject, and where the lists and chains are to look. What
// Read has found is registered for Decide.
//
// The owner of a mutex is the other task that an operation on the mutex may affect; for other
// operations it is the subject. What is known of it is looked up one stage earlier.
module isochron_operands
  import isochron_pkg::*;
  import isochron_objects_pkg::*;
  import isochron_registers_pkg::*;
#(
  parameter int unsigned NTasks      = 32,  // Tasks, idle included
  parameter int unsigned NPriorities = 64,  // Priorities; area grows with their number's bits
  parameter int unsigned NObjects    = 64,  // Objects, even
  parameter int unsigned TimerWidth  = 32,  // Bits of the visible tick; area and delay grow with it
  parameter int unsigned HeldWidth   = 7,   // Bits of the number of mutexes that a task holds
  localparam int unsigned TaskWidth     = $clog2(NTasks),
  localparam int unsigned PriorityWidth = $clog2(NPriorities),
  localparam int unsigned ObjectWidth   = $clog2(NObjects)
) (
  input  logic                     clk_i,              // Clock

  input  operation_t               operation_i,        // The operation
  input  scheduler_t               scheduler_i,        // State of the scheduler
  input  found_t                   found_i,            // The operation's object

  // Time
  input  logic [TimerWidth:0]      now_i,              // The visible tick, and one bit of its
                                                       // overflows
  output logic [TimerWidth:0]      later_o,            // That tick and the argument
  output logic [TimerWidth-1:0]    overdue_o,          // That tick less the subject's deadline, in
                                                       // ticks

  input  stored_t                  stored_i,           // What memory has of owner and subject
  output subject_t                 subject_o,          // The subject, in Decide
  output owner_state_t             owner_o             // The owner, in Read and Decide
);

  // -- Whom it is about -------------------------------------------------------------------------
  logic [TaskWidth-1:0] subject, current, holder, owner, moved;

  assign subject = operation_i.subject[TaskWidth-1:0];
  assign current = scheduler_i.current[TaskWidth-1:0];
  assign holder  = found_i.record.upper[TaskWidth-1:0];
  assign moved   = operation_i.second ? subject : owner;

  always_comb begin
    owner = subject;
    if (found_i.owned) begin
      if (operation_i.kind inside {OpTake, WorkRetry, OpObjectHolder}) owner = holder;
      if (operation_i.kind == OpGive)                                  owner = current;
    end
  end

  // -- What is found ----------------------------------------------------------------------------
  logic [TimerWidth:0]      overdue;
  logic                     owner_ready_q, expired_q, due_next_q;
  logic [PriorityWidth-1:0] owner_priority_q, owner_base_q, owner_event_q, priority_q;
  logic [HeldWidth-1:0]     owner_held_q;
  logic [ObjectWidth-1:0]   wait_object_q;
  control_t                 control_q;
  notification_t            notification_q;

  assign later_o   = now_i + (TimerWidth + 1)'(operation_i.argument);
  assign overdue   = now_i - stored_i.deadline[TimerWidth:0];
  assign overdue_o = overdue[TimerWidth-1:0];

  always_ff @(posedge clk_i) begin
    if (operation_i.stage.head) begin
      owner_ready_q    <= stored_i.kept.control.place == PlaceReady;
      owner_priority_q <= stored_i.kept.level[PriorityWidth-1:0];
    end
    if (operation_i.stage.read) begin
      owner_base_q   <= stored_i.standing.base[PriorityWidth-1:0];
      owner_event_q  <= stored_i.standing.waiting[PriorityWidth-1:0];
      owner_held_q   <= stored_i.standing.held[HeldWidth-1:0];
      control_q      <= stored_i.kept.control;
      priority_q     <= stored_i.kept.level[PriorityWidth-1:0];
      wait_object_q  <= stored_i.kept.object[ObjectWidth-1:0];
      notification_q <= stored_i.notification;
      expired_q      <= ~overdue[TimerWidth];
      due_next_q     <= &overdue;  // -1
    end
  end

  assign subject_o = '{
    runs:         subject == current,
    on_core:      1'b0,
    control:      control_q,
    level:        6'(priority_q),
    object:       8'(wait_object_q),
    operands:     stored_i.operands,
    notification: notification_q,
    expired:      expired_q,
    due_next:     due_next_q
  };

  assign owner_o = '{
    id:       TaskIdWidth'(owner),
    moved:    TaskIdWidth'(moved),
    ready:    owner_ready_q,
    level:    6'(owner_priority_q),
    standing: '{base: 6'(owner_base_q), waiting: 6'(owner_event_q), held: 16'(owner_held_q)}
  };

  logic unused;
  assign unused = ^{operation_i, stored_i, scheduler_i, found_i};

endmodule
