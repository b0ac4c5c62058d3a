// SPDX-License-Identifier: Apache-2.0
//
// Watches the initialisation of a memory: the words are named one after the other, each once or more,
// before anything else comes. Nothing is assumed or asserted here.
module isochron_naming #(
  parameter int unsigned NWords = 32,
  localparam int unsigned Width = $clog2(NWords)
) (
  input  logic             clk_i,
  input  logic             init_i,
  input  logic [Width-1:0] index_i,        // the word that is named
  output logic             reset_o,        // there was a reset
  output logic [Width-1:0] count_o,        // the word that is to be named
  output logic             named_o,        // every word was named
  output logic             initialised_o,  // the initialisation is over
  output logic             ended_o,        // ... since a cycle
  output logic             ordered_o       // it goes as it should
);

  logic             reset_q = 1'b0;
  logic             named_q = 1'b0;
  logic             ended_q = 1'b0;
  logic [Width-1:0] count_q = '0;

  always_ff @(posedge clk_i) begin
    reset_q <= 1'b1;
    ended_q <= ended_q | initialised_o;
    if (reset_q & init_i) begin
      count_q <= count_q + 1'b1;
      named_q <= named_q | 32'(count_q) == NWords - 1;
    end
  end

  assign reset_o       = reset_q;
  assign count_o       = count_q;
  assign named_o       = named_q;
  assign initialised_o = reset_q & ~init_i;
  assign ended_o       = ended_q;
  assign ordered_o     = init_i ? index_i == count_q & ~ended_q : named_q;

endmodule
