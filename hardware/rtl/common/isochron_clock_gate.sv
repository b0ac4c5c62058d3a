// SPDX-License-Identifier: Apache-2.0
//
// Stops a clock. A latch that is open while the clock is low keeps the gate from cutting a pulse;
// on an ASIC the library's clock-gating cell takes its place.
module isochron_clock_gate #(
  parameter bit Gated = 1'b0  // With 0 the clock never stops, and the gate costs nothing
) (
  input  logic clk_i,  // The clock that never stops
  input  logic run_i,  // The next rising edge passes; settled before that edge
  output logic clk_o   // The clock that stops
);

  if (Gated) begin : gen_gate
    logic run_q;

    always_latch begin
      if (!clk_i) run_q = run_i;
    end

    assign clk_o = clk_i & run_q;
  end else begin : gen_wire
    logic unused_run;

    assign unused_run = run_i;
    assign clk_o      = clk_i;
  end

endmodule
