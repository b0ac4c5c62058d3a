// SPDX-License-Identifier: Apache-2.0

// APB4 to the hardware kernel's port. The access phase is the kernel's request, so there are no
// registers: `pready` and `prdata` come in the cycle of the grant.
//
// The ports have the names of the AMBA specification.

`ifndef ISOCHRON_ASSERTIONS
`include "../common/isochron_assertions.svh"
`endif

module isochron_apb (
  input  logic        clk_i,      // Clock, PCLK
  input  logic        rst_ni,     // Asynchronous reset, active low, PRESETn

  // APB4
  input  logic        s_apb_psel,     // The kernel is selected
  input  logic        s_apb_penable,  // Access phase
  input  logic        s_apb_pwrite,   // It is a store
  input  logic [19:0] s_apb_paddr,    // Byte address in the kernel's window
  input  logic [31:0] s_apb_pwdata,   // The word to store
  input  logic [ 3:0] s_apb_pstrb,    // Which bytes of it: all, or it is an error
  output logic        s_apb_pready,   // The transfer is done, or refused
  output logic        s_apb_pslverr,  // It is refused
  output logic [31:0] s_apb_prdata,   // The word loaded

  // The kernel's port
  output logic        req_o,      // A load or store is asked for, until granted
  output logic        we_o,       // It is a store
  output logic [19:0] addr_o,     // Its byte address
  output logic [31:0] wdata_o,    // The word to store
  input  logic        gnt_i,      // It is done
  input  logic [31:0] rdata_i     // The word loaded, with the grant
);

  logic asks, whole;

  assign asks  = s_apb_psel & s_apb_penable;
  assign whole = s_apb_paddr[1:0] == '0 & (~s_apb_pwrite | (&s_apb_pstrb));

  assign req_o         = asks & whole;
  assign we_o          = s_apb_pwrite;
  assign addr_o        = s_apb_paddr;
  assign wdata_o       = s_apb_pwdata;
  assign s_apb_pslverr = asks & ~whole;
  assign s_apb_pready  = (req_o & gnt_i) | s_apb_pslverr;
  assign s_apb_prdata  = rdata_i;

  isochron_bus_rules u_rules (
    .clk_i, .rst_ni, .asks_i(asks), .whole_i(whole), .req_i(req_o), .we_i(we_o), .addr_i(addr_o),
    .gnt_i
  );

endmodule
