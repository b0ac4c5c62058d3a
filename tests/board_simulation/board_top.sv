// SPDX-License-Identifier: Apache-2.0

// A board's top that is placed in seconds and has every kind of cell that a board's has: lookup tables,
// registers, a carry chain, memory in lookup tables and in blocks, multipliers, pins, a clock from a PLL.
// It mixes what comes of them; LED 0 stays dark.
module board_top #(
  parameter int unsigned FeedbackDivider = 24,     // As ecp5_pll's
  parameter int unsigned ClockDivider    = 25,     // As ecp5_pll's
  parameter int unsigned NumLeds         = 8,      // LEDs
  parameter int unsigned NumHigh         = 1,      // Pins that are always high
  parameter int unsigned NumButtons      = 1,      // Buttons
  parameter int unsigned RamBytes        = 65536   // Bytes of the block RAM
) (
  input  logic                       clk_i,      // The board's oscillator
  input  logic                       uart_rx_i,  // Serial line to the board
  output logic                       uart_tx_o,  // Serial line from the board: a bit of the mixture
  input  logic [NumButtons-1:0]      inputs_i,   // Buttons
  output logic [NumLeds+NumHigh-1:0] outputs_o   // LEDs, and above them the pins that are high
);

  localparam int unsigned Words        = RamBytes / 4;
  localparam int unsigned AddressWidth = $clog2(Words);

  logic clk, locked;

  ecp5_pll #(
    .FeedbackDivider (FeedbackDivider), .ClockDivider (ClockDivider)
  ) u_pll (
    .clk_i, .clk_o (clk), .locked_o (locked)
  );

  logic [AddressWidth-1:0] count_q = '0;
  logic                    load_q  = 1'b0;   // A word was loaded by the data port
  logic [31:0]             mixed_q = 32'd1;
  logic [31:0]             fetched, loaded, small_word, product;

  soc_ram #(.NumWords (Words), .InitFile ("ram.hex")) u_ram (
    .clk_i         (clk),
    .instr_req_i   (1'b1),
    .instr_addr_i  ({~count_q[AddressWidth-1], count_q[AddressWidth-2:0]}),
    .instr_rdata_o (fetched),
    .data_req_i    (1'b1),
    .data_we_i     (mixed_q[0]),
    .data_addr_i   (count_q),
    .data_be_i     (mixed_q[4:1]),
    .data_wdata_i  (product),
    .data_rdata_o  (loaded)
  );

  isochron_ram_distributed #(.Width (32), .Depth (32)) u_small (
    .clk_i   (clk),
    .write_i (mixed_q[5] | count_q < 32),
    .waddr_i (mixed_q[5] ? mixed_q[10:6] : count_q[4:0]),
    .wdata_i (fetched),
    .raddr_i (mixed_q[15:11]),
    .rdata_o (small_word)
  );

  assign product = mixed_q * (fetched | 32'd1);

  always_ff @(posedge clk or negedge locked) begin
    if (!locked) begin
      count_q <= '0;
      load_q  <= 1'b0;
      mixed_q <= 32'd1;
    end else begin
      count_q <= count_q + 1'b1;
      load_q  <= ~mixed_q[0];
      mixed_q <= {mixed_q[30:0], ^mixed_q ^ uart_rx_i ^ (^inputs_i)} + product
          + (load_q ? loaded : 32'd0) + (count_q >= 64 ? small_word : 32'd0);
    end
  end

  assign uart_tx_o = mixed_q[31];
  assign outputs_o = {{NumHigh{1'b1}}, mixed_q[30-:NumLeds-1], 1'b0};

endmodule
