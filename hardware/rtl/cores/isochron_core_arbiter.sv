// SPDX-License-Identifier: Apache-2.0
//
// Whose request is served next: in turn. Behind the one that was served last come all others that
// ask before it does again, so a request sees at most NRequesters - 1 others served.
//
// The grant is in the cycle of the request. Area grows with NRequesters, delay with their logarithm.

`ifndef ISOCHRON_ASSERTIONS
`include "../common/isochron_assertions.svh"
`endif

module isochron_core_arbiter #(
  parameter int unsigned NRequesters = 3  // Who asks; area grows with them
) (
  input  logic                   clk_i,      // Clock
  input  logic                   rst_ni,     // Asynchronous reset, active low

  input  logic [NRequesters-1:0] request_i,  // Requests, held until they are granted
  input  logic                   free_i,     // One can be served
  output logic [NRequesters-1:0] grant_o     // It is this one, one bit; none if nobody asks
);

  logic [NRequesters-1:0] later_q;  // who comes in this round yet
  logic [NRequesters-1:0] later, round, chosen;

  assign later   = request_i & later_q;
  assign round   = later != '0 ? later : request_i;
  assign chosen  = round & (~round + 1'b1);
  assign grant_o = free_i ? chosen : '0;

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni)             later_q <= '0;
    else if (grant_o != '0)  later_q <= ~(chosen | (chosen - 1'b1));
  end

  `ISOCHRON_ASSERT(OneAtATime, $onehot0(grant_o))

endmodule
