// SPDX-License-Identifier: Apache-2.0

// Ibex as the reference SoC has it, by the name and the ports that LiteX 2024.12 knows: its own list of
// Ibex's files is older than the files. The core begins at soc_pkg::BootAddress + 0x80.
module ibex_top (
  input  logic        clk_i,           // Clock
  input  logic        rst_ni,          // Asynchronous reset, active low

  // Instructions
  output logic        instr_req_o,     // Request, held until granted
  input  logic        instr_gnt_i,     // Request accepted in this cycle
  output logic [31:0] instr_addr_o,    // Byte address
  input  logic        instr_rvalid_i,  // Answer, at least one cycle after the grant
  input  logic [31:0] instr_rdata_i,   // Instruction
  input  logic        instr_err_i,     // Bus error, with the answer

  // Data
  output logic        data_req_o,      // Request, held until granted
  input  logic        data_gnt_i,      // Request accepted in this cycle
  output logic        data_we_o,       // Store
  output logic [ 3:0] data_be_o,       // Byte enables
  output logic [31:0] data_addr_o,     // Byte address
  output logic [31:0] data_wdata_o,    // Data of a store
  input  logic        data_rvalid_i,   // Answer, at least one cycle after the grant
  input  logic [31:0] data_rdata_i,    // Data of a load
  input  logic        data_err_i,      // Bus error, with the answer

  // Interrupts, levels
  input  logic        irq_software_i,  // Machine software interrupt
  input  logic        irq_timer_i,     // Machine timer interrupt
  input  logic        irq_external_i   // Machine external interrupt
);

  soc_pkg::instr_request_t instr;
  soc_pkg::data_request_t  data;

  assign instr_req_o  = instr.req;
  assign instr_addr_o = instr.addr;
  assign data_req_o   = data.req;
  assign data_we_o    = data.we;
  assign data_be_o    = data.be;
  assign data_addr_o  = data.addr;
  assign data_wdata_o = data.wdata;

  // Registers for each task are not there.
  /* verilator lint_off PINCONNECTEMPTY */
  soc_core_ibex u_core (
    .clk_i, .rst_ni,
    .instr_o (instr),
    .instr_i ('{gnt: instr_gnt_i, rvalid: instr_rvalid_i, err: instr_err_i, rdata: instr_rdata_i}),
    .data_o (data),
    .data_i ('{gnt: data_gnt_i, rvalid: data_rvalid_i, err: data_err_i, rdata: data_rdata_i}),
    .irq_i ('{software: irq_software_i, timer: irq_timer_i, external: irq_external_i, default: '0}),
    .halt_i (1'b0),
    .fetch_i (1'b0), .fetch_addr_i ('0),
    .banks_req_i (1'b0), .banks_request_i ('0), .banks_response_o (),
    .calls_i ('0), .contexts_o ()
  );
  /* verilator lint_on PINCONNECTEMPTY */

endmodule
