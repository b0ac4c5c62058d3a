// SPDX-License-Identifier: Apache-2.0
//
// Included by isochron_lists; proven by induction (hardware/formal/proofs.toml).
//
// The links refine FreeRTOS's lists: beside them runs a model that keeps, for each task, the list
// that it is in (isochron_lists_contract), and of one list, whichever it is, the number of its tasks,
// the place of each, counted from the marker, and the place of the cursor, 0 at the marker. What
// vListInsertEnd, uxListRemove and listGET_OWNER_OF_NEXT_ENTRY do to a list is one line each here. All
// links, cursors and ready bits are the model's, and so is the selection: the task after the cursor of
// the highest list that has one.
//
// What holds of every node, or pair of them, is asserted of one, whichever it is. Beside that, the
// step of the induction may use it of the nodes that `matters` names, those that a change touches:
// `known_q` is assumed, and is what the same functions said of them in the cycle before. In the
// first cycle in which an assertion failed, of whatever nodes, it would have held of all in the
// cycle before, so nothing is assumed away. The work grows with the nodes that matter, not with all.
//
// Assumed is what isochron_lists_contract asks of the sequencer, and that a dispatch comes only while
// some task is ready; what it answers is proven.
localparam int unsigned NLists = NPriorities + 2;
localparam int unsigned ListWidth = $clog2(NLists);
localparam int unsigned PlaceWidth = $clog2(NTasks + 1);

typedef logic [ListWidth-1:0]  list_t;
typedef logic [PlaceWidth-1:0] place_t;

function automatic node_t marker_of_list(list_t list);
  return node_t'(NTasks) + node_t'(list);
endfunction

// -- The model ------------------------------------------------------------------------------------
(* keep *) list_t any_list_q;      // the list
(* keep *) node_t any_node_q;      // of what is asserted
(* keep *) node_t other_node_q;

logic      is_ready;               // it is that of a priority
priority_t any_priority;           // ... this
assign is_ready     = 32'(any_list_q) < NPriorities;
assign any_priority = priority_t'(any_list_q);

place_t [NTasks-1:0] place_q;      // of the list's tasks
place_t              count_q;
place_t              cursor_place_q;

// of isochron_lists_contract
logic                reset, initialised, named, captured;
node_t               init_count, captured_node;
logic   [NTasks-1:0] linked;
list_t  [NTasks-1:0] lists;
list_t               insert_list;

assign reset         = u_contract.reset;
assign initialised   = u_contract.initialised;
assign named         = u_contract.named;
assign init_count    = u_contract.init_count;
assign linked        = u_contract.linked_q;
assign lists         = u_contract.list_q;
assign captured      = u_contract.captured_q;
assign captured_node = u_contract.captured_node_q;
assign insert_list   = u_contract.entered;

place_t insert_place, chosen_place;

assign insert_place = cursor_place_q != '0 ? cursor_place_q : count_q + 1'b1;
assign chosen_place = cursor_place_q == count_q ? place_t'(1) : cursor_place_q + 1'b1;

place_t counted;  // the list's tasks

always_comb begin
  counted = '0;
  for (int unsigned t = 0; t < NTasks; t++) begin
    counted = counted + place_t'(linked[t] && lists[t] == any_list_q);
  end
end

always_ff @(posedge clk_i) begin
  any_list_q   <= any_list_q;
  any_node_q   <= any_node_q;
  other_node_q <= other_node_q;
  if (init_i.active) begin
    count_q        <= '0;
    cursor_place_q <= '0;
  end else begin
    if (listed_i.commit & listed_i.unlink && lists[subject] == any_list_q) begin
      count_q <= count_q - 1'b1;
      for (int unsigned t = 0; t < NTasks; t++) begin
        if (place_q[t] > place_q[subject]) place_q[t] <= place_q[t] - 1'b1;
      end
      if (cursor_place_q >= place_q[subject]) cursor_place_q <= cursor_place_q - 1'b1;
    end
    if (insert_q[3] && insert_list == any_list_q) begin
      count_q <= count_q + 1'b1;
      for (int unsigned t = 0; t < NTasks; t++) begin
        if (place_q[t] >= insert_place) place_q[t] <= place_q[t] + 1'b1;
      end
      place_q[insert_node_q[TaskWidth-1:0]] <= insert_place;
      if (cursor_place_q != '0) cursor_place_q <= cursor_place_q + 1'b1;
    end
    if (dispatch_i && list_t'(selection_priority_q) == any_list_q) cursor_place_q <= chosen_place;
  end
end

// -- Assumptions ----------------------------------------------------------------------------------
logic any_ready;
assign any_ready = u_ready.ready_q != '0;

always_comb begin
  assume (rst_ni == reset);
  assume (u_contract.ordered & u_contract.exists & u_contract.fits);
  if (dispatch_i) assume (any_ready & Cursors);
end

// -- What holds of every node ---------------------------------------------------------------------
typedef struct packed {
  node_t  node;
  logic   in;     // a marker, or linked
  list_t  list;
  place_t place;  // if the list is the one that has places
} spot_t;

typedef struct packed {
  spot_t own, next, previous;
} view_t;

function automatic spot_t spot(node_t node);
  if (32'(node) >= NNodes) return '{node: node, default: '0};
  if (32'(node) >= NTasks) begin
    return '{node: node, in: 1'b1, list: list_t'(node - node_t'(NTasks)), place: '0};
  end
  return '{node: node, in: linked[node[TaskWidth-1:0]], list: lists[node[TaskWidth-1:0]],
           place: place_q[node[TaskWidth-1:0]]};
endfunction

// The neighbours are those without the task that is half linked.
function automatic view_t view(node_t node);
  return '{
    own:      spot(node),
    next:     spot(insert_q[3] && previous_q == node ? after_q : u_next.memory_q[node]),
    previous: spot(insert_q[3] && after_q == node ? previous_q : u_previous.memory_q[node])
  };
endfunction

// After its initialisation a node is linked to itself.
function automatic logic single(view_t one);
  return 32'(one.own.node) >= NNodes | (one.own.node >= init_count & ~named)
       | (one.next.node == one.own.node & one.previous.node == one.own.node);
endfunction

// A node's links lead to nodes of its list ...
function automatic logic stays(view_t one);
  return ~one.own.in
       | (32'(one.own.list) < NLists & one.next.in & one.next.list == one.own.list
          & one.previous.in & one.previous.list == one.own.list);
endfunction

// ... to the next place
function automatic logic ascends(view_t one);
  return ~one.own.in | one.own.list != any_list_q
       | one.next.place == (one.own.place == count_q ? '0 : one.own.place + 1'b1);
endfunction

// ... and the one before.
function automatic logic descends(view_t one);
  return ~one.own.in | one.own.list != any_list_q
       | one.previous.place == (one.own.place == '0 ? count_q : one.own.place - 1'b1);
endfunction

// Only the marker has no place.
function automatic logic placed(spot_t one);
  return ~one.in | one.list != any_list_q
       | (one.place <= count_q & (one.place == '0) == (32'(one.node) >= NTasks));
endfunction

// One node is followed by the other if and only if that is preceded by it.
function automatic logic joined(view_t one, view_t other);
  return ~one.own.in | ~other.own.in
       | (one.next.node == other.own.node) == (other.previous.node == one.own.node);
endfunction

// Two nodes are not in one place.
function automatic logic apart(spot_t one, spot_t other);
  return one.node == other.node | ~one.in | ~other.in | one.list != any_list_q
       | other.list != any_list_q | one.place != other.place;
endfunction

// A ready list's cursor is in it, at its place, in both copies. Without cursors it would be the marker.
function automatic logic cursor_fits(list_t list);
  spot_t cursor;

  cursor = spot(u_cursor.memory_q[priority_t'(list)]);
  return 32'(list) >= NPriorities
       | (cursor.in & cursor.list == list & (list != any_list_q | cursor.place == cursor_place_q)
          & cursor.node == u_select_cursor.memory_q[priority_t'(list)]
          & (Cursors | cursor.node == marker_of_list(list)));
endfunction

// The selection is of its list: asserted if that is the one that has places.
spot_t selected;
logic  selection_fits;

assign selected       = spot(node_t'(selection_q));
assign selection_fits = ~selection_valid_q | ~any_ready
                      | (selected.in & 32'(selection_q) < NTasks
                         & selected.list == list_t'(selection_priority_q));

localparam int unsigned NMatters = 10;
view_t                any_view, other_view, after_view, select_view;
view_t [NMatters-1:0] matters;
logic                 known, known_q = 1'b1;

assign any_view    = view(any_node_q);
assign other_view  = view(other_node_q);
assign after_view  = view(after_q);
assign select_view = view(select_cursor);
assign matters     = {
  any_view, other_view, after_view, select_view, view(node_t'(subject)), view(captured_next_q),
  view(previous_q), view(position), view(select_next_q),
  view(u_cursor.memory_q[any_priority])
};

always_comb begin
  known = selection_fits & cursor_fits(insert_list) & cursor_fits(list_t'(top));
  for (int unsigned i = 0; i < NMatters; i++) begin
    known &= stays(matters[i]) & ascends(matters[i]) & descends(matters[i])
           & placed(matters[i].own) & placed(matters[i].next) & placed(matters[i].previous);
    for (int unsigned j = 0; j < NMatters; j++) begin
      known &= joined(matters[i], matters[j]) & apart(matters[i].own, matters[j].own)
             & apart(matters[i].next, matters[j].own) & apart(matters[i].previous, matters[j].own);
    end
  end
end

always_ff @(posedge clk_i) known_q <= known | ~initialised;

always_comb assume (known_q);

// -- What holds -----------------------------------------------------------------------------------
logic inserting;  // a ready task is on its way into its list

assign inserting = |insert_q && insert_link_q == LinkReady;

always_comb begin
  if (!reset) assert (init_count == '0 & ~named & ~u_contract.ended & ~captured & known_q);
  if (reset & init_i.active) begin
    assert (insert_q == '0 & select_q == '0 & ~selection_valid_q & ~captured);
    assert (u_ready.ready_q == '0);
    if (named | init_count != '0) assert (linked == '0 & count_q == '0 & cursor_place_q == '0);
    assert (single(any_view) & single(other_view));
    if (is_ready && (named || marker_of_list(any_list_q) < init_count)) begin
      assert (u_cursor.memory_q[any_priority] == marker_of_list(any_list_q));
      assert (u_select_cursor.memory_q[any_priority] == marker_of_list(any_list_q));
    end
  end
  if (initialised) begin
    assert (count_q == counted);
    assert (Cursors | cursor_place_q == '0);
    assert (stays(any_view));
    assert (ascends(any_view));
    assert (descends(any_view));
    assert (placed(any_view.own));
    assert (apart(any_view.own, other_view.own));
    assert (joined(any_view, other_view));
    assert (cursor_fits(any_list_q));
    assert ($onehot0(insert_q) & $onehot0(select_q));
    assert (~inserting | select_q == insert_q);
    assert (insert_q == '0 | select_q == '0 | select_q == insert_q
            | (~inserting & select_q < insert_q));
    assert (~selection_valid_q | (select_q == '0 & ~inserting));
    if (|insert_q) begin
      assert (insert_link_q != LinkNone);
      assert (insert_node_q < node_t'(NTasks));
      assert (~linked[insert_node_q[TaskWidth-1:0]]);
      assert (~captured);
    end
    if (captured) begin
      assert (int'(captured_node) < NNodes);
      assert (captured_next_q == u_next.memory_q[captured_node]);
      assert (previous_q == u_previous.memory_q[captured_node]);
    end
    // what others take for granted
    if (node_i == any_node_q & ~busy_o) assert (u_contract.follows);
    if (captured_node == any_node_q & any_view.own.list == any_list_q) assert (u_contract.precedes);
    if (insert_q[2] | insert_q[3]) begin
      assert (after_q == (insert_link_q == LinkReady ? u_cursor.memory_q[insert_priority_q]
                          : insert_link_q == LinkDue ? DueMarker : DelayedMarker));
      assert (previous_q == after_view.previous.node);
    end
    if (insert_q[3]) begin
      assert (u_next.memory_q[previous_q] == insert_node_q);
      assert (u_previous.memory_q[after_q] == insert_node_q);
    end
    assert (|select_q | selection_valid_q | ~any_ready);
    if (select_q[2] | select_q[3] | selection_valid_q) assert (selection_priority_q == top);
    if (select_q[2] | select_q[3]) assert (select_cursor == u_cursor.memory_q[top]);
    if (select_q[3]) assert (select_next_q == select_view.next.node);
    if (is_ready) begin
      assert (u_ready.ready_q[any_priority / 8][any_priority % 8]
              == (count_q != '0 || inserting && insert_priority_q == any_priority));
    end else begin
      assert (cursor_place_q == '0);
    end
    if (is_ready & selection_valid_q & any_ready) begin
      // no task is in a higher list
      assert (count_q == '0 | selection_priority_q >= any_priority);
      if (selection_priority_q == any_priority) begin
        assert (selection_fits & selected.place == chosen_place);
      end
    end
  end
end

for (genvar p = int'(NPriorities); p < 8 * int'((NPriorities + 7) / 8); p++) begin : gen_no_priority
  always_comb if (reset) assert (~u_ready.ready_q[p / 8][p % 8]);
end
