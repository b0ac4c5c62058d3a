// SPDX-License-Identifier: Apache-2.0

// What the simulator verilates: one of the two machines. As in simulator_top, a change of `step_i` is one clock cycle: the
// clock falls as soon as it has risen, so that a cycle takes one evaluation and not two.
module linux_top #(
  parameter int unsigned NTasks = 12,   // As in linux_soc
  parameter bit          Below  = 1'b0  // The machine with FreeRTOS below Linux
) (
  input  logic        step_i,           // Each change is one clock cycle
  input  logic        rst_ni,           // Asynchronous reset, active low
  output logic        uart_tx_valid_o,  // A character leaves in this cycle
  output logic [ 7:0] uart_tx_data_o,   // The character
  output logic        exit_o,           // The machine was switched off
  output logic [31:0] exit_code_o       // The value that was stored for it
);

  logic clk;
  logic step_q;

  initial step_q = 1'b0;

  assign clk = step_i ^ step_q;

  always_ff @(posedge clk) step_q <= ~step_q;

  if (Below) begin : gen_soc
    below_soc #(
      .NTasks (NTasks)
    ) u_soc (
      .clk_i (clk),
      .rst_ni,
      .uart_tx_valid_o,
      .uart_tx_data_o,
      .exit_o,
      .exit_code_o
    );
  end else begin : gen_soc
    linux_soc #(
      .NTasks (NTasks)
    ) u_soc (
      .clk_i (clk),
      .rst_ni,
      .uart_tx_valid_o,
      .uart_tx_data_o,
      .exit_o,
      .exit_code_o
    );
  end

endmodule
