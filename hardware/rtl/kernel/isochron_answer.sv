// SPDX-License-Identifier: Apache-2.0
//
// How long the processor took, at the longest, to answer the interrupt that requests switches:
// at least so long it had interrupts masked. Counted from the request's first cycle to the first
// of the transfers by which its handler serves it, or to its end; what the handler does after
// that belongs to no answer.
module isochron_answer (
  input  logic        clk_i,      // The clock that never stops
  input  logic        rst_ni,     // Asynchronous reset, active low
  input  logic        init_i,     // The memories are being initialised: nothing has been answered

  input  logic        request_i,  // Level: the interrupt is raised
  input  logic        served_i,   // Pulse: a transfer serves it
  input  logic        clear_i,    // Pulse: the longest time is forgotten

  output logic [31:0] longest_o   // The longest time that an answer took, in cycles, saturating
);

  logic        waits_q, answered_q;
  logic [31:0] waited_q, longest_q;

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      waits_q    <= 1'b0;
      answered_q <= 1'b0;
    end else begin
      answered_q <= request_i & (served_i | answered_q);
      waits_q    <= request_i & ~served_i & ~answered_q;
    end
  end

  always_ff @(posedge clk_i) begin
    if (waits_q) begin
      if (!(&waited_q)) waited_q <= waited_q + 1'b1;
    end else if (request_i) begin
      waited_q <= 32'd1;
    end
    if (init_i || clear_i)                                   longest_q <= '0;
    else if (waits_q && (!request_i || served_i) && waited_q > longest_q) longest_q <= waited_q;
  end

  assign longest_o = longest_q;

endmodule
