// SPDX-License-Identifier: Apache-2.0

// Hazard3 with an AHB-Lite port for instructions and one for data, and the hardware kernel on the second.
module hazard3_soc;

  logic        clk, rst_n, irq_software, irq_timer;
  logic [31:0] i_haddr, d_haddr, d_hwdata, d_hrdata;
  logic [ 1:0] d_htrans;
  logic [ 2:0] d_hsize;
  logic        d_hwrite, d_hready, d_hresp;
  logic [31:0] fetch, fetch_addr_q, rdata;

  hazard3_cpu_2port u_hazard3 (
    .clk           (clk),
    .clk_always_on (clk),
    .rst_n         (rst_n),
    .pwrup_ack     (1'b1),
    .unblock_in    (1'b0),
    .i_haddr       (i_haddr),
    .i_hready      (1'b1),
    .i_hresp       (1'b0),
    .i_hrdata      (fetch),
    .d_haddr       (d_haddr),
    .d_hwrite      (d_hwrite),
    .d_htrans      (d_htrans),
    .d_hsize       (d_hsize),
    .d_hready      (d_hready),
    .d_hresp       (d_hresp),
    .d_hexokay     (1'b0),
    .d_hwdata      (d_hwdata),
    .d_hrdata      (d_hrdata),
    .dbg_req_halt          (1'b0),
    .dbg_req_halt_on_reset (1'b0),
    .dbg_req_resume        (1'b0),
    .dbg_data0_rdata       ('0),
    .dbg_instr_data        ('0),
    .dbg_instr_data_vld    (1'b0),
    .dbg_sbus_addr         ('0),
    .dbg_sbus_write        (1'b0),
    .dbg_sbus_size         ('0),
    .dbg_sbus_vld          (1'b0),
    .dbg_sbus_wdata        ('0),
    .irq           (1'b0),
    .soft_irq      (irq_software),
    .timer_irq     (irq_timer)
  );

  // The data phase of all but the kernel takes one cycle.
  logic        kernel_selected, kernel_q, data_q, write_q;
  logic [31:0] addr_q;
  logic [ 2:0] size_q;
  logic        kernel_hreadyout, kernel_hresp;
  logic [31:0] kernel_hrdata;

  assign kernel_selected = d_haddr[31:20] == 12'hA00;

  always_ff @(posedge clk or negedge rst_n) begin
    if (!rst_n) begin
      {kernel_q, data_q} <= '0;
    end else begin
      fetch_addr_q <= i_haddr;
      if (d_hready) begin
        kernel_q <= d_htrans[1] & kernel_selected;
        data_q   <= d_htrans[1] & ~kernel_selected;
        write_q  <= d_hwrite;
        addr_q   <= d_haddr;
        size_q   <= d_hsize;
      end
    end
  end

  assign d_hready = ~kernel_q | kernel_hreadyout;
  assign d_hresp  = kernel_q & kernel_hresp;
  assign d_hrdata = kernel_q ? kernel_hrdata : rdata;

  logic        req, we, gnt;
  logic [19:0] addr;
  logic [31:0] kernel_wdata, kernel_rdata;

  isochron_ahb_lite u_ahb_lite (
    .clk_i           (clk),
    .rst_ni          (rst_n),
    .ahb_hsel_i      (kernel_selected),
    .ahb_htrans_i    (d_htrans),
    .ahb_hwrite_i    (d_hwrite),
    .ahb_hsize_i     (d_hsize),
    .ahb_haddr_i     (d_haddr[19:0]),
    .ahb_hwdata_i    (d_hwdata),
    .ahb_hready_i    (d_hready),
    .ahb_hreadyout_o (kernel_hreadyout),
    .ahb_hresp_o     (kernel_hresp),
    .ahb_hrdata_o    (kernel_hrdata),
    .req_o           (req),
    .we_o            (we),
    .addr_o          (addr),
    .wdata_o         (kernel_wdata),
    .gnt_i           (gnt),
    .rdata_i         (kernel_rdata)
  );

  board u_board (
    .clk_o          (clk),
    .rst_no         (rst_n),
    .fetch_addr_i   (fetch_addr_q),
    .fetch_rdata_o  (fetch),
    .req_i          (data_q),
    .we_i           (write_q),
    .addr_i         ({addr_q[31:2], 2'b00}),
    .be_i           (4'((1 << (1 << size_q)) - 1) << addr_q[1:0]),
    .wdata_i        (d_hwdata),
    .rdata_o        (rdata),
    .kernel_req_i   (req),
    .kernel_we_i    (we),
    .kernel_addr_i  (addr),
    .kernel_wdata_i (kernel_wdata),
    .kernel_gnt_o   (gnt),
    .kernel_rdata_o (kernel_rdata),
    .irq_software_o (irq_software),
    .irq_timer_o    (irq_timer)
  );

endmodule
