// SPDX-License-Identifier: Apache-2.0

// Every adapter in front of one hardware kernel, for tests: an input says which one it is.

module adapters (
  input  logic        clk_i,             // Clock
  input  logic        rst_ni,            // Asynchronous reset, active low
  input  logic [ 2:0] bus_i,             // Which bus leads to the kernel, in the order below

  // The kernel's own port
  input  logic        native_req_i,      // A load or store is asked for, until granted
  input  logic        native_we_i,       // It is a store
  input  logic [19:0] native_addr_i,     // Its byte address
  input  logic [31:0] native_wdata_i,    // The word to store
  output logic        native_gnt_o,      // It is done
  output logic [31:0] native_rdata_o,    // The word loaded

  // Wishbone, classic: as isochron_wishbone
  input  logic        classic_cyc_i,     // A cycle goes on
  input  logic        classic_stb_i,     // A transfer is asked for
  input  logic        classic_we_i,      // It is a store
  input  logic [17:0] classic_adr_i,     // Which word
  input  logic [ 3:0] classic_sel_i,     // Which bytes
  input  logic [31:0] classic_dat_i,     // The word to store
  output logic [31:0] classic_dat_o,     // The word loaded
  output logic        classic_ack_o,     // It is done
  output logic        classic_err_o,     // It is refused

  // Wishbone, pipelined
  input  logic        pipelined_cyc_i,   // As above
  input  logic        pipelined_stb_i,   // As above
  input  logic        pipelined_we_i,    // As above
  input  logic [17:0] pipelined_adr_i,   // As above
  input  logic [ 3:0] pipelined_sel_i,   // As above
  input  logic [31:0] pipelined_dat_i,   // As above
  output logic [31:0] pipelined_dat_o,   // As above
  output logic        pipelined_ack_o,   // As above
  output logic        pipelined_err_o,   // As above
  output logic        pipelined_stall_o,  // What is asked for is not taken yet

  // APB4: as isochron_apb
  input  logic        s_apb_psel,        // The kernel is selected
  input  logic        s_apb_penable,     // Access phase
  input  logic        s_apb_pwrite,      // It is a store
  input  logic [19:0] s_apb_paddr,       // Byte address
  input  logic [31:0] s_apb_pwdata,      // The word to store
  input  logic [ 3:0] s_apb_pstrb,       // Which bytes
  output logic        s_apb_pready,      // It is done, or refused
  output logic        s_apb_pslverr,     // It is refused
  output logic [31:0] s_apb_prdata,      // The word loaded

  // AXI4-Lite: as isochron_axi_lite
  input  logic        s_axil_awvalid,    // Address of a store
  output logic        s_axil_awready,    // It is taken
  input  logic [19:0] s_axil_awaddr,     // Byte address
  input  logic [ 2:0] s_axil_awprot,     // Kind of access
  input  logic        s_axil_wvalid,     // Word of a store
  output logic        s_axil_wready,     // It is taken
  input  logic [31:0] s_axil_wdata,      // The word
  input  logic [ 3:0] s_axil_wstrb,      // Which bytes
  output logic        s_axil_bvalid,     // Answer to a store
  input  logic        s_axil_bready,     // It is taken
  output logic [ 1:0] s_axil_bresp,      // OKAY or SLVERR
  input  logic        s_axil_arvalid,    // Address of a load
  output logic        s_axil_arready,    // It is taken
  input  logic [19:0] s_axil_araddr,     // Byte address
  input  logic [ 2:0] s_axil_arprot,     // Kind of access
  output logic        s_axil_rvalid,     // Answer to a load
  input  logic        s_axil_rready,     // It is taken
  output logic [31:0] s_axil_rdata,      // The word loaded
  output logic [ 1:0] s_axil_rresp,      // OKAY or SLVERR

  // TileLink-UL: as isochron_tilelink
  input  logic        tl_a_valid_i,      // Message on channel A
  output logic        tl_a_ready_o,      // It is taken
  input  logic [ 2:0] tl_a_opcode_i,     // Which
  input  logic [ 1:0] tl_a_size_i,       // Logarithm of its bytes
  input  logic [ 3:0] tl_a_source_i,     // Whose it is
  input  logic [19:0] tl_a_address_i,    // Byte address
  input  logic [ 3:0] tl_a_mask_i,       // Which bytes
  input  logic [31:0] tl_a_data_i,       // The word to store
  output logic        tl_d_valid_o,      // Message on channel D
  input  logic        tl_d_ready_i,      // It is taken
  output logic [ 2:0] tl_d_opcode_o,     // Which
  output logic [ 1:0] tl_d_size_o,       // As in the message on channel A
  output logic [ 3:0] tl_d_source_o,     // As in the message on channel A
  output logic        tl_d_denied_o,     // It was not done
  output logic        tl_d_corrupt_o,    // There is no word
  output logic [31:0] tl_d_data_o,       // The word loaded

  // Avalon-MM: as isochron_avalon
  input  logic        avs_read_i,        // A load is asked for
  input  logic        avs_write_i,       // A store is asked for
  input  logic [17:0] avs_address_i,     // Which word
  input  logic [ 3:0] avs_byteenable_i,  // Which bytes
  input  logic [31:0] avs_writedata_i,   // The word to store
  output logic        avs_waitrequest_o,  // What is asked for is not taken yet
  output logic        avs_readdatavalid_o,  // A load is done, or refused
  output logic [31:0] avs_readdata_o,    // The word loaded
  output logic        avs_writeresponsevalid_o,  // A store is done, or refused
  output logic [ 1:0] avs_response_o,    // OKAY or SLVERR

  // AHB-Lite: as isochron_ahb_lite, the only one on its bus
  input  logic [ 1:0] ahb_htrans_i,      // A transfer
  input  logic        ahb_hwrite_i,      // It is a store
  input  logic [ 2:0] ahb_hsize_i,       // Logarithm of its bytes
  input  logic [19:0] ahb_haddr_i,       // Byte address
  input  logic [31:0] ahb_hwdata_i,      // The word to store
  output logic        ahb_hready_o,      // The data phase ends
  output logic        ahb_hresp_o,       // It is refused
  output logic [31:0] ahb_hrdata_o       // The word loaded
);

  localparam int unsigned NBuses = 8;

  // Tests of what is refused, which rules forbid, go without.
  bit with_rules;

  initial if ($value$plusargs("with_rules=%b", with_rules) && !with_rules) $assertoff;

  logic [NBuses-1:0]       reqs, wes, gnts;
  logic [NBuses-1:0][19:0] addrs;
  logic [NBuses-1:0][31:0] wdatas;

  logic        req, we, gnt;
  logic [19:0] addr;
  logic [31:0] wdata, rdata;

  assign req   = reqs[bus_i];
  assign we    = wes[bus_i];
  assign addr  = addrs[bus_i];
  assign wdata = wdatas[bus_i];
  assign gnts  = NBuses'(gnt) << bus_i;

  assign reqs[0]        = native_req_i;
  assign wes[0]         = native_we_i;
  assign addrs[0]       = native_addr_i;
  assign wdatas[0]      = native_wdata_i;
  assign native_gnt_o   = gnts[0];
  assign native_rdata_o = rdata;

  logic unused_stall;

  isochron_wishbone u_classic (
    .clk_i, .rst_ni,
    .wb_cyc_i(classic_cyc_i), .wb_stb_i(classic_stb_i), .wb_we_i(classic_we_i),
    .wb_adr_i(classic_adr_i), .wb_sel_i(classic_sel_i), .wb_dat_i(classic_dat_i),
    .wb_dat_o(classic_dat_o), .wb_ack_o(classic_ack_o), .wb_err_o(classic_err_o),
    .wb_stall_o(unused_stall),
    .req_o(reqs[1]), .we_o(wes[1]), .addr_o(addrs[1]), .wdata_o(wdatas[1]), .gnt_i(gnts[1]),
    .rdata_i(rdata)
  );

  isochron_wishbone #(.Pipelined(1'b1)) u_pipelined (
    .clk_i, .rst_ni,
    .wb_cyc_i(pipelined_cyc_i), .wb_stb_i(pipelined_stb_i), .wb_we_i(pipelined_we_i),
    .wb_adr_i(pipelined_adr_i), .wb_sel_i(pipelined_sel_i), .wb_dat_i(pipelined_dat_i),
    .wb_dat_o(pipelined_dat_o), .wb_ack_o(pipelined_ack_o), .wb_err_o(pipelined_err_o),
    .wb_stall_o(pipelined_stall_o),
    .req_o(reqs[2]), .we_o(wes[2]), .addr_o(addrs[2]), .wdata_o(wdatas[2]), .gnt_i(gnts[2]),
    .rdata_i(rdata)
  );

  isochron_apb u_apb (
    .clk_i, .rst_ni,
    .s_apb_psel, .s_apb_penable, .s_apb_pwrite, .s_apb_paddr, .s_apb_pwdata, .s_apb_pstrb,
    .s_apb_pready, .s_apb_pslverr, .s_apb_prdata,
    .req_o(reqs[3]), .we_o(wes[3]), .addr_o(addrs[3]), .wdata_o(wdatas[3]), .gnt_i(gnts[3]),
    .rdata_i(rdata)
  );

  isochron_axi_lite u_axi_lite (
    .clk_i, .rst_ni,
    .s_axil_awvalid, .s_axil_awready, .s_axil_awaddr, .s_axil_awprot,
    .s_axil_wvalid, .s_axil_wready, .s_axil_wdata, .s_axil_wstrb,
    .s_axil_bvalid, .s_axil_bready, .s_axil_bresp,
    .s_axil_arvalid, .s_axil_arready, .s_axil_araddr, .s_axil_arprot,
    .s_axil_rvalid, .s_axil_rready, .s_axil_rdata, .s_axil_rresp,
    .req_o(reqs[4]), .we_o(wes[4]), .addr_o(addrs[4]), .wdata_o(wdatas[4]), .gnt_i(gnts[4]),
    .rdata_i(rdata)
  );

  logic [1:0] unused_param;
  logic       unused_sink;

  isochron_tilelink #(.SourceWidth(4)) u_tilelink (
    .clk_i, .rst_ni,
    .tl_a_valid_i, .tl_a_ready_o, .tl_a_opcode_i, .tl_a_param_i('0), .tl_a_size_i, .tl_a_source_i,
    .tl_a_address_i, .tl_a_mask_i, .tl_a_data_i, .tl_a_corrupt_i(1'b0),
    .tl_d_valid_o, .tl_d_ready_i, .tl_d_opcode_o, .tl_d_param_o(unused_param), .tl_d_size_o,
    .tl_d_source_o, .tl_d_sink_o(unused_sink), .tl_d_denied_o, .tl_d_data_o, .tl_d_corrupt_o,
    .req_o(reqs[5]), .we_o(wes[5]), .addr_o(addrs[5]), .wdata_o(wdatas[5]), .gnt_i(gnts[5]),
    .rdata_i(rdata)
  );

  isochron_avalon u_avalon (
    .clk_i, .rst_ni,
    .avs_read_i, .avs_write_i, .avs_address_i, .avs_byteenable_i, .avs_writedata_i,
    .avs_waitrequest_o, .avs_readdatavalid_o, .avs_readdata_o, .avs_writeresponsevalid_o,
    .avs_response_o,
    .req_o(reqs[6]), .we_o(wes[6]), .addr_o(addrs[6]), .wdata_o(wdatas[6]), .gnt_i(gnts[6]),
    .rdata_i(rdata)
  );

  isochron_ahb_lite u_ahb_lite (
    .clk_i, .rst_ni,
    .ahb_hsel_i(1'b1), .ahb_htrans_i, .ahb_hwrite_i, .ahb_hsize_i, .ahb_haddr_i, .ahb_hwdata_i,
    .ahb_hready_i(ahb_hready_o), .ahb_hreadyout_o(ahb_hready_o), .ahb_hresp_o, .ahb_hrdata_o,
    .req_o(reqs[7]), .we_o(wes[7]), .addr_o(addrs[7]), .wdata_o(wdatas[7]), .gnt_i(gnts[7]),
    .rdata_i(rdata)
  );

  logic        unused_request, unused_more_due, unused_again, unused_switch;
  logic        unused_becomes_again, unused_other, unused_next_valid;
  logic [1:0]  unused_current, unused_next;
  logic [10:0] unused_trace;

  isochron #(
    .NTasks(4), .NPriorities(8), .NObjects(8), .NLines(1), .NNotifications(1),
    .EventGroups(1'b0), .Tickless(1'b0), .Monitor(1'b0)
  ) u_isochron (
    .clk_i, .rst_ni, .req_i(req), .we_i(we), .addr_i(addr), .wdata_i(wdata), .gnt_o(gnt),
    .rdata_o(rdata), .lines_i(1'b0), .switch_request_o(unused_request),
    .more_due_o(unused_more_due), .again_o(unused_again), .becomes_again_o(unused_becomes_again),
    .other_o(unused_other), .next_valid_o(unused_next_valid), .next_id_o(unused_next),
    .current_id_o(unused_current), .switch_o(unused_switch), .trace_o(unused_trace)
  );

endmodule
