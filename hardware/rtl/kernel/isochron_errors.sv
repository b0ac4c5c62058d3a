// SPDX-License-Identifier: Apache-2.0
//
// The ERROR register: what was refused last, and how often since it was cleared.
module isochron_errors
  import isochron_pkg::*;
  import isochron_registers_pkg::*;
(
  input  logic        clk_i,        // Clock
  input  logic        rst_ni,       // Asynchronous reset, active low

  input  logic        clear_i,      // ERROR is stored: nothing has been refused
  input  refusal_t    refusal_i,    // What is refused

  output logic [31:0] error_o       // The register ERROR
);

  logic [7:0] count_q, id_q;
  operation_e operation_q;
  logic       isr_q;
  result_e    code_q;

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      count_q     <= '0;
      id_q        <= '0;
      operation_q <= operation_e'('0);
      isr_q       <= 1'b0;
      code_q      <= ResultFail;
    end else if (refusal_i.valid) begin
      count_q     <= clear_i ? 8'd1 : count_q + 8'(~&count_q);
      id_q        <= refusal_i.id;
      operation_q <= refusal_i.kind;
      isr_q       <= refusal_i.isr;
      code_q      <= refusal_i.code;
    end else if (clear_i) begin
      count_q     <= '0;
      id_q        <= '0;
      operation_q <= operation_e'('0);
      isr_q       <= 1'b0;
      code_q      <= ResultFail;
    end
  end

  always_comb begin
    error_o = '0;
    error_o[RegErrorCountLsb +: 8]              = count_q;
    error_o[RegErrorIsrLsb]                     = isr_q;
    error_o[RegErrorOperationLsb +: 6]          = operation_q;
    error_o[RegErrorIdLsb +: 8]                 = id_q;
    error_o[RegErrorCodeLsb +: $bits(result_e)] = code_q;
  end

endmodule
