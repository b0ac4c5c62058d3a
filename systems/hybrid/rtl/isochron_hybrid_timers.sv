// SPDX-License-Identifier: Apache-2.0
//
// One timer per task, and the list of delayed tasks in the order of blocking. The paper's timers
// count down; these keep the tick at which the delay is over, in RAM, and compare it with one that
// comes. For each tick the list is gone through, one task a cycle that `step_i` grants, for NTasks
// cycles whatever is in it; those due are queued in its order.
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
  input  logic                  step_i,       // The search for them goes on
  output logic                  searching_o,  // They are being looked for
  output logic                  waiting_o,    // There are some in the queue
  output logic [TaskWidth-1:0]  first_o,      // The first of them
  input  logic                  pop_i         // It is taken
);

  typedef logic [TaskWidth-1:0] node_t;

  // ---------------------------------------------------------------------------------------------
  // Deadlines, and the list
  // ---------------------------------------------------------------------------------------------
  logic                  occupied_q, is_head, is_tail;
  node_t                 head_q, tail_q, next_q, previous_q, next, previous, walk_q, raddr;
  logic [TicksWidth-1:0] deadline, tick_q;

  isochron_ram_distributed #(.Width(TicksWidth), .Depth(NTasks)) u_deadlines (
    .clk_i,
    .write_i(set_i), .waddr_i(task_i), .wdata_i(deadline_i),
    .raddr_i(raddr), .rdata_o(deadline)
  );

  // Of the first there is none before, and of the last none after.
  isochron_ram_distributed #(.Width(TaskWidth), .Depth(NTasks)) u_next (
    .clk_i,
    .write_i(append_i | (unlink_i & ~is_head)),
    .waddr_i(append_i ? tail_q : previous_q), .wdata_i(append_i ? task_i : next_q),
    .raddr_i(raddr), .rdata_o(next)
  );

  isochron_ram_distributed #(.Width(TaskWidth), .Depth(NTasks)) u_previous (
    .clk_i,
    .write_i(append_i | (unlink_i & ~is_tail)),
    .waddr_i(append_i ? task_i : next_q), .wdata_i(append_i ? tail_q : previous_q),
    .raddr_i(node_i), .rdata_o(previous)
  );

  assign raddr   = capture_i ? node_i : walk_q;
  assign due_o   = deadline == tick_q;
  assign is_head = task_i == head_q;
  assign is_tail = task_i == tail_q;

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni)       occupied_q <= 1'b0;
    else if (append_i) occupied_q <= 1'b1;
    else if (unlink_i) occupied_q <= ~(is_head & is_tail);
  end

  always_ff @(posedge clk_i) begin
    if (append_i && !occupied_q) head_q <= task_i;
    if (unlink_i && is_head)     head_q <= next_q;
    if (append_i)                tail_q <= task_i;
    if (unlink_i && is_tail)     tail_q <= previous_q;
    if (capture_i) begin
      next_q     <= next;
      previous_q <= previous;
    end
  end

  // ---------------------------------------------------------------------------------------------
  // Those due
  // ---------------------------------------------------------------------------------------------
  logic               searching_q, walks_q, push;
  node_t              left_q;       // cycles after this one
  logic [TaskWidth:0] put_q, get_q;

  isochron_ram_distributed #(.Width(TaskWidth), .Depth(NTasks)) u_due (
    .clk_i,
    .write_i(push), .waddr_i(put_q[TaskWidth-1:0]), .wdata_i(walk_q),
    .raddr_i(get_q[TaskWidth-1:0]), .rdata_o(first_o)
  );

  assign push = searching_q & step_i & walks_q & due_o;

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

endmodule
