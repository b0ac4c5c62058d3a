// SPDX-License-Identifier: Apache-2.0
//
// Included by isochron_hybrid_lines; proven by induction (proofs.toml beside it).
//
// It is of one line and one task, whichever they are. Beside them runs a model of what was asked of
// this line and of this task; nothing that is asked of others changes it.
//
// A line *releases* a task when that is looked at and due: then the sequencer makes it ready.
//
// Assumed of the sequencer: who is looked at is the event's waiter, and nobody begins to wait in that
// cycle; a task that is released leaves its line in the next one, in which no other waits; LINE names a
// line that is there, and its task waits only if it has found the line not risen, since the line
// released one last.

// -- The model ------------------------------------------------------------------------------------
typedef logic [TaskWidth-1:0] task_t;

(* keep *) line_t any_line_q;    // of what is asserted
(* keep *) task_t any_task_q;

logic       reset_q = 1'b0;      // there was a reset
logic [2:0] sampled_q;           // the line one, two and three cycles ago
logic       risen_since_q;       // it has risen since LINE took that
logic       awaited_since_q;     // a task began to wait for it since one was looked at for it
task_t      last_task_q;         // the last one that did
logic       clear_q;             // it was not risen at some time since it released a task
logic       fresh_q;             // it has risen since it released a task
logic       written_q;           // the task has waited or left since the reset
logic       waiting_q;           // the task waits
line_t      for_q;               // ... for this line

logic rises, takes, waits, looks, releases;

assign rises    = sampled_q[1] & ~sampled_q[2];
assign takes    = forget_i & line_i == any_line_q;
assign waits    = wait_i & line_i == any_line_q;
assign looks    = look_i & first == any_line_q;
assign releases = looks & due_o;

always_ff @(posedge clk_i) begin
  any_line_q <= any_line_q;
  any_task_q <= any_task_q;
  reset_q    <= 1'b1;
  if (!reset_q) begin
    {sampled_q, risen_since_q, awaited_since_q, clear_q, fresh_q, written_q} <= '0;
  end else begin
    sampled_q       <= {sampled_q[1:0], lines_i[any_line_q]};
    risen_since_q   <= (risen_since_q & ~takes) | rises;
    awaited_since_q <= (awaited_since_q & ~looks) | waits;
    clear_q         <= (clear_q & ~releases) | ~risen_since_q;
    fresh_q         <= (fresh_q & ~releases) | rises;
    if (waits) last_task_q <= task_i;
    if ((wait_i || leave_i) && task_i == any_task_q) begin
      written_q <= 1'b1;
      waiting_q <= wait_i;
      for_q     <= line_i;
    end
  end
end

// -- Assumptions ----------------------------------------------------------------------------------
logic  released_q = 1'b0;
task_t released_task_q;

always_ff @(posedge clk_i) begin
  released_q      <= reset_q & look_i & due_o;
  released_task_q <= node_i;
end

always_comb begin
  assume (rst_ni == reset_q);
  assume (32'(any_line_q) < NLines);
  if (!reset_q)           assume (~(wait_i | leave_i | look_i | forget_i));
  if (wait_i || forget_i) assume (32'(line_i) < NLines);
  if (look_i)             assume (event_o & node_i == waiter_o & ~wait_i);
  if (released_q)         assume (leave_i & ~wait_i & ~look_i & task_i == released_task_q);
  if (waits)              assume (clear_q | ~risen_since_q);
end

// -- What holds -----------------------------------------------------------------------------------
always_comb begin
  if (reset_q) begin
    // What LINE is told: each rise until it is taken, and that once.
    if (line_i == any_line_q) assert (risen_o == risen_since_q);
    // A rise that a task waits for is an event until it is looked at, the lowest line first, ...
    if (risen_since_q & awaited_since_q) assert (event_o & first <= any_line_q);
    // ... nothing else is one, and it is the last task's that began to wait.
    if (event_o & first == any_line_q) begin
      assert (risen_since_q & awaited_since_q & waiter_o == last_task_q);
    end
    // Who is released waits for this line and no other; who has left is not released.
    if (node_i == any_task_q & written_q) begin
      assert (waits_o == waiting_q);
      assert (due_o == (waiting_q & for_q == first));
    end
    // A rise releases one task, once.
    if (releases) assert (fresh_q);
  end
end

// What that rests on: the registers are the model's.
always_comb begin
  if (reset_q) begin
    assert ({last_q[any_line_q], sync_q[any_line_q], meta_q[any_line_q]} == sampled_q);
    assert (risen_q[any_line_q] == risen_since_q);
    assert (awaited_q[any_line_q] == awaited_since_q);
    if (awaited_since_q) assert (u_waiters.memory_q[any_line_q] == last_task_q);
    if (written_q) begin
      assert (u_tasks.memory_q[any_task_q][LineWidth] == waiting_q);
      assert (u_tasks.memory_q[any_task_q][LineWidth-1:0] == for_q);
    end
    assert (~(clear_q & risen_since_q) | fresh_q);
    assert (~awaited_since_q | clear_q | ~risen_since_q);
  end
end

// -- What is not shut out by the assumptions ------------------------------------------------------
logic again_q = 1'b0;  // the line has released a task

always_ff @(posedge clk_i) again_q <= again_q | (reset_q & releases);

always_comb begin
  if (reset_q) begin
    cover (releases & again_q);                  // twice
    cover (releases & any_line_q != '0 & ready[0] == 1'b0 & risen_q[0]);
    cover (looks & ~due_o & waits_o);            // its waiter waits for another line by now
    cover (takes & rises);                       // a rise while the one before is taken
    cover (waits & risen_since_q);               // it rises between LINE's look and its wait
  end
end
