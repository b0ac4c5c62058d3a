// SPDX-License-Identifier: Apache-2.0
//
// Keeps a design's pins out of the figures of synthesis: its inputs come from a shift register,
// its outputs are registered and leave through another one. One lookup table for each output and
// a few for the counter, and a flip-flop for each input and two for each output, are in the figures.
module pins #(
  parameter int unsigned Inputs  = 1,  // Bits
  parameter int unsigned Outputs = 1   // Bits
) (
  input  logic               clk_i,     // Clock
  input  logic               rst_ni,    // Asynchronous reset, active low
  input  logic               serial_i,  // All inputs, one bit after the other
  output logic               serial_o,  // All outputs, one bit after the other

  output logic [Inputs-1:0]  inputs_o,  // To the design
  input  logic [Outputs-1:0] outputs_i  // Of the design
);

  localparam int unsigned CountWidth = $clog2(Outputs);

  logic [Inputs-1:0]     inputs_q;
  logic [Outputs-1:0]    outputs_q, shift_q;
  logic [CountWidth-1:0] count_q;

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      inputs_q  <= '0;
      outputs_q <= '0;
      shift_q   <= '0;
      count_q   <= '0;
    end else begin
      inputs_q  <= {inputs_q[Inputs-2:0], serial_i};
      outputs_q <= outputs_i;
      shift_q   <= count_q == '0 ? outputs_q : shift_q >> 1;
      count_q   <= count_q + 1'b1;
    end
  end

  assign inputs_o = inputs_q;
  assign serial_o = shift_q[0];

endmodule
