// SPDX-License-Identifier: Apache-2.0

// A machine that Linux runs on without MMU and without firmware: the platform alone, whose time manager
// is Linux's device.
module linux_soc #(
  parameter int unsigned NTasks = 12  // As isochron_time_manager's
) (
  input  logic        clk_i,            // Clock
  input  logic        rst_ni,           // Asynchronous reset, active low

  output logic        uart_tx_valid_o,  // A character leaves in this cycle
  output logic [ 7:0] uart_tx_data_o,   // The character
  output logic        exit_o,           // The machine was switched off
  output logic [31:0] exit_code_o       // The value that was stored for it
);

  localparam int unsigned NumWords = 4 * 1024 * 1024;

  logic irq_time_manager;

  // The last page of the RAM is where the simulator puts the first instructions. Of the bus nothing is
  // used: there are no further devices, their addresses give 0. There is no code beside the cache.
  /* verilator lint_off PINCONNECTEMPTY */
  linux_platform #(
    .NTasks      (NTasks),
    .NumWords    (NumWords),
    .ResetVector (32'h8000_0000 + 4 * NumWords - 32'h1000)
  ) u_platform (
    .clk_i,
    .rst_ni,
    .uart_tx_valid_o,
    .uart_tx_data_o,
    .exit_o,
    .exit_code_o,
    .code_req_o         (),
    .code_addr_o        (),
    .code_rdata_i       ('0),
    .data_req_o         (),
    .data_machine_o     (),
    .data_we_o          (),
    .data_be_o          (),
    .data_addr_o        (),
    .data_wdata_o       (),
    .data_refused_i     (1'b0),
    .further_req_o      (),
    .further_gnt_i      (1'b1),
    .further_rdata_i    ('0),
    .irq_software_i     (1'b0),
    .irq_external_i     ({31'd0, irq_time_manager}),
    .irq_time_manager_o (irq_time_manager)
  );
  /* verilator lint_on PINCONNECTEMPTY */

endmodule
