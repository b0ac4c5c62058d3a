// SPDX-License-Identifier: Apache-2.0

// The debug module's system bus access beside the traffic generator: both are the second master of the
// data bus, one after the other. A transfer of the debug module's begins between two bursts, and is to
// soc_arbiter a burst of one.
module soc_debug_turns
  import soc_pkg::*;
(
  input  logic        clk_i,             // Clock
  input  logic        rst_ni,            // Asynchronous reset, active low

  // The traffic generator, as soc_arbiter's ports
  input  logic        traffic_begins_i,  // A burst begins in the next cycle
  input  logic        traffic_req_i,     // Request, held to the end of the burst
  input  logic        traffic_last_i,    // It is the burst's last transfer
  input  logic        traffic_slow_i,    // Its device may take longer than one cycle
  input  logic [31:0] traffic_addr_i,    // Byte address
  output logic        traffic_gnt_o,     // Request accepted in this cycle

  // The debug module
  input  logic        debug_req_i,       // Request, held until granted
  input  logic [31:0] debug_addr_i,      // Byte address
  output logic        debug_gnt_o,       // Request accepted in this cycle
  output logic        debug_rvalid_o,    // Answer

  // The second master, to soc_arbiter
  output logic        begins_o,          // As the traffic generator's
  output logic        req_o,
  output logic        last_o,
  output logic        slow_o,
  output logic [31:0] addr_o,
  input  logic        gnt_i,
  input  logic        rvalid_i,          // Answer to the second master
  output logic        debug_o            // It is the debug module
);

  logic debug_q;  // From before the request to the answer

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni)              debug_q <= 1'b0;
    else if (debug_q)         debug_q <= ~rvalid_i;
    else                      debug_q <= debug_req_i & ~traffic_begins_i & ~traffic_req_i;
  end

  assign debug_o        = debug_q;
  assign begins_o       = ~debug_q & traffic_begins_i;
  assign req_o          = debug_q ? debug_req_i : traffic_req_i;
  assign last_o         = debug_q | traffic_last_i;
  assign slow_o         = debug_q ? debug_addr_i[SlowBit] : traffic_slow_i;
  assign addr_o         = debug_q ? debug_addr_i : traffic_addr_i;
  assign traffic_gnt_o  = ~debug_q & gnt_i;
  assign debug_gnt_o    = debug_q & gnt_i;
  assign debug_rvalid_o = debug_q & rvalid_i;

endmodule
