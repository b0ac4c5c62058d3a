// SPDX-License-Identifier: Apache-2.0
//
// Bound to each adapter between a bus and the hardware kernel's port; proven by induction
// (hardware/formal/proofs.toml).
//
//   - What a bus asks for is done at the kernel's port once, as it was asked for, and answered once,
//     after that; or it is refused, and then nothing is done.
//   - Nothing is done before the answer to what was done before it: no load overtakes a store.
//   - A request to the kernel stays as it is until it is granted.
//   - The kernel is asked as soon as the bus is, and the bus answered in the cycle after the grant.
//
// A bus *shows* a transfer, which is *taken* at some time, at the latest with its answer.
//
// Assumed of the bus: what is shown and not taken stays as it is, where `Holds` or the name of the
// module says so. Of the kernel: it grants what is asked for. Of the reset: it comes first, and then
// not again.
module isochron_adapter #(
  parameter bit Holds  = 1'b1,  // What is shown stays until it is taken
  parameter bit Behind = 1'b1,  // The answer comes after the cycle of the grant
  parameter bit Early  = 1'b0,  // A transfer is taken before its answer
  parameter bit Kept   = 1'b0,  // ... and even before it is done
  parameter bit Later  = 1'b0   // ... and the word of a store comes with the request, not before
) (
  input logic        clk_i,
  input logic        rst_ni,
  // The bus
  input logic        shown_i,     // A transfer is shown
  input logic        we_i,        // ... a store
  input logic [19:0] addr_i,      // ... of this address
  input logic [31:0] wdata_i,     // ... and this word
  input logic        whole_i,     // ... of all its bytes
  input logic        taken_i,     // It is taken
  input logic        offered_i,   // An answer is there
  input logic        answered_i,  // ... and is taken
  input logic        refused_i,   // ... and is an error
  input logic [31:0] loaded_i,    // ... with this word
  // The kernel's port
  input logic        req_i,
  input logic        port_we_i,
  input logic [19:0] port_addr_i,
  input logic [31:0] port_wdata_i,
  input logic        gnt_i,
  input logic [31:0] rdata_i
);

  logic reset_q = 1'b0;  // there was a reset

  always_ff @(posedge clk_i) reset_q <= 1'b1;

  always_comb begin
    assume (rst_ni == reset_q);
    assume (req_i | ~gnt_i);
  end

  // -- What is shown stays; so does a request -----------------------------------------------------
  logic [54:0] shown, shown_q;
  logic        waits_q = 1'b0, asks_q = 1'b0;
  logic        port_we_q;
  logic [19:0] port_addr_q;
  logic [31:0] port_wdata_q;

  assign shown = {shown_i, we_i, addr_i, wdata_i, whole_i};

  always_ff @(posedge clk_i) begin
    waits_q      <= reset_q & shown_i & ~taken_i;
    shown_q      <= shown;
    asks_q       <= reset_q & req_i & ~gnt_i;
    port_we_q    <= port_we_i;
    port_addr_q  <= port_addr_i;
    port_wdata_q <= port_wdata_i;
  end

  always_comb begin
    if (Holds & waits_q) assume (shown == shown_q);
    if (asks_q) begin
      assert (req_i & port_we_i == port_we_q & port_addr_i == port_addr_q);
      assert (~port_we_i | port_wdata_i == port_wdata_q);
    end
  end

  // -- Once, in order -----------------------------------------------------------------------------
  logic        open_q = 1'b0;  // a transfer was taken and not answered
  logic        open_we_q, open_whole_q;
  logic [19:0] open_addr_q;
  logic [31:0] open_wdata_q;
  logic        done_q = 1'b0;  // the transfer that is answered next was done
  logic [31:0] word_q;         // ... and gave this

  logic done, late, whole;
  assign done  = req_i & gnt_i;
  assign late  = open_q & open_whole_q & ~done_q;  // what was taken is yet to be done
  assign whole = open_q ? open_whole_q : whole_i;  // what is answered next is of all bytes

  always_ff @(posedge clk_i) begin
    if (!reset_q) begin
      open_q <= 1'b0;
      done_q <= 1'b0;
    end else begin
      if (taken_i & ~(answered_i & ~open_q)) begin
        open_q       <= 1'b1;
        open_we_q    <= we_i;
        open_whole_q <= whole_i;
        open_addr_q  <= addr_i;
        open_wdata_q <= wdata_i;
        done_q       <= done | (done_q & ~open_q);
      end else if (answered_i) begin
        open_q <= 1'b0;
        done_q <= 1'b0;
      end else begin
        done_q <= done_q | done;
      end
    end
    if (done) word_q <= rdata_i;
  end

  always_comb begin
    if (reset_q & late) begin
      assert (port_we_i == open_we_q & port_addr_i == open_addr_q);
      assert (~port_we_i | port_wdata_i == (Later ? wdata_i : open_wdata_q));
    end
    if (reset_q & done & ~late) begin
      assert (shown_i & whole_i & port_we_i == we_i & port_addr_i == addr_i);
      assert (~port_we_i | port_wdata_i == wdata_i);
      assert (open_q ? answered_i : ~done_q);
    end
    if (reset_q & taken_i) assert (shown_i & (~open_q | answered_i));
    if (reset_q & answered_i) assert (offered_i);
    if (reset_q & offered_i) begin
      assert (Early ? open_q : taken_i);
      assert (refused_i == ~whole);
      assert (~whole | done_q | (done & ~open_q));
      assert (~whole | (open_q ? open_we_q : we_i) | loaded_i == (done_q ? word_q : rdata_i));
    end
    // soon
    if (reset_q & shown_i & whole_i & ~open_q & ~done_q) assert (req_i | (Kept & taken_i));
    if (reset_q & late) assert (req_i);
    if (reset_q & (done_q | (open_q & ~open_whole_q))) assert (offered_i);
    // as the parameters say
    if (reset_q) begin
      assert (Early | ~open_q);
      assert (Kept | ~late);
      assert (Behind | ~done_q);
      assert (~Early | open_q | ~done_q);
      assert (~Kept | ~req_i | late);
      assert (~Kept | ~open_q | refused_i == ~open_whole_q);
    end
  end

endmodule

// Of AXI4-Lite, which can show a load beside a store: what is valid stays so until it is ready, and
// nothing of a store is shown as a load begins; one answer is there at a time.
module isochron_adapter_axi_lite (
  input logic        clk_i,
  input logic        rst_ni,
  input logic        s_axil_awvalid,
  input logic        s_axil_awready,
  input logic [19:0] s_axil_awaddr,
  input logic        s_axil_wvalid,
  input logic        s_axil_wready,
  input logic [31:0] s_axil_wdata,
  input logic [ 3:0] s_axil_wstrb,
  input logic        s_axil_arvalid,
  input logic        s_axil_arready,
  input logic [19:0] s_axil_araddr,
  input logic        s_axil_bvalid,
  input logic        s_axil_rvalid,
  input logic        req_o,
  input logic        we_o,
  input logic        gnt_i
);

  logic        aw_waits_q = 1'b0, w_waits_q = 1'b0, ar_waits_q = 1'b0, asks_q = 1'b0;
  logic [19:0] awaddr_q, araddr_q;
  logic [35:0] w_q;

  always_ff @(posedge clk_i) begin
    aw_waits_q <= rst_ni & s_axil_awvalid & ~s_axil_awready;
    w_waits_q  <= rst_ni & s_axil_wvalid & ~s_axil_wready;
    ar_waits_q <= rst_ni & s_axil_arvalid & ~s_axil_arready;
    awaddr_q   <= s_axil_awaddr;
    araddr_q   <= s_axil_araddr;
    w_q        <= {s_axil_wdata, s_axil_wstrb};
    asks_q     <= rst_ni & req_o & ~gnt_i;
  end

  always_comb begin
    if (aw_waits_q) assume (s_axil_awvalid & s_axil_awaddr == awaddr_q);
    if (w_waits_q)  assume (s_axil_wvalid & {s_axil_wdata, s_axil_wstrb} == w_q);
    if (ar_waits_q) assume (s_axil_arvalid & s_axil_araddr == araddr_q);
    if (rst_ni & req_o & ~we_o & ~asks_q) assert (~(s_axil_awvalid | s_axil_wvalid));
    if (rst_ni) assert (~(s_axil_bvalid & s_axil_rvalid));
  end

endmodule

bind isochron_wishbone isochron_adapter #(.Early(Pipelined)) u_adapter (
  .clk_i, .rst_ni,
  .shown_i(wb_cyc_i & wb_stb_i), .we_i(wb_we_i), .addr_i({wb_adr_i, 2'b00}), .wdata_i(wb_dat_i),
  .whole_i(wb_sel_i == 4'hF),
  .taken_i(wb_cyc_i & wb_stb_i & (Pipelined ? ~wb_stall_o : wb_ack_o | wb_err_o)),
  .offered_i(wb_ack_o | wb_err_o), .answered_i(wb_ack_o | wb_err_o), .refused_i(wb_err_o),
  .loaded_i(wb_dat_o),
  .req_i(req_o), .port_we_i(we_o), .port_addr_i(addr_o), .port_wdata_i(wdata_o), .gnt_i, .rdata_i
);

bind isochron_apb isochron_adapter #(.Behind(1'b0)) u_adapter (
  .clk_i, .rst_ni,
  .shown_i(s_apb_psel & s_apb_penable), .we_i(s_apb_pwrite), .addr_i(s_apb_paddr),
  .wdata_i(s_apb_pwdata),
  .whole_i(s_apb_paddr[1:0] == 2'b00 & (s_apb_pstrb == 4'hF | ~s_apb_pwrite)),
  .taken_i(s_apb_psel & s_apb_penable & s_apb_pready),
  .offered_i(s_apb_pready), .answered_i(s_apb_psel & s_apb_penable & s_apb_pready),
  .refused_i(s_apb_pslverr), .loaded_i(s_apb_prdata),
  .req_i(req_o), .port_we_i(we_o), .port_addr_i(addr_o), .port_wdata_i(wdata_o), .gnt_i, .rdata_i
);

// What is shown is the store if a store is asked for, else the load.
bind isochron_axi_lite isochron_adapter #(.Holds(1'b0), .Early(1'b1)) u_adapter (
  .clk_i, .rst_ni,
  .shown_i(~(s_axil_bvalid | s_axil_rvalid)
           & (we_o ? s_axil_awvalid & s_axil_wvalid
                   : s_axil_arvalid & (loading_q | ~(s_axil_awvalid | s_axil_wvalid)))),
  .we_i(we_o), .addr_i(we_o ? s_axil_awaddr : s_axil_araddr), .wdata_i(s_axil_wdata),
  .whole_i((we_o ? s_axil_awaddr[1:0] : s_axil_araddr[1:0]) == 2'b00
           & (~we_o | s_axil_wstrb == 4'hF)),
  .taken_i(we_o ? s_axil_awvalid & s_axil_awready & s_axil_wready
                : s_axil_arvalid & s_axil_arready),
  .offered_i(s_axil_bvalid | s_axil_rvalid),
  .answered_i((s_axil_bvalid & s_axil_bready) | (s_axil_rvalid & s_axil_rready)),
  .refused_i((s_axil_bvalid ? s_axil_bresp : s_axil_rresp) != 2'b00), .loaded_i(s_axil_rdata),
  .req_i(req_o), .port_we_i(we_o), .port_addr_i(addr_o), .port_wdata_i(wdata_o), .gnt_i, .rdata_i
);

bind isochron_axi_lite isochron_adapter_axi_lite u_adapter_axi_lite (
  .clk_i, .rst_ni,
  .s_axil_awvalid, .s_axil_awready, .s_axil_awaddr, .s_axil_wvalid, .s_axil_wready, .s_axil_wdata,
  .s_axil_wstrb, .s_axil_arvalid, .s_axil_arready, .s_axil_araddr, .s_axil_bvalid,
  .s_axil_rvalid, .req_o, .we_o, .gnt_i
);

bind isochron_tilelink isochron_adapter #(.Holds(1'b0), .Early(1'b1), .Kept(1'b1)) u_adapter (
  .clk_i, .rst_ni,
  .shown_i(tl_a_valid_i), .we_i(~tl_a_opcode_i[2]), .addr_i(tl_a_address_i),
  .wdata_i(tl_a_data_i),
  .whole_i(tl_a_mask_i == 4'hF & tl_a_size_i == 2 & tl_a_address_i[1:0] == 2'b00
           & (tl_a_opcode_i == 3'd4 | (tl_a_opcode_i <= 3'd1 & ~tl_a_corrupt_i))),
  .taken_i(tl_a_valid_i & tl_a_ready_o),
  .offered_i(tl_d_valid_o), .answered_i(tl_d_valid_o & tl_d_ready_i), .refused_i(tl_d_denied_o),
  .loaded_i(tl_d_data_o),
  .req_i(req_o), .port_we_i(we_o), .port_addr_i(addr_o), .port_wdata_i(wdata_o), .gnt_i, .rdata_i
);

// A load and a store are not asked for at once.
module isochron_adapter_avalon (
  input logic avs_read_i,
  input logic avs_write_i
);

  always_comb assume (~(avs_read_i & avs_write_i));

endmodule

bind isochron_avalon isochron_adapter_avalon u_adapter_avalon (.avs_read_i, .avs_write_i);

bind isochron_avalon isochron_adapter #(.Early(1'b1)) u_adapter (
  .clk_i, .rst_ni,
  .shown_i(avs_read_i | avs_write_i), .we_i(avs_write_i), .addr_i({avs_address_i, 2'b00}),
  .wdata_i(avs_writedata_i), .whole_i(avs_byteenable_i == 4'hF),
  .taken_i((avs_read_i | avs_write_i) & ~avs_waitrequest_o),
  .offered_i(avs_readdatavalid_o | avs_writeresponsevalid_o),
  .answered_i(avs_readdatavalid_o | avs_writeresponsevalid_o), .refused_i(avs_response_o != 2'b00),
  .loaded_i(avs_readdata_o),
  .req_i(req_o), .port_we_i(we_o), .port_addr_i(addr_o), .port_wdata_i(wdata_o), .gnt_i, .rdata_i
);

// Of AHB-Lite: in a data phase of the kernel the bus is ready when the kernel is, and the word to store
// stays; an error takes two cycles.
module isochron_adapter_ahb_lite (
  input logic        clk_i,
  input logic        rst_ni,
  input logic        ahb_hsel_i,
  input logic [ 1:0] ahb_htrans_i,
  input logic [31:0] ahb_hwdata_i,
  input logic        ahb_hready_i,
  input logic        ahb_hreadyout_o,
  input logic        ahb_hresp_o
);

  logic        phase_q = 1'b0, waits_q = 1'b0, resp_q = 1'b0;
  logic [31:0] hwdata_q;

  always_ff @(posedge clk_i) begin
    if (!rst_ni)           phase_q <= 1'b0;
    else if (ahb_hready_i) phase_q <= ahb_hsel_i & ahb_htrans_i[1];
    waits_q  <= rst_ni & phase_q & ~ahb_hready_i;
    resp_q   <= rst_ni & ahb_hresp_o & ~ahb_hreadyout_o;
    hwdata_q <= ahb_hwdata_i;
  end

  always_comb begin
    if (phase_q) assume (ahb_hready_i == ahb_hreadyout_o);
    if (waits_q) assume (ahb_hwdata_i == hwdata_q);
    if (rst_ni & ~phase_q) assert (ahb_hreadyout_o & ~ahb_hresp_o);
    if (rst_ni & ahb_hresp_o) assert (ahb_hreadyout_o == resp_q);
  end

endmodule

bind isochron_ahb_lite isochron_adapter_ahb_lite u_adapter_ahb_lite (
  .clk_i, .rst_ni, .ahb_hsel_i, .ahb_htrans_i, .ahb_hwdata_i, .ahb_hready_i, .ahb_hreadyout_o,
  .ahb_hresp_o
);

bind isochron_ahb_lite isochron_adapter #(
  .Holds(1'b0), .Early(1'b1), .Kept(1'b1), .Later(1'b1)
) u_adapter (
  .clk_i, .rst_ni,
  .shown_i(ahb_hready_i & ahb_hsel_i & ahb_htrans_i[1]), .we_i(ahb_hwrite_i),
  .addr_i(ahb_haddr_i),
  .wdata_i(ahb_hwdata_i), .whole_i(ahb_hsize_i == 3'd2 & ahb_haddr_i[1:0] == 2'b00),
  .taken_i(ahb_hready_i & ahb_hsel_i & ahb_htrans_i[1]),
  .offered_i(ends_q | refused_q), .answered_i(ends_q & ahb_hreadyout_o), .refused_i(ahb_hresp_o),
  .loaded_i(ahb_hrdata_o),
  .req_i(req_o), .port_we_i(we_o), .port_addr_i(addr_o), .port_wdata_i(wdata_o), .gnt_i, .rdata_i
);
