// SPDX-License-Identifier: Apache-2.0

// RAM with two ports, one for instructions and one for data. Both answer in the next cycle. What a
// load finds in the cycle of a store to the same word is not defined (no_rw_check), nor is the data
// port's word after a store: so it needs half as many blocks of an FPGA.
module soc_ram #(
  parameter  int unsigned NumWords     = 65536,            // Size in 32-bit words
  parameter  string       InitFile     = "",               // Its words in hexadecimal; "": none
  localparam int unsigned AddressWidth = $clog2(NumWords)  // Word address
) (
  input  logic                    clk_i,          // Clock

  // Instruction port
  input  logic                    instr_req_i,    // Load
  input  logic [AddressWidth-1:0] instr_addr_i,   // Word address
  output logic [31:0]             instr_rdata_o,  // Word, one cycle after the request

  // Data port
  input  logic                    data_req_i,     // Load or store
  input  logic                    data_we_i,      // Store
  input  logic [AddressWidth-1:0] data_addr_i,    // Word address
  input  logic [ 3:0]             data_be_i,      // Byte enables of a store
  input  logic [31:0]             data_wdata_i,   // Word to store
  output logic [31:0]             data_rdata_o    // Word, one cycle after the request
);

  (* no_rw_check, ram_style = "block" *) logic [31:0] mem[NumWords];

  if (InitFile != "") begin : gen_init
    initial $readmemh(InitFile, mem);
  end

  always_ff @(posedge clk_i) begin
    if (instr_req_i) instr_rdata_o <= mem[instr_addr_i];
  end

  always_ff @(posedge clk_i) begin
    if (data_req_i) begin
      if (data_we_i) begin
        for (int unsigned i = 0; i < 4; i++) begin
          if (data_be_i[i]) mem[data_addr_i][8*i+:8] <= data_wdata_i[8*i+:8];
        end
      end else begin
        data_rdata_o <= mem[data_addr_i];
      end
    end
  end

endmodule
