// SPDX-License-Identifier: Apache-2.0
//
// Ibex as the reference SoC has it, its 32 registers included, on four pins, as registered_pins
// does it for the hardware kernel: what a core costs, to compare with.
module core_registered_pins
  import soc_pkg::*;
(
  input  logic clk_i,     // Clock
  input  logic rst_ni,    // Asynchronous reset, active low
  input  logic serial_i,  // All inputs, one bit after the other
  output logic serial_o   // All outputs, one bit after the other
);

  typedef struct packed {
    logic        instr_gnt;
    logic        instr_rvalid;
    logic [31:0] instr_rdata;
    logic        instr_err;
    logic        data_gnt;
    logic        data_rvalid;
    logic [31:0] data_rdata;
    logic        data_err;
    interrupts_t irq;
  } inputs_t;

  typedef struct packed {
    logic        instr_req;
    logic [31:0] instr_addr;
    logic        data_req;
    logic        data_we;
    logic [ 3:0] data_be;
    logic [31:0] data_addr;
    logic [31:0] data_wdata;
  } outputs_t;

  inputs_t  inputs;
  outputs_t outputs;

  pins #(.Inputs($bits(inputs_t)), .Outputs($bits(outputs_t))) u_pins (
    .clk_i, .rst_ni, .serial_i, .serial_o, .inputs_o({inputs}), .outputs_i(outputs)
  );

  // Without contexts nothing of the hardware kernel's ports is in use.
  soc_core_ibex u_core (
    .clk_i, .rst_ni,
    .instr_req_o(outputs.instr_req), .instr_gnt_i(inputs.instr_gnt),
    .instr_addr_o(outputs.instr_addr), .instr_rvalid_i(inputs.instr_rvalid),
    .instr_rdata_i(inputs.instr_rdata), .instr_err_i(inputs.instr_err),
    .data_req_o(outputs.data_req), .data_gnt_i(inputs.data_gnt), .data_we_o(outputs.data_we),
    .data_be_o(outputs.data_be), .data_addr_o(outputs.data_addr),
    .data_wdata_o(outputs.data_wdata), .data_rvalid_i(inputs.data_rvalid),
    .data_rdata_i(inputs.data_rdata), .data_err_i(inputs.data_err),
    .irq_i(inputs.irq), .halt_i(1'b0),
    .fetch_i(1'b0), .fetch_addr_i('0),
    .banks_req_i(1'b0), .banks_request_i('0), .banks_response_o(),
    .calls_i('0), .contexts_o()
  );

endmodule
