// SPDX-License-Identifier: Apache-2.0
//
// Interrupt lines that tasks wait for: an interrupt is a task, which a line makes ready by its priority.
// A line that rises is kept until LINE takes that, and further rises until then count as one.
//
// For each line there is the task that waits for it, and for each task the line. A task may stop to
// wait otherwise: by a time-out, or since it is suspended or deleted. Then the line's half is out of
// date until the line rises, and the sequencer looks for nothing.
module isochron_hybrid_lines #(
  parameter int unsigned NLines = 8,   // Interrupt lines, 1 to 32; area grows with them
  parameter int unsigned NTasks = 32,  // Tasks, a power of two, 2 to 128
  localparam int unsigned TaskWidth = $clog2(NTasks),
  localparam int unsigned LineWidth = NLines > 1 ? $clog2(NLines) : 1
) (
  input  logic                 clk_i,     // Clock
  input  logic                 rst_ni,    // Asynchronous reset, active low

  input  logic [NLines-1:0]    lines_i,   // The lines, asynchronous; rising edges of one are at least
                                          // two cycles apart

  // LINE
  input  logic [LineWidth-1:0] line_i,    // The line that it names
  output logic                 risen_o,   // That has risen
  input  logic                 forget_i,  // Pulse: that is taken
  input  logic                 wait_i,    // Pulse: `task_i` waits for it, instead of another one

  // Tasks
  input  logic [TaskWidth-1:0] task_i,    // The task concerned
  input  logic                 leave_i,   // Pulse: it waits for no line
  input  logic [TaskWidth-1:0] node_i,    // The task that is looked at
  output logic                 waits_o,   // It waits for a line

  // To the sequencer
  output logic                 event_o,   // A line has risen that a task waited for; the lowest one is
                                          // first
  output logic [TaskWidth-1:0] waiter_o,  // That task
  output logic                 due_o,     // `node_i` is this task, and it waits for that line still
  input  logic                 look_i     // Pulse: it is looked at; once for each event
);

  typedef logic [LineWidth-1:0] line_t;

  logic [NLines-1:0] meta_q, sync_q, last_q;  // the lines, and as they were
  logic [NLines-1:0] risen_q, awaited_q;
  logic [NLines-1:0] ready, taken, awaited, looked;
  line_t             first, its_line;

  assign ready   = risen_q & awaited_q;
  assign taken   = NLines'(forget_i) << line_i;
  assign awaited = NLines'(wait_i) << line_i;
  assign looked  = NLines'(look_i) << first;

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      meta_q    <= '0;
      sync_q    <= '0;
      last_q    <= '0;
      risen_q   <= '0;
      awaited_q <= '0;
    end else begin
      meta_q    <= lines_i;
      sync_q    <= meta_q;
      last_q    <= sync_q;
      risen_q   <= (risen_q & ~taken) | (sync_q & ~last_q);
      awaited_q <= (awaited_q & ~looked) | awaited;
    end
  end

  always_comb begin
    first = '0;
    for (int i = int'(NLines) - 1; i >= 0; i--) begin
      if (ready[i]) first = line_t'(i);
    end
  end

  isochron_ram_distributed #(.Width(TaskWidth), .Depth(2 ** LineWidth)) u_waiters (
    .clk_i,
    .write_i(wait_i), .waddr_i(line_i), .wdata_i(task_i),
    .raddr_i(first), .rdata_o(waiter_o)
  );

  isochron_ram_distributed #(.Width(1 + LineWidth), .Depth(NTasks)) u_tasks (
    .clk_i,
    .write_i(wait_i | leave_i), .waddr_i(task_i), .wdata_i({wait_i, line_i}),
    .raddr_i(node_i), .rdata_o({waits_o, its_line})
  );

  assign risen_o = risen_q[line_i];
  assign event_o = |ready;
  assign due_o   = waits_o & its_line == first;

`ifdef FORMAL
  `include "isochron_hybrid_lines_properties.svh"
`endif

endmodule
