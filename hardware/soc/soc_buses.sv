// SPDX-License-Identifier: Apache-2.0

// The core's two buses, for instructions and for data, with their other masters: the traffic generator on
// both, and the debug module on the data bus. The RAM is on both buses, and so is the debug module's
// memory.
module soc_buses
  import soc_pkg::*;
#(
  parameter core_e       Core     = CoreIbex,    // The core
  parameter int unsigned RamBytes = RamSize,     // Bytes of RAM
  parameter string       RamFile  = "",          // Its contents, as $readmemh reads them
  parameter logic [NumDevices-1:0] Devices = '1, // Devices that take part in decoding
  parameter bit          Debug    = 1'b0         // There is a debug module with JTAG
) (
  input  logic                  clk_i,                        // Clock
  input  logic                  rst_ni,                       // Asynchronous reset, active low
  output logic                  rst_no,                       // The same, and the debug module's, of all but
                                                              // itself

  // The core
  input  instr_request_t        instr_i,                      // The instruction that it asks for
  output bus_answer_t           instr_o,                      // The answer
  input  data_request_t         data_i,                       // Its load or store
  output bus_answer_t           data_o,                       // The answer
  output logic                  halt_o,                       // The debug module wants it to halt
  output logic                  fetch_o,                      // It fetched in the cycle before, not from the
                                                              // debug module
  output logic [31:2]           fetch_addr_o,                 // The address of its last fetch, in words

  // The window of calls
  input  logic                  hold_i,                       // The core's load or store is not to be granted
  output logic                  held_o,                       // As soc_bus's
  output logic                  held_calls_o,                 // As soc_bus's

  // Devices, but the RAM and the debug module
  output logic [NumDevices-1:0] device_req_o,                 // Request to this device, until it is granted
  output device_request_t       device_request_o,             // The request
  input  device_response_t      device_response_i[NumDevices],  // The answers

  // The traffic generator
  input  traffic_t              traffic_i,                    // What it asks for
  output logic [1:0]            traffic_gnt_o,                // Request accepted in this cycle

  // JTAG, with `Debug`
  input  logic                  jtag_tck_i,                   // As soc's
  input  logic                  jtag_tms_i,
  input  logic                  jtag_tdi_i,
  output logic                  jtag_tdo_o
);

  localparam int unsigned RamWords        = RamBytes / 4;
  localparam int unsigned RamAddressWidth = $clog2(RamWords);

  // VexRiscv's caches expect their words in a row: the traffic generator is cut off there.
  localparam logic [1:0] Shared = Core == CoreVexRiscv ? '0 : '1;

  logic             rst_n;
  logic [1:0]       traffic;    // The cycle is that of the bus's other master
  logic             bus_free, host_rvalid, ram_we;
  data_request_t    host;       // Whose turn it is on the data bus
  logic [ 3:0]      ram_be;
  logic [31:0]      ram_rdata, ram_instr;
  device_response_t response[NumDevices], debug_response;

  // The second master of the data bus: the traffic generator, or the debug module
  logic             second_begins, second_req, second_last, second_slow, second_gnt;
  logic [31:0]      second_addr;

  assign rst_no = rst_n;

  // -- Whose turn it is --------------------------------------------------------------------------

  soc_arbiter u_data_arbiter (
    .clk_i,
    .rst_ni           (rst_n),
    .traffic_begins_i (second_begins & Shared[0]),
    .traffic_req_i    (second_req & Shared[0]),
    .traffic_last_i   (second_last | (traffic_i.yields & data_i.req)),
    .traffic_slow_i   (second_slow),
    .traffic_gnt_o    (second_gnt),
    .traffic_o        (traffic[0]),
    .free_i           (bus_free)
  );

  soc_arbiter u_instr_arbiter (
    .clk_i,
    .rst_ni           (rst_n),
    .traffic_begins_i (traffic_i.begins[1] & Shared[1]),
    .traffic_req_i    (traffic_i.req[1] & Shared[1]),
    .traffic_last_i   (traffic_i.last[1] | (traffic_i.yields & instr_i.req)),
    .traffic_slow_i   (traffic_i.slow[1]),
    .traffic_gnt_o    (traffic_gnt_o[1]),
    .traffic_o        (traffic[1]),
    .free_i           (1'b1)
  );

  // -- Data --------------------------------------------------------------------------------------

  assign host.req   = traffic[0] ? second_gnt : data_i.req;
  assign host.addr  = traffic[0] ? second_addr : data_i.addr;
  assign data_o.gnt = ~traffic[0] & ~hold_i;

  always_comb begin
    response              = device_response_i;
    response[DeviceRam]   = '{gnt: 1'b1, err: 1'b0, rdata: ram_rdata};
    response[DeviceDebug] = debug_response;
  end

  soc_bus #(
    .RamBytes (RamBytes),
    .Devices  (Devices)
  ) u_bus (
    .clk_i,
    .rst_ni            (rst_n),
    .host_req_i        (host.req),
    .host_hold_i       (hold_i & ~traffic[0]),
    .host_we_i         (host.we),
    .host_addr_i       (host.addr),
    .host_be_i         (host.be),
    .host_wdata_i      (host.wdata),
    .host_held_o       (held_o),
    .host_calls_o      (held_calls_o),
    .host_rvalid_o     (host_rvalid),
    .host_rdata_o      (data_o.rdata),
    .host_err_o        (data_o.err),
    .free_o            (bus_free),
    .ram_we_o          (ram_we),
    .ram_rdata_i       (ram_rdata),
    .device_req_o,
    .device_request_o,
    .device_response_i (response)
  );

  // An answer is the core's if the core was granted last.
  logic data_core_q;

  always_ff @(posedge clk_i) begin
    if (data_i.req & data_o.gnt) data_core_q <= 1'b1;
    else if (second_gnt)         data_core_q <= 1'b0;
  end

  assign data_o.rvalid = host_rvalid & data_core_q;

  // -- Instructions ------------------------------------------------------------------------------
  // They come from RAM, and of a core that is halted from the debug module; a fetch from elsewhere is a bus
  // error.

  logic        fetch_q, fetch_debug_q;
  logic [31:0] fetch_addr_q;

  always_ff @(posedge clk_i or negedge rst_n) begin
    if (!rst_n) fetch_q <= 1'b0;
    else        fetch_q <= instr_i.req & instr_o.gnt;
  end

  always_ff @(posedge clk_i) begin
    if (instr_i.req) fetch_addr_q <= instr_i.addr;
  end

  assign instr_o.gnt    = ~traffic[1];
  assign instr_o.rvalid = fetch_q;
  assign instr_o.err    = (fetch_addr_q & ~(RamBytes - 32'd1)) != RamBase & ~fetch_debug_q;
  assign fetch_o        = fetch_q & ~fetch_debug_q;
  assign fetch_addr_o   = fetch_addr_q[31:2];

  // -- RAM ---------------------------------------------------------------------------------------

  soc_ram #(
    .NumWords (RamWords),
    .InitFile (RamFile)
  ) u_ram (
    .clk_i,
    .instr_req_i   (1'b1),
    .instr_addr_i  (traffic[1] ? traffic_i.addr[1][2+:RamAddressWidth] : instr_i.addr[2+:RamAddressWidth]),
    .instr_rdata_o (ram_instr),
    .data_req_i    (1'b1),
    .data_we_i     (ram_we),
    .data_addr_i   (host.addr[2+:RamAddressWidth]),
    .data_be_i     (ram_be),
    .data_wdata_i  (host.wdata),
    .data_rdata_o  (ram_rdata)
  );

  // -- Debug module ------------------------------------------------------------------------------

  if (Debug) begin : gen_debug
    logic          reset, fetch;
    logic          second_debug, debug_gnt, debug_rvalid;
    data_request_t debug;
    logic [31:0]   debug_instr;

    assign rst_n = rst_ni & ~reset;
    assign fetch = instr_i.req & instr_o.gnt & (instr_i.addr & ~(DebugSize - 32'd1)) == DebugBase;

    always_ff @(posedge clk_i or negedge rst_n) begin
      if (!rst_n) fetch_debug_q <= 1'b0;
      else        fetch_debug_q <= fetch;
    end

    assign instr_o.rdata = fetch_debug_q ? debug_instr : ram_instr;

    soc_debug u_debug (
      .clk_i,
      .rst_ni,
      .tck_i         (jtag_tck_i),
      .tms_i         (jtag_tms_i),
      .tdi_i         (jtag_tdi_i),
      .tdo_o         (jtag_tdo_o),
      .reset_o       (reset),
      .halt_o,
      .fetch_i       (fetch),
      .fetch_addr_i  (instr_i.addr[11:0]),
      .fetch_rdata_o (debug_instr),
      .req_i         (device_req_o[DeviceDebug]),
      .we_i          (device_request_o.we),
      .addr_i        (device_request_o.addr[11:0]),
      .wdata_i       (device_request_o.wdata),
      .gnt_o         (debug_response.gnt),
      .rdata_o       (debug_response.rdata),
      .bus_req_o     (debug.req),
      .bus_we_o      (debug.we),
      .bus_addr_o    (debug.addr),
      .bus_be_o      (debug.be),
      .bus_wdata_o   (debug.wdata),
      .bus_gnt_i     (debug_gnt),
      .bus_rvalid_i  (debug_rvalid),
      .bus_rdata_i   (data_o.rdata)
    );
    assign debug_response.err = 1'b0;

    soc_debug_turns u_turns (
      .clk_i,
      .rst_ni           (rst_n),
      .traffic_begins_i (traffic_i.begins[0]),
      .traffic_req_i    (traffic_i.req[0]),
      .traffic_last_i   (traffic_i.last[0]),
      .traffic_slow_i   (traffic_i.slow[0]),
      .traffic_addr_i   (traffic_i.addr[0]),
      .traffic_gnt_o    (traffic_gnt_o[0]),
      .debug_req_i      (debug.req),
      .debug_addr_i     (debug.addr),
      .debug_gnt_o      (debug_gnt),
      .debug_rvalid_o   (debug_rvalid),
      .begins_o         (second_begins),
      .req_o            (second_req),
      .last_o           (second_last),
      .slow_o           (second_slow),
      .addr_o           (second_addr),
      .gnt_i            (second_gnt),
      .rvalid_i         (host_rvalid & ~data_core_q),
      .debug_o          (second_debug)
    );

    // The traffic generator loads words.
    assign host.we    = traffic[0] ? second_debug & debug.we : data_i.we;
    assign host.be    = traffic[0] ? debug.be | {4{~second_debug}} : data_i.be;
    assign host.wdata = traffic[0] ? debug.wdata : data_i.wdata;
    assign ram_be     = host.be;
  end else begin : gen_no_debug
    assign rst_n            = rst_ni;
    assign halt_o           = 1'b0;
    assign jtag_tdo_o       = 1'b0;
    assign fetch_debug_q    = 1'b0;
    assign instr_o.rdata    = ram_instr;
    assign debug_response   = '{gnt: 1'b1, err: 1'b1, rdata: '0};

    assign second_begins    = traffic_i.begins[0];
    assign second_req       = traffic_i.req[0];
    assign second_last      = traffic_i.last[0];
    assign second_slow      = traffic_i.slow[0];
    assign second_addr      = traffic_i.addr[0];
    assign traffic_gnt_o[0] = second_gnt;

    assign host.we          = data_i.we & ~traffic[0];
    assign host.be          = data_i.be | {4{traffic[0]}};
    assign host.wdata       = data_i.wdata;
    assign ram_be           = data_i.be;

    logic unused;
    assign unused = ^{jtag_tck_i, jtag_tms_i, jtag_tdi_i};
  end

endmodule
