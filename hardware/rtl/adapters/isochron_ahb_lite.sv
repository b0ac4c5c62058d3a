// SPDX-License-Identifier: Apache-2.0

// AHB-Lite to the hardware kernel's port. The address phase is taken into registers, the data phase is
// the kernel's request; it ends in the cycle after the grant, or with the two cycles of an error.
//
// The ports have the names of the AMBA specification, with a prefix.

`ifndef ISOCHRON_ASSERTIONS
`include "../common/isochron_assertions.svh"
`endif

module isochron_ahb_lite (
  input  logic        clk_i,            // Clock, HCLK
  input  logic        rst_ni,           // Asynchronous reset, active low, HRESETn

  // AHB-Lite
  input  logic        ahb_hsel_i,       // The kernel is selected
  input  logic [ 1:0] ahb_htrans_i,     // NONSEQ or SEQ: a transfer
  input  logic        ahb_hwrite_i,     // It is a store
  input  logic [ 2:0] ahb_hsize_i,      // Logarithm of its bytes: 2, or it is an error
  input  logic [19:0] ahb_haddr_i,      // Byte address in the kernel's window
  input  logic [31:0] ahb_hwdata_i,     // The word to store, in the data phase
  input  logic        ahb_hready_i,     // The bus's: the data phase before ends
  output logic        ahb_hreadyout_o,  // The data phase ends
  output logic        ahb_hresp_o,      // It is refused
  output logic [31:0] ahb_hrdata_o,     // The word loaded

  // The kernel's port
  output logic        req_o,            // A load or store is asked for, until granted
  output logic        we_o,             // It is a store
  output logic [19:0] addr_o,           // Its byte address
  output logic [31:0] wdata_o,          // The word to store
  input  logic        gnt_i,            // It is done
  input  logic [31:0] rdata_i           // The word loaded, with the grant
);

  localparam logic [2:0] Word = 3'd2;

  logic taken, whole;
  logic refused_q;  // the data phase is that of an error
  logic ends_q;     // the last cycle of a data phase

  assign taken = ahb_hready_i & ahb_hsel_i & ahb_htrans_i[1];
  assign whole = ahb_hsize_i == Word & ahb_haddr_i[1:0] == '0;

  assign wdata_o         = ahb_hwdata_i;
  assign ahb_hreadyout_o = ~(req_o | (refused_q & ~ends_q));
  assign ahb_hresp_o     = refused_q;

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      req_o     <= 1'b0;
      refused_q <= 1'b0;
      ends_q    <= 1'b0;
    end else begin
      req_o     <= (taken & whole) | (req_o & ~gnt_i);
      refused_q <= (taken & ~whole) | (refused_q & ~ends_q);
      ends_q    <= (req_o & gnt_i) | (refused_q & ~ends_q);
    end
  end

  always_ff @(posedge clk_i) begin
    if (taken) begin
      we_o   <= ahb_hwrite_i;
      addr_o <= ahb_haddr_i;
    end
    if (gnt_i) ahb_hrdata_o <= rdata_i;
  end

  logic unused;
  assign unused = ahb_htrans_i[0];

  isochron_bus_rules u_rules (
    .clk_i, .rst_ni, .asks_i(taken), .whole_i(whole), .req_i(req_o), .we_i(we_o), .addr_i(addr_o),
    .gnt_i
  );

endmodule
