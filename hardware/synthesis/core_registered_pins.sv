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
    bus_answer_t instr;
    bus_answer_t data;
    interrupts_t irq;
  } inputs_t;

  typedef struct packed {
    instr_request_t instr;
    data_request_t  data;
  } outputs_t;

  inputs_t  inputs;
  outputs_t outputs;

  pins #(.Inputs($bits(inputs_t)), .Outputs($bits(outputs_t))) u_pins (
    .clk_i, .rst_ni, .serial_i, .serial_o, .inputs_o({inputs}), .outputs_i(outputs)
  );

  // Without contexts nothing of the hardware kernel's ports is in use.
  soc_core_ibex u_core (
    .clk_i, .rst_ni,
    .instr_o(outputs.instr), .instr_i(inputs.instr), .data_o(outputs.data), .data_i(inputs.data),
    .irq_i(inputs.irq), .halt_i(1'b0),
    .fetch_i(1'b0), .fetch_addr_i('0),
    .banks_req_i(1'b0), .banks_request_i('0), .banks_response_o(),
    .calls_i('0), .contexts_o()
  );

endmodule
