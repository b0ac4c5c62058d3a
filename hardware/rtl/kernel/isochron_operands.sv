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
  import isochron_registers_pkg::*;
#(
  parameter int unsigned NTasks      = 32,  // Tasks, idle included
  parameter int unsigned NPriorities = 64,  // Priorities; area grows with their number's bits
  parameter int unsigned NObjects    = 64,  // Objects, even
  parameter int unsigned TimerWidth  = 32,  // Bits of the visible tick; area and delay grow with it
  parameter int unsigned HeldWidth   = 7,   // Bits of the number of mutexes that a task holds
  localparam int unsigned TaskWidth     = $clog2(NTasks),
  localparam int unsigned PriorityWidth = $clog2(NPriorities),
  localparam int unsigned ObjectWidth   = $clog2(NObjects),
  localparam int unsigned NodeWidth     = $clog2(NTasks + NPriorities + 2)
) (
  input  logic                     clk_i,                 // Clock

  // The operation
  input  operation_t               operation_i,           // The operation
  input  stages_t                  stage_i,               // Where it is

  // The tasks that it is about
  input  logic [TaskWidth-1:0]     subject_i,             // The subject
  input  logic [TaskWidth-1:0]     current_i,             // The running task
  input  logic                     owned_i,               // A task holds the operation's mutex
  input  logic [TaskWidth-1:0]     holder_i,              // That task
  output logic [TaskWidth-1:0]     owner_o,               // The owner
  output logic [TaskWidth-1:0]     moved_o,               // The task whose links are read, and that
                                                          // changes lists

  // Where to look
  input  logic                     dispatch_i,            // Another task starts to run
  input  logic [TaskWidth-1:0]     selection_i,           // That task
  output logic [TaskWidth-1:0]     running_o,             // The task that runs in the next cycle
  output logic [TaskWidth-1:0]     pointer_task_o,        // The task for whose control block is
                                                          // asked
  output logic [1:0]               notification_index_o,  // The subject's notification that matters
  output logic [PriorityWidth-1:0] chain_priority_o,      // The priority of the waiters that Rank
                                                          // reads
  input  logic [NodeWidth-1:0]     background_node_i,     // The node behind which the background
                                                          // looks, outside the Read stage
  input  logic [PriorityWidth-1:0] current_priority_i,    // The running task's priority
  output logic [NodeWidth-1:0]     node_o,                // The node of the state lists to look at:
                                                          // a task or an end marker

  // Time
  input  logic [TimerWidth:0]      now_i,                 // The visible tick, and one bit of its
                                                          // overflows
  output logic [TimerWidth:0]      later_o,               // That tick and the argument
  output logic [TimerWidth-1:0]    overdue_o,             // That tick less the subject's deadline,
                                                          // in ticks

  // What memory has: of the owner in Head, then of the subject
  input  control_t                 control_i,             // The task's control word
  input  logic [PriorityWidth-1:0] priority_i,            // The task's priority
  input  logic [ObjectWidth-1:0]   wait_object_i,         // The object that the task waits or
                                                          // waited for
  input  logic [PriorityWidth-1:0] wait_priority_i,       // The priority with which it began to
                                                          // wait
  input  notification_t            notification_i,        // The subject's notification, in Read
  input  logic [TimerWidth:0]      deadline_i,            // The subject's deadline, in Read

  // What memory has of the owner in Read
  input  logic [PriorityWidth-1:0] base_i,                // Its priority without inheritance
  input  logic [PriorityWidth-1:0] event_i,               // The priority with which it waits for
                                                          // objects
  input  logic [HeldWidth-1:0]     held_i,                // The number of mutexes that it holds

  // The subject, in Decide
  output control_t                 control_o,             // Its control word
  output logic [PriorityWidth-1:0] priority_o,            // Its priority
  output logic [ObjectWidth-1:0]   wait_object_o,         // The object that it waits or waited for
  output notification_t            notification_o,        // Its notification
  output logic                     expired_o,             // Its deadline has been reached
  output logic                     due_next_o,            // Its deadline is the tick after the
                                                          // visible one

  // The owner, in Read and Decide
  output logic                     owner_ready_o,         // It is in its ready list
  output logic [PriorityWidth-1:0] owner_priority_o,      // Its priority

  // The owner, in Decide
  output logic [PriorityWidth-1:0] owner_base_o,          // Its priority without inheritance
  output logic [PriorityWidth-1:0] owner_event_o,         // The priority with which it waits for
                                                          // objects
  output logic [HeldWidth-1:0]     owner_held_o           // The number of mutexes that it holds
);

  typedef logic [NodeWidth-1:0] node_t;

  // ---------------------------------------------------------------------------------------------
  // Where to look
  // ---------------------------------------------------------------------------------------------
  always_comb begin
    owner_o = subject_i;
    if (owned_i) begin
      if (operation_i.kind inside {OpTake, WorkRetry, OpObjectHolder}) owner_o = holder_i;
      if (operation_i.kind == OpGive)                                  owner_o = current_i;
    end
  end

  assign moved_o = operation_i.second ? subject_i : owner_o;

  assign running_o = dispatch_i ? selection_i : current_i;

  // CURRENT answers at any time, OBJECT_HOLDER in Decide.
  assign pointer_task_o = stage_i.read && operation_i.kind == OpObjectHolder ? owner_o : running_o;

  // Who waits for a notification waits for no object: its number is that of the notification. Of
  // the others of a task none is waited for.
  assign notification_index_o = is_of_notification(operation_i.kind) ? operation_i.index : wait_object_i[1:0];

  // The waiters of an event group form one chain.
  always_comb begin
    chain_priority_o = operation_i.appends ? event_i : wait_priority_i;
    if (is_of_group(operation_i.kind)) chain_priority_o = '0;
  end

  always_comb begin
    node_o = node_t'(moved_o);
    if (operation_i.kind inside {OpYield, WorkSlice}) begin
      node_o = node_t'(NTasks) + node_t'(current_priority_i);
    end
    if (!stage_i.read) node_o = background_node_i;
  end

  // ---------------------------------------------------------------------------------------------
  // What is found
  // ---------------------------------------------------------------------------------------------
  logic [TimerWidth:0]      overdue;
  logic                     owner_ready_q, expired_q, due_next_q;
  logic [PriorityWidth-1:0] owner_priority_q, owner_base_q, owner_event_q, priority_q;
  logic [HeldWidth-1:0]     owner_held_q;
  logic [ObjectWidth-1:0]   wait_object_q;
  control_t                 control_q;
  notification_t            notification_q;

  assign later_o   = now_i + (TimerWidth + 1)'(operation_i.argument);
  assign overdue   = now_i - deadline_i;
  assign overdue_o = overdue[TimerWidth-1:0];

  always_ff @(posedge clk_i) begin
    if (stage_i.head) begin
      owner_ready_q    <= control_i.place == PlaceReady;
      owner_priority_q <= priority_i;
    end
    if (stage_i.read) begin
      owner_base_q   <= base_i;
      owner_event_q  <= event_i;
      owner_held_q   <= held_i;
      control_q      <= control_i;
      priority_q     <= priority_i;
      wait_object_q  <= wait_object_i;
      notification_q <= notification_i;
      expired_q      <= ~overdue[TimerWidth];
      due_next_q     <= &overdue;  // -1
    end
  end

  assign control_o        = control_q;
  assign priority_o       = priority_q;
  assign wait_object_o    = wait_object_q;
  assign notification_o   = notification_q;
  assign expired_o        = expired_q;
  assign due_next_o       = due_next_q;
  assign owner_ready_o    = owner_ready_q;
  assign owner_priority_o = owner_priority_q;
  assign owner_base_o     = owner_base_q;
  assign owner_event_o    = owner_event_q;
  assign owner_held_o     = owner_held_q;

  logic unused;
  assign unused = ^{operation_i, stage_i};

endmodule
