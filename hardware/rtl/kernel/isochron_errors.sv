// SPDX-License-Identifier: Apache-2.0
//
// The ERROR register: what was refused last, and how often since it was cleared.
module isochron_errors
  import isochron_registers_pkg::*;
(
  input  logic        clk_i,
  input  logic        rst_ni,

  input  logic        clear_i,
  input  logic        error_i,      // an operation is refused
  input  result_e     code_i,
  input  logic        isr_i,        // it came from an interrupt service routine or a line
  input  logic [5:0]  operation_i,
  input  logic [7:0]  id_i,

  output logic [31:0] error_o       // the register
);

  logic [7:0] count_q, id_q;
  logic [5:0] operation_q;
  logic       isr_q;
  result_e    code_q;

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      count_q     <= '0;
      id_q        <= '0;
      operation_q <= '0;
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
      operation_q <= '0;
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
