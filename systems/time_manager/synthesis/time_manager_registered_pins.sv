// SPDX-License-Identifier: Apache-2.0
//
// The time manager between registers, on four pins, as registered_pins does it for the hardware
// kernel: synthesis shows its own speed and not that of pins.
module time_manager_registered_pins #(
  parameter int unsigned NTasks = 12,  // As isochron_time_manager's
  parameter int unsigned Width  = 64   // As isochron_time_manager's
) (
  input  logic clk_i,     // Clock
  input  logic rst_ni,    // Asynchronous reset, active low
  input  logic serial_i,  // All inputs, one bit after the other
  output logic serial_o   // All outputs, one bit after the other
);

  typedef struct packed {
    logic        req;
    logic        we;
    logic [10:0] addr;
    logic [31:0] wdata;
  } inputs_t;

  typedef struct packed {
    logic        gnt;
    logic [31:0] rdata;
    logic        err;
    logic        interrupt;
  } outputs_t;

  inputs_t  inputs;
  outputs_t outputs;

  pins #(.Inputs($bits(inputs_t)), .Outputs($bits(outputs_t))) u_pins (
    .clk_i, .rst_ni, .serial_i, .serial_o, .inputs_o({inputs}), .outputs_i(outputs)
  );

  isochron_time_manager #(.NTasks(NTasks), .Width(Width)) u_time_manager (
    .clk_i, .rst_ni,
    .req_i(inputs.req), .we_i(inputs.we), .addr_i(inputs.addr), .wdata_i(inputs.wdata),
    .gnt_o(outputs.gnt), .rdata_o(outputs.rdata), .err_o(outputs.err),
    .interrupt_o(outputs.interrupt)
  );

endmodule
