// SPDX-License-Identifier: Apache-2.0
//
// Interrupt lines that need no interrupt service routine: a rising edge of a bound line gives an
// object, notifies a task, or sets bits of an event group. Lines are asynchronous; the lowest
// pending one is served first, but one for an event group not during a walk; edges that come
// before the last one was served count as one. Area grows with NLines.

`ifndef ISOCHRON_ASSERTIONS
`include "../common/isochron_assertions.svh"
`endif

module isochron_lines
  import isochron_pkg::*;
  import isochron_bus_pkg::*;
  import isochron_registers_pkg::*;
#(
  parameter int unsigned NLines      = 8,     // Interrupt lines, 1 to 32; area grows with them
  parameter int unsigned NTasks      = 32,    // Tasks, idle included
  parameter int unsigned NObjects    = 64,    // Objects
  parameter bit          EventGroups = 1'b1,  // There are event groups, so that a line can set
                                              // bits; that costs area for each line
  localparam int unsigned LineWidth = NLines > 1 ? $clog2(NLines) : 1
) (
  input  logic                 clk_i,             // The clock that never stops
  input  logic                 clk_gated_i,       // The clock that may stop while no line rises
  input  logic                 rst_ni,            // Asynchronous reset, active low

  input  logic [NLines-1:0]    lines_i,           // The lines, asynchronous; edges of one are at
                                                  // least two cycles apart

  // Registers
  input  touched_t             touched_i,         // Whether LINE or LINE_BITS is stored, and of which line
  output binding_t             binding_o,         // To what that line is bound; all 0 but the bits unless
                                                  // it is

  output logic                 edge_o,            // A bound line rises: there is an event from the
                                                  // next clock edge on

  // To the sequencer
  input  logic                 walk_i,            // An event group's waiters are looked at: no
                                                  // other group's bits are set
  output line_event_t          event_o,           // The line that waits to be served
  input  served_t              served_i           // The line that is served
);

  logic [NLines-1:0] meta_q, sync_q, last_q, edges, enable_q, pending_q, ready;
  logic [NLines-1:0] selected, served, released;  // one bit: the line that is written, served
  logic [1:0][8:0]   binding;
  logic              bound, to_task, first_to_task;
  logic [7:0]        first_id;
  logic                 write;
  logic [LineWidth-1:0] line, first;  // that of the registers; of those that are ready

  assign write    = touched_i.line;
  assign line     = touched_i.which[LineWidth-1:0];
  assign edges    = sync_q & ~last_q & enable_q;
  assign selected = write ? NLines'(1) << line : '0;
  assign served   = NLines'(served_i.valid) << served_i.line;
  assign released = touched_i.data[RegLineEnableLsb] ? '0 : selected;
  assign to_task  = touched_i.data[RegLineToTaskLsb];

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
      if (write) enable_q <= (enable_q | selected) & ~released;
      if (edge_o || served_i.valid || write) pending_q <= ((pending_q & ~served) | edges) & ~released;
    end
  end

  isochron_ram_distributed #(.Width(9), .Depth(NLines > 1 ? NLines : 2), .ReadPorts(2)) u_binding (
    .clk_i(clk_gated_i),
    .write_i(write), .waddr_i(line), .wdata_i({to_task, touched_i.data[RegLineIdLsb+:8]}),
    .raddr_i({first, line}), .rdata_o(binding)
  );

  assign edge_o   = |edges;

  assign bound                             = enable_q[line];
  assign binding_o.bound                   = bound;
  assign {binding_o.to_task, binding_o.id} = bound ? binding[0] : '0;
  assign {first_to_task, first_id}         = binding[1];
  assign event_o.binding.bound             = 1'b1;
  assign event_o.binding.to_task           = first_to_task;
  assign event_o.binding.id                = first_id;

  always_comb begin
    first = '0;
    for (int i = int'(NLines) - 1; i >= 0; i--) begin
      if (ready[i]) first = LineWidth'(i);
    end
  end

  always_comb begin
    event_o.error = ResultFail;
    if (first_to_task) begin
      if (32'(first_id) >= NTasks) event_o.error = ResultErrorTask;
    end else begin
      if (32'(first_id) >= NObjects) event_o.error = ResultErrorObject;
    end
  end

  // -- Event groups -----------------------------------------------------------------------------
  if (EventGroups) begin : gen_groups
    logic [NLines-1:0] group_q;
    logic [1:0][23:0]  bits;
    logic              to_group;

    assign to_group = touched_i.data[RegLineToGroupLsb];

    always_ff @(posedge clk_gated_i or negedge rst_ni) begin
      if (!rst_ni)      group_q <= '0;
      else if (write) group_q <= group_q & ~selected | (to_group & ~to_task ? selected : '0);
    end

    isochron_ram_distributed #(.Width(24), .Depth(NLines > 1 ? NLines : 2), .ReadPorts(2)) u_bits (
      .clk_i(clk_gated_i),
      .write_i(touched_i.line_bits), .waddr_i(line), .wdata_i(touched_i.data[23:0]),
      .raddr_i({first, line}), .rdata_o(bits)
    );

    assign ready            = pending_q & ~(group_q & {NLines{walk_i}});
    assign binding_o.to_group       = bound & group_q[line];
    assign event_o.binding.to_group = group_q[first];
    assign {event_o.binding.bits, binding_o.bits} = bits;
  end else begin : gen_no_groups
    logic unused_groups;

    assign unused_groups = walk_i;
    assign ready         = pending_q;

    assign {binding_o.to_group, event_o.binding.to_group} = '0;
    assign {binding_o.bits, event_o.binding.bits}         = '0;
  end

  assign event_o.valid = |ready;
  assign event_o.line  = 5'(first);

  logic unused;
  assign unused = ^touched_i;

  `ISOCHRON_ASSERT(OnlyAPendingLineIsServed, (served & ~pending_q) == '0)

endmodule
