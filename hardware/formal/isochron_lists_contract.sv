// SPDX-License-Identifier: Apache-2.0
//
// Bound to isochron_lists: what it asks of the sequencer, and what it answers, as
// isochron_chains_contract has it for the chains (ready-lists, isochron_protocol).
module isochron_lists_contract
  import isochron_pkg::*;
#(
  parameter int unsigned NTasks      = 32,
  parameter int unsigned NPriorities = 64,
  localparam int unsigned TaskWidth     = $clog2(NTasks),
  localparam int unsigned PriorityWidth = $clog2(NPriorities),
  localparam int unsigned NNodes        = NTasks + NPriorities + 2,
  localparam int unsigned NodeWidth     = $clog2(NNodes)
) (
  input logic                     clk_i,
  input init_t                    init_i,
  input logic                     capture_i,
  input logic [NodeWidth-1:0]     node_i,
  input listed_t                  listed_i,
  input captured_t                captured_o,
  input logic                     dispatch_i,
  input selection_t               selection_o,
  input logic                     busy_o
);

  `include "isochron_list_types.svh"

  function automatic list_t list_of(link_e link, priority_t level);
    unique case (link)
      LinkDelayed: return DelayedList;
      LinkDue:     return DueList;
      default:     return list_t'(level);
    endcase
  endfunction

  task_t     subject, entrant;  // that was captured; that enters a list
  priority_t unlink_level, link_level;
  node_t     next;              // behind the node that is looked at

  assign subject      = task_t'(listed_i.subject);
  assign entrant      = task_t'(listed_i.entering);
  assign unlink_level = priority_t'(listed_i.unlink_level);
  assign link_level   = priority_t'(listed_i.link_level);
  assign next         = node_t'(captured_o.next);

  // -- Initialisation -----------------------------------------------------------------------------
  logic  reset, named, ended, initialised, names_in_order;
  node_t init_count;

  isochron_naming #(.NWords(NNodes)) u_naming (
    .clk_i, .init_i(init_i.active), .index_i(init_i.index[NodeWidth-1:0]),
    .reset_o(reset), .count_o(init_count),
    .named_o(named), .initialised_o(initialised), .ended_o(ended), .ordered_o(names_in_order)
  );

  // -- The list that each task is in, as soon as it is linked; and the task that is on its way ----
  logic  [NTasks-1:0] linked_q;
  list_t [NTasks-1:0] list_q;
  task_t              entering;
  list_t              entered;

  assign entering = task_t'(isochron_lists.insert_node_q);
  assign entered  = list_of(isochron_lists.insert_link_q, isochron_lists.insert_priority_q);

  always_ff @(posedge clk_i) begin
    if (reset & init_i.active) begin
      linked_q <= '0;
    end else if (reset) begin
      if (listed_i.commit & listed_i.unlink) linked_q[subject] <= 1'b0;
      if (isochron_lists.insert_q[3]) begin
        linked_q[entering] <= 1'b1;
        list_q[entering]   <= entered;
      end
    end
  end

  // The links that the next commit will use are those of this node.
  logic  captured_q = 1'b0;
  node_t captured_node_q;

  always_ff @(posedge clk_i) begin
    if (capture_i) begin
      captured_q      <= initialised & ~busy_o & ~listed_i.commit & 32'(node_i) < NNodes;
      captured_node_q <= node_i;
    end else if (listed_i.commit) begin
      captured_q <= 1'b0;
    end
  end

  // -- What it asks -------------------------------------------------------------------------------
  logic ordered;  // one thing after the other
  logic exists;   // what is named
  logic fits;     // the task is where the sequencer says, once it exists
  logic selects;  // the commit has another task selected

  assign selects = listed_i.commit & ((listed_i.unlink & listed_i.unlink_ready) | listed_i.link == LinkReady);

  always_comb begin
    ordered = names_in_order;
    ordered &= initialised | ~(listed_i.commit | dispatch_i);
    ordered &= ~busy_o | ~listed_i.commit;
    ordered &= isochron_lists.insert_q == '0 | ~capture_i;
    ordered &= selection_o.valid | ~dispatch_i;
    ordered &= (captured_q & captured_node_q == node_t'(subject)) | ~(listed_i.commit & listed_i.unlink);
    exists   = (32'(subject) < NTasks | ~(listed_i.commit & listed_i.unlink))
             & ((32'(entrant) < NTasks & 32'(link_level) < NPriorities)
                | ~(listed_i.commit & listed_i.link != LinkNone));
    // Who leaves a list is in it; who enters one is in none, or leaves it. Only the delayed tasks
    // change in the cycle of a dispatch.
    fits  = (linked_q[subject] & listed_i.unlink_ready == (32'(list_q[subject]) < NPriorities)
             & (~listed_i.unlink_ready | list_q[subject] == list_t'(unlink_level)))
          | ~(listed_i.commit & listed_i.unlink);
    fits &= (listed_i.unlink & entrant == subject) | ~linked_q[entrant]
          | ~(listed_i.commit & listed_i.link != LinkNone);
    fits &= ~(selects & dispatch_i);
  end

  // -- What it answers ----------------------------------------------------------------------------
  function automatic logic is_in(node_t node, list_t list);
    if (32'(node) >= NTasks) return node == node_t'(NTasks) + node_t'(list);
    return linked_q[task_t'(node)] & list_q[task_t'(node)] == list;
  endfunction

  logic follows;   // after a node of a list comes one of it
  logic precedes;  // before a task of a list is one of it, or its marker

  always_comb begin
    follows = 1'b1;
    if (32'(node_i) < NTasks) begin
      follows = ~linked_q[task_t'(node_i)] | is_in(next, list_q[task_t'(node_i)]);
    end else if (32'(node_i) < NNodes) begin
      follows = is_in(next, list_t'(node_i - node_t'(NTasks)));
    end
  end

  assign precedes = ~(captured_q & 32'(captured_node_q) < NTasks)
                  | ~linked_q[task_t'(captured_node_q)]
                  | (is_in(node_t'(captured_o.previous), list_q[task_t'(captured_node_q)])
                     & node_t'(captured_o.previous) != captured_node_q);

endmodule

bind isochron_lists isochron_lists_contract #(
  .NTasks(NTasks), .NPriorities(NPriorities)
) u_contract (.*);
