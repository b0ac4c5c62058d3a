// SPDX-License-Identifier: Apache-2.0
//
// The SoC with several cores on four pins, as soc_registered_pins has the reference SoC.
module smp_registered_pins #(
  parameter int unsigned NCores         = 2,             // As smp_soc's
  parameter bit          HardwareKernel = 1'b1,          // As smp_soc's
  parameter int unsigned RamBytes       = 32'h0001_0000  // As smp_soc's
) (
  input  logic clk_i,     // Clock
  input  logic rst_ni,    // Asynchronous reset, active low
  input  logic serial_i,  // Not used: the inputs are constant
  output logic serial_o   // All outputs, one bit after the other
);

  typedef struct packed {
    logic [NCores-1:0]       tx_valid;
    logic [NCores-1:0][ 7:0] tx_data;
    logic [NCores-1:0]       ended;
    logic [NCores-1:0][31:0] exit_code;
  } outputs_t;

  outputs_t   outputs;
  logic [1:0] unused;

  pins #(.Inputs(2), .Outputs($bits(outputs_t))) u_pins (
    .clk_i, .rst_ni, .serial_i, .serial_o, .inputs_o(unused), .outputs_i(outputs)
  );

  smp_soc #(
    .NCores(NCores), .HardwareKernel(HardwareKernel), .OnePort(1'b1), .RamBytes(RamBytes)
  ) u_soc (
    .clk_i, .rst_ni, .lines_i('0),
    .uart_tx_valid_o(outputs.tx_valid), .uart_tx_data_o(outputs.tx_data), .uart_tx_busy_i(1'b0),
    .exit_o(outputs.ended), .exit_code_o(outputs.exit_code), .current_id_o()
  );

endmodule
