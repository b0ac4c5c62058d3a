// SPDX-License-Identifier: Apache-2.0
//
// The reference SoC with Ibex, on four pins, as registered_pins does it for the hardware kernel.
module soc_registered_pins #(
  parameter int unsigned Kernel   = 0,             // A soc_pkg::kernel_e, as soc's
  parameter int unsigned NTasks   = 32,            // As soc's
  parameter bit          Contexts   = 1'b0,          // As soc's
  parameter int unsigned RamBytes = 32'h0000_4000  // As soc's: what a small device has room for
) (
  input  logic clk_i,     // Clock
  input  logic rst_ni,    // Asynchronous reset, active low
  input  logic serial_i,  // All inputs, one bit after the other
  output logic serial_o   // All outputs, one bit after the other
);

  typedef struct packed {
    logic [31:0] seed;
    logic [soc_pkg::NumLines-1:0] lines;
    logic        rx_valid;
    logic [ 7:0] rx_data;
  } inputs_t;

  typedef struct packed {
    logic                          tx_valid;
    logic [ 7:0]                   tx_data;
    logic                          ended;
    logic [31:0]                   exit_code;
    logic [soc_pkg::NumLines-1:0]  lines;
    logic [ 7:0]                   current_id;
    logic                          switched;
  } outputs_t;

  inputs_t  inputs;
  outputs_t outputs;

  pins #(.Inputs($bits(inputs_t)), .Outputs($bits(outputs_t))) u_pins (
    .clk_i, .rst_ni, .serial_i, .serial_o, .inputs_o({inputs}), .outputs_i(outputs)
  );

  logic unused_uart_tx, unused_trace_tx, unused_tdo;

  soc #(
    .Kernel(soc_pkg::kernel_e'(Kernel)), .NTasks(NTasks), .Contexts(Contexts), .RamBytes(RamBytes),
    .InstantTransmit(1'b0)
  ) u_soc (
    .clk_i, .rst_ni,
    .seed_i(inputs.seed), .lines_i(inputs.lines),
    .uart_tx_valid_o(outputs.tx_valid), .uart_tx_data_o(outputs.tx_data),
    .uart_rx_valid_i(inputs.rx_valid), .uart_rx_data_i(inputs.rx_data),
    .uart_tx_o(unused_uart_tx), .uart_rx_i(1'b1), .trace_tx_o(unused_trace_tx),
    .jtag_tck_i(1'b0), .jtag_tms_i(1'b0), .jtag_tdi_i(1'b0), .jtag_tdo_o(unused_tdo),
    .exit_o(outputs.ended), .exit_code_o(outputs.exit_code),
    .lines_o(outputs.lines), .current_id_o(outputs.current_id), .switch_o(outputs.switched)
  );

endmodule
