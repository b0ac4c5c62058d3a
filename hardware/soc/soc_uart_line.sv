// SPDX-License-Identifier: Apache-2.0

// Characters to bits on a serial line, and bits to characters: one start bit, eight bits, the lowest
// first, one stop bit. A bit lasts 16 * divisor cycles, at least 16.
//
// Transmitting takes ten bits, as long as soc_uart is busy: it hands over no character before. A
// character whose stop bit is missing is dropped, and so is a start bit that is shorter than half a bit.
module soc_uart_line (
  input  logic        clk_i,       // Clock
  input  logic        rst_ni,      // Asynchronous reset, active low
  input  logic [15:0] divisor_i,   // Divisor; 0 counts as 1

  // Characters: ports of soc_uart
  input  logic        tx_valid_i,  // A character is to leave
  input  logic [ 7:0] tx_data_i,   // The character
  output logic        tx_busy_o,   // One leaves: another one would cut it off
  output logic        rx_valid_o,  // A character has arrived
  output logic [ 7:0] rx_data_o,   // The character

  // Line, 1 at rest
  input  logic        rx_i,        // To us, asynchronous
  output logic        tx_o         // From us
);

  localparam int unsigned CycleWidth = 20;  // Of the cycles of a bit
  localparam int unsigned Bits       = 10;  // Of a character

  logic [CycleWidth-1:0] bit_cycles;

  assign bit_cycles = divisor_i == '0 ? CycleWidth'(16) : {divisor_i, 4'd0};

  // -- From us -----------------------------------------------------------------------------------

  logic [      Bits-1:0] tx_bits_q;    // What is still to leave, then ones
  logic [           3:0] tx_left_q;    // Bits, the present one included
  logic [CycleWidth-1:0] tx_cycles_q;  // Of the present bit, without this one

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      tx_bits_q   <= '1;
      tx_left_q   <= '0;
      tx_cycles_q <= '0;
    end else if (tx_valid_i) begin
      tx_bits_q   <= {1'b1, tx_data_i, 1'b0};
      tx_left_q   <= 4'(Bits);
      tx_cycles_q <= bit_cycles - 1'b1;
    end else if (tx_busy_o) begin
      if (tx_cycles_q == '0) begin
        tx_bits_q   <= {1'b1, tx_bits_q[Bits-1:1]};
        tx_left_q   <= tx_left_q - 1'b1;
        tx_cycles_q <= bit_cycles - 1'b1;
      end else begin
        tx_cycles_q <= tx_cycles_q - 1'b1;
      end
    end
  end

  assign tx_o      = tx_bits_q[0];
  assign tx_busy_o = tx_left_q != '0;

  // -- To us -------------------------------------------------------------------------------------

  logic [           2:0] rx_q;         // Two registers against metastability, and the bit before
  logic [           8:0] rx_bits_q;    // The character, and before it the start bit
  logic [           3:0] rx_left_q;    // Bits to come, start and stop bit included
  logic [CycleWidth-1:0] rx_cycles_q;  // To the middle of the next one
  logic                  rx_now;       // It is there

  assign rx_now = rx_left_q != '0 && rx_cycles_q == '0;

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      rx_q        <= '1;
      rx_bits_q   <= '0;
      rx_left_q   <= '0;
      rx_cycles_q <= '0;
    end else begin
      rx_q <= {rx_q[1:0], rx_i};
      if (rx_left_q == '0) begin
        rx_cycles_q <= bit_cycles >> 1;
        if (rx_q[2] & ~rx_q[1]) rx_left_q <= 4'(Bits);
      end else if (rx_now) begin
        rx_cycles_q <= bit_cycles - 1'b1;
        rx_bits_q   <= {rx_q[1], rx_bits_q[8:1]};
        rx_left_q   <= rx_left_q == 4'(Bits) && rx_q[1] ? '0 : rx_left_q - 1'b1;
      end else begin
        rx_cycles_q <= rx_cycles_q - 1'b1;
      end
    end
  end

  // In the middle of the stop bit.
  assign rx_valid_o = rx_now && rx_left_q == 4'd1 && rx_q[1];
  assign rx_data_o  = rx_bits_q[8:1];

endmodule
