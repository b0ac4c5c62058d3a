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
    logic        rvalid;
    logic [31:0] rdata;
    logic        err;
    logic        interrupt;
    logic [ 5:0] current_id;
    logic        switched;
  } outputs_t;

  localparam int unsigned CountWidth = $clog2($bits(outputs_t));

  inputs_t                     inputs_q;
  outputs_t                    outputs, outputs_q;
  logic [$bits(outputs_t)-1:0] shift_q;
  logic [CountWidth-1:0]       count_q;

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      inputs_q  <= '0;
      outputs_q <= '0;
      shift_q   <= '0;
      count_q   <= '0;
    end else begin
      inputs_q  <= {inputs_q[$bits(inputs_t)-2:0], serial_i};
      outputs_q <= outputs;
      shift_q   <= count_q == '0 ? outputs_q : shift_q >> 1;
      count_q   <= count_q + 1'b1;
    end
  end

  assign serial_o = shift_q[0];

  isochron_hybrid_bus #(
    .NTasks(NTasks), .NPriorities(NPriorities), .Pipelined(Pipelined)
  ) u_hybrid (
    .clk_i, .rst_ni,
    .req_i(inputs_q.req), .we_i(inputs_q.we), .addr_i(inputs_q.addr), .wdata_i(inputs_q.wdata),
    .gnt_o(outputs.gnt), .rvalid_o(outputs.rvalid), .rdata_o(outputs.rdata), .err_o(outputs.err),
    .interrupt_o(outputs.interrupt), .current_id_o(outputs.current_id),
    .switch_o(outputs.switched)
  );

endmodule
