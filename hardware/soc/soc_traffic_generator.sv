// SPDX-License-Identifier: Apache-2.0

// A second master beside the core, to load the buses: bursts of loads at random moments, on the
// data bus, on the RAM's instruction port, or on both, each with moments of its own. It is off
// after reset. What it loads is thrown away.
//
// In a cycle without a burst one begins with the probability RATE / 65536; its first request is in
// the cycle after. So without competition a burst of n takes n of n + 65536 / RATE cycles.

`ifndef ISOCHRON_ASSERTIONS
`include "../rtl/common/isochron_assertions.svh"
`endif

module soc_traffic_generator
  import soc_pkg::*;
  import soc_registers_pkg::*;
#(
  parameter int unsigned RamBytes = RamSize  // Of RAM that are there, a power of two
) (
  input  logic        clk_i,    // Clock
  input  logic        rst_ni,   // Asynchronous reset, active low

  // Device port of soc_bus, words only, always granted
  input  logic        req_i,    // Load or store
  input  logic        we_i,     // Store
  input  logic [15:0] addr_i,   // Byte offset
  input  logic [31:0] wdata_i,  // Word to store
  output logic [31:0] rdata_o,  // Word loaded, in the cycle of the request
  output logic        err_o,    // No such register, in the cycle of the request

  // Master ports, to soc_arbiter; bit 0 is the data bus, bit 1 the RAM's instruction port
  output logic [ 1:0] traffic_begins_o,   // A burst begins in the next cycle
  output logic [ 1:0] traffic_req_o,      // Request, held to the end of the burst
  output logic [ 1:0] traffic_last_o,     // It is the burst's last transfer
  output logic [ 1:0] traffic_slow_o,     // Its device may take longer than one cycle
  output logic        traffic_yields_o,   // A burst gives way to the core
  output logic [31:0] traffic_addr_o[2],  // Byte address
  input  logic [ 1:0] traffic_gnt_i       // Request accepted in this cycle
);

  // The description numbers the registers of all peripherals; a peripheral sees its own offset.
  localparam logic [15:0] Control   = 16'(RegTrafficGeneratorControl);
  localparam logic [15:0] Rate      = 16'(RegTrafficGeneratorRate);
  localparam logic [15:0] Burst     = 16'(RegTrafficGeneratorBurst);
  localparam logic [15:0] Register  = 16'(RegTrafficGeneratorRegister);
  localparam logic [15:0] Seed      = 16'(RegTrafficGeneratorSeed);
  localparam logic [15:0] Transfers = 16'(RegTrafficGeneratorTransfers);

  logic [ 1:0] enable_q;        // Data bus, instruction port
  logic        kernel_q;        // On the data bus: loads of a register of the kernel's hardware
  logic        yields_q;        // A burst gives way to the core
  logic [15:0] rate_q;
  logic [ 7:0] burst_q;
  logic [19:0] register_q;
  logic [31:0] random_q;
  logic [ 1:0] active_q;        // A burst
  logic [ 7:0] left_q[2];       // Its transfers, without the present one
  logic [31:0] transfers_q[2];

  logic        store;
  logic [ 1:0] begins;
  logic [31:0] ram_address;

  assign store = req_i & we_i;

  // Each port looks at its own half of the random number.
  assign begins = {random_q[31:16] < rate_q, random_q[15:0] < rate_q} & enable_q & ~active_q;

  assign ram_address = RamBase | (random_q & (RamBytes - 32'd4));

  assign traffic_begins_o  = begins;
  assign traffic_req_o     = active_q;
  assign traffic_slow_o    = {1'b0, kernel_q};
  assign traffic_yields_o  = yields_q;
  assign traffic_last_o    = {left_q[1] == '0, left_q[0] == '0};
  assign traffic_addr_o[0] = kernel_q ? KernelBase | 32'(register_q) : ram_address;
  assign traffic_addr_o[1] = ram_address;

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      enable_q    <= '0;
      kernel_q    <= 1'b0;
      yields_q    <= 1'b0;
      rate_q      <= '0;
      burst_q     <= 8'd1;
      register_q  <= '0;
      random_q    <= 32'd1;
      active_q    <= '0;
      left_q      <= '{default: '0};
      transfers_q <= '{default: '0};
    end else begin
      if (store) begin
        unique case (addr_i)
          Control: begin
            enable_q <= {wdata_i[RegTrafficGeneratorControlInstructionsLsb],
                         wdata_i[RegTrafficGeneratorControlDataLsb]};
            kernel_q <= wdata_i[RegTrafficGeneratorControlKernelLsb];
            yields_q <= wdata_i[RegTrafficGeneratorControlYieldsLsb];
          end
          Rate:     rate_q     <= wdata_i[15:0];
          Burst:    burst_q    <= wdata_i[7:0] == '0 ? 8'd1 : wdata_i[7:0];
          Register: register_q <= {wdata_i[19:2], 2'b00};
          default: ;
        endcase
      end
      if (store && addr_i == Seed)           random_q <= valid_seed(wdata_i);
      else if ((enable_q | active_q) != '0)  random_q <= next_random(random_q);
      if ((begins | active_q) != '0) begin
        for (int unsigned i = 0; i < 2; i++) begin
          if (begins[i]) begin
            active_q[i] <= 1'b1;
            left_q[i]   <= burst_q - 8'd1;
          end else if (traffic_gnt_i[i]) begin
            active_q[i]    <= ~traffic_last_o[i];
            left_q[i]      <= left_q[i] - 8'd1;
            transfers_q[i] <= transfers_q[i] + 32'd1;
          end
        end
      end
    end
  end

  always_comb begin
    rdata_o = '0;
    err_o   = 1'b0;
    if (req_i) begin
      unique case (addr_i)
        Control: begin
          rdata_o[RegTrafficGeneratorControlDataLsb]         = enable_q[0];
          rdata_o[RegTrafficGeneratorControlInstructionsLsb] = enable_q[1];
          rdata_o[RegTrafficGeneratorControlKernelLsb]       = kernel_q;
          rdata_o[RegTrafficGeneratorControlYieldsLsb]       = yields_q;
        end
        Rate:                rdata_o = 32'(rate_q);
        Burst:               rdata_o = 32'(burst_q);
        Register:            rdata_o = 32'(register_q);
        Seed:                rdata_o = random_q;
        Transfers:           rdata_o = transfers_q[0];
        Transfers + 16'd4:   rdata_o = transfers_q[1];
        default:             err_o   = 1'b1;
      endcase
    end
  end

  `ISOCHRON_ASSERT(OnlyARequestIsGranted, (traffic_gnt_i & ~traffic_req_o) == '0)
  `ISOCHRON_ASSERT(NoBurstBeginsInABurst, (traffic_begins_o & traffic_req_o) == '0)

endmodule
