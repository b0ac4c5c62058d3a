// SPDX-License-Identifier: Apache-2.0
//
// Bound to isochron_chains: what it asks of the sequencer, and what it answers, each said once. The
// proof of the block assumes the one and proves the other (isochron_waiters); the proof of the whole
// kernel proves the one and takes the other for granted (isochron_protocol). Here nothing is assumed
// or asserted.
module isochron_chains_contract
  import isochron_pkg::*;
  import isochron_objects_pkg::*;
#(
  parameter int unsigned NTasks      = 32,
  parameter int unsigned NPriorities = 64,
  parameter int unsigned NObjects    = 64,
  localparam int unsigned TaskWidth     = $clog2(NTasks),
  localparam int unsigned ObjectWidth   = $clog2(NObjects)
) (
  input logic                     clk_i,
  input init_t                    init_i,
  input operation_t               operation_i,
  input logic [TaskWidth-1:0]     subject,
  input chained_t                 chained_i,
  input waiters_t                 waiters_o,
  input pended_t                  pended_o
);

  `include "isochron_list_types.svh"
  `include "isochron_chain_types.svh"

  // -- Initialisation -----------------------------------------------------------------------------
  logic       reset, named, ended, initialised, names_in_order;
  object_id_t init_count;

  isochron_naming #(.NWords(NObjects)) u_naming (
    .clk_i, .init_i(init_i.active), .index_i(init_i.index[ObjectWidth-1:0]),
    .reset_o(reset), .count_o(init_count),
    .named_o(named), .initialised_o(initialised), .ended_o(ended), .ordered_o(names_in_order)
  );

  // -- The chain that each task is in -------------------------------------------------------------
  key_t [NTasks-1:0] key_q;
  key_t              found;    // the chain that Fetch and Rank name
  key_t              entered;  // ... that a task enters
  logic              removes, appends;

  assign found   = '{chain: ChainObject, object: isochron_chains.object_q,
                     level: isochron_chains.rank_q};
  assign entered = chained_i.enters == ChainPended ? Pended : found;
  assign removes = operation_i.stage.decide & (chained_i.leaves_object | chained_i.leaves_pended);
  assign appends = operation_i.stage.decide & chained_i.enters inside {ChainObject, ChainPended};

  always_ff @(posedge clk_i) begin
    if (reset & init_i.active) begin
      key_q <= {NTasks{Nowhere}};
    end else if (reset) begin
      if (removes) key_q[subject] <= Nowhere;
      if (appends) key_q[subject] <= entered;
    end
  end

  function automatic key_t key_of(task_t id);
    return 32'(id) < NTasks ? key_q[id] : Nowhere;
  endfunction

  // -- What the stages have -----------------------------------------------------------------------
  logic  fetched_q = 1'b0, ranked_q = 1'b0;   // in the cycle before
  logic  found_q = 1'b0;                      // what Fetch, Rank and Head have found is so still
  logic  best_q;                              // Rank took the best
  logic  captured_q = 1'b0;                   // what Read has is so still
  logic  end_q;                               // ... of the chain's end
  task_t captured_task_q;

  always_ff @(posedge clk_i) begin
    fetched_q <= operation_i.stage.fetch;
    ranked_q  <= operation_i.stage.rank;
    if (operation_i.stage.rank) best_q <= operation_i.gives;
    if (operation_i.stage.head)                             found_q <= ranked_q;
    else if (operation_i.stage.fetch | removes | appends)   found_q <= 1'b0;
    if (operation_i.stage.read) begin
      captured_q      <= 1'b1;
      captured_task_q <= subject;
      end_q           <= operation_i.appends;
    end else if (operation_i.stage.decide | operation_i.stage.fetch | operation_i.stage.head) begin
      captured_q <= 1'b0;
    end
  end

  // -- What it asks -------------------------------------------------------------------------------
  logic ordered;  // one thing after the other
  logic exists;   // what is named
  logic fits;     // the task is where the sequencer says, once it exists
  key_t key;      // ... before the change

  assign key = key_of(subject);

  always_comb begin
    ordered = names_in_order;
    ordered &= initialised | operation_i.stage == '0;
    ordered &= $onehot0(operation_i.stage);
    ordered &= fetched_q | ~operation_i.stage.rank;
    ordered &= isochron_chains.append_q == '0 | ~(operation_i.stage.read | operation_i.stage.decide);
    ordered &= found_q | ~(operation_i.stage.read & operation_i.appends);
    ordered &= captured_q | ~operation_i.stage.decide;
    // Who leaves a chain has been read, and so has the end of the one that is entered.
    ordered &= ~(chained_i.leaves_object & chained_i.leaves_pended);
    ordered &= (captured_task_q == subject & ~end_q) | ~removes;
    ordered &= found_q | ~(removes & chained_i.leaves_object);
    ordered &= (found_q & end_q & ~best_q) | ~(appends & chained_i.enters == ChainObject);
    exists   = (32'(subject) < NTasks & 32'(found.object) < NObjects) | ~(removes | appends);
    fits     = key == (chained_i.leaves_object ? found : Pended) | ~removes;
    fits    &= key == Nowhere | (chained_i.enters == ChainPended & chained_i.leaves_object) | ~appends;
  end

  // -- What it answers ----------------------------------------------------------------------------
  logic  occupied;       // the chain found has a task
  logic  first_fits;     // its first is one of it, and so is the last
  logic  joins;          // the neighbours of a task are of its chain
  logic  alone;          // ... no other task is in that
  key_t  captured;       // ... which is this
  task_t centre;         // the task whose neighbours Read has
  logic  centred;        // ... is in a chain
  logic  is_current;     // ... and they are those in memory
  logic  leads, trails;  // who follows it is preceded by it; who precedes it is followed by it
  logic  enters_fits;    // a task on its way enters between the first and the last of its chain
  logic  pended_fits;    // the first of the pended tasks is one
  logic  is_told;        // of an object for which any task waits, it is told that somebody does

  (* keep *) task_t any_q;  // an arbitrary task, always the same
  key_t             any_key;

  always_ff @(posedge clk_i) any_q <= any_q;

  assign any_key  = key_of(any_q);
  assign occupied = best_q ? waiters_o.any : isochron_chains.occupied_q;
  assign captured = key_of(captured_task_q);
  assign centre   = end_q ? task_t'(waiters_o.first) : captured_task_q;
  assign centred  = captured_q & (end_q ? found_q & occupied : captured != Nowhere);

  always_comb begin
    alone = 1'b1;
    for (int unsigned t = 0; t < NTasks; t++) begin
      if (task_t'(t) != captured_task_q && key_q[t] == captured) alone = 1'b0;
    end
    first_fits  = ~(found_q & occupied)
                | (key_of(task_t'(waiters_o.first)) == found
                   & (~(captured_q & end_q) | key_of(task_t'(waiters_o.previous)) == found));
    joins       = ~(captured_q & ~end_q) | captured == Nowhere
                | (key_of(task_t'(waiters_o.next)) == captured
                   & key_of(task_t'(waiters_o.previous)) == captured
                   & (task_t'(waiters_o.next) == captured_task_q) == alone
                   & (task_t'(waiters_o.previous) == captured_task_q) == alone);
    is_current  = ~centred
                | (task_t'(waiters_o.next) == isochron_chains.u_next.memory_q[centre]
                   & task_t'(waiters_o.previous) == isochron_chains.u_previous.memory_q[centre]);
    leads       = ~centred | isochron_chains.u_previous.memory_q[task_t'(waiters_o.next)] == centre;
    trails      = ~centred | isochron_chains.u_next.memory_q[task_t'(waiters_o.previous)] == centre;
    enters_fits = isochron_chains.append_q == '0
                | (key_of(isochron_chains.first_q) == key_of(isochron_chains.append_task_q)
                   & key_of(isochron_chains.last_q) == key_of(isochron_chains.append_task_q));
    is_told     = any_key.chain != ChainObject
                | isochron_chains.u_waiting.memory_q[any_key.object][any_key.level];
    pended_fits = ~pended_o.any | key_of(task_t'(pended_o.first)) == Pended;
  end

endmodule

bind isochron_chains isochron_chains_contract #(
  .NTasks(NTasks), .NPriorities(NPriorities), .NObjects(NObjects)
) u_contract (.*);
