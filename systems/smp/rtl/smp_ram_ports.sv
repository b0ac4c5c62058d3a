// SPDX-License-Identifier: Apache-2.0

// RAM with one port for each core: an FPGA's block RAM has two. A load answers in the next cycle. In a
// cycle in which cores store to one word, the last core's bytes count; what a load finds there then is
// not defined (no_rw_check), nor is a port's word after a store.
module smp_ram_ports #(
  parameter  int unsigned NCores       = 2,                // Cores, as many as the block RAM has ports
  parameter  int unsigned NumWords     = 65536,            // Size in 32-bit words
  parameter  string       InitFile     = "",               // Its words in hexadecimal; "": none
  localparam int unsigned AddressWidth = $clog2(NumWords)  // Word address
) (
  input  logic                                clk_i,    // Clock

  input  logic [NCores-1:0]                   we_i,     // Store
  input  logic [NCores-1:0][AddressWidth-1:0] addr_i,   // Word address
  input  logic [NCores-1:0][ 3:0]             be_i,     // Byte enables of a store
  input  logic [NCores-1:0][31:0]             wdata_i,  // Word to store
  output logic [NCores-1:0][31:0]             rdata_o   // Word, one cycle later
);

  (* no_rw_check, ram_style = "block" *) logic [31:0] mem[NumWords];

  if (InitFile != "") begin : gen_init
    initial $readmemh(InitFile, mem);
  end

  // A port reads also when it stores: whether a core stores is known late.
  always_ff @(posedge clk_i) begin
    for (int unsigned core = 0; core < NCores; core++) begin
      rdata_o[core] <= mem[addr_i[core]];
      for (int unsigned i = 0; i < 4; i++) begin
        if (we_i[core] & be_i[core][i]) mem[addr_i[core]][8*i+:8] <= wdata_i[core][8*i+:8];
      end
    end
  end

endmodule
