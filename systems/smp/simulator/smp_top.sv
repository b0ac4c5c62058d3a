// SPDX-License-Identifier: Apache-2.0

// What the simulator verilates. As in simulator_top, a change of `step_i` is one clock cycle: the clock
// falls as soon as it has risen, so that a cycle takes one evaluation and not two.
module smp_top #(
  parameter int unsigned NCores = 2  // Cores
) (
  input  logic                    step_i,           // Each change is one clock cycle
  input  logic                    rst_ni,           // Asynchronous reset, active low
  output logic [NCores-1:0]       uart_tx_valid_o,  // A core's character leaves in this cycle
  output logic [NCores-1:0][ 7:0] uart_tx_data_o,   // The character
  output logic [NCores-1:0]       exit_o,           // A core has ended the program
  output logic [NCores-1:0][31:0] exit_code_o       // Its exit code
);

  logic clk;
  logic step_q;

  initial step_q = 1'b0;

  assign clk = step_i ^ step_q;

  always_ff @(posedge clk) step_q <= ~step_q;

  smp_soc #(
    .NCores (NCores)
  ) u_soc (
    .clk_i (clk),
    .rst_ni,
    .uart_tx_valid_o,
    .uart_tx_data_o,
    .exit_o,
    .exit_code_o
  );

endmodule
