// SPDX-License-Identifier: Apache-2.0

// RISC-V debug module (specification 0.13) with its JTAG port: PULP's riscv-dbg, on the buses of the
// reference SoC. Its memory, from which a halted core executes, has one port: fetches come first, and a
// load or store takes two cycles or more.
module soc_debug #(
  parameter logic [31:0] IdCode = 32'h0150_0001  // What the JTAG port answers to IDCODE
) (
  input  logic        clk_i,          // Clock
  input  logic        rst_ni,         // Asynchronous reset, active low, which `reset_o` does not cause

  // JTAG, with a clock of its own
  input  logic        tck_i,          // Clock
  input  logic        tms_i,          // Mode
  input  logic        tdi_i,          // Data to the SoC
  output logic        tdo_o,          // Data from the SoC; changes with the falling clock

  output logic        reset_o,        // The rest of the SoC is to be reset
  output logic        halt_o,         // The core is to halt

  // The core fetches an instruction from the module's memory
  input  logic        fetch_i,        // In this cycle
  input  logic [11:0] fetch_addr_i,   // Byte offset
  output logic [31:0] fetch_rdata_o,  // Instruction, one cycle later

  // Device port of soc_bus; bytes are loaded with their word
  input  logic        req_i,          // Load or store, held until granted
  input  logic        we_i,           // Store, of a word
  input  logic [11:0] addr_i,         // Byte offset
  input  logic [31:0] wdata_i,        // Word to store
  output logic        gnt_o,          // Request done in this cycle
  output logic [31:0] rdata_o,        // Word loaded, with the grant

  // System bus access
  output logic        bus_req_o,      // Request, held until granted
  output logic        bus_we_o,       // Store
  output logic [31:0] bus_addr_o,     // Byte address
  output logic [ 3:0] bus_be_o,       // Byte enables of a store; a load is of a whole word
  output logic [31:0] bus_wdata_o,    // Data of a store
  input  logic        bus_gnt_i,      // Request accepted in this cycle
  input  logic        bus_rvalid_i,   // Answer
  input  logic [31:0] bus_rdata_i     // Data of a load, with the answer
);

  dm::dmi_req_t  dmi_request;
  dm::dmi_resp_t dmi_response;
  dm::hartinfo_t core_info;
  logic          dmi_req_valid, dmi_req_ready, dmi_resp_valid, dmi_resp_ready, dmi_rst_n;
  logic          take, taken_q;
  logic [ 3:0]   store_be;

  // Its words of data are in its memory.
  assign core_info = '{
    zero1: '0, nscratch: 4'd2, zero0: '0, dataaccess: 1'b1, datasize: dm::DataCount,
    dataaddr: dm::DataAddr
  };

  assign take          = req_i & ~fetch_i & ~taken_q;
  assign gnt_o         = taken_q;
  assign fetch_rdata_o = rdata_o;

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) taken_q <= 1'b0;
    else         taken_q <= take & ~reset_o;
  end

  assign bus_be_o = bus_we_o ? store_be : '1;

  /* verilator lint_off PINCONNECTEMPTY */
  dm_top #(
    .NrHarts  (1),
    .BusWidth (32)
  ) u_dm (
    .clk_i,
    .rst_ni,
    .testmode_i       (1'b0),
    .ndmreset_o       (reset_o),
    .dmactive_o       (),
    .debug_req_o      (halt_o),
    .unavailable_i    (1'b0),
    .hartinfo_i       (core_info),
    .slave_req_i      (fetch_i | take),
    .slave_we_i       (~fetch_i & we_i),
    .slave_addr_i     ({20'd0, fetch_i ? fetch_addr_i : addr_i}),
    .slave_be_i       ('1),
    .slave_wdata_i    (wdata_i),
    .slave_rdata_o    (rdata_o),
    .master_req_o     (bus_req_o),
    .master_add_o     (bus_addr_o),
    .master_we_o      (bus_we_o),
    .master_wdata_o   (bus_wdata_o),
    .master_be_o      (store_be),
    .master_gnt_i     (bus_gnt_i),
    .master_r_valid_i (bus_rvalid_i),
    .master_r_rdata_i (bus_rdata_i),
    .dmi_rst_ni       (dmi_rst_n),
    .dmi_req_valid_i  (dmi_req_valid),
    .dmi_req_ready_o  (dmi_req_ready),
    .dmi_req_i        (dmi_request),
    .dmi_resp_valid_o (dmi_resp_valid),
    .dmi_resp_ready_i (dmi_resp_ready),
    .dmi_resp_o       (dmi_response)
  );

  // Its port is reset by five clocks with the mode 1.
  dmi_jtag #(
    .IdcodeValue (IdCode)
  ) u_jtag (
    .clk_i,
    .rst_ni,
    .testmode_i       (1'b0),
    .dmi_rst_no       (dmi_rst_n),
    .dmi_req_o        (dmi_request),
    .dmi_req_valid_o  (dmi_req_valid),
    .dmi_req_ready_i  (dmi_req_ready),
    .dmi_resp_i       (dmi_response),
    .dmi_resp_ready_o (dmi_resp_ready),
    .dmi_resp_valid_i (dmi_resp_valid),
    .tck_i,
    .tms_i,
    .trst_ni          (rst_ni),
    .td_i             (tdi_i),
    .td_o             (tdo_o),
    .tdo_oe_o         ()
  );
  /* verilator lint_on PINCONNECTEMPTY */

endmodule
