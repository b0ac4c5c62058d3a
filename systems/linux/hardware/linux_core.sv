// SPDX-License-Identifier: Apache-2.0

// VexRiscv (variant Linux: rv32ima, caches of 4 KiB) on the buses of linux_platform. Its netlist is as it
// is, but for InstructionCache in its cache's place.
//
// Addresses from 0xF000_0000 on are not cached. The core's buses have no errors: a load that is
// refused gives 0, and of a store that is refused nothing is seen.
module linux_core #(
  parameter logic [31:0] ResetVector = 32'h8000_0000,  // Address of the first instruction
  parameter bit          CodeBeside  = 1'b0,           // There is a RAM beside the instruction cache
  parameter logic [31:0] CodeAddress = '0              // ... for addresses with these upper 16 bits
) (
  input  logic        clk_i,           // Clock
  input  logic        rst_ni,          // Reset, active low

  // Instructions
  output logic        instr_req_o,     // Request, held until answered
  output logic [31:0] instr_addr_o,    // Byte address
  input  logic        instr_rvalid_i,  // Answer, a cycle after the request or later
  input  logic [31:0] instr_rdata_i,   // Instruction

  // RAM beside the instruction cache: M mode's code
  output logic        code_req_o,      // Load
  output logic [31:0] code_addr_o,     // Byte address
  input  logic [31:0] code_rdata_i,    // Instruction, one cycle after the request, until the next

  // Data
  output logic        data_req_o,      // Request, held until granted
  input  logic        data_gnt_i,      // Request accepted in this cycle
  output logic        data_we_o,       // Store
  output logic [ 3:0] data_be_o,       // Byte enables
  output logic [31:0] data_addr_o,     // Byte address
  output logic [31:0] data_wdata_o,    // Data of a store
  input  logic [31:0] data_rdata_i,    // Data of a load, one cycle after the grant
  output logic        data_machine_o,  // The request is M mode's: not of S or U mode, and no
                                       // page-table walk

  // Interrupts, levels
  input  logic        irq_software_i,  // Machine software interrupt
  input  logic        irq_timer_i,     // Machine timer interrupt
  input  logic [31:0] irq_external_i   // The core's array of external interrupts: a mask of M mode's
                                       // (CSR 0xBC0) and one of S mode's (0x9C0) share it out
);

  localparam logic [2:0] Incrementing = 3'b010;  // Wishbone's CTI: a burst, another word follows

  logic        instr_stb, data_stb, data_we;
  logic [29:0] instr_word, data_word;
  logic [ 2:0] instr_cti, data_cti;
  logic        loading_q;

  // In a burst the next word is requested with the answer to the one before: a word a cycle.
  assign instr_req_o  = instr_stb & (~instr_rvalid_i | instr_cti == Incrementing);
  assign instr_addr_o = {instr_word + 30'(instr_rvalid_i), 2'b00};

  // A load is acknowledged with its answer, a store when it is granted.
  assign data_req_o  = data_stb & (~loading_q | data_cti == Incrementing);
  assign data_we_o   = data_we;
  assign data_addr_o = {data_word + 30'(loading_q), 2'b00};

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) loading_q <= 1'b0;
    else         loading_q <= data_req_o & data_gnt_i & ~data_we;
  end

  // The parts of Wishbone that have one value only are not used.
  /* verilator lint_off PINCONNECTEMPTY */
  VexRiscv u_vexriscv (
    .clk                    (clk_i),
    .reset                  (~rst_ni),
    .externalResetVector    (ResetVector),
    .timerInterrupt         (irq_timer_i),
    .softwareInterrupt      (irq_software_i),
    .externalInterruptArray (irq_external_i),
    .iBusWishbone_CYC       (),
    .iBusWishbone_STB       (instr_stb),
    .iBusWishbone_ACK       (instr_rvalid_i),
    .iBusWishbone_WE        (),
    .iBusWishbone_ADR       (instr_word),
    .iBusWishbone_DAT_MISO  (instr_rdata_i),
    .iBusWishbone_DAT_MOSI  (),
    .iBusWishbone_SEL       (),
    .iBusWishbone_ERR       (1'b0),
    .iBusWishbone_CTI       (instr_cti),
    .iBusWishbone_BTE       (),
    .dBusWishbone_CYC       (),
    .dBusWishbone_STB       (data_stb),
    .dBusWishbone_ACK       (data_we ? data_gnt_i : loading_q),
    .dBusWishbone_WE        (data_we),
    .dBusWishbone_ADR       (data_word),
    .dBusWishbone_DAT_MISO  (data_rdata_i),
    .dBusWishbone_DAT_MOSI  (data_wdata_o),
    .dBusWishbone_SEL       (data_be_o),
    .dBusWishbone_ERR       (1'b0),
    .dBusWishbone_CTI       (data_cti),
    .dBusWishbone_BTE       ()
  );
  /* verilator lint_on PINCONNECTEMPTY */

  // ---------------------------------------------------------------------------------------------
  // Whose a request is. The core does not say so, hence the names of its inside. Its data cache
  // issues a request while the instruction is in the last stage, and changes its privilege later; but
  // on its way to the bus a request waits in two registers, in which the privilege may change. These
  // two go with them. A page-table walk may begin in S mode and go on in M mode.
  // ---------------------------------------------------------------------------------------------
  logic machine_now, machine, waiting_q, machine_q, interrupt_waits;

  assign machine_now = u_vexriscv.CsrPlugin_privilege == 2'b11;
  assign machine     = machine_now & ~u_vexriscv.writeBack_IS_DBUS_SHARING;

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      waiting_q <= 1'b0;
      machine_q <= 1'b0;
    end else begin
      if (u_vexriscv.dataCache_1_io_mem_cmd_ready) waiting_q <= machine;
      if (u_vexriscv.dataCache_1_io_mem_cmd_s2mPipe_ready) begin
        machine_q <= u_vexriscv.dataCache_1_io_mem_cmd_rValid ? waiting_q : machine;
      end
    end
  end

  assign data_machine_o = machine_q;

  // What InstructionCache asks for beside the mode: the core will take an interrupt.
  assign interrupt_waits = u_vexriscv.CsrPlugin_interrupt_valid;

  assign code_req_o  = u_vexriscv.IBusCachedPlugin_cache.read;
  assign code_addr_o = u_vexriscv.IBusCachedPlugin_cache.address;

endmodule
