// SPDX-License-Identifier: Apache-2.0
//
// One timer per task, and the list of delayed tasks in the order of blocking. The paper's timers
// count down; these keep the tick at which the delay is over, in RAM, and compare it with one that
// comes. For each tick the list is gone through, one task a cycle that `step_i` grants, for NTasks
// cycles whatever is in it. Who is due is taken out in the same cycle (`take_i`), or queued in the list's
// order: a time-out that is reported, and all behind it.
//
// What leaves the list, or gets another delay, stays in the queue: who takes it from there looks
// whether it is due still.
//
// A step of the visible tick (ADJUST) is none of its ticks: what it jumps onto is not due.
module isochron_hybrid_timers
  import isochron_hybrid_pkg::*;
#(
  parameter int unsigned NTasks = 32,  // Timers, a power of two; area grows with them
  localparam int unsigned TaskWidth = $clog2(NTasks)
) (
  input  logic                  clk_i,        // Clock
  input  logic                  rst_ni,       // Asynchronous reset, active low

  // A task is looked at
  input  logic                  capture_i,    // The neighbours of `node_i` are kept for `unlink_i`
  input  logic [TaskWidth-1:0]  node_i,       // The task that is looked at
  output logic                  due_o,        // Its deadline is the last tick looked for
  input  logic                  take_i,       // It leaves the list

  // `task_i` is the one that was captured
  input  logic [TaskWidth-1:0]  task_i,       // The task whose timer changes
  input  logic                  set_i,        // Its deadline is set
  input  logic [TicksWidth-1:0] deadline_i,   // That deadline, a tick
  input  logic                  append_i,     // The task enters the list
  input  logic                  unlink_i,     // The task leaves the list

  // Ticks
  input  logic                  tick_i,       // The tasks are looked for that are due, from the
                                              // first one on; the queue is empty then, or nobody
                                              // was taken from it
  input  logic [TicksWidth-1:0] now_i,        // The tick at which they are due
  input  logic                  step_i,       // The search for them goes on, by `next_o`
  output logic                  searching_o,  // They are being looked for
  output logic                  waiting_o,    // There are some in the queue
  output logic [TaskWidth-1:0]  next_o,       // The next one to look at: of the list in a search, else
                                              // the first of the queue
  output logic                  there_o,      // There is one
  input  logic                  pop_i         // The queue's first one leaves it
);

  typedef logic [TaskWidth-1:0] node_t;

  // -- Deadlines, and the list ------------------------------------------------------------------
  logic                  occupied_q, is_head, is_tail, leaves;
  node_t                 head_q, tail_q, next_q, previous_q, next, previous, walk_q;
  node_t                 leaver, follows, precedes;  // who leaves the list, and its neighbours
  logic [TicksWidth-1:0] deadline, tick_q;

  isochron_ram_distributed #(.Width(TicksWidth), .Depth(NTasks)) u_deadlines (
    .clk_i,
    .write_i(set_i), .waddr_i(task_i), .wdata_i(deadline_i),
    .raddr_i(node_i), .rdata_o(deadline)
  );

  // Of the first there is none before, and of the last none after.
  isochron_ram_distributed #(.Width(TaskWidth), .Depth(NTasks)) u_next (
    .clk_i,
    .write_i(append_i | (leaves & ~is_head)),
    .waddr_i(append_i ? tail_q : precedes), .wdata_i(append_i ? task_i : follows),
    .raddr_i(node_i), .rdata_o(next)
  );

  isochron_ram_distributed #(.Width(TaskWidth), .Depth(NTasks)) u_previous (
    .clk_i,
    .write_i(append_i | (leaves & ~is_tail)),
    .waddr_i(append_i ? task_i : follows), .wdata_i(append_i ? tail_q : precedes),
    .raddr_i(node_i), .rdata_o(previous)
  );

  assign due_o   = deadline == tick_q;
  assign leaves  = unlink_i | take_i;
  assign leaver  = take_i ? node_i : task_i;
  assign follows   = take_i ? next : next_q;
  assign precedes  = take_i ? previous : previous_q;
  assign is_head = leaver == head_q;
  assign is_tail = leaver == tail_q;

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni)       occupied_q <= 1'b0;
    else if (append_i) occupied_q <= 1'b1;
    else if (leaves)   occupied_q <= ~(is_head & is_tail);
  end

  always_ff @(posedge clk_i) begin
    if (append_i && !occupied_q) head_q <= task_i;
    if (leaves && is_head)       head_q <= follows;
    if (append_i)                tail_q <= task_i;
    if (leaves && is_tail)       tail_q <= precedes;
    if (capture_i) begin
      next_q     <= next;
      previous_q <= previous;
    end
  end

  // -- Those due --------------------------------------------------------------------------------
  logic               searching_q, walks_q, push;
  node_t              first;        // of the queue
  node_t              left_q;       // cycles after this one
  logic [TaskWidth:0] put_q, get_q;

  isochron_ram_distributed #(.Width(TaskWidth), .Depth(NTasks)) u_due (
    .clk_i,
    .write_i(push), .waddr_i(put_q[TaskWidth-1:0]), .wdata_i(walk_q),
    .raddr_i(get_q[TaskWidth-1:0]), .rdata_o(first)
  );

  assign push = step_i & walks_q & due_o & ~take_i;

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      searching_q <= 1'b0;
      put_q       <= '0;
      get_q       <= '0;
    end else if (tick_i) begin
      searching_q <= 1'b1;
      put_q       <= '0;
      get_q       <= '0;
    end else begin
      if (step_i && left_q == '0) searching_q <= 1'b0;
      put_q <= put_q + (TaskWidth + 1)'(push);
      get_q <= get_q + (TaskWidth + 1)'(pop_i);
    end
  end

  always_ff @(posedge clk_i) begin
    if (tick_i) begin
      tick_q  <= now_i;
      left_q  <= '1;
      walk_q  <= head_q;
      walks_q <= occupied_q;
    end else if (step_i) begin
      left_q <= left_q - 1'b1;
      walk_q <= next;
      if (walk_q == tail_q) walks_q <= 1'b0;
    end else if (unlink_i && task_i == walk_q) begin
      walk_q <= next_q;
      if (is_tail) walks_q <= 1'b0;
    end
  end

  assign searching_o = searching_q;
  assign waiting_o   = put_q != get_q;
  assign next_o      = searching_q ? walk_q : first;
  assign there_o     = searching_q ? walks_q : waiting_o;

endmodule
