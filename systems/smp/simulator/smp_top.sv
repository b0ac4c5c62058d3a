// SPDX-License-Identifier: Apache-2.0

// What the simulator verilates. As in simulator_top, a change of `step_i` is one clock cycle: the clock
// falls as soon as it has risen, so that a cycle takes one evaluation and not two.
module smp_top #(
  parameter int unsigned NCores         = 2,     // Cores
  parameter bit          HardwareKernel = 1'b0,  // As smp_soc's
  parameter bit          OnePort        = 1'b0   // As smp_soc's; as on an FPGA there is no OnePriority
                                                 // then
) (
  input  logic                    step_i,           // Each change is one clock cycle
  input  logic                    rst_ni,           // Asynchronous reset, active low
  output logic [NCores-1:0]       uart_tx_valid_o,  // A core's character leaves in this cycle
  output logic [NCores-1:0][ 7:0] uart_tx_data_o,   // The character
  output logic                    exit_o,           // A core has ended the program
  output logic [31:0]             exit_code_o,      // The exit code of the first one that has

  // For a trace
  output logic [NCores-1:0]       runs_o,           // A core runs a task of the hardware kernel
  output logic [NCores-1:0][ 7:0] current_o,        // This task
  output logic [NCores-1:0]       mie_o,            // Interrupts are enabled (mstatus.MIE)
  output logic [NCores-1:0]       trap_o,           // The core enters a trap
  output logic [NCores-1:0]       interrupt_o,      // It is an interrupt
  output logic [NCores-1:0][ 7:0] cause_o,          // Its cause (mcause)

  // For a log of what the hardware kernel decides
  output logic [NCores-1:0]       granted_o,        // A core's transfer is done in this cycle
  output logic                    stores_o,         // It is a store
  output logic [19:0]             offset_o,         // Its offset
  output logic [31:0]             word_o,           // What is stored, or loaded
  output logic                    decides_o,        // An operation is decided in this cycle
  output logic [ 1:0]             source_o,         // Who asked for it: a source_e
  output logic [ 5:0]             kind_o,           // What it is: an operation_e
  output logic [ 7:0]             number_o,         // Its number
  output logic [ 7:0]             task_o            // Its task
);

  logic clk;
  logic step_q;

  initial step_q = 1'b0;

  logic [NCores-1:0]       exits;
  logic [NCores-1:0][31:0] exit_codes;

  assign exit_o = |exits;

  always_comb begin
    exit_code_o = '0;
    for (int core = int'(NCores) - 1; core >= 0; core--) begin
      if (exits[core]) exit_code_o = exit_codes[core];
    end
  end

  assign clk = step_i ^ step_q;

  always_ff @(posedge clk) step_q <= ~step_q;

  smp_soc #(
    .NCores         (NCores),
    .HardwareKernel (HardwareKernel),
    .OnePriority    (!OnePort),
    .OnePort        (OnePort)
  ) u_soc (
    .clk_i          (clk),
    .rst_ni,
    .lines_i        ('0),
    .uart_tx_valid_o,
    .uart_tx_data_o,
    .uart_tx_busy_i (1'b0),
    .exit_o         (exits),
    .exit_code_o    (exit_codes),
    .current_id_o   (current_o)
  );

  if (HardwareKernel) begin : gen_debugger_kernel
    smp_debugger_kernel #(.NCores(NCores)) u_debugger_kernel ();

    `define ISOCHRON u_soc.gen_kernel.u_isochron
    assign granted_o = `ISOCHRON.gnt_o;
    assign stores_o  = `ISOCHRON.transfer.we;
    assign offset_o  = `ISOCHRON.transfer.addr;
    assign word_o    = `ISOCHRON.transfer.we ? `ISOCHRON.transfer.wdata : `ISOCHRON.rdata;
    assign decides_o = `ISOCHRON.u_sequencer.stage_q == isochron_pkg::StageDecide;
    assign source_o  = `ISOCHRON.u_sequencer.source_q;
    assign kind_o    = `ISOCHRON.u_sequencer.operation_q;
    assign number_o  = `ISOCHRON.u_sequencer.id_q;
    assign task_o    = 8'(`ISOCHRON.u_sequencer.task_q);
    `undef ISOCHRON
  end else begin : gen_debugger_no_kernel
    debugger_no_kernel u_debugger_kernel ();

    assign {granted_o, stores_o, offset_o, word_o, decides_o, source_o, kind_o, number_o, task_o} = '0;
  end

  for (genvar core = 0; core < int'(NCores); core++) begin : gen_core
    smp_debugger #(.Core(core)) u_debugger ();

    `define ISOCHRON_CORE u_soc.gen_core[core].u_core.u_ibex_core
    assign mie_o[core]       = `ISOCHRON_CORE.csr_mstatus_mie;
    assign trap_o[core]      = `ISOCHRON_CORE.csr_save_cause;
    assign interrupt_o[core] = `ISOCHRON_CORE.exc_cause.irq_ext | `ISOCHRON_CORE.exc_cause.irq_int;
    assign cause_o[core]     = 8'(`ISOCHRON_CORE.exc_cause.lower_cause);
    `undef ISOCHRON_CORE

    if (HardwareKernel) begin : gen_task
      `define ISOCHRON_STATES u_soc.gen_kernel.u_isochron.u_running.gen_cores.u_states
      assign runs_o[core] = `ISOCHRON_STATES.runs[core];
      `undef ISOCHRON_STATES
    end else begin : gen_no_task
      assign runs_o[core] = 1'b0;
    end
  end

endmodule
