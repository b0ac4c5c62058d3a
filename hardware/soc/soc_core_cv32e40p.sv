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
  input  logic           clk_i,    // Clock
  input  logic           rst_ni,   // Asynchronous reset, active low

  output instr_request_t instr_o,  // Instructions that are asked for
  input  bus_answer_t    instr_i,  // Their answers
  output data_request_t  data_o,   // Loads and stores: host port of soc_bus
  input  bus_answer_t    data_i,   // Their answers

  input  interrupts_t    irq_i     // Interrupts: 16 is the UART's, 18 the other device's, as Ibex's
                                   // fast interrupts 0 and 2
);

  logic open_q;  // A load or store was granted and not answered
  logic free;    // The next may be shown
  logic data_req;

  assign free       = ~open_q | data_i.rvalid;
  assign data_o.req = data_req & free;

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) open_q <= 1'b0;
    else         open_q <= (data_o.req & data_i.gnt) | ~free;
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
    .instr_req_o         (instr_o.req),
    .instr_gnt_i         (instr_i.gnt),
    .instr_rvalid_i      (instr_i.rvalid),
    .instr_addr_o        (instr_o.addr),
    .instr_rdata_i       (instr_i.err ? '0 : instr_i.rdata),
    .data_req_o          (data_req),
    .data_gnt_i          (data_i.gnt & free),
    .data_rvalid_i       (data_i.rvalid),
    .data_we_o           (data_o.we),
    .data_be_o           (data_o.be),
    .data_addr_o         (data_o.addr),
    .data_wdata_o        (data_o.wdata),
    .data_rdata_i        (data_i.rdata),
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

  // This core cannot be told of an error of a load or store.
  logic unused;
  assign unused = data_i.err;

endmodule
