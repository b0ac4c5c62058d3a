// SPDX-License-Identifier: Apache-2.0
//
// What an operation does to the state lists: which task leaves which list, and which one it enters.
//
// With several cores only the delayed and the due tasks are in these lists. The ready ones are in those of
// isochron_cores.
module isochron_state_lists
  import isochron_pkg::*;
#(
  parameter int unsigned NTasks      = 32,  // Tasks, idle included; area grows with them
  parameter int unsigned NPriorities = 64,  // Priorities; area grows with them
  parameter int unsigned NCores      = 1,   // Cores
  localparam int unsigned TaskWidth     = $clog2(NTasks),
  localparam int unsigned PriorityWidth = $clog2(NPriorities),
  localparam int unsigned NodeWidth     = $clog2(NTasks + NPriorities + 2)
) (
  input  logic                 clk_i,        // Clock
  input  logic                 rst_ni,       // Asynchronous reset, active low

  input  init_t                init_i,       // A node's words are initialised after reset

  // The operation
  input  operation_t           operation_i,  // The operation
  input  action_t              action_i,     // What it does, in Decide
  input  logic [TaskWidth-1:0] task_i,       // The task that changes lists
  input  subject_t             subject_i,    // The subject
  input  owner_state_t         owner_i,      // The owner
  input  owner_change_t        change_i,     // What becomes of the owner

  // Links
  input  logic [NodeWidth-1:0] node_i,       // The node whose links are read; in Read they are kept
  output logic [NodeWidth-1:0] next_o,       // The node behind it, in the same cycle
  output captured_t            captured_o,   // What was kept

  // Selection
  input  logic                 dispatch_i,   // The selected task runs from the next cycle on
  output selection_t           selection_o,  // The selected task
  output logic [TaskWidth-1:0] coming_o,     // The selected task of the next cycle

  output logic                 busy_o        // Lists change
);

  typedef logic [PriorityWidth-1:0] priority_t;

  logic      unlink;
  link_e     link;
  priority_t left, entered;  // the priority of the ready list that the task leaves, or enters

  always_comb begin
    unlink = action_i.unlink;
    link   = action_i.link;
    if (NCores > 1) begin
      unlink = action_i.unlink & ~action_i.move & subject_i.control.place == PlaceDelayed;
      if (action_i.link == LinkReady) link = LinkNone;
    end
  end

  // known early, where the operation was in Head; the work that moves pended tasks, of which one may be
  // ready already, enters later
  assign left    = priority_t'(operation_i.second | operation_i.source == SourceTime ? subject_i.level
                                                                                     : owner_i.level);
  assign entered = priority_t'(change_i.write_level ? change_i.level : subject_i.level);

  isochron_lists #(
    .NTasks(NTasks), .NPriorities(NPriorities), .Cursors(NCores == 1)
  ) u_lists (
    .clk_i, .rst_ni, .init_i, .capture_i(operation_i.stage.read), .node_i, .next_o, .captured_o,
    .commit_i(operation_i.stage.decide), .task_i, .entering_i(task_i), .unlink_i(unlink),
    .unlink_ready_i(action_i.move | subject_i.control.place == PlaceReady), .unlink_priority_i(left),
    .link_i(link), .link_priority_i(entered),
    .dispatch_i(NCores == 1 & dispatch_i), .selection_o, .coming_o, .busy_o
  );

  logic unused;
  assign unused = ^{operation_i, action_i, subject_i, owner_i, change_i};

endmodule
