// SPDX-License-Identifier: Apache-2.0

// An unmodified CV32E40P (RV32IMC, four pipeline stages; with a parameter floating point) on
// the SoC's buses.
//
// The core may ask for a second load or store before the first is answered: here it waits for that
// answer. Its buses have no errors: a fetch that nothing answers gives 0, which is an illegal
// instruction.
module soc_core_cv32e40p
  import soc_pkg::*;
#(
  parameter bit Fpu = 1'b0             // Single precision: registers f0 to f31, instructions of F
) (
  input  logic        clk_i,           // Clock
  input  logic        rst_ni,          // Asynchronous reset, active low

  // Instructions
  output logic        instr_req_o,     // Request, held until granted
  input  logic        instr_gnt_i,     // Request accepted in this cycle
  output logic [31:0] instr_addr_o,    // Byte address
  input  logic        instr_rvalid_i,  // Answer, one cycle after the grant
  input  logic [31:0] instr_rdata_i,   // Instruction
  input  logic        instr_err_i,     // Bus error, with the answer

  // Data: host port of soc_bus
  output logic        data_req_o,      // Request, held until granted
  input  logic        data_gnt_i,      // Request accepted in this cycle
  output logic        data_we_o,       // Store
  output logic [ 3:0] data_be_o,       // Byte enables
  output logic [31:0] data_addr_o,     // Byte address
  output logic [31:0] data_wdata_o,    // Data of a store
  input  logic        data_rvalid_i,   // Answer, at least one cycle after the grant
  input  logic [31:0] data_rdata_i,    // Data of a load, with the answer

  input  interrupts_t irq_i            // Interrupts: 16 is the UART's, 18 the other device's, as Ibex's
                                       // fast interrupts 0 and 2
);

  logic open_q;  // A load or store was granted and not answered
  logic free;    // The next may be shown
  logic data_req;

  assign free       = ~open_q | data_rvalid_i;
  assign data_req_o = data_req & free;

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) open_q <= 1'b0;
    else         open_q <= (data_req_o & data_gnt_i) | ~free;
  end

  // Outputs for debuggers and for the power of a sleeping core are not used here.
  /* verilator lint_off PINCONNECTEMPTY */
  cv32e40p_top #(
    .FPU              (int'(Fpu)),
    .NUM_MHPMCOUNTERS (0)
  ) u_cv32e40p (
    .clk_i,
    .rst_ni,
    .pulp_clock_en_i     (1'b1),
    .scan_cg_en_i        (1'b0),
    .boot_addr_i         (ResetVector),
    .mtvec_addr_i        (BootAddress),
    .dm_halt_addr_i      ('0),
    .hart_id_i           ('0),
    .dm_exception_addr_i ('0),
    .instr_req_o,
    .instr_gnt_i,
    .instr_rvalid_i,
    .instr_addr_o,
    .instr_rdata_i       (instr_err_i ? '0 : instr_rdata_i),
    .data_req_o          (data_req),
    .data_gnt_i          (data_gnt_i & free),
    .data_rvalid_i,
    .data_we_o,
    .data_be_o,
    .data_addr_o,
    .data_wdata_o,
    .data_rdata_i,
    .irq_i               ({13'd0, irq_i.other, 1'b0, irq_i.uart, 4'd0, irq_i.external, 3'd0, irq_i.timer,
                           3'd0, irq_i.software, 3'd0}),
    .irq_ack_o           (),
    .irq_id_o            (),
    .debug_req_i         (1'b0),
    .debug_havereset_o   (),
    .debug_running_o     (),
    .debug_halted_o      (),
    .fetch_enable_i      (1'b1),
    .core_sleep_o        ()
  );
  /* verilator lint_on PINCONNECTEMPTY */

endmodule
