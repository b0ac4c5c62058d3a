// SPDX-License-Identifier: Apache-2.0

// AXI4-Lite to the hardware kernel's port. An address is taken when its transfer is done, and the
// answer is in registers from the next cycle on; the next transfer begins when that was taken. AXI
// does not order loads and stores: a load that has begun is finished first, else stores go ahead,
// also one of which only the address or the word is there.
//
// The ports have the names of the AMBA specification.

`ifndef ISOCHRON_ASSERTIONS
`include "../common/isochron_assertions.svh"
`endif

module isochron_axi_lite (
  input  logic        clk_i,           // Clock, ACLK
  input  logic        rst_ni,          // Asynchronous reset, active low, ARESETn

  // Address of a store
  input  logic        s_axil_awvalid,  // It is there
  output logic        s_axil_awready,  // It is taken
  input  logic [19:0] s_axil_awaddr,   // Byte address in the kernel's window
  input  logic [ 2:0] s_axil_awprot,   // Kind of access; any will do
  // Word of a store
  input  logic        s_axil_wvalid,   // It is there
  output logic        s_axil_wready,   // It is taken
  input  logic [31:0] s_axil_wdata,    // The word
  input  logic [ 3:0] s_axil_wstrb,    // Which bytes of it: all, or it is an error
  // Answer to a store
  output logic        s_axil_bvalid,   // It is there: the store is done, or refused
  input  logic        s_axil_bready,   // It is taken
  output logic [ 1:0] s_axil_bresp,    // OKAY or SLVERR
  // Address of a load
  input  logic        s_axil_arvalid,  // It is there
  output logic        s_axil_arready,  // It is taken
  input  logic [19:0] s_axil_araddr,   // Byte address in the kernel's window
  input  logic [ 2:0] s_axil_arprot,   // Kind of access; any will do
  // Answer to a load
  output logic        s_axil_rvalid,   // It is there
  input  logic        s_axil_rready,   // It is taken
  output logic [31:0] s_axil_rdata,    // The word loaded
  output logic [ 1:0] s_axil_rresp,    // OKAY or SLVERR

  // The kernel's port
  output logic        req_o,           // A load or store is asked for, until granted
  output logic        we_o,            // It is a store
  output logic [19:0] addr_o,          // Its byte address
  output logic [31:0] wdata_o,         // The word to store
  input  logic        gnt_i,           // It is done
  input  logic [31:0] rdata_i          // The word loaded, with the grant
);

  logic free, store, load, asks, whole, done;
  logic loading_q;  // a load has begun
  logic refused_q;  // what is answered was refused

  assign free  = ~(s_axil_bvalid | s_axil_rvalid);
  assign store = free & s_axil_awvalid & s_axil_wvalid & ~loading_q;
  assign load  = free & s_axil_arvalid & (loading_q | ~(s_axil_awvalid | s_axil_wvalid));
  assign asks  = store | load;
  assign whole = addr_o[1:0] == '0 & (load | (&s_axil_wstrb));
  assign done  = (req_o & gnt_i) | (asks & ~whole);

  assign req_o   = asks & whole;
  assign we_o    = store;
  assign addr_o  = store ? s_axil_awaddr : s_axil_araddr;
  assign wdata_o = s_axil_wdata;

  assign s_axil_awready = store & done;
  assign s_axil_wready  = store & done;
  assign s_axil_arready = load & done;
  assign s_axil_bresp   = {refused_q, 1'b0};
  assign s_axil_rresp   = {refused_q, 1'b0};

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      s_axil_bvalid <= 1'b0;
      s_axil_rvalid <= 1'b0;
      loading_q     <= 1'b0;
    end else begin
      s_axil_bvalid <= s_axil_awready | (s_axil_bvalid & ~s_axil_bready);
      s_axil_rvalid <= s_axil_arready | (s_axil_rvalid & ~s_axil_rready);
      loading_q     <= load & ~done;
    end
  end

  always_ff @(posedge clk_i) begin
    if (done) begin
      refused_q    <= ~whole;
      s_axil_rdata <= rdata_i;
    end
  end

  logic unused;
  assign unused = ^{s_axil_awprot, s_axil_arprot};

  `ISOCHRON_RULE(OneTransferAtATime,
    ~(s_axil_arvalid & (s_axil_awvalid | s_axil_wvalid | (s_axil_bvalid & ~s_axil_bready))),
    {"a load is asked for while a store is not answered, and AXI does not order them: a command and ",
     "the load of its RESULT may change places. Let the master wait for B before a load (the window ",
     "is a device, not bufferable), and for R before a store"})

  isochron_bus_rules u_rules (
    .clk_i, .rst_ni, .asks_i(asks), .whole_i(whole), .req_i(req_o), .we_i(we_o), .addr_i(addr_o),
    .gnt_i
  );

endmodule
