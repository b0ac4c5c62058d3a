// SPDX-License-Identifier: Apache-2.0

// A button's pin as a level without bounces: it changes when the pin has been the other way for
// 2^`Width` cycles, some 3 ms at 20 MHz.
module board_button #(
  parameter int unsigned Width = 16  // Bits of the counter of cycles
) (
  input  logic clk_i,     // Clock
  input  logic rst_ni,    // Asynchronous reset, active low
  input  logic pin_i,     // The pin, 1 when pressed, asynchronous
  output logic pressed_o  // The button is pressed
);

  logic [      1:0] pin_q;
  logic [Width-1:0] count_q;

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      pin_q     <= '0;
      count_q   <= '0;
      pressed_o <= 1'b0;
    end else begin
      pin_q   <= {pin_q[0], pin_i};
      count_q <= pin_q[1] == pressed_o ? '0 : count_q + 1'b1;
      if (count_q == '1) pressed_o <= pin_q[1];
    end
  end

endmodule
