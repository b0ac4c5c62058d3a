// SPDX-License-Identifier: Apache-2.0

// Two masters on one port of a bus: the core and the traffic generator. Whose turn a cycle is was
// known in the cycle before, so no request decides its own grant.
//
// It is the core's turn but for the generator's bursts, and between two of these there is a turn of the
// core's. So the core waits for one burst at most, and the generator for one transfer of the core's. A
// burst that gives way ends its turn with a transfer in whose cycle the core asks, and goes on in the next.
// Where a device may take longer than one cycle, the generator's turn lasts until its last transfer is
// answered.

`ifndef ISOCHRON_ASSERTIONS
`include "../rtl/common/isochron_assertions.svh"
`endif

module soc_arbiter (
  input  logic clk_i,              // Clock
  input  logic rst_ni,             // Asynchronous reset, active low

  // The traffic generator
  input  logic traffic_begins_i,   // A burst begins in the next cycle
  input  logic traffic_req_i,      // Request, held to the end of the burst
  input  logic traffic_last_i,     // It is the last transfer of its turn
  input  logic traffic_slow_i,     // Its device may take longer than one cycle
  output logic traffic_gnt_o,      // Request accepted in this cycle
  output logic traffic_o,          // The cycle is the generator's; else it is the core's

  input  logic free_i              // The bus can take a request in this cycle
);

  logic turn_q;   // The generator has its turn
  logic ended_q;  // The last transfer of its turn is to be answered
  logic last;

  assign traffic_o     = turn_q;
  assign traffic_gnt_o = turn_q & ~ended_q & traffic_req_i & free_i;
  assign last          = traffic_gnt_o & traffic_last_i;

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      turn_q  <= 1'b0;
      ended_q <= 1'b0;
    end else begin
      if (turn_q) turn_q <= ~((last & ~traffic_slow_i) | (ended_q & free_i));
      else        turn_q <= traffic_begins_i | traffic_req_i;
      ended_q <= (last & traffic_slow_i) | (ended_q & ~free_i);
    end
  end

  `ISOCHRON_ASSERT(ABurstEndsInItsTurn, turn_q | ~ended_q)
  `ISOCHRON_ASSERT_NEXT(RequestIsHeld, traffic_req_i & ~traffic_gnt_o, traffic_req_i)
  `ISOCHRON_ASSERT_NEXT(TheCoreHasATurnBetween, last & ~traffic_slow_i, ~traffic_o)

endmodule
