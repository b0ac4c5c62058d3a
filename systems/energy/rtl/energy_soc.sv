// SPDX-License-Identifier: Apache-2.0

// The reference SoC with Ibex as its activity is counted: what it prints and how it ends. Its RAM, which
// is no part of the netlist, reads ram.hex.
module energy_soc
  import soc_pkg::*;
#(
  parameter int unsigned Kernel   = 0,   // A soc_pkg::kernel_e, as soc's
  parameter bit          Contexts = 0,   // As soc's
  parameter int unsigned NTasks   = 32   // As soc's
) (
  input  logic        clk_i,        // Clock
  input  logic        rst_ni,       // Asynchronous reset, active low
  output logic        tx_valid_o,   // A character is printed in this cycle
  output logic [ 7:0] tx_data_o,    // The character
  output logic        exit_o,       // The program has ended
  output logic [31:0] exit_code_o   // Its exit code
);

  logic unused_uart_tx, unused_trace_tx, unused_tdo, unused_switch;
  logic [NumLines-1:0] unused_lines;
  logic [7:0] unused_id;

`ifdef WITHOUT_MONITOR
  // The SoC has the hardware kernel as it is by default.
  defparam u_soc.u_kernel.gen_isochron.u_isochron.Monitor = 1'b0;  // verilog_lint: waive forbid-defparam
`endif

  soc #(
    .Kernel(kernel_e'(Kernel)), .NTasks(NTasks), .Contexts(Contexts), .ContextsDebug(1'b0),
    .RamFile("ram.hex"), .SharedBus(1'b0)
  ) u_soc (
    .clk_i, .rst_ni, .seed_i('0), .lines_i('0),
    .uart_tx_valid_o(tx_valid_o), .uart_tx_data_o(tx_data_o),
    .uart_rx_valid_i(1'b0), .uart_rx_data_i('0), .uart_tx_o(unused_uart_tx), .uart_rx_i(1'b1),
    .trace_tx_o(unused_trace_tx),
    .jtag_tck_i(1'b0), .jtag_tms_i(1'b0), .jtag_tdi_i(1'b0), .jtag_tdo_o(unused_tdo),
    .exit_o, .exit_code_o,
    .lines_o(unused_lines), .current_id_o(unused_id), .switch_o(unused_switch)
  );

endmodule
