// SPDX-License-Identifier: Apache-2.0
//
// The hybrid with its attachment to a bus between registers, on four pins, as registered_pins does
// it for the hardware kernel: synthesis shows its own speed and not that of pins.
module hybrid_registered_pins #(
  parameter int unsigned NTasks      = 32,   // As isochron_hybrid_bus's
  parameter int unsigned NPriorities = 32,   // As isochron_hybrid_bus's
  parameter bit          Pipelined   = 1'b0  // As isochron_hybrid_bus's
) (
  input  logic clk_i,     // Clock
  input  logic rst_ni,    // Asynchronous reset, active low
  input  logic serial_i,  // All inputs, one bit after the other
  output logic serial_o   // All outputs, one bit after the other
);

  typedef struct packed {
    logic        req;
    logic        we;
    logic [ 7:0] addr;
    logic [31:0] wdata;
  } inputs_t;

  typedef struct packed {
    logic        gnt;
    logic [31:0] rdata;
    logic        err;
    logic        interrupt;
    logic [ 6:0] current_id;
    logic        switched;
  } outputs_t;

  inputs_t  inputs;
  outputs_t outputs;

  pins #(.Inputs($bits(inputs_t)), .Outputs($bits(outputs_t))) u_pins (
    .clk_i, .rst_ni, .serial_i, .serial_o, .inputs_o({inputs}), .outputs_i(outputs)
  );

  isochron_hybrid_bus #(
    .NTasks(NTasks), .NPriorities(NPriorities), .Pipelined(Pipelined)
  ) u_hybrid (
    .clk_i, .rst_ni, .lines_i('0),
    .req_i(inputs.req), .we_i(inputs.we), .addr_i(inputs.addr), .wdata_i(inputs.wdata),
    .gnt_o(outputs.gnt), .rdata_o(outputs.rdata), .err_o(outputs.err),
    .interrupt_o(outputs.interrupt), .current_id_o(outputs.current_id),
    .switch_o(outputs.switched)
  );

endmodule
