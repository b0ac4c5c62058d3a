// SPDX-License-Identifier: Apache-2.0
//
// The ERROR register: what was refused last, and how often since it was cleared.
module isochron_errors
  import isochron_registers_pkg::*;
(
  input  logic        clk_i,        // Clock
  input  logic        rst_ni,       // Asynchronous reset, active low

  input  logic        clear_i,      // ERROR is stored: nothing has been refused
  input  logic        error_i,      // An operation is refused
  input  result_e     code_i,       // Why it is refused
  input  logic        isr_i,        // It came from an interrupt service routine or a line
  input  operation_e  operation_i,  // What was asked for
  input  logic [7:0]  id_i,         // The object or task that it names

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
    end else if (error_i) begin
      count_q     <= clear_i ? 8'd1 : count_q + 8'(~&count_q);
      id_q        <= id_i;
      operation_q <= operation_i;
      isr_q       <= isr_i;
      code_q      <= code_i;
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
