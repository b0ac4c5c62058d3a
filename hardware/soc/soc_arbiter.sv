// SPDX-License-Identifier: Apache-2.0

// Two masters on one port of a bus: the core and the traffic generator.
//
// Turns alternate: when both want one, it goes to the master that did not have the last. The core's
// turn is one transfer, until it is granted; the generator's is a burst. So the core waits for one
// burst at most, and the generator for one transfer. While the generator wants nothing the core's
// signals pass as if the arbiter were not there.
module soc_arbiter (
  input  logic clk_i,        // Clock
  input  logic rst_ni,       // Asynchronous reset, active low

  // The core
  input  logic core_req_i,     // Request, held until granted
  output logic core_gnt_o,     // Request accepted in this cycle
  output logic core_rvalid_o,  // The answer in this cycle is the core's

  // The traffic generator
  input  logic traffic_req_i,   // Request, held until granted, and on to the end of the burst
  input  logic traffic_last_i,  // It is the burst's last transfer
  output logic traffic_gnt_o,   // Request accepted in this cycle

  // The bus; a transfer is answered one cycle after its grant
  output logic req_o,          // Request, held until granted
  output logic traffic_o,      // It is the generator's: whose address and data are to be shown
  input  logic gnt_i           // Request accepted in this cycle
);

  logic core_holds_q;     // The core's transfer is not granted yet
  logic traffic_holds_q;  // The generator's burst has not ended yet
  logic core_last_q;      // The core had the last turn

  assign traffic_o = traffic_req_i
                   & (traffic_holds_q | (~core_holds_q & (~core_req_i | core_last_q)));

  assign req_o         = traffic_o | core_req_i;
  assign core_gnt_o    = gnt_i & core_req_i & ~traffic_o;
  assign traffic_gnt_o = gnt_i & traffic_o;

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      core_holds_q    <= 1'b0;
      traffic_holds_q <= 1'b0;
      core_last_q     <= 1'b0;
      core_rvalid_o   <= 1'b0;
    end else begin
      core_holds_q    <= core_req_i & ~traffic_o & ~gnt_i;
      traffic_holds_q <= traffic_o & ~(gnt_i & traffic_last_i);
      if (gnt_i) core_last_q <= ~traffic_o;
      core_rvalid_o   <= core_gnt_o;
    end
  end

endmodule
