// SPDX-License-Identifier: Apache-2.0

// RAM with two ports for each core, one for instructions and one for data: no core waits for another.
// All answer in the next cycle. Within a cycle all loads come before all stores, and the stores in the
// order of the cores' numbers. Only for simulation: no FPGA has so many ports.
module smp_ram #(
  parameter  int unsigned NCores       = 2,                // Cores
  parameter  int unsigned NumWords     = 65536,            // Size in 32-bit words
  localparam int unsigned AddressWidth = $clog2(NumWords)  // Word address
) (
  input  logic                                clk_i,          // Clock

  // Instruction ports
  input  logic [NCores-1:0][AddressWidth-1:0] instr_addr_i,   // Word address
  output logic [NCores-1:0][31:0]             instr_rdata_o,  // Word, one cycle later

  // Data ports
  input  logic [NCores-1:0]                   data_we_i,      // Store
  input  logic [NCores-1:0][AddressWidth-1:0] data_addr_i,    // Word address
  input  logic [NCores-1:0][ 3:0]             data_be_i,      // Byte enables of a store
  input  logic [NCores-1:0][31:0]             data_wdata_i,   // Word to store
  output logic [NCores-1:0][31:0]             data_rdata_o    // Word, one cycle later
);

  logic [31:0] mem[NumWords];

  always_ff @(posedge clk_i) begin
    for (int unsigned core = 0; core < NCores; core++) begin
      instr_rdata_o[core] <= mem[instr_addr_i[core]];
      data_rdata_o[core]  <= mem[data_addr_i[core]];
    end
  end

  always_ff @(posedge clk_i) begin
    for (int unsigned core = 0; core < NCores; core++) begin
      for (int unsigned i = 0; i < 4; i++) begin
        if (data_we_i[core] && data_be_i[core][i]) begin
          mem[data_addr_i[core]][8*i+:8] <= data_wdata_i[core][8*i+:8];
        end
      end
    end
  end

endmodule
