// SPDX-License-Identifier: Apache-2.0

// Wishbone B4 to the hardware kernel's port: classic cycles, or pipelined ones. A transfer is
// acknowledged in the cycle after its grant, from registers. In that cycle a classic master still
// shows the transfer, so nothing is asked for; a pipelined one may show the next.

`ifndef ISOCHRON_ASSERTIONS
`include "../common/isochron_assertions.svh"
`endif

module isochron_wishbone #(
  parameter bit Pipelined = 1'b0      // Cycles are pipelined, not classic
) (
  input  logic        clk_i,          // Clock
  input  logic        rst_ni,         // Asynchronous reset, active low

  // Wishbone
  input  logic        wb_cyc_i,       // A cycle goes on
  input  logic        wb_stb_i,       // A transfer is asked for
  input  logic        wb_we_i,        // It is a store
  input  logic [17:0] wb_adr_i,       // Which word of the kernel's window
  input  logic [ 3:0] wb_sel_i,       // Which bytes of it: all, or it is an error
  input  logic [31:0] wb_dat_i,       // The word to store
  output logic [31:0] wb_dat_o,       // The word loaded, with `wb_ack_o`
  output logic        wb_ack_o,       // A transfer is done
  output logic        wb_err_o,       // A transfer is refused
  output logic        wb_stall_o,     // Pipelined: what is asked for is not taken yet

  // The kernel's port
  output logic        req_o,          // A load or store is asked for, until granted
  output logic        we_o,           // It is a store
  output logic [19:0] addr_o,         // Its byte address
  output logic [31:0] wdata_o,        // The word to store
  input  logic        gnt_i,          // It is done
  input  logic [31:0] rdata_i         // The word loaded, with the grant
);

  logic asks, whole;

  assign asks  = wb_cyc_i & wb_stb_i & (Pipelined | ~(wb_ack_o | wb_err_o));
  assign whole = &wb_sel_i;

  assign req_o      = asks & whole;
  assign we_o       = wb_we_i;
  assign addr_o     = {wb_adr_i, 2'b00};
  assign wdata_o    = wb_dat_i;
  assign wb_stall_o = req_o & ~gnt_i;

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      wb_ack_o <= 1'b0;
      wb_err_o <= 1'b0;
    end else begin
      wb_ack_o <= req_o & gnt_i;
      wb_err_o <= asks & ~whole;
    end
  end

  always_ff @(posedge clk_i) begin
    if (gnt_i) wb_dat_o <= rdata_i;
  end

  isochron_bus_rules u_rules (
    .clk_i, .rst_ni, .asks_i(asks), .whole_i(whole), .req_i(req_o), .we_i(we_o), .addr_i(addr_o),
    .gnt_i
  );

endmodule
