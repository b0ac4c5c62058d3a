// SPDX-License-Identifier: Apache-2.0
//
// What an operation does to the state lists: which task leaves which list, and which one it enters.
//
// With several cores only the delayed and the due tasks are in these lists. The ready ones are in those of
// isochron_cores.
module isochron_state_lists
  import isochron_pkg::*;
  import isochron_registers_pkg::*;
#(
  parameter int unsigned NTasks      = 32,  // Tasks, idle included; area grows with them
  parameter int unsigned NPriorities = 64,  // Priorities; area grows with them
  parameter int unsigned NCores      = 1,   // Cores
  localparam int unsigned TaskWidth = $clog2(NTasks),
  localparam int unsigned NodeWidth = $clog2(NTasks + NPriorities + 2)
) (
  input  logic                 clk_i,        // Clock
  input  logic                 rst_ni,       // Asynchronous reset, active low

  input  init_t                init_i,       // A node's words are initialised after reset

  // The operation
  input  operation_t           operation_i,  // The operation
  input  action_t              action_i,     // What it does, in Decide
  input  subject_t             subject_i,    // The subject
  input  owner_state_t         owner_i,      // The owner

  // Links
  input  current_t             current_i,    // The running task
  input  logic [NodeWidth-1:0] node_i,       // The node behind which the background looks, outside the
                                             // Read stage, in which links are kept
  output captured_t            captured_o,   // What was kept, and what is behind the node

  // Selection
  input  logic                 dispatch_i,   // The selected task runs from the next cycle on
  output selection_t           selection_o,  // The selected task
  output logic [TaskWidth-1:0] coming_o,     // The selected task of the next cycle

  output logic                 busy_o        // Lists change
);

  typedef logic [NodeWidth-1:0] node_t;

  listed_t listed;
  node_t   node;  // whose links are read: that of a task, or an end marker

  // the priority that a task leaves is known early, where the operation was in Head; the work that moves
  // pended tasks, of which one may be ready already, enters later
  always_comb begin
    listed = '{
      commit:       operation_i.stage.decide,
      subject:      owner_i.moved,
      unlink:       action_i.unlink,
      unlink_ready: action_i.move | subject_i.control.place == PlaceReady,
      unlink_level: operation_i.second | operation_i.source == SourceTime ? subject_i.level : owner_i.level,
      entering:     owner_i.moved,
      link:         action_i.link,
      link_level:   action_i.owner.write_level ? action_i.owner.level : subject_i.level
    };
    if (NCores > 1) begin
      listed.unlink = action_i.unlink & ~action_i.move & subject_i.control.place == PlaceDelayed;
      if (action_i.link == LinkReady) listed.link = LinkNone;
    end
  end

  always_comb begin
    node = node_t'(owner_i.moved);
    if (operation_i.kind inside {OpYield, WorkSlice}) node = node_t'(NTasks) + node_t'(current_i.level);
    if (!operation_i.stage.read) node = node_i;
  end

  isochron_lists #(
    .NTasks(NTasks), .NPriorities(NPriorities), .Cursors(NCores == 1)
  ) u_lists (
    .clk_i, .rst_ni, .init_i, .capture_i(operation_i.stage.read), .node_i(node),
    .captured_o, .listed_i(listed),
    .dispatch_i(NCores == 1 & dispatch_i), .selection_o, .coming_o, .busy_o
  );

  logic unused;
  assign unused = ^{operation_i, action_i, subject_i, owner_i, current_i};

endmodule
