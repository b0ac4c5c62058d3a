// SPDX-License-Identifier: Apache-2.0
//
// Bound to isochron_chains; proven by induction (hardware/formal/proofs.toml).
//
// Beside the block runs a model that keeps, for each task, the chain that it is in
// (isochron_chains_contract), and of one chain, whichever it is, the number of its tasks and the place
// of each, counted from 1 in the order of arrival: a task that enters a chain is its last, and those
// behind one that leaves it move up. The bitmaps, the first tasks, and all links are the model's; so
// the waiter that is found is the first to arrive of those with the highest priority.
//
// What holds of every task, or pair of them, is asserted of one, whichever it is. Beside that, the
// step of the induction may use it of the tasks that `matters` names, in the cycle before, as in
// isochron_lists_properties.svh.
//
// Assumed is what isochron_chains_contract asks of the sequencer; what it answers is proven.
module isochron_waiters
  import isochron_pkg::*;
  import isochron_objects_pkg::*;
#(
  parameter int unsigned NTasks      = 32,
  parameter int unsigned NPriorities = 64,
  parameter int unsigned NObjects    = 64,
  localparam int unsigned TaskWidth     = $clog2(NTasks),
  localparam int unsigned PlaceWidth    = $clog2(NTasks + 1)
) (
  input logic                     clk_i,
  input logic                     rst_ni,
  input init_t                    init_i,
  input operation_t               operation_i,
  input logic [TaskWidth-1:0]     subject,
  input chained_t                 chained_i,
  input waiters_t                 waiters_o,
  input pended_t                  pended_o
);

  `include "isochron_list_types.svh"
  `include "isochron_chain_types.svh"

  typedef logic [PlaceWidth-1:0] place_t;

  // -- The model ----------------------------------------------------------------------------------
  (* keep *) key_t  any_key_q;       // the chain that has places
  (* keep *) task_t any_task_q;      // the task of which is asserted
  (* keep *) task_t other_task_q;

  place_t [NTasks-1:0] place_q;      // of the chain's tasks
  place_t              count_q;

  // of isochron_chains_contract
  key_t [NTasks-1:0] keys;           // the chain that each task is in
  key_t              found;          // ... that Fetch and Rank name
  key_t              entered;        // ... that a task enters
  logic              initialised, removes, appends, fetched, ranked, found_fits;
  logic              best, captures, ends;
  task_t             captured_task;

  assign keys          = isochron_chains.u_contract.key_q;
  assign found         = isochron_chains.u_contract.found;
  assign entered       = isochron_chains.u_contract.entered;
  assign initialised   = isochron_chains.u_contract.initialised;
  assign removes       = isochron_chains.u_contract.removes;
  assign appends       = isochron_chains.u_contract.appends;
  assign fetched       = isochron_chains.u_contract.fetched_q;
  assign ranked        = isochron_chains.u_contract.ranked_q;
  assign found_fits    = isochron_chains.u_contract.found_q;
  assign best          = isochron_chains.u_contract.best_q;
  assign captures      = isochron_chains.u_contract.captured_q;
  assign ends          = isochron_chains.u_contract.end_q;
  assign captured_task = isochron_chains.u_contract.captured_task_q;

  logic    reset, named;             // a reset has been; every object has been named
  object_id_t init_count;

  assign reset      = isochron_chains.u_contract.reset;
  assign named      = isochron_chains.u_contract.named;
  assign init_count = isochron_chains.u_contract.init_count;

  logic [2:1] inserting;
  assign inserting = isochron_chains.append_q;

  always_ff @(posedge clk_i) begin
    any_key_q    <= any_key_q;
    any_task_q   <= any_task_q;
    other_task_q <= other_task_q;
    if (init_i.active) begin
      count_q <= '0;
    end else begin
      if (removes && keys[subject] == any_key_q) begin
        count_q <= count_q - 1'b1;
        for (int unsigned t = 0; t < NTasks; t++) begin
          if (place_q[t] > place_q[subject]) place_q[t] <= place_q[t] - 1'b1;
        end
      end
      if (appends && entered == any_key_q) begin
        count_q         <= count_q + 1'b1;
        place_q[subject] <= count_q + 1'b1;
      end
    end
  end

  place_t counted;  // the chain's tasks

  always_comb begin
    counted = '0;
    for (int unsigned t = 0; t < NTasks; t++) counted = counted + place_t'(keys[t] == any_key_q);
  end

  // -- What is assumed ----------------------------------------------------------------------------
  always_comb begin
    assume (any_key_q == Pended
            | (any_key_q.chain == ChainObject & 32'(any_key_q.object) < NObjects));
    assume (rst_ni == reset);
    assume (isochron_chains.u_contract.ordered & isochron_chains.u_contract.exists
            & isochron_chains.u_contract.fits);
  end

  // -- What holds of every task -------------------------------------------------------------------
  typedef struct packed {
    task_t  id;
    key_t   key;
    place_t place;  // if the chain is the one that has places
  } spot_t;

  typedef struct packed {
    spot_t own, next, previous;
  } view_t;

  function automatic spot_t spot(task_t id);
    if (32'(id) >= NTasks) return '{id: id, key: Nowhere, place: '0};
    return '{id: id, key: keys[id], place: place_q[id]};
  endfunction

  // A task's neighbours are as they will be when the present insertion is done.
  function automatic view_t view(task_t id);
    task_t next, previous;

    next     = isochron_chains.u_next.memory_q[id];
    previous = isochron_chains.u_previous.memory_q[id];
    if (inserting[1]) begin
      if (id == isochron_chains.last_q)        next     = isochron_chains.append_task_q;
      if (id == isochron_chains.append_task_q) previous = isochron_chains.last_q;
    end
    if (inserting != '0) begin
      if (id == isochron_chains.append_task_q) next     = isochron_chains.first_q;
      if (id == isochron_chains.first_q)       previous = isochron_chains.append_task_q;
    end
    return '{own: spot(id), next: spot(next), previous: spot(previous)};
  endfunction

  // A task's links lead to tasks of its chain ...
  function automatic logic stays(view_t one);
    return one.own.key == Nowhere
         | (one.next.key == one.own.key & one.previous.key == one.own.key);
  endfunction

  // ... to the next place, from the last to the first,
  function automatic logic ascends(view_t one);
    return one.own.key != any_key_q
         | one.next.place == (one.own.place == count_q ? place_t'(1) : one.own.place + 1'b1);
  endfunction

  // ... and the one before.
  function automatic logic descends(view_t one);
    return one.own.key != any_key_q
         | one.previous.place == (one.own.place == place_t'(1) ? count_q : one.own.place - 1'b1);
  endfunction

  function automatic logic placed(spot_t one);
    return one.key != any_key_q
         | (one.place != '0 & one.place <= count_q);
  endfunction

  // One task is followed by the other if and only if that is preceded by it.
  function automatic logic joined(view_t one, view_t other);
    return one.own.key == Nowhere | other.own.key == Nowhere
         | (one.next.id == other.own.id) == (other.previous.id == one.own.id);
  endfunction

  // Two tasks are not in one place.
  function automatic logic apart(spot_t one, spot_t other);
    return one.id == other.id
         | one.key != any_key_q | other.key != any_key_q | one.place != other.place;
  endfunction

  // A chain whose bit says that it has tasks has its first one.
  function automatic logic begins(key_t key);
    logic  occupied;
    spot_t first;

    occupied = isochron_chains.u_waiting.memory_q[key.object][key.level];
    first    = spot(isochron_chains.u_head.memory_q[{key.object, key.level}]);
    if (key.chain == ChainPended) begin
      occupied = pended_o.any;
      first    = spot(task_t'(pended_o.first));
    end
    return (~occupied | (first.key == key & (key != any_key_q | first.place == place_t'(1))))
         & (key != any_key_q | occupied == (count_q != '0));
  endfunction

  // The last of the pended tasks, after which the next one comes, is the one before the first.
  view_t pended_first, pended_last;
  logic  pended_ends;

  assign pended_first = view(task_t'(pended_o.first));
  assign pended_last  = view(isochron_chains.pended_last_q);
  assign pended_ends  = ~pended_o.any
                      | (pended_last.own.key == Pended
                         & pended_last.next.id == pended_first.own.id
                         & pended_first.previous.id == pended_last.own.id);

  localparam int unsigned NMatters = 10;
  view_t                any_view, other_view;
  view_t [NMatters-1:0] matters;
  logic                 known, known_q = 1'b1;

  assign any_view   = view(any_task_q);
  assign other_view = view(other_task_q);
  assign matters = {
    any_view, other_view, pended_first, pended_last, view(subject),
    view(isochron_chains.next_q), view(isochron_chains.previous_q), view(isochron_chains.head_q),
    view(isochron_chains.first_q), view(isochron_chains.last_q)
  };

  always_comb begin
    known = begins(any_key_q) & begins(found) & begins(Pended) & pended_ends;
    for (int unsigned i = 0; i < NMatters; i++) begin
      known &= stays(matters[i]) & ascends(matters[i]) & descends(matters[i])
             & placed(matters[i].own) & placed(matters[i].next) & placed(matters[i].previous);
      for (int unsigned j = 0; j < NMatters; j++) begin
        known &= joined(matters[i], matters[j]) & apart(matters[i].own, matters[j].own)
               & apart(matters[i].next, matters[j].own)
               & apart(matters[i].previous, matters[j].own);
      end
    end
  end

  always_ff @(posedge clk_i) known_q <= known | ~initialised;

  always_comb assume (known_q);

  // -- What holds ---------------------------------------------------------------------------------
  logic [NPriorities-1:0] waiting;   // who waits for the object that Fetch has named
  task_t                  head;      // the first of the chain found
  spot_t                  first, last, first_found;
  key_t                   entering_q;

  assign waiting     = isochron_chains.u_waiting.memory_q[isochron_chains.object_q];
  assign head        = isochron_chains.u_head.memory_q[{isochron_chains.object_q,
                                                        isochron_chains.rank_q}];
  assign first       = spot(isochron_chains.first_q);
  assign last        = spot(isochron_chains.last_q);
  assign first_found = spot(isochron_chains.head_q);

  always_ff @(posedge clk_i) if (operation_i.stage.decide) entering_q <= entered;

  always_comb begin
    if (!reset) begin
      assert (init_count == '0 & ~named & ~isochron_chains.u_contract.ended & known_q);
      assert (~(captures | found_fits | fetched | ranked));
    end
    if (init_i.active & reset) begin
      assert (inserting == '0 & ~pended_o.any & ~(captures | found_fits | fetched | ranked));
      assert (isochron_chains.waiting_q == '0);
      if (named | init_count != '0) assert (keys == {NTasks{Nowhere}} & count_q == '0);
      if (named | any_key_q.object < init_count) begin
        assert (~isochron_chains.u_waiting.memory_q[any_key_q.object][any_key_q.level]);
      end
    end
    if (initialised) begin
      assert (count_q == counted);
      assert (stays(any_view));
      assert (ascends(any_view));
      assert (descends(any_view));
      assert (placed(any_view.own));
      assert (joined(any_view, other_view));
      assert (apart(any_view.own, other_view.own));
      assert (begins(any_key_q));
      assert (begins(Pended));
      assert (pended_ends);
      assert ($onehot0(inserting));
      if (inserting != '0) begin
        assert (entering_q.chain inside {ChainObject, ChainPended} & ~captures);
        assert (32'(isochron_chains.append_task_q) < NTasks);
        assert (keys[isochron_chains.append_task_q] == entering_q);
        assert (first.key == entering_q & last.key == entering_q);
        if (entering_q == any_key_q) begin
          assert (first.place == place_t'(1));
          assert (last.place == (count_q == place_t'(1) ? count_q : count_q - 1'b1));
          assert (place_q[isochron_chains.append_task_q] == count_q);
        end
      end
      // what the stages find
      assert (~found_fits | ~(fetched | ranked));
      if (fetched) assert (isochron_chains.waiting == waiting);
      if (ranked | found_fits) begin
        assert (isochron_chains.waiting_q == waiting);
        assert (waiters_o.any == (waiting != '0));
        assert (best | isochron_chains.occupied_q == waiting[isochron_chains.rank_q]);
        if (waiters_o.any) assert (waiting >> waiters_o.best == NPriorities'(1));
        if (best & waiters_o.any) assert (isochron_chains.rank_q == waiters_o.best);
      end
      if (ranked & waiting[isochron_chains.rank_q]) assert (waiters_o.head == head);
      if (found_fits & waiting[isochron_chains.rank_q]) begin
        assert (isochron_chains.head_q == head);
        assert (first_found.key == found);
      end
      if (captures & ~ends) begin
        assert (32'(captured_task) < NTasks);
        assert (isochron_chains.next_q == isochron_chains.u_next.memory_q[captured_task]);
        assert (isochron_chains.previous_q == isochron_chains.u_previous.memory_q[captured_task]);
      end
      if (captures & ends) assert (found_fits);
      // what others take for granted
      assert (isochron_chains.u_contract.first_fits & isochron_chains.u_contract.pended_fits
              & isochron_chains.u_contract.enters_fits
              & isochron_chains.u_contract.is_current);
      if (isochron_chains.u_contract.captured == any_key_q) begin
        assert (isochron_chains.u_contract.joins);
      end
      if (isochron_chains.u_contract.any_key == any_key_q) begin
        assert (isochron_chains.u_contract.is_told);
      end
      if (isochron_chains.u_contract.centre == any_task_q) begin
        if (isochron_chains.next_q == other_task_q) assert (isochron_chains.u_contract.leads);
        if (isochron_chains.previous_q == other_task_q) assert (isochron_chains.u_contract.trails);
      end
      // the first of those with the highest priority
      if (found_fits & best & any_key_q.chain == ChainObject & count_q != '0
          & any_key_q.object == isochron_chains.object_q) begin
        assert (isochron_chains.rank_q >= any_key_q.level);
        if (isochron_chains.rank_q == any_key_q.level) begin
          assert (first_found.key == any_key_q & first_found.place == place_t'(1));
        end
      end
    end
  end

  // -- What is not shut out by the assumptions ----------------------------------------------------
  logic leaves;  // of two waiters

  assign leaves = operation_i.stage.decide & chained_i.leaves_object & found == any_key_q
                & count_q == place_t'(2);

  always_comb begin
    if (initialised) begin
      cover (leaves & best & place_q[subject] == place_t'(1));
      cover (leaves & place_q[subject] == place_t'(2));
      // it is pended behind another one
      cover (operation_i.stage.decide & chained_i.leaves_object & chained_i.enters == ChainPended
             & any_key_q == Pended & count_q == place_t'(1));
    end
  end

endmodule

bind isochron_chains isochron_waiters #(
  .NTasks(NTasks), .NPriorities(NPriorities), .NObjects(NObjects)
) u_waiters (.*);
