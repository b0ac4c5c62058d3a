// SPDX-License-Identifier: Apache-2.0

// Data bus: one host, every device of soc_pkg. Nothing that the host shows in a cycle decides what it
// is answered in that cycle:
//
//   first cycle    the request is granted, whatever its address is. The RAM takes it as it is; for the
//                  other devices it is put into registers.
//   second cycle   the address is decoded. The device that it names does what is asked for and answers
//                  in the same cycle, or in the first one in which it can. An address without a device,
//                  and a byte or halfword for a device that takes words only, are answered with an error
//                  and reach no device.
//
// The host has one request open at a time: it shows the next one with the answer to the one before at
// the earliest. A request that is held is decoded, and neither granted nor done: it is shown again.

`ifndef ISOCHRON_ASSERTIONS
`include "../rtl/common/isochron_assertions.svh"
`endif

module soc_bus
  import soc_pkg::*;
#(
  parameter int unsigned RamBytes = RamSize,  // Of RAM that are there, a power of two
  parameter logic [NumDevices-1:0] Devices = '1  // Those that are there
) (
  input  logic                  clk_i,    // Clock
  input  logic                  rst_ni,   // Asynchronous reset, active low

  // Host
  input  logic                  host_req_i,      // Request; granted at once unless it is held
  input  logic                  host_hold_i,     // It is held: not to be granted in this cycle
  input  logic                  host_we_i,       // Store
  input  logic [31:0]           host_addr_i,     // Byte address
  input  logic [ 3:0]           host_be_i,       // Byte enables
  input  logic [31:0]           host_wdata_i,    // Data of a store
  output logic                  host_held_o,     // A request was held in the cycle before. Now the
                                                 // device's outputs show it, and this tells
  output logic                  host_calls_o,    // that it names the window of calls
  output logic                  host_rvalid_o,   // Response, to loads and stores
  output logic [31:0]           host_rdata_o,    // Data of a load
  output logic                  host_err_o,      // Bus error, with the response
  output logic                  free_o,          // A request may be shown in this cycle

  // RAM, in the first cycle; its word in the second
  output logic                  ram_we_o,        // Store
  input  logic [31:0]           ram_rdata_i,     // Word

  // Devices, from the second cycle on until they answer
  output logic [NumDevices-1:0] device_req_o,                    // Request to this device
  output device_request_t       device_request_o,                // The request
  input  device_response_t      device_response_i[NumDevices]    // The answers
);

  for (genvar i = 0; i < int'(NumDevices); i++) begin : gen_check
    if (DeviceBase[i][RamBit] != (i == int'(DeviceRam))) begin : gen_not_ram
      $error("RamBit is to tell the RAM from all other devices");
    end
  end

  if ((RamBytes & (RamBytes - 1)) != 0 || RamBytes > RamSize) begin : gen_not_ram_bytes
    $error("RamBytes is to be a power of two, and RamSize at most");
  end

  // Bits of an address that are the same in the whole device.
  function automatic logic [31:0] base_bits(int unsigned device);
    return ~((device == DeviceRam ? RamBytes : DeviceSize[device]) - 32'd1);
  endfunction

  logic                  pending_q;  // A granted request waits for its answer
  logic                  held_q;     // The registers show a request that is held
  logic                  done, err, granted, errs, we_q;
  logic [31:0]           addr_q, wdata_q;
  logic [ 3:0]           be_q;
  logic [NumDevices-1:0] selected;
  logic [31:0]           rdata;

  assign ram_we_o = host_req_i & host_we_i & (host_addr_i & base_bits(DeviceRam)) == RamBase;

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      pending_q <= 1'b0;
      held_q    <= 1'b0;
    end else begin
      pending_q <= (host_req_i & ~host_hold_i) | (pending_q & ~done);
      held_q    <= host_req_i & host_hold_i;
    end
  end

  // Whether there is a request at all is known later than that there may be one.
  always_ff @(posedge clk_i) begin
    if (free_o) begin
      we_q    <= host_we_i;
      addr_q  <= host_addr_i;
      be_q    <= host_be_i;
      wdata_q <= host_wdata_i;
    end
  end

  always_comb begin
    selected = '0;
    for (int unsigned i = 0; i < NumDevices; i++) begin
      selected[i] = Devices[i] & ((addr_q & base_bits(i)) == DeviceBase[i]) &
                    (DeviceTakesBytes[i] | (&be_q));
    end
  end

  assign device_request_o = '{we: we_q, addr: addr_q[19:0], be: be_q[0], wdata: wdata_q};

  assign device_req_o = selected & {NumDevices{pending_q}};
  assign done         = ~addr_q[SlowBit] | ~|selected | granted;
  assign err          = ~|selected | errs;
  assign free_o       = ~pending_q | done;

  // An address with the RAM's bit that lies beyond the RAM is an error: its data do not matter.
  always_comb begin
    granted = 1'b0;
    errs    = 1'b0;
    rdata   = '0;
    for (int unsigned i = 0; i < NumDevices; i++) begin
      granted |= selected[i] & device_response_i[i].gnt;
      errs    |= selected[i] & device_response_i[i].err;
      if (i != DeviceRam) rdata |= device_response_i[i].rdata & {32{selected[i]}};
    end
    if (addr_q[RamBit]) rdata = ram_rdata_i;
  end

  assign host_rvalid_o = pending_q & done;
  assign host_rdata_o  = rdata;
  assign host_err_o    = pending_q & done & err;
  assign host_held_o   = held_q;
  assign host_calls_o  = selected[DeviceCalls];

  `ISOCHRON_ASSERT(OneDeviceIsAsked, $onehot0(device_req_o))
  `ISOCHRON_ASSERT(OneRequestAtATime, free_o | ~host_req_i | host_hold_i)
  `ISOCHRON_ASSERT_NEXT(RequestIsHeld, |device_req_o & ~done, $stable({device_req_o, device_request_o}))

endmodule
