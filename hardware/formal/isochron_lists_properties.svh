// SPDX-License-Identifier: Apache-2.0
//
// Included by isochron_lists; proven by induction (hardware/formal/proofs.toml).
//
// The links refine FreeRTOS's lists: beside them runs a model that keeps, for each task, the list
// that it is in and its place there, counted from the marker, and for each ready list the place of
// the cursor, 0 at the marker. What vListInsertEnd, uxListRemove and listGET_OWNER_OF_NEXT_ENTRY
// do to a list is one line each here. All links, cursors and ready bits are the model's, and so is
// the selection: the task after the cursor of the highest list that has one.
//
// Assumed of the sequencer: nothing but the initialisation before its end, then none; a commit or a
// dispatch only while not busy, never both, a dispatch only of a valid selection; no capture during
// an insertion; a commit unlinks the task whose links were captured while not busy, after which
// there was no other commit, and names its list as it is; it links what is in no list, or leaves one
// in the same commit.
localparam int unsigned NLists = NPriorities + 2;  // list L has the marker NTasks + L
localparam int unsigned ListWidth = $clog2(NLists);
localparam int unsigned PlaceWidth = $clog2(NTasks + 1);
localparam logic [ListWidth-1:0] DelayedList = ListWidth'(NPriorities);
localparam logic [ListWidth-1:0] DueList     = ListWidth'(NPriorities + 1);

typedef logic [ListWidth-1:0]  list_t;
typedef logic [PlaceWidth-1:0] place_t;

function automatic list_t list_of(link_e link, priority_t level);
  unique case (link)
    LinkDelayed: return DelayedList;
    LinkDue:     return DueList;
    default:     return list_t'(level);
  endcase
endfunction

// -------------------------------------------------------------------------------------------------
// The model
// -------------------------------------------------------------------------------------------------
logic   [NTasks-1:0]      linked_q;
list_t  [NTasks-1:0]      list_q;
place_t [NTasks-1:0]      place_q;
place_t [NPriorities-1:0] cursor_place_q;

place_t [NLists-1:0]      count;   // tasks in the list
node_t  [NNodes-1:0]      following;   // the node after each one, by their places
node_t  [NNodes-1:0]      preceding;
list_t                    insert_list;
place_t                   insert_place;
logic                     any_ready;
priority_t                highest;
logic   [TaskWidth-1:0]   chosen;  // the task after the cursor of the highest list

always_comb begin
  for (int unsigned l = 0; l < NLists; l++) begin
    count[l] = '0;
    for (int unsigned t = 0; t < NTasks; t++) begin
      count[l] = count[l] + place_t'(linked_q[t] && list_q[t] == list_t'(l));
    end
  end
end

always_comb begin
  for (int unsigned n = 0; n < NNodes; n++) begin
    following[n]  = node_t'(n);
    preceding[n] = node_t'(n);
  end
  for (int unsigned t = 0; t < NTasks; t++) begin
    if (linked_q[t]) begin
      following[t]  = node_t'(NTasks) + node_t'(list_q[t]);
      preceding[t] = node_t'(NTasks) + node_t'(list_q[t]);
      if (place_q[t] == place_t'(1))      following[node_t'(NTasks) + node_t'(list_q[t])]  = node_t'(t);
      if (place_q[t] == count[list_q[t]]) preceding[node_t'(NTasks) + node_t'(list_q[t])] = node_t'(t);
      for (int unsigned u = 0; u < NTasks; u++) begin
        if (linked_q[u] && list_q[u] == list_q[t]) begin
          if (place_q[u] == place_q[t] + 1'b1) following[t]  = node_t'(u);
          if (place_q[u] + 1'b1 == place_q[t]) preceding[t] = node_t'(u);
        end
      end
    end
  end
end

always_comb begin
  any_ready = 1'b0;
  highest   = '0;
  for (int unsigned p = 0; p < NPriorities; p++) begin
    if (count[p] != '0) begin
      any_ready = 1'b1;
      highest   = priority_t'(p);
    end
  end
  chosen = '0;
  for (int unsigned t = 0; t < NTasks; t++) begin
    if (linked_q[t] && list_q[t] == list_t'(highest)
        && place_q[t] == (cursor_place_q[highest] == count[list_t'(highest)]
                          ? place_t'(1) : cursor_place_q[highest] + 1'b1)) begin
      chosen = TaskWidth'(t);
    end
  end
end

assign insert_list  = list_of(insert_link_q, insert_priority_q);
assign insert_place = insert_link_q == LinkReady && cursor_place_q[insert_priority_q] != '0
                    ? cursor_place_q[insert_priority_q] : count[insert_list] + 1'b1;

logic  initialised_q = 1'b0;
node_t init_count_q  = '0;
logic  reset_q       = 1'b0;  // there was a reset

always_ff @(posedge clk_i) begin
  reset_q <= 1'b1;
  if (reset_q && !initialised_q) begin
    init_count_q   <= init_count_q + 1'b1;
    initialised_q  <= init_count_q == node_t'(NNodes - 1);
    linked_q       <= '0;
    cursor_place_q <= '0;
  end else if (reset_q) begin
    if (commit_i & unlink_i) begin
      linked_q[task_i] <= 1'b0;
      for (int unsigned t = 0; t < NTasks; t++) begin
        if (list_q[t] == list_q[task_i] && place_q[t] > place_q[task_i]) begin
          place_q[t] <= place_q[t] - 1'b1;
        end
      end
      if (unlink_ready_i && cursor_place_q[unlink_priority_i] >= place_q[task_i]) begin
        cursor_place_q[unlink_priority_i] <= cursor_place_q[unlink_priority_i] - 1'b1;
      end
    end
    if (insert_q[3]) begin
      for (int unsigned t = 0; t < NTasks; t++) begin
        if (list_q[t] == insert_list && place_q[t] >= insert_place) begin
          place_q[t] <= place_q[t] + 1'b1;
        end
      end
      linked_q[insert_node_q[TaskWidth-1:0]] <= 1'b1;
      list_q[insert_node_q[TaskWidth-1:0]]   <= insert_list;
      place_q[insert_node_q[TaskWidth-1:0]]  <= insert_place;
      if (insert_link_q == LinkReady && cursor_place_q[insert_priority_q] != '0) begin
        cursor_place_q[insert_priority_q] <= cursor_place_q[insert_priority_q] + 1'b1;
      end
    end
    if (dispatch_i) cursor_place_q[highest] <= place_q[chosen];
  end
end

// The links that the next commit will use are those of this node.
logic  captured_q = 1'b0;
node_t captured_node_q;

always_ff @(posedge clk_i) begin
  if (capture_i) begin
    captured_q      <= initialised_q & ~busy_o & ~commit_i & int'(node_i) < NNodes;
    captured_node_q <= node_i;
  end else if (commit_i) begin
    captured_q <= 1'b0;
  end
end

// -------------------------------------------------------------------------------------------------
// Assumptions
// -------------------------------------------------------------------------------------------------
always_comb begin
  assume (rst_ni == reset_q);
  assume (init_i == (reset_q & ~initialised_q));
  if (init_i) assume (init_node_i == init_count_q);
  if (!initialised_q | busy_o) assume (~commit_i & ~dispatch_i);
  assume (~(commit_i & dispatch_i));
  if (insert_q != '0) assume (~capture_i);
  if (dispatch_i) assume (selection_valid_q & any_ready);
  if (commit_i) begin
    if (unlink_i) begin
      assume (captured_q & captured_node_q == node_t'(task_i) & linked_q[task_i]);
      assume (unlink_ready_i == (int'(list_q[task_i]) < NPriorities));
      assume (~unlink_ready_i | list_q[task_i] == list_t'(unlink_priority_i));
    end
    if (link_i != LinkNone) assume (unlink_i | ~linked_q[task_i]);
  end
end

// -------------------------------------------------------------------------------------------------
// What holds
// -------------------------------------------------------------------------------------------------
logic inserting;  // a ready task is on its way into its list
assign inserting = |insert_q && insert_link_q == LinkReady;

always_comb begin
  if (!reset_q) assert (init_count_q == '0 & ~initialised_q & ~captured_q);
  if (reset_q && !initialised_q) begin
    assert (init_count_q < node_t'(NNodes));
    assert (insert_q == '0 & select_q == '0 & ~selection_valid_q & ~captured_q);
    assert (u_ready.ready_q == '0);
  end
  if (initialised_q) begin
    assert (reset_q);
    assert ($onehot0(insert_q) & $onehot0(select_q));
    assert (~inserting | select_q == insert_q);
    assert (insert_q == '0 | select_q == '0 | select_q == insert_q);
    assert (~selection_valid_q | (select_q == '0 & ~inserting));
    if (|insert_q) begin
      assert (insert_link_q != LinkNone);
      assert (insert_node_q < node_t'(NTasks));
      assert (~linked_q[insert_node_q[TaskWidth-1:0]]);
      assert (~captured_q);
    end
    if (captured_q) begin
      assert (int'(captured_node_q) < NNodes);
      assert (captured_next_q == u_next.memory_q[captured_node_q]);
      assert (previous_q == u_previous.memory_q[captured_node_q]);
    end
    if (insert_q[2] | insert_q[3]) begin
      assert (after_q == (insert_link_q == LinkReady ? u_cursor.memory_q[insert_priority_q]
                          : insert_link_q == LinkDue ? DueMarker : DelayedMarker));
      assert (previous_q == preceding[after_q]);
    end
    if (select_q[2] | select_q[3]) begin
      assert (selection_priority_q == top);
      assert (select_cursor == u_cursor.memory_q[top]);
    end
    if (select_q[3]) assert (select_next_q == following[select_cursor]);
    if (selection_valid_q && any_ready) begin
      assert (selection_priority_q == highest);
      assert (selection_o == chosen);
    end
  end
end

for (genvar n = 0; n < int'(NNodes); n++) begin : gen_nodes
  always_comb begin
    if (reset_q && !initialised_q && node_t'(n) < init_count_q) begin
      assert (u_next.memory_q[n] == node_t'(n) & u_previous.memory_q[n] == node_t'(n));
    end
    if (initialised_q) begin
      assert (u_next.memory_q[n]
              == (insert_q[3] && previous_q == node_t'(n) ? insert_node_q : following[n])
              || n < NTasks && !linked_q[n]);
      assert (u_previous.memory_q[n]
              == (insert_q[3] && after_q == node_t'(n) ? insert_node_q : preceding[n])
              || n < NTasks && !linked_q[n]);
    end
  end
end

for (genvar p = 0; p < int'(NPriorities); p++) begin : gen_priorities
  always_comb begin
    if (reset_q && !initialised_q && node_t'(NTasks + p) < init_count_q) begin
      assert (u_cursor.memory_q[p] == node_t'(NTasks + p) & cursor_place_q[p] == '0);
      assert (u_select_cursor.memory_q[p] == u_cursor.memory_q[p]);
    end
    if (initialised_q) begin
      assert (cursor_place_q[p] <= count[p]);
      assert (u_select_cursor.memory_q[p] == u_cursor.memory_q[p]);
      assert (u_ready.ready_q[p / 8][p % 8]
              == (count[p] != '0 || inserting && insert_priority_q == priority_t'(p)));
      if (cursor_place_q[p] == '0) assert (u_cursor.memory_q[p] == node_t'(NTasks + p));
    end
  end
end

for (genvar p = int'(NPriorities); p < 8 * int'((NPriorities + 7) / 8); p++) begin : gen_no_priority
  always_comb if (reset_q) assert (~u_ready.ready_q[p / 8][p % 8]);
end

for (genvar t = 0; t < int'(NTasks); t++) begin : gen_tasks
  always_comb begin
    if (reset_q && !initialised_q && init_count_q != '0) assert (~linked_q[t]);
    if (initialised_q && linked_q[t]) begin
      assert (int'(list_q[t]) < NLists);
      assert (place_q[t] != '0 & place_q[t] <= count[list_q[t]]);
      for (int unsigned u = 0; u < t; u++) begin
        assert (~linked_q[u] | list_q[u] != list_q[t] | place_q[u] != place_q[t]);
      end
      if (int'(list_q[t]) < NPriorities && cursor_place_q[priority_t'(list_q[t])] == place_q[t]) begin
        assert (u_cursor.memory_q[priority_t'(list_q[t])] == node_t'(t));
      end
    end
  end
end
