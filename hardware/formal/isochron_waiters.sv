// SPDX-License-Identifier: Apache-2.0
//
// Bound to isochron_chains; proven by induction (hardware/formal/proofs.toml).
//
// Beside the block runs a model that keeps, for each task, the chain that it is in and its place
// there, counted from 1 in the order of arrival: a task that enters a chain is its last, and those
// behind one that leaves it move up. The bitmaps, the first tasks, and all links are the model's; so the
// waiter that is found is the first to arrive of those with the highest priority.
//
// Assumed of the sequencer: the initialisation names one object after the other, once, and nothing
// comes before its end; Fetch, Rank and Head come one after the other, Read in the next cycle or by
// itself, never before an insertion is done, and Decide after Read. Only a task that is in a chain
// leaves it, with the chain found by Fetch, Rank and Head, and its neighbours by Read; only a task
// that is in none, or leaves its own, enters one.
module isochron_waiters
  import isochron_pkg::*;
#(
  parameter int unsigned NTasks      = 32,
  parameter int unsigned NPriorities = 64,
  parameter int unsigned NObjects    = 64,
  localparam int unsigned TaskWidth     = $clog2(NTasks),
  localparam int unsigned PriorityWidth = $clog2(NPriorities),
  localparam int unsigned ObjectWidth   = $clog2(NObjects),
  localparam int unsigned PlaceWidth    = $clog2(NTasks + 1)
) (
  input logic                     clk_i,
  input logic                     rst_ni,
  input logic                     init_i,
  input logic [ObjectWidth-1:0]   init_object_i,
  input logic                     fetch_i,
  input logic [ObjectWidth-1:0]   object_i,
  input logic                     rank_i,
  input logic                     best_i,
  input logic                     head_i,
  input logic [TaskWidth-1:0]     head_o,
  input logic                     read_i,
  input logic                     insert_i,
  input logic [TaskWidth-1:0]     task_i,
  input logic                     commit_i,
  input logic                     remove_object_i,
  input logic                     remove_pended_i,
  input chain_e                   append_i,
  input logic                     any_waiter_o,
  input logic [PriorityWidth-1:0] best_o,
  input logic                     pended_any_o,
  input logic [TaskWidth-1:0]     pended_first_o
);

  typedef logic [TaskWidth-1:0]     task_t;
  typedef logic [PriorityWidth-1:0] priority_t;
  typedef logic [ObjectWidth-1:0]   object_t;
  typedef logic [PlaceWidth-1:0]    place_t;

  // -----------------------------------------------------------------------------------------------
  // The model
  // -----------------------------------------------------------------------------------------------
  chain_e    [NTasks-1:0] chain_q;   // none, an object's or that of the pended tasks
  object_t   [NTasks-1:0] object_q;  // of an object's chain
  priority_t [NTasks-1:0] priority_q;
  place_t    [NTasks-1:0] place_q;

  // Two tasks are in one chain.
  function automatic logic together(task_t one, task_t other);
    return chain_q[one] != ChainNone & chain_q[one] == chain_q[other]
         & (chain_q[one] == ChainPended
            | (object_q[one] == object_q[other] & priority_q[one] == priority_q[other]));
  endfunction

  // The task is in this chain.
  function automatic logic is_in(task_t one, chain_e chain, object_t object, priority_t level);
    return chain_q[one] == chain
         & (chain == ChainPended | (object_q[one] == object & priority_q[one] == level));
  endfunction

  chain_e    entering_q;             // the chain that a task is on its way into
  object_t   entering_object_q;
  priority_t entering_priority_q;
  logic      reset_q = 1'b0;         // there was a reset
  logic      initialised_q = 1'b0;
  object_t   init_count_q = '0;

  place_t entering_count;  // tasks in that chain
  task_t  entering_first, entering_last;

  always_comb begin
    entering_count = '0;
    entering_first = isochron_chains.append_task_q;
    entering_last  = isochron_chains.append_task_q;
    for (int unsigned t = 0; t < NTasks; t++) begin
      if (is_in(task_t'(t), entering_q, entering_object_q, entering_priority_q)) begin
        entering_count = entering_count + 1'b1;
      end
    end
    for (int unsigned t = 0; t < NTasks; t++) begin
      if (is_in(task_t'(t), entering_q, entering_object_q, entering_priority_q)) begin
        if (place_q[t] == place_t'(1))     entering_first = task_t'(t);
        if (place_q[t] == entering_count)  entering_last  = task_t'(t);
      end
    end
  end

  logic [2:1] inserting;
  assign inserting = isochron_chains.append_q;

  always_ff @(posedge clk_i) begin
    reset_q <= 1'b1;
    if (reset_q && !initialised_q) begin
      init_count_q  <= init_count_q + 1'b1;
      initialised_q <= init_count_q == object_t'(NObjects - 1);
      chain_q       <= '0;
    end else if (reset_q) begin
      if (commit_i & (remove_object_i | remove_pended_i)) begin
        chain_q[task_i] <= ChainNone;
        for (int unsigned t = 0; t < NTasks; t++) begin
          if (together(task_t'(t), task_i) && place_q[t] > place_q[task_i]) begin
            place_q[t] <= place_q[t] - 1'b1;
          end
        end
      end
      if (commit_i) begin
        entering_q          <= append_i;
        entering_object_q   <= isochron_chains.object_q;
        entering_priority_q <= isochron_chains.rank_q;
      end
      if (inserting[2]) begin
        chain_q[isochron_chains.append_task_q]    <= entering_q;
        object_q[isochron_chains.append_task_q]   <= entering_object_q;
        priority_q[isochron_chains.append_task_q] <= entering_priority_q;
        place_q[isochron_chains.append_task_q]    <= entering_count + 1'b1;
      end
    end
  end

  // -----------------------------------------------------------------------------------------------
  // What is assumed
  // -----------------------------------------------------------------------------------------------
  logic  fetched_q = 1'b0, ranked_q = 1'b0;   // in the cycle before
  logic  found_q = 1'b0;                      // what Fetch, Rank and Head have found is so still
  logic  best_q;                              // Rank took the best
  logic  captured_q = 1'b0;                   // what Read has is so still
  logic  end_q;                               // ... of the chain's end
  task_t captured_task_q;

  always_ff @(posedge clk_i) begin
    fetched_q <= fetch_i;
    ranked_q  <= rank_i;
    if (rank_i) best_q <= best_i;
    if (head_i)                                                   found_q <= 1'b1;
    else if (fetch_i | (commit_i & (remove_object_i | remove_pended_i | append_i != ChainNone))) begin
      found_q <= 1'b0;
    end
    if (read_i) begin
      captured_q      <= 1'b1;
      captured_task_q <= task_i;
      end_q           <= insert_i;
    end else if (commit_i | fetch_i) begin
      captured_q <= 1'b0;
    end
  end

  always_comb begin
    assume (rst_ni == reset_q);
    assume (init_i == (reset_q & ~initialised_q));
    if (init_i) assume (init_object_i == init_count_q);
    if (!initialised_q) assume (~fetch_i & ~rank_i & ~head_i & ~read_i & ~commit_i);
    assume ($onehot0({fetch_i, rank_i, head_i, read_i, commit_i}));
    assume (rank_i == fetched_q | ~rank_i);
    assume (head_i == ranked_q | ~head_i);
    assume (32'(task_i) < NTasks & 32'(object_i) < NObjects);
    if (|inserting) assume (~read_i & ~commit_i);
    if (read_i & insert_i) assume (found_q);
    if (commit_i) begin
      assume (captured_q);
      assume (append_i inside {ChainNone, ChainObject, ChainPended});
      assume (~(remove_object_i & remove_pended_i));
      if (remove_object_i | remove_pended_i) assume (captured_task_q == task_i & ~end_q);
      if (remove_object_i) begin
        assume (found_q & is_in(task_i, ChainObject, isochron_chains.object_q, isochron_chains.rank_q));
      end
      if (remove_pended_i) assume (chain_q[task_i] == ChainPended);
      if (append_i == ChainObject) begin
        assume (found_q & end_q & ~best_q & chain_q[task_i] == ChainNone);
      end
      if (append_i == ChainPended) begin
        assume (chain_q[task_i] == ChainNone | remove_object_i);
      end
    end
  end

  // -----------------------------------------------------------------------------------------------
  // What holds
  // -----------------------------------------------------------------------------------------------
  logic [NObjects-1:0][NPriorities-1:0] occupied;  // by the model

  always_comb begin
    occupied = '0;
    for (int unsigned t = 0; t < NTasks; t++) begin
      if (chain_q[t] == ChainObject) occupied[object_q[t]][priority_q[t]] = 1'b1;
    end
    if (inserting != '0 && entering_q == ChainObject) begin
      occupied[entering_object_q][entering_priority_q] = 1'b1;
    end
  end

  always_comb begin
    if (!reset_q) assert (init_count_q == '0 & ~initialised_q & ~captured_q & ~found_q);
    if (reset_q & ~initialised_q) begin
      assert (inserting == '0 & ~pended_any_o & ~captured_q & ~found_q & ~fetched_q & ~ranked_q);
      assert (isochron_chains.waiting_q == '0);
      assert (32'(init_count_q) < NObjects);
    end
    if (initialised_q) begin
      assert ($onehot0(inserting));
      if (inserting != '0) begin
        assert (entering_q inside {ChainObject, ChainPended} & ~captured_q);
        assert (32'(isochron_chains.append_task_q) < NTasks);
        assert (chain_q[isochron_chains.append_task_q] == ChainNone);
        assert (isochron_chains.first_q == entering_first & isochron_chains.last_q == entering_last);
      end
      // what the stages find
      assert (~found_q | ~(fetched_q | ranked_q));
      if (fetched_q) assert (isochron_chains.waiting == occupied[isochron_chains.object_q]);
      if (ranked_q | found_q) begin
        assert (isochron_chains.waiting_q == occupied[isochron_chains.object_q]);
        assert (any_waiter_o == (isochron_chains.waiting_q != '0));
        assert (best_q | isochron_chains.occupied_q
                         == isochron_chains.waiting_q[isochron_chains.rank_q]);
        if (any_waiter_o) assert (isochron_chains.waiting_q >> best_o == NPriorities'(1));
        if (best_q & any_waiter_o) assert (isochron_chains.rank_q == best_o);
      end
      if (ranked_q & isochron_chains.waiting_q[isochron_chains.rank_q]) begin
        assert (head_o == isochron_chains.u_head.memory_q[{isochron_chains.object_q,
                                                          isochron_chains.rank_q}]);
      end
      if (found_q & isochron_chains.waiting_q[isochron_chains.rank_q]) begin
        assert (isochron_chains.head_q == isochron_chains.u_head.memory_q[
                  {isochron_chains.object_q, isochron_chains.rank_q}]);
      end
      if (captured_q & ~end_q) begin
        assert (32'(captured_task_q) < NTasks);
        assert (isochron_chains.next_q == isochron_chains.u_next.memory_q[captured_task_q]);
        assert (isochron_chains.previous_q == isochron_chains.u_previous.memory_q[captured_task_q]);
      end
      if (captured_q & end_q & isochron_chains.waiting_q[isochron_chains.rank_q]) begin
        assert (found_q);
        assert (isochron_chains.previous_q
                == isochron_chains.u_previous.memory_q[isochron_chains.head_q]);
      end
      if (captured_q & end_q) assert (found_q);
      if (found_q | ranked_q) assert (inserting == '0 | entering_q != ChainNone);
    end
  end

  // Bitmaps and pended tasks.
  logic any_pended;
  always_comb begin
    any_pended = inserting != '0 & entering_q == ChainPended;
    for (int unsigned t = 0; t < NTasks; t++) any_pended |= chain_q[t] == ChainPended;
    if (initialised_q) assert (pended_any_o == any_pended);
    if (initialised_q & inserting != '0 & entering_q == ChainPended) begin
      assert (isochron_chains.pended_last_q == isochron_chains.append_task_q);
      assert (pended_first_o == entering_first);
    end
  end

  for (genvar o = 0; o < int'(NObjects); o++) begin : gen_objects
    always_comb begin
      if (reset_q & ~initialised_q & o < int'(init_count_q) | initialised_q) begin
        assert (isochron_chains.u_waiting.memory_q[o] == (initialised_q ? occupied[o] : '0));
      end
    end
  end

  for (genvar t = 0; t < int'(NTasks); t++) begin : gen_tasks
    place_t count;
    task_t  next, previous, first, last;
    logic   entered;  // a task is on its way into this one's chain

    always_comb begin
      count = '0;
      first = task_t'(t);
      last  = task_t'(t);
      next  = task_t'(t);
      previous = task_t'(t);
      for (int unsigned u = 0; u < NTasks; u++) begin
        count = count + place_t'(together(task_t'(t), task_t'(u)));
      end
      for (int unsigned u = 0; u < NTasks; u++) begin
        if (together(task_t'(t), task_t'(u))) begin
          if (place_q[u] == place_t'(1)) first = task_t'(u);
          if (place_q[u] == count)       last  = task_t'(u);
        end
      end
      for (int unsigned u = 0; u < NTasks; u++) begin
        if (together(task_t'(t), task_t'(u))) begin
          if (place_q[t] == count ? u == 32'(first) : place_q[u] == place_q[t] + 1'b1) begin
            next = task_t'(u);
          end
          if (place_q[t] == place_t'(1) ? u == 32'(last) : place_q[u] + 1'b1 == place_q[t]) begin
            previous = task_t'(u);
          end
        end
      end
      entered = inserting != '0
              & is_in(task_t'(t), entering_q, entering_object_q, entering_priority_q);
      if (initialised_q && chain_q[t] != ChainNone) begin
        assert (chain_q[t] inside {ChainObject, ChainPended});
        assert (place_q[t] != '0 & place_q[t] <= count);
        for (int unsigned u = 0; u < t; u++) begin
          assert (~together(task_t'(t), task_t'(u)) | place_q[u] != place_q[t]);
        end
        assert (isochron_chains.u_next.memory_q[t]
                == (entered & inserting[2] & task_t'(t) == last ? isochron_chains.append_task_q
                                                                : next));
        assert (isochron_chains.u_previous.memory_q[t] == previous);
        if (chain_q[t] == ChainObject & place_q[t] == place_t'(1)) begin
          assert (isochron_chains.u_head.memory_q[{object_q[t], priority_q[t]}] == task_t'(t));
        end
        if (chain_q[t] == ChainPended & place_q[t] == place_t'(1)) begin
          assert (pended_first_o == task_t'(t));
        end
        if (chain_q[t] == ChainPended & place_q[t] == count & ~entered) begin
          assert (isochron_chains.pended_last_q == task_t'(t));
        end
      end
      if (reset_q & ~initialised_q & init_count_q != '0) assert (chain_q[t] == ChainNone);
      // the new one's own links, before the last of them
      if (initialised_q & inserting[2] & isochron_chains.append_task_q == task_t'(t)) begin
        assert (isochron_chains.u_previous.memory_q[t] == isochron_chains.last_q);
        if (entering_count == '0) assert (isochron_chains.u_next.memory_q[t] == task_t'(t));
      end
      if (initialised_q & inserting != '0 & entering_q == ChainObject & entering_count == '0
          & isochron_chains.append_task_q == task_t'(t)) begin
        assert (isochron_chains.u_head.memory_q[{entering_object_q, entering_priority_q}]
                == task_t'(t));
      end
    end
  end

endmodule

bind isochron_chains isochron_waiters #(
  .NTasks(NTasks), .NPriorities(NPriorities), .NObjects(NObjects)
) u_waiters (.*);
