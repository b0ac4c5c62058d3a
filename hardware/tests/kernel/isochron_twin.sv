// SPDX-License-Identifier: Apache-2.0

// Beside a hardware kernel the same one, mapped to an FPGA's cells (mapped.py), which sees the same
// inputs: its outputs must be the same in every cycle. Those that only contexts use are not compared,
// and what a load gives only once a task runs.
module isochron_twin #(
  parameter int unsigned NTasks = 32,  // As isochron's, like all others
  parameter int unsigned NLines = 8,
  localparam int unsigned TaskWidth = $clog2(NTasks)
) (
  input logic                 clk_i,             // As isochron's, like all others
  input logic                 rst_ni,
  input logic                 req_i,
  input logic                 we_i,
  input logic [19:0]          addr_i,
  input logic [31:0]          wdata_i,
  input logic                 gnt_i,
  input logic [31:0]          rdata_i,
  input logic [NLines-1:0]    lines_i,
  input logic                 switch_request_i,
  input logic                 more_due_i,
  input logic                 again_i,
  input logic                 becomes_again_i,
  input logic                 switch_i,
  input logic [TaskWidth-1:0] current_id_i,
  input logic [10:0]          trace_i
);

  logic                 gnt, switch_request, more_due, again, becomes_again, other, next_valid;
  logic                 switched;
  logic [31:0]          rdata;
  logic [TaskWidth-1:0] next_id, current_id;
  logic [10:0]          trace;

  isochron_mapped u_mapped (
    .clk_i, .rst_ni, .req_i, .we_i, .addr_i, .wdata_i, .gnt_o(gnt), .rdata_o(rdata), .lines_i,
    .switch_request_o(switch_request), .more_due_o(more_due), .again_o(again),
    .becomes_again_o(becomes_again), .other_o(other), .next_valid_o(next_valid),
    .next_id_o(next_id), .current_id_o(current_id), .switch_o(switched), .trace_o(trace)
  );

  // what a load gives is defined once a task runs
  logic runs_q;

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni)       runs_q <= 1'b0;
    else if (switch_i) runs_q <= 1'b1;
  end

  always @(posedge clk_i) begin
    if (rst_ni) begin
      if ({gnt, switch_request, more_due, again, becomes_again, switched, current_id, trace} !=
          {gnt_i, switch_request_i, more_due_i, again_i, becomes_again_i, switch_i, current_id_i,
           trace_i})
        $fatal(1, "the mapped kernel differs");
      if (runs_q & gnt_i & ~we_i & rdata != rdata_i)
        $fatal(1, "a load of %h gives %h, of the mapped kernel %h", addr_i, rdata_i, rdata);
    end
  end

  logic unused;
  assign unused = ^{other, next_valid, next_id};

endmodule

bind isochron isochron_twin #(.NTasks(NTasks), .NLines(NLines)) u_twin (
  .clk_i, .rst_ni, .req_i, .we_i, .addr_i, .wdata_i, .lines_i, .gnt_i(gnt_o), .rdata_i(rdata_o),
  .switch_request_i(switch_request_o), .more_due_i(more_due_o), .again_i(again_o),
  .becomes_again_i(becomes_again_o), .switch_i(switch_o), .current_id_i(current_id_o),
  .trace_i(trace_o)
);
