// SPDX-License-Identifier: Apache-2.0

// Data bus: one host, every device of soc_pkg.
//
// The protocol is Ibex's: the host holds its request until it is granted; the response follows
// exactly one cycle after the grant. A device may delay its grant but not its response, so
// responses need no order. An address without a device, and a byte or halfword for a device that
// takes words only, are answered with an error and reach no device.
module soc_bus
  import soc_pkg::*;
(
  input  logic                  clk_i,    // Clock
  input  logic                  rst_ni,   // Asynchronous reset, active low

  // Host
  input  logic                  host_req_i,     // Request, held until granted
  output logic                  host_gnt_o,     // Request accepted in this cycle
  input  logic [31:0]           host_addr_i,    // Byte address
  input  logic [ 3:0]           host_be_i,      // Byte enables
  output logic                  host_rvalid_o,  // Response, to loads and stores
  output logic [31:0]           host_rdata_o,   // Data of a load
  output logic                  host_err_o,     // Bus error, with the response

  // Devices. Address, byte enables and data reach them directly from the host.
  output logic [NumDevices-1:0] device_req_o,               // Request, held until granted
  input  logic [NumDevices-1:0] device_gnt_i,               // Request accepted in this cycle
  input  logic [31:0]           device_rdata_i[NumDevices], // Data, the cycle after the grant
  input  logic [NumDevices-1:0] device_err_i                // Error, the cycle after the grant
);

  logic [NumDevices-1:0] selected;
  logic [NumDevices-1:0] selected_q;
  logic                  refused;
  logic                  refused_q;
  logic                  rvalid_q;

  always_comb begin
    selected = '0;
    if (host_req_i) begin
      for (int unsigned i = 0; i < NumDevices; i++) begin
        selected[i] = ((host_addr_i & ~(DeviceSize[i] - 32'd1)) == DeviceBase[i]) &
                      (DeviceTakesBytes[i] | (&host_be_i));
      end
    end
  end

  assign refused      = ~|selected;
  assign device_req_o = selected;
  assign host_gnt_o   = host_req_i & (refused | (|(selected & device_gnt_i)));

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      rvalid_q   <= 1'b0;
      refused_q  <= 1'b0;
      selected_q <= '0;
    end else begin
      rvalid_q <= host_gnt_o;
      if (host_gnt_o) begin
        refused_q  <= refused;
        selected_q <= selected;
      end
    end
  end

  always_comb begin
    host_rdata_o = '0;
    if (rvalid_q) begin
      for (int unsigned i = 0; i < NumDevices; i++) begin
        if (selected_q[i]) host_rdata_o = device_rdata_i[i];
      end
    end
  end

  assign host_rvalid_o = rvalid_q;
  assign host_err_o    = rvalid_q & (refused_q | (|(selected_q & device_err_i)));

endmodule
