// SPDX-License-Identifier: Apache-2.0
//
// Interrupt lines that need no interrupt service routine: a rising edge of a bound line gives an
// object, notifies a task, or sets bits of an event group. Lines are asynchronous; the lowest
// pending one is served first, but one for an event group not during a walk; edges that come
// before the last one was served count as one. Area grows with NLines.
module isochron_lines
  import isochron_registers_pkg::*;
#(
  parameter int unsigned NLines = 8,
  parameter int unsigned NTasks = 32,
  parameter int unsigned NObjects = 64,
  parameter bit          EventGroups = 1'b1,
  localparam int unsigned LineWidth = NLines > 1 ? $clog2(NLines) : 1
) (
  input  logic                 clk_i,       // never stops
  input  logic                 clk_gated_i, // may stop while no line rises
  input  logic                 rst_ni,

  input  logic [NLines-1:0]    lines_i,     // asynchronous, edges at least two cycles apart

  // registers
  input  logic                 write_i,     // bind or release a line
  input  logic [LineWidth-1:0] line_i,
  input  logic                 enable_i,
  input  logic                 to_task_i,
  input  logic                 to_group_i,
  input  logic [7:0]           id_i,
  input  logic                 write_bits_i,  // of `line_i`, to set in an event group
  input  logic [23:0]          bits_i,
  output logic                 enable_o,    // of `line_i`; the others are 0 unless it is bound
  output logic                 to_task_o,
  output logic                 to_group_o,
  output logic [7:0]           id_o,
  output logic [23:0]          bits_o,

  output logic                 edge_o,      // a bound line rises: an event with the next clock edge

  // to the sequencer
  input  logic                 walk_i,      // over an event group's waiters: no other one is set
  output logic                 event_o,
  output logic [LineWidth-1:0] event_line_o,
  output logic                 event_to_task_o,
  output logic                 event_to_group_o,
  output logic [7:0]           event_id_o,
  output logic [23:0]          event_bits_o,
  output result_e              event_error_o,   // there is no such task or object; ResultFail: none
  input  logic                 served_i,
  input  logic [LineWidth-1:0] served_line_i
);

  logic [NLines-1:0] meta_q, sync_q, last_q, edges, enable_q, pending_q, ready;
  logic [NLines-1:0] selected, served, released;  // one bit: the line that is written, served
  logic [1:0][8:0]   binding;

  assign edges    = sync_q & ~last_q & enable_q;
  assign selected = NLines'(write_i) << line_i;
  assign served   = NLines'(served_i) << served_line_i;
  assign released = enable_i ? '0 : selected;

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      meta_q <= '0;
      sync_q <= '0;
      last_q <= '0;
    end else begin
      meta_q <= lines_i;
      sync_q <= meta_q;
      last_q <= sync_q;
    end
  end

  always_ff @(posedge clk_gated_i or negedge rst_ni) begin
    if (!rst_ni) begin
      enable_q  <= '0;
      pending_q <= '0;
    end else begin
      enable_q  <= (enable_q | selected) & ~released;
      pending_q <= ((pending_q & ~served) | edges) & ~released;
    end
  end

  isochron_ram_distributed #(.Width(9), .Depth(NLines > 1 ? NLines : 2), .ReadPorts(2)) u_binding (
    .clk_i(clk_gated_i),
    .write_i, .waddr_i(line_i), .wdata_i({to_task_i, id_i}),
    .raddr_i({event_line_o, line_i}), .rdata_o(binding)
  );

  assign edge_o            = |edges;
  assign enable_o          = enable_q[line_i];
  assign {to_task_o, id_o} = enable_o ? binding[0] : '0;

  always_comb begin
    event_line_o = '0;
    if (event_o) begin
      for (int i = int'(NLines) - 1; i >= 0; i--) begin
        if (ready[i]) event_line_o = LineWidth'(i);
      end
    end
  end

  always_comb begin
    event_error_o = ResultFail;
    if (event_to_task_o) begin
      if (32'(event_id_o) >= NTasks) event_error_o = ResultErrorTask;
    end else begin
      if (32'(event_id_o) >= NObjects) event_error_o = ResultErrorObject;
    end
  end

  // ---------------------------------------------------------------------------------------------
  // Event groups
  // ---------------------------------------------------------------------------------------------
  if (EventGroups) begin : gen_groups
    logic [NLines-1:0] group_q;
    logic [1:0][23:0]  bits;

    always_ff @(posedge clk_gated_i or negedge rst_ni) begin
      if (!rst_ni)      group_q <= '0;
      else if (write_i) group_q <= group_q & ~selected | (to_group_i & ~to_task_i ? selected : '0);
    end

    isochron_ram_distributed #(.Width(24), .Depth(NLines > 1 ? NLines : 2), .ReadPorts(2)) u_bits (
      .clk_i(clk_gated_i),
      .write_i(write_bits_i), .waddr_i(line_i), .wdata_i(bits_i),
      .raddr_i({event_line_o, line_i}), .rdata_o(bits)
    );

    assign ready            = pending_q & ~(group_q & {NLines{walk_i}});
    assign to_group_o       = enable_o & group_q[line_i];
    assign event_to_group_o = group_q[event_line_o];
    assign {event_bits_o, bits_o} = bits;
  end else begin : gen_no_groups
    logic unused_groups;

    assign unused_groups    = ^{walk_i, to_group_i, write_bits_i, bits_i};
    assign ready            = pending_q;
    assign to_group_o       = 1'b0;
    assign event_to_group_o = 1'b0;
    assign event_bits_o     = '0;
    assign bits_o           = '0;
  end

  assign event_o                       = |ready;
  assign {event_to_task_o, event_id_o} = binding[1];

endmodule
