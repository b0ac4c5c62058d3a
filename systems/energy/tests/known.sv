// SPDX-License-Identifier: Apache-2.0

// A design whose activity is known: it prints a line in cycle 10 and in cycle 74, and ends then.
module known #(
  parameter bit Toggling = 0,  // A flip-flop more, which changes in each cycle
  parameter bit Enabled  = 0,  // One more, which changes where its enable is high: half of the cycles
  parameter bit Gated    = 0   // The first is on a clock that a gate stops in half of the cycles
) (
  input  logic        clk_i,        // Clock
  input  logic        rst_ni,       // Asynchronous reset, active low
  output logic        tx_valid_o,   // A line ends in this cycle
  output logic [ 7:0] tx_data_o,    // Its end
  output logic        exit_o,       // The end
  output logic [31:0] exit_code_o,  // Success
  output logic        toggling_o,   // The flip-flop that changes in each cycle
  output logic        enabled_o     // The one with an enable
);

  logic [6:0] count_q;

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) count_q <= '0;
    else count_q <= count_q + 1'b1;
  end

  assign tx_valid_o  = count_q[5:0] == 6'd10;
  assign tx_data_o   = 8'd10;
  assign exit_o      = count_q == 7'd80;
  assign exit_code_o = '0;

  if (Toggling) begin : gen_toggling
    logic clk;

    if (Gated) begin : gen_gated
      isochron_clock_gate #(.Gated(1'b1)) u_gate (.clk_i, .run_i(count_q[0]), .clk_o(clk));
    end else begin : gen_ungated
      assign clk = clk_i;
    end

    always_ff @(posedge clk or negedge rst_ni) begin
      if (!rst_ni) toggling_o <= 1'b1;
      else toggling_o <= ~toggling_o;
    end
  end else begin : gen_still
    assign toggling_o = 1'b0;
  end

  if (Enabled) begin : gen_enabled
    always_ff @(posedge clk_i or negedge rst_ni) begin
      if (!rst_ni) enabled_o <= 1'b1;
      else if (count_q[0]) enabled_o <= ~enabled_o;
    end
  end else begin : gen_disabled
    assign enabled_o = 1'b0;
  end

endmodule
