// SPDX-License-Identifier: Apache-2.0
//
// Included by isochron_hybrid_lists; proven by induction (hardware/formal/proofs.toml).
//
// The rings refine FreeRTOS's lists: beside them runs a model that keeps, for each list, its tasks in
// order, counted from the end marker, its length and the place of the cursor, 0 at the marker; and for
// each task the list that it is in and its place there. What vListInsertEnd, uxListRemove and
// listGET_OWNER_OF_NEXT_ENTRY do to a list is a few lines each here. All links, cursors and leaves are
// the model's.
//
// What holds is told of one task, one list and one place, whichever they are (`any_q`, `any_list_q`,
// `any_place_q` never change), in a cycle before which it held of all: `held_q`. So it holds of all for
// ever: of all at first, and then of any one, so of all, in each next cycle.
//
// Assumed of the sequencer: after the initialisation one change at a time; a task leaves or rotates
// only when what the last change has begun is done, and enters only in the cycle after its list was
// looked at, and stays named for one more; who leaves is captured, with no change between, and in the
// list that is named; who enters is in none; who rotates is the leaf that says first of that list.
localparam int unsigned PlaceWidth = TaskWidth + 1;

typedef logic [PlaceWidth-1:0] place_t;

(* keep *) node_t  any_q;
(* keep *) level_t any_list_q;
(* keep *) place_t any_place_q;

always_ff @(posedge clk_i) begin
  any_q       <= any_q;
  any_list_q  <= any_list_q;
  any_place_q <= any_place_q;
end

// -------------------------------------------------------------------------------------------------
// The model
// -------------------------------------------------------------------------------------------------
logic   [NTasks-1:0]      linked_q;
level_t [NTasks-1:0]      in_q;       // in this list
place_t [NTasks-1:0]      place_q;    // 1 is the head's
place_t [NPriorities-1:0] length_q, cursor_q;
node_t  [NPriorities-1:0][NTasks:1] at_q;  // the task at a place
place_t                   entering;   // the place of a task that enters
place_t                   leaving;    // the place of one that leaves
logic                     reset_q       = 1'b0;  // there was a reset
logic                     initialised_q = 1'b0;
level_t                   init_count_q  = '0;

// Written as comparisons with each index: the solver does better than with shifts.
function automatic place_t length_of(level_t level);
  length_of = '0;
  for (int unsigned p = 0; p < NPriorities; p++) if (level == level_t'(p)) length_of |= length_q[p];
endfunction

function automatic place_t cursor_of(level_t level);
  cursor_of = '0;
  for (int unsigned p = 0; p < NPriorities; p++) if (level == level_t'(p)) cursor_of |= cursor_q[p];
endfunction

function automatic node_t at(level_t level, place_t place);
  at = '0;
  for (int unsigned p = 0; p < NPriorities; p++) begin
    for (int unsigned k = 1; k <= NTasks; k++) begin
      if (level == level_t'(p) && place == place_t'(k)) at |= at_q[p][k];
    end
  end
endfunction

function automatic level_t list_of(node_t node);
  list_of = '0;
  for (int unsigned t = 0; t < NTasks; t++) if (node == node_t'(t)) list_of |= in_q[t];
endfunction

function automatic place_t place_of(node_t node);
  place_of = '0;
  for (int unsigned t = 0; t < NTasks; t++) if (node == node_t'(t)) place_of |= place_q[t];
endfunction

function automatic place_t first_place(level_t level);
  return cursor_of(level) == length_of(level) ? place_t'(1) : cursor_of(level) + 1'b1;
endfunction

assign entering = cursor_of(level_q) != '0 ? cursor_of(level_q) : length_of(level_q) + 1'b1;
assign leaving  = place_of(task_i);

always_ff @(posedge clk_i) begin
  reset_q <= 1'b1;
  if (reset_q && !initialised_q) begin
    init_count_q  <= init_count_q + 1'b1;
    initialised_q <= &init_count_q;
  end
end

for (genvar t = 0; t < int'(NTasks); t++) begin : gen_task_model
  always_ff @(posedge clk_i) begin
    if (!reset_q) begin
      linked_q[t] <= 1'b0;
    end else if (unlink_i) begin
      if (task_i == node_t'(t)) linked_q[t] <= 1'b0;
      if (in_q[t] == level_i && place_q[t] > leaving) place_q[t] <= place_q[t] - 1'b1;
    end else if (enter_i) begin
      if (in_q[t] == level_q && place_q[t] >= entering) place_q[t] <= place_q[t] + 1'b1;
      if (task_i == node_t'(t)) begin
        linked_q[t] <= 1'b1;
        in_q[t]     <= level_q;
        place_q[t]  <= entering;
      end
    end
  end
end

for (genvar p = 0; p < int'(NPriorities); p++) begin : gen_list_model
  always_ff @(posedge clk_i) begin
    if (init_i && level_i == level_t'(p)) begin
      length_q[p] <= '0;
      cursor_q[p] <= '0;
    end else if (unlink_i && level_i == level_t'(p)) begin
      length_q[p] <= length_q[p] - 1'b1;
      if (cursor_q[p] >= leaving) cursor_q[p] <= cursor_q[p] - 1'b1;
      for (int unsigned k = 1; k < NTasks; k++) begin
        if (place_t'(k) >= leaving) at_q[p][k] <= at_q[p][k+1];
      end
    end else if (enter_i && level_q == level_t'(p)) begin
      length_q[p] <= length_q[p] + 1'b1;
      if (cursor_q[p] != '0) cursor_q[p] <= cursor_q[p] + 1'b1;
      for (int unsigned k = 1; k <= NTasks; k++) begin
        if (place_t'(k) == entering)              at_q[p][k] <= task_i;
        else if (k > 1 && place_t'(k) > entering) at_q[p][k] <= at_q[p][k > 1 ? k-1 : 1];
      end
    end else if (rotate_i && level_i == level_t'(p)) begin
      cursor_q[p] <= first_place(level_t'(p));
    end
  end
end

// -------------------------------------------------------------------------------------------------
// Assumptions
// -------------------------------------------------------------------------------------------------
logic  captured_q, looked_last_q;
node_t captured_task_q, joining_q;

always_ff @(posedge clk_i) begin
  if (!initialised_q || unlink_i || enter_i || rotate_i) begin
    captured_q <= 1'b0;
  end else if (capture_i) begin
    captured_q      <= 1'b1;
    captured_task_q <= node_i;
  end
  looked_last_q <= initialised_q & look_i;
  joining_q     <= task_i;
end

always_comb begin
  assume (rst_ni == reset_q);
  assume (init_i == (reset_q & ~initialised_q));
  if (init_i) assume (level_i == init_count_q);
  assume ($onehot0({init_i, capture_i, unlink_i, look_i, enter_i, rotate_i}));
  if (!initialised_q) assume (~(capture_i | unlink_i | look_i | enter_i | rotate_i));
  if (joins_q) assume (~(capture_i | unlink_i | look_i | enter_i | rotate_i) & task_i == joining_q);
  if (hands_q) assume (~(unlink_i | rotate_i));
  if (unlink_i) begin
    assume (captured_q & captured_task_q == task_i & linked_q[task_i] & list_of(task_i) == level_i);
  end
  if (enter_i) begin
    assume (looked_last_q & ~linked_q[task_i]);
    assume (length_of(level_q) < place_t'(NTasks));  // it is in none, so not all tasks are in this one
  end
  if (rotate_i) assume (first_q[node_i] & first_level_q[node_i] == level_i);
end

// -------------------------------------------------------------------------------------------------
// What holds
// -------------------------------------------------------------------------------------------------
logic held_q = 1'b1;
logic holds, changes_hold;

// Of a list
function automatic logic turn(level_t level);
  list_t word;
  word = u_lists.memory_q[level];
  return word.turn;
endfunction

function automatic logic list_holds(level_t level);
  list_t word;
  word = u_lists.memory_q[level];
  return (~initialised_q & level >= init_count_q)
       | (word.occupied == (length_of(level) != '0)
          & word.several == (length_of(level) > place_t'(1))
          & word.on_task == (cursor_of(level) != '0)
          & cursor_of(level) <= length_of(level) & length_of(level) <= place_t'(NTasks)
          & (~word.occupied
             | word.last == at(level, word.on_task ? cursor_of(level) : length_of(level))));
endfunction

// Of a task; what a change has begun counts as done
function automatic logic task_holds(node_t node);
  logic   joins, hands, leads, is_first;
  node_t  following, preceding;
  level_t level, leaf_level;
  place_t place, length;
  joins      = joins_q & node == task_i;
  hands      = (hands_q & node == next_q) | (joins & leads_q);
  leads      = hands | first_q[node];
  leaf_level = hands ? level_q : first_level_q[node];
  following  = joins ? next_q : u_next.memory_q[node];
  preceding  = joins ? previous_q : u_previous.memory_q[node];
  level      = list_of(node);
  place      = place_of(node);
  length     = length_of(level);
  is_first   = linked_q[node] & place == first_place(level);
  return leads == is_first
       & (~leads | leaf_level == level)
       & (~linked_q[node]
          | (initialised_q & place != '0 & place <= length & at(level, place) == node
             & (u_passed.memory_q[node] ^ turn(level)) == (place <= cursor_of(level))
             & following == at(level, place == length ? place_t'(1) : place + 1'b1)
             & preceding == at(level, place == place_t'(1) ? length : place - 1'b1)));
endfunction

// Of a place of a list
function automatic logic place_holds(level_t level, place_t place);
  node_t node;
  node = at(level, place);
  return (~initialised_q & level >= init_count_q) | place == '0 | place > length_of(level)
       | (linked_q[node] & list_of(node) == level & place_of(node) == place);
endfunction

assign changes_hold = ~(hands_q & (joins_q | looked_last_q))
                    & (initialised_q | ~(hands_q | joins_q | captured_q | looked_last_q))
                    & (~captured_q | ~linked_q[captured_task_q]
                       | (next_q == u_next.memory_q[captured_task_q]
                          & previous_q == u_previous.memory_q[captured_task_q]))
                    & (~looked_last_q | looked_q == list_t'(u_lists.memory_q[level_q]))
                    & (~joins_q | linked_q[task_i]);

always_comb begin
  holds = changes_hold;
  for (int unsigned t = 0; t < NTasks; t++) holds &= task_holds(node_t'(t));
  for (int unsigned p = 0; p < NPriorities; p++) begin
    holds &= list_holds(level_t'(p));
    for (int unsigned k = 1; k <= NTasks; k++) holds &= place_holds(level_t'(p), place_t'(k));
  end
end

always_ff @(posedge clk_i) held_q <= reset_q ? holds : ~initialised_q & init_count_q == '0;

always_comb begin
  if (reset_q && held_q) begin
    assert (changes_hold);
    assert (list_holds(any_list_q));
    assert (task_holds(any_q));
    assert (place_holds(any_list_q, any_place_q));
  end
end
