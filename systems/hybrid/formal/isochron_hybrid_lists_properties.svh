// SPDX-License-Identifier: Apache-2.0
//
// Included by isochron_hybrid_lists; proven by induction (proofs.toml beside it).
//
// The rings refine FreeRTOS's lists: beside them runs a model that keeps, for each task, the list
// that it is in, and of one list, whichever it is, the number of its tasks, the place of each,
// counted from the end marker, and the place of the cursor, 0 at the marker. What vListInsertEnd,
// uxListRemove and listGET_OWNER_OF_NEXT_ENTRY do to a list is a few lines each here. All links,
// cursors and leaves are the model's.
//
// What holds of every list, and every task or pair of them in it, is asserted of one, whichever it
// is. Beside that, the step of the induction may use it of the lists that a change touches and of the
// tasks that `matters` names, in the cycle before, as in isochron_lists_properties.svh. Of another
// list's tasks that is only what needs no places: their links and leaves stay in that list.
//
// Assumed of the sequencer: the initialisation names one list after the other, each at least once,
// as isochron_hybrid does; after it one change at a time; who leaves is captured, with no change between,
// and in the list that is named; who enters is in none; who rotates is the leaf that says first of that
// list.
localparam int unsigned PlaceWidth = $clog2(NTasks + 1);
localparam int unsigned InitWidth  = TaskWidth > PriorityWidth ? TaskWidth : PriorityWidth;

typedef logic [PlaceWidth-1:0] place_t;
typedef logic [InitWidth-1:0]  init_t;

// -- The model ------------------------------------------------------------------------------------
(* keep *) level_t any_list_q;     // the list that has places
(* keep *) node_t  any_node_q;     // of what is asserted
(* keep *) node_t  other_node_q;

logic   [NTasks-1:0] linked_q;
level_t [NTasks-1:0] list_q;
place_t [NTasks-1:0] place_q;      // of the list's tasks; 1 is the head's
place_t              count_q;
place_t              cursor_q;
logic                reset_q       = 1'b0;  // there was a reset
logic                initialised_q = 1'b0;
init_t               init_count_q  = '0;

place_t entered_place, first_place;
place_t counted;                   // the list's tasks

assign entered_place = cursor_q != '0 ? cursor_q : count_q + 1'b1;
assign first_place   = cursor_q == count_q ? place_t'(1) : cursor_q + 1'b1;

always_comb begin
  counted = '0;
  for (int unsigned t = 0; t < NTasks; t++) begin
    counted = counted + place_t'(linked_q[t] && list_q[t] == any_list_q);
  end
end

always_ff @(posedge clk_i) begin
  any_list_q   <= any_list_q;
  any_node_q   <= any_node_q;
  other_node_q <= other_node_q;
  reset_q      <= 1'b1;
  if (!initialised_q) begin
    init_count_q  <= init_count_q + init_t'(reset_q);
    initialised_q <= &init_count_q;
    linked_q      <= '0;
    count_q       <= '0;
    cursor_q      <= '0;
  end else if (unlink_i) begin
    linked_q[task_i] <= 1'b0;
    if (list_q[task_i] == any_list_q) begin
      count_q <= count_q - 1'b1;
      for (int unsigned t = 0; t < NTasks; t++) begin
        if (place_q[t] > place_q[task_i]) place_q[t] <= place_q[t] - 1'b1;
      end
      if (cursor_q >= place_q[task_i]) cursor_q <= cursor_q - 1'b1;
    end
  end else if (enter_i) begin
    linked_q[task_i] <= 1'b1;
    list_q[task_i]   <= level_i;
    if (level_i == any_list_q) begin
      count_q <= count_q + 1'b1;
      for (int unsigned t = 0; t < NTasks; t++) begin
        if (place_q[t] >= entered_place) place_q[t] <= place_q[t] + 1'b1;
      end
      place_q[task_i] <= entered_place;
      if (cursor_q != '0) cursor_q <= cursor_q + 1'b1;
    end
  end else if (rotate_i && level_i == any_list_q) begin
    cursor_q <= first_place;
  end
end

// -- Assumptions ----------------------------------------------------------------------------------
logic  captured_q = 1'b0;          // the neighbours kept are those of the task
node_t captured_task_q;

always_ff @(posedge clk_i) begin
  if (unlink_i || enter_i || rotate_i) begin
    captured_q <= 1'b0;
  end else if (capture_i) begin
    captured_q      <= 1'b1;
    captured_task_q <= node_i;
  end
end

logic acts;
assign acts = capture_i | unlink_i | enter_i | rotate_i;

always_comb begin
  assume (rst_ni == reset_q);
  assume (init_i == (reset_q & ~initialised_q));
  if (init_i) assume (level_i == level_t'(init_count_q));
  if (!initialised_q) assume (~acts);
  assume ($onehot0({capture_i, unlink_i, enter_i, rotate_i}));
  if (unlink_i) begin
    assume (captured_q & captured_task_q == task_i & linked_q[task_i] & list_q[task_i] == level_i);
  end
  if (enter_i)  assume (~linked_q[task_i]);
  if (rotate_i) assume (first_q[node_i] & first_level_q[node_i] == level_i);
end

// -- What holds of every task and list; the links that a list's word holds count as the ring's ----
typedef struct packed {
  node_t  node;
  logic   in;
  level_t list;
  place_t place;       // if the list is the one that has places
  logic   passed;      // as the bit is in RAM
  logic   leads;       // its leaf says first
  level_t leaf_level;  // ... of this list
} spot_t;

typedef struct packed {
  spot_t own, next, previous;
} view_t;

function automatic list_t list_word(level_t level);
  return u_lists.memory_q[level];
endfunction

function automatic spot_t spot(node_t node);
  return '{
    node: node, in: linked_q[node], list: list_q[node], place: place_q[node],
    passed: u_passed.memory_q[node],
    leads: first_q[node], leaf_level: first_level_q[node]
  };
endfunction

function automatic view_t view(node_t node, list_t word);
  return '{
    own:      spot(node),
    next:     spot(node == word.ahead ? word.behind : u_next.memory_q[node]),
    previous: spot(node == word.behind ? word.ahead : u_previous.memory_q[node])
  };
endfunction

list_t any_word;
assign any_word = list_word(any_list_q);

function automatic logic has_place(spot_t one);
  return one.in & one.list == any_list_q;
endfunction

// A task's links lead to tasks of its list ...
function automatic logic stays(view_t one);
  return ~one.own.in
       | (one.next.in & one.next.list == one.own.list
          & one.previous.in & one.previous.list == one.own.list);
endfunction

// ... to the next place, from the last to the first,
function automatic logic ascends(view_t one);
  return ~has_place(one.own)
       | one.next.place == (one.own.place == count_q ? place_t'(1) : one.own.place + 1'b1);
endfunction

// ... and the one before.
function automatic logic descends(view_t one);
  return ~has_place(one.own)
       | one.previous.place == (one.own.place == place_t'(1) ? count_q : one.own.place - 1'b1);
endfunction

// A task is followed by itself if it is the only one of its list.
function automatic logic alone(view_t one, level_t level);
  list_t word;

  word = list_word(level);
  return ~one.own.in | one.own.list != level
       | word.several == (one.next.node != one.own.node);
endfunction

// The cursor has passed those up to its place.
function automatic logic placed(spot_t one);
  return ~has_place(one)
       | (one.place != '0 & one.place <= count_q
          & (one.passed ^ any_word.turn) == (one.place <= cursor_q));
endfunction

// The leaf says first of the task after the cursor, and of no other.
function automatic logic led(spot_t one);
  return (~one.leads | (one.in & one.leaf_level == one.list))
       & (~has_place(one) | one.leads == (one.place == first_place));
endfunction

// Two tasks are not in one place.
function automatic logic apart(spot_t one, spot_t other);
  return one.node == other.node | ~has_place(one) | ~has_place(other) | one.place != other.place;
endfunction

// What is kept of a list is so: the next task enters before the cursor, or at the end.
function automatic logic list_fits(level_t level);
  list_t word;
  spot_t ahead, behind;

  word   = list_word(level);
  ahead  = spot(word.ahead);
  behind = spot(word.behind);
  return (word.occupied ? ahead.in & ahead.list == level & behind.in & behind.list == level
                        : ~word.several & ~word.on_task)
       & (level != any_list_q
          | (word.occupied == (count_q != '0)
             & word.several == (count_q > place_t'(1))
             & word.on_task == (cursor_q != '0)
             & cursor_q <= count_q
             & (~word.occupied
                | (ahead.place == (cursor_q > place_t'(1) ? cursor_q - 1'b1 : count_q)
                   & behind.place == (word.on_task ? cursor_q : place_t'(1))))));
endfunction

localparam int unsigned NMatters = 6;
view_t                any_view, other_view;
view_t [NMatters-1:0] matters;
logic                 known, known_q = 1'b1;

assign any_view   = view(any_node_q, list_word(list_q[any_node_q]));
assign other_view = view(other_node_q, list_word(list_q[other_node_q]));
assign matters    = {
  any_view, other_view, view(task_i, list_word(list_q[task_i])),
  view(node_i, list_word(list_q[node_i])), view(list.ahead, list), view(list.behind, list)
};

always_comb begin
  known = list_fits(any_list_q) & list_fits(level_i);
  for (int unsigned i = 0; i < NMatters; i++) begin
    known &= stays(matters[i]) & ascends(matters[i]) & descends(matters[i])
           & alone(matters[i], any_list_q) & alone(matters[i], level_i)
           & placed(matters[i].own) & placed(matters[i].next) & placed(matters[i].previous)
           & led(matters[i].own) & led(matters[i].next) & led(matters[i].previous);
    for (int unsigned j = 0; j < NMatters; j++) begin
      known &= apart(matters[i].own, matters[j].own) & apart(matters[i].next, matters[j].own)
             & apart(matters[i].previous, matters[j].own);
    end
  end
end

always_ff @(posedge clk_i) known_q <= known | ~initialised_q;

always_comb assume (known_q);

// -- What holds -----------------------------------------------------------------------------------
always_comb begin
  if (!reset_q) begin
    assert (init_count_q == '0 & ~initialised_q & ~captured_q & known_q);
  end
  if (reset_q && !initialised_q) begin
    assert (linked_q == '0 & count_q == '0 & cursor_q == '0);
    assert (~captured_q & first_q == '0);
    if (init_t'(any_list_q) < init_count_q) assert (any_word == '0);
  end
  if (initialised_q) begin
    assert (reset_q);
    assert (count_q == counted);
    assert (list_fits(any_list_q));
    assert (led(any_view.own));
    assert (apart(any_view.own, other_view.own));
    if (has_place(any_view.own)) begin
      assert (stays(any_view));
      assert (ascends(any_view));
      assert (descends(any_view));
      assert (placed(any_view.own));
      assert (alone(any_view, any_list_q));
      // a list that has a task has a leaf: its first is the one after the last
      if (any_node_q == (any_word.on_task ? any_word.behind : any_word.ahead)) begin
        assert (any_view.next.leads);
      end
    end
    if (captured_q) begin
      assert (next_q == u_next.memory_q[captured_task_q]);
      assert (previous_q == u_previous.memory_q[captured_task_q]);
    end
  end
end

// -- What is not shut out by the assumptions ------------------------------------------------------
logic leaves;  // of two tasks and more

assign leaves = unlink_i & level_i == any_list_q & count_q > place_t'(1);

always_comb begin
  if (initialised_q) begin
    cover (leaves & cursor_q == place_q[task_i]);
    cover (leaves & cursor_q != place_q[task_i] & place_q[task_i] == first_place);
    cover (enter_i & level_i == any_list_q & cursor_q > place_t'(1));
    cover (enter_i & level_i == any_list_q & cursor_q == '0 & count_q != '0);
    // over the marker
    cover (rotate_i & level_i == any_list_q & cursor_q == count_q & count_q > place_t'(1));
  end
end
