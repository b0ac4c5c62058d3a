// SPDX-License-Identifier: Apache-2.0

// The words of the trace on a serial line, as they come: each is five characters of 8 bits, the lowest bit
// first, with a start and a stop bit. Bit 7 is 1 in the first one only. It has 3 bits of a count of words
// and bits 31:28 of the word; the others have 7 bits each, those of bits 27:21 come next.
module soc_trace_line #(
  parameter int unsigned BitCycles = 10  // Cycles of a bit, 2 or more
) (
  input  logic        clk_i,    // Clock
  input  logic        rst_ni,   // Asynchronous reset, active low

  input  logic        valid_i,  // There is a word
  input  logic [31:0] word_i,   // The word
  output logic        ready_o,  // It is taken, if there is one

  output logic        tx_o      // Line, 1 at rest
);

  localparam int unsigned Bits       = 50;  // Of a word
  localparam int unsigned CycleWidth = $clog2(BitCycles);

  logic [      Bits-1:0] bits_q;    // What is still to leave, then ones
  logic [           5:0] left_q;    // Bits, the present one included
  logic [CycleWidth-1:0] cycles_q;  // Of the present bit, without this one
  logic [           2:0] count_q;   // Words that have left

  function automatic logic [9:0] character(logic first, logic [6:0] bits);
    return {1'b1, first, bits, 1'b0};
  endfunction

  assign ready_o = left_q == '0;
  assign tx_o    = bits_q[0];

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      bits_q   <= '1;
      left_q   <= '0;
      cycles_q <= '0;
      count_q  <= '0;
    end else if (ready_o) begin
      if (valid_i) begin
        bits_q <= {character(1'b0, word_i[6:0]), character(1'b0, word_i[13:7]),
                   character(1'b0, word_i[20:14]), character(1'b0, word_i[27:21]),
                   character(1'b1, {count_q, word_i[31:28]})};
        left_q   <= 6'(Bits);
        cycles_q <= CycleWidth'(BitCycles - 1);
        count_q  <= count_q + 1'b1;
      end
    end else if (cycles_q == '0) begin
      bits_q   <= {1'b1, bits_q[Bits-1:1]};
      left_q   <= left_q - 1'b1;
      cycles_q <= CycleWidth'(BitCycles - 1);
    end else begin
      cycles_q <= cycles_q - 1'b1;
    end
  end

endmodule
