// SPDX-License-Identifier: Apache-2.0

// What the simulator verilates: the reference SoC and its probes.
//
// The probes read signals inside the core by their hierarchical names; nothing is added to the
// core, and nothing that a program does can tell that it is observed.
module simulator_top
  import ibex_pkg::*;
  import soc_pkg::*;
#(
  parameter int          Core            = 0,   // Value of soc_pkg::core_e
  parameter int          RV32M           = 2,   // Value of ibex_pkg::rv32m_e
  parameter bit          WritebackStage  = 1,   // As in soc
  parameter bit          BranchTargetALU = 1,   // As in soc
  parameter bit          Fpu             = 0,   // As in soc
  parameter int unsigned RamWaits        = 0,   // As in soc
  parameter int          Kernel          = 0,   // Value of soc_pkg::kernel_e
  parameter int unsigned NTasks          = 32,  // As in soc
  parameter int unsigned OtherLines      = 0,   // As in soc
  parameter int unsigned MessageWords    = 64,  // As in soc
  parameter bit          InstantTransmit = 1,   // As in soc
  parameter int unsigned OtherDevice     = 0,   // As in soc
  parameter bit          Trace           = 0,   // As in soc
  parameter bit          Debug           = 0    // As in soc
) (
  input  logic                step_i,           // Each change is one clock cycle
  input  logic                rst_ni,           // Asynchronous reset, active low
  input  logic [31:0]         seed_i,           // Seed of the interrupt generator's phases
  input  logic                set_register_i,   // Rises when the debugger changes a register
  input  logic                set_instruction_i,// ... replaces the instruction that begins
  input  logic [ 4:0]         set_number_i,     // That register
  input  logic [31:0]         set_value_i,      // Its new value, or the other instruction

  input  logic                jtag_tck_i,       // As soc's
  input  logic                jtag_tms_i,       // As soc's
  input  logic                jtag_tdi_i,       // As soc's
  output logic                jtag_tdo_o,       // As soc's
  output logic                halted_o,         // The debug module has halted the core

  output logic                uart_tx_valid_o,  // A character leaves in this cycle
  output logic [ 7:0]         uart_tx_data_o,   // The character
  output logic                exit_o,           // The program has ended
  output logic [31:0]         exit_code_o,      // Its exit code

  output logic                done_o,           // An instruction completes in this cycle
  output logic [31:0]         pc_o,             // Its address
  output logic [ 1:0]         write_o,          // Registers of the core are written, two at most
  output logic [ 9:0]         write_register_o, // Which ones, the first in bits 4:0
  output logic [63:0]         write_data_o,     // With what, the first in bits 31:0
  output logic                mie_o,            // Interrupts are enabled (mstatus.MIE)
  output logic                trap_o,           // A trap was entered one cycle ago
  output logic                trap_interrupt_o, // It was an interrupt
  output logic [ 4:0]         trap_cause_o,     // Its cause (mcause)
  output logic [31:0]         trap_pc_o,        // Its mepc
  output logic                double_fault_o,   // It came while an exception was handled
  output logic                bus_error_o,      // A load or store that nothing answers, on a core
                                                // that cannot be told
  output logic [NumLines-1:0] lines_o,          // Interrupt lines
  output logic [ 2:0]         waits_o,          // The core waits: a load or store for the device,
                                                // for the traffic generator; a fetch for that
  output logic                store_o,          // A word is stored
  output logic [31:0]         store_address_o,  // Where
  output logic [31:0]         store_data_o,     // The word
  output logic                switch_o,         // The hardware kernel's running task changes
  output logic [ 7:0]         current_id_o,     // The hardware kernel's running task
  output logic                turn_o,           // The turn passes to another task's registers
  output logic                turn_misses_o,    // These are not there, from the first such cycle on
  output logic                turn_waits_o      // The core waits for nothing but that
);

  localparam bit Contexts = Core == int'(CoreIbex) && Kernel == int'(KernelIsochron);

  // The clock falls as soon as it has risen, so that a cycle takes one evaluation and not two.
  logic clk;
  logic step_q;

  initial step_q = 1'b0;

  assign clk = step_i ^ step_q;

  always_ff @(posedge clk) step_q <= ~step_q;

  // Behind a register, no logic of the model hangs on an input but the clock, and the model need
  // not look for changed inputs.
  logic [31:0] seed_q;

  always_ff @(posedge clk) seed_q <= seed_i;

  logic unused_uart_tx, unused_trace_tx;

  soc #(
    .Core            (core_e'(Core)),
    .RV32M           (rv32m_e'(RV32M)),
    .WritebackStage  (WritebackStage),
    .BranchTargetALU (BranchTargetALU),
    .Fpu             (Fpu),
    .RamWaits        (RamWaits),
    .Kernel          (kernel_e'(Kernel)),
    .Contexts          (Contexts),
    .NTasks          (NTasks),
    .OtherLines      (OtherLines),
    .MessageWords    (MessageWords),
    .InstantTransmit (InstantTransmit),
    .OtherDevice     (OtherDevice),
    .Trace           (Trace),
    .Debug           (Debug),
    .ClockGating     (1'b1)
  ) u_soc (
    .clk_i           (clk),
    .rst_ni,
    .seed_i          (seed_q),
    .lines_i         ('0),
    .uart_tx_valid_o,
    .uart_tx_data_o,
    .uart_rx_valid_i (1'b0),
    .uart_rx_data_i  (8'd0),
    .uart_tx_o       (unused_uart_tx),
    .uart_rx_i       (1'b1),
    .trace_tx_o      (unused_trace_tx),
    .jtag_tck_i,
    .jtag_tms_i,
    .jtag_tdi_i,
    .jtag_tdo_o,
    .exit_o,
    .exit_code_o,
    .lines_o,
    .current_id_o,
    .switch_o
  );

  assign store_o         = u_soc.data.req & u_soc.data_answer.gnt & u_soc.data.we & (&u_soc.data.be);
  assign store_address_o = u_soc.data.addr;
  assign store_data_o    = u_soc.data.wdata;

  // What happens while the core is halted, or halts, is no trap of the program's.
  logic debugged;

  if (Debug) begin : gen_debug
    assign halted_o = u_soc.gen_ibex.u_core.u_ibex_core.debug_mode;
    assign debugged = halted_o | u_soc.gen_ibex.u_core.u_ibex_core.debug_mode_entering;
  end else begin : gen_no_debug
    assign halted_o = 1'b0;
    assign debugged = 1'b0;

    logic unused_debugged;
    assign unused_debugged = debugged;
  end

  // The core waits for a device from the second cycle of a request on, but not with its answer.
  assign waits_o = {u_soc.instr.req & ~u_soc.instr_answer.gnt,
                    u_soc.data.req & u_soc.u_buses.traffic[0],
                    u_soc.u_buses.data_core_q & ~u_soc.u_buses.bus_free};

  // What the debugger asks for, by calls: nothing of it is evaluated in a run without one.
  debugger_bus u_debugger_bus ();

  if (Kernel == int'(KernelIsochron)) begin : gen_debugger_isochron
    debugger_isochron #(.NTasks(NTasks)) u_debugger_kernel ();
  end else if (Kernel == int'(KernelOther)) begin : gen_debugger_other
    debugger_other_kernel #(.NTasks(NTasks)) u_debugger_kernel ();
  end else begin : gen_debugger_no_kernel
    debugger_no_kernel u_debugger_kernel ();
  end

  // What a trace asks for, in the same way.
  if (Kernel == int'(KernelIsochron)) begin : gen_tracing_isochron
    tracing_isochron u_tracing_kernel ();
  end else if (Kernel == int'(KernelOther)) begin : gen_tracing_other
    tracing_other_kernel u_tracing_kernel ();
  end else begin : gen_tracing_no_kernel
    tracing_no_kernel u_tracing_kernel ();
  end

  if (Contexts) begin : gen_debugger_banks
    debugger_banks #(.NTasks(NTasks)) u_debugger_banks (
      .set_register_i, .number_i(set_number_i), .value_i(set_value_i)
    );
  end else begin : gen_debugger_no_banks
    debugger_no_banks u_debugger_banks ();
  end

  if (Contexts) begin : gen_turns
    logic       answer_misses, answer_there, trap_misses, trap_waits;
    logic [1:0] missed_q;  // `answer_misses` of the last two cycles, the newer one first

    `define ISOCHRON_CALLS    u_soc.u_kernel.gen_isochron.gen_calls.u_calls
    `define ISOCHRON_CONTEXTS u_soc.gen_ibex.u_core.gen_contexts.u_contexts

    // An answer is let on two cycles after that. Nothing is lost if it is not there by then.
    assign answer_misses = `ISOCHRON_CALLS.turning & ~`ISOCHRON_CALLS.release_q
                         & (`ISOCHRON_CALLS.dispatched_q
                            ? ~`ISOCHRON_CALLS.ready_i
                            : `ISOCHRON_CALLS.dispatched & ~`ISOCHRON_CALLS.next_ready_i);
    assign answer_there  = `ISOCHRON_CALLS.kept_q | `ISOCHRON_CALLS.keeps
                         | `ISOCHRON_CALLS.drop_q | `ISOCHRON_CALLS.drops;

    assign trap_misses   = turn_o & `ISOCHRON_CONTEXTS.in_trap_q & ~`ISOCHRON_CONTEXTS.next_there;
    assign trap_waits    = `ISOCHRON_CONTEXTS.req_i & `ISOCHRON_CONTEXTS.is_control
                         & `ISOCHRON_CONTEXTS.is_target & ~`ISOCHRON_CONTEXTS.busy_i
                         & ~`ISOCHRON_CONTEXTS.target_ready;

    assign turn_o        = `ISOCHRON_CONTEXTS.u_contexts.switch_i;
    assign turn_misses_o = answer_misses | trap_misses;
    assign turn_waits_o  = (missed_q[1] & answer_there) | trap_waits;

    always_ff @(posedge clk) missed_q <= {missed_q[0], answer_misses};

    `undef ISOCHRON_CALLS
    `undef ISOCHRON_CONTEXTS
  end else begin : gen_no_turns
    assign turn_o        = 1'b0;
    assign turn_misses_o = 1'b0;
    assign turn_waits_o  = 1'b0;
  end

  if (Core == int'(CoreVexRiscv)) begin : gen_debugger_vexriscv
    debugger_vexriscv u_debugger_core ();

    logic unused_set;
    assign unused_set = ^{set_register_i, set_instruction_i, set_number_i, set_value_i};
  end else if (Core == int'(CoreCv32e40p)) begin : gen_debugger_cv32e40p
    debugger_cv32e40p u_debugger_core ();

    logic unused_set;
    assign unused_set = ^{set_register_i, set_instruction_i, set_number_i, set_value_i};
  end else begin : gen_debugger_ibex
    debugger_ibex #(.WritebackStage(WritebackStage)) u_debugger_core (
      .set_instruction_i, .value_i(set_value_i)
    );
    if (WritebackStage) begin : gen_writeback
      debugger_writeback u_debugger_writeback (.set_register_i, .number_i(set_number_i));
    end
    if (!Contexts) begin : gen_registers
      debugger_registers u_debugger_registers (
        .set_register_i, .number_i(set_number_i), .value_i(set_value_i)
      );
    end
  end

  if (Core == int'(CoreIbex)) begin : gen_ibex
    assign done_o = u_soc.gen_ibex.u_core.u_ibex_core.instr_id_done;
    assign pc_o   = u_soc.gen_ibex.u_core.u_ibex_core.pc_id;
    assign mie_o  = u_soc.gen_ibex.u_core.u_ibex_core.csr_mstatus_mie;

    assign write_o          = {1'b0, u_soc.gen_ibex.u_core.u_ibex_core.rf_we_wb_o};
    assign write_register_o = {5'd0, u_soc.gen_ibex.u_core.u_ibex_core.rf_waddr_wb_o};
    assign write_data_o     = {32'd0, u_soc.gen_ibex.u_core.u_ibex_core.rf_wdata_wb_ecc_o[31:0]};

    // mepc holds the address of the trap the cycle after the core saves the cause.
    exc_cause_t cause_q;

    always_ff @(posedge clk or negedge rst_ni) begin
      if (!rst_ni) begin
        trap_o         <= 1'b0;
        double_fault_o <= 1'b0;
        cause_q        <= '0;
      end else begin
        trap_o         <= u_soc.gen_ibex.u_core.u_ibex_core.csr_save_cause & ~debugged;
        double_fault_o <= u_soc.gen_ibex.u_core.u_ibex_core.double_fault_seen_o & ~debugged;
        cause_q        <= u_soc.gen_ibex.u_core.u_ibex_core.exc_cause;
      end
    end

    assign trap_interrupt_o = cause_q.irq_ext | cause_q.irq_int;
    assign trap_cause_o     = cause_q.lower_cause;
    assign trap_pc_o        = u_soc.gen_ibex.u_core.u_ibex_core.csr_mepc;
    assign bus_error_o      = 1'b0;
  end else if (Core == int'(CoreVexRiscv)) begin : gen_vexriscv
    assign done_o = u_soc.gen_vexriscv.u_core.u_vexriscv.lastStageIsFiring;
    assign pc_o   = u_soc.gen_vexriscv.u_core.u_vexriscv.lastStagePc;
    assign mie_o  = u_soc.gen_vexriscv.u_core.u_vexriscv.CsrPlugin_mstatus_MIE;

    assign write_o          = {1'b0, u_soc.gen_vexriscv.u_core.u_vexriscv.lastStageRegFileWrite_valid};
    assign write_register_o =
        {5'd0, u_soc.gen_vexriscv.u_core.u_vexriscv.lastStageRegFileWrite_payload_address};
    assign write_data_o     =
        {32'd0, u_soc.gen_vexriscv.u_core.u_vexriscv.lastStageRegFileWrite_payload_data};

    // An exception is handled until mret; an interrupt does not make it another one.
    logic exception, handles_q;

    assign exception = u_soc.gen_vexriscv.u_core.u_vexriscv.CsrPlugin_hadException;

    always_ff @(posedge clk or negedge rst_ni) begin
      if (!rst_ni) begin
        trap_o         <= 1'b0;
        double_fault_o <= 1'b0;
        handles_q      <= 1'b0;
      end else begin
        trap_o         <= exception | u_soc.gen_vexriscv.u_core.u_vexriscv.CsrPlugin_interruptJump;
        double_fault_o <= exception & handles_q;
        if (exception) handles_q <= 1'b1;
        else if (u_soc.gen_vexriscv.u_core.u_vexriscv.when_CsrPlugin_l1068) handles_q <= 1'b0;
      end
    end

    assign trap_interrupt_o = u_soc.gen_vexriscv.u_core.u_vexriscv.CsrPlugin_mcause_interrupt;
    assign trap_cause_o     =
        5'(u_soc.gen_vexriscv.u_core.u_vexriscv.CsrPlugin_mcause_exceptionCode);
    assign trap_pc_o        = u_soc.gen_vexriscv.u_core.u_vexriscv.CsrPlugin_mepc;
    assign bus_error_o      = u_soc.data_answer.err;
  end else begin : gen_cv32e40p
    `define ISOCHRON_CV32E40P u_soc.gen_cv32e40p.u_core.u_cv32e40p.core_i

    // An instruction is done when it leaves the third stage, in which loads and stores are asked for.
    logic        decoded, executes_q;
    logic [31:0] pc_q;

    assign decoded = `ISOCHRON_CV32E40P.id_valid & `ISOCHRON_CV32E40P.is_decoding;
    assign done_o  = executes_q & `ISOCHRON_CV32E40P.ex_ready;
    assign pc_o    = pc_q;
    assign mie_o   = `ISOCHRON_CV32E40P.m_irq_enable;

    always_ff @(posedge clk or negedge rst_ni) begin
      if (!rst_ni) executes_q <= 1'b0;
      else         executes_q <= decoded | (executes_q & ~done_o);
    end

    always_ff @(posedge clk) if (decoded) pc_q <= `ISOCHRON_CV32E40P.pc_id;

    // Loads have one port of the registers, the rest the other. Numbers above 31 are f0 to f31.
    assign write_o = {
      `ISOCHRON_CV32E40P.regfile_we_wb & ~`ISOCHRON_CV32E40P.regfile_waddr_fw_wb_o[5],
      `ISOCHRON_CV32E40P.regfile_alu_we_fw & ~`ISOCHRON_CV32E40P.regfile_alu_waddr_fw[5]
    };
    assign write_register_o = {`ISOCHRON_CV32E40P.regfile_waddr_fw_wb_o[4:0],
                               `ISOCHRON_CV32E40P.regfile_alu_waddr_fw[4:0]};
    assign write_data_o     = {`ISOCHRON_CV32E40P.regfile_wdata,
                               `ISOCHRON_CV32E40P.regfile_alu_wdata_fw};

    // An exception is handled until mret; an interrupt does not make it another one. mepc holds the
    // address of the trap the cycle after the core saves the cause.
    logic [5:0] cause_q;
    logic       exception, handles_q;

    assign exception = `ISOCHRON_CV32E40P.csr_save_cause & ~`ISOCHRON_CV32E40P.csr_cause[5];

    always_ff @(posedge clk or negedge rst_ni) begin
      if (!rst_ni) begin
        trap_o         <= 1'b0;
        double_fault_o <= 1'b0;
        handles_q      <= 1'b0;
        cause_q        <= '0;
      end else begin
        trap_o         <= `ISOCHRON_CV32E40P.csr_save_cause;
        double_fault_o <= exception & handles_q;
        cause_q        <= `ISOCHRON_CV32E40P.csr_cause;
        if (exception) handles_q <= 1'b1;
        else if (`ISOCHRON_CV32E40P.csr_restore_mret_id) handles_q <= 1'b0;
      end
    end

    assign {trap_interrupt_o, trap_cause_o} = cause_q;
    assign trap_pc_o                        = `ISOCHRON_CV32E40P.mepc;
    assign bus_error_o                      = u_soc.data_answer.err;

    `undef ISOCHRON_CV32E40P
  end

endmodule
