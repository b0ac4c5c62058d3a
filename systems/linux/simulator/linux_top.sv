// SPDX-License-Identifier: Apache-2.0

// What the simulator verilates: one of the two machines. As in simulator_top, a change of `step_i` is
// one clock cycle: the clock falls as soon as it has risen, so that a cycle takes one evaluation and
// not two.
module linux_top #(
  parameter int unsigned NTasks      = 12,    // As in linux_soc
  parameter bit          Below       = 1'b0,  // The machine with FreeRTOS below Linux
  parameter int unsigned KernelTasks = 32,    // As in below_soc, and the next
  parameter int unsigned RamWait     = 0
) (
  input  logic        step_i,           // Each change is one clock cycle
  input  logic        rst_ni,           // Asynchronous reset, active low
  output logic        uart_tx_valid_o,  // A character leaves in this cycle
  output logic [ 7:0] uart_tx_data_o,   // The character
  output logic        exit_o,           // The machine was switched off
  output logic [31:0] exit_code_o,      // The value that was stored for it

  // What the simulator watches, of M mode and of the lines that its tasks wait for
  output logic [ 1:0] privilege_o,      // 3 M mode, 1 S mode, 0 U mode
  output logic        masked_o,         // Interrupts of M mode are masked, if it is in M mode
  output logic        masked_s_o,       // The same of S mode
  output logic        retired_o,        // An instruction is done
  output logic [31:0] pc_o,             // Its address
  output logic [ 7:0] lines_o           // Lines of the hardware kernel, if there is one
);

  logic clk;
  logic step_q;

  initial step_q = 1'b0;

  assign clk = step_i ^ step_q;

  always_ff @(posedge clk) step_q <= ~step_q;

  if (Below) begin : gen_soc
    below_soc #(
      .NTasks      (NTasks),
      .KernelTasks (KernelTasks),
      .RamWait     (RamWait)
    ) u_soc (
      .clk_i (clk),
      .rst_ni,
      .uart_tx_valid_o,
      .uart_tx_data_o,
      .exit_o,
      .exit_code_o
    );
    assign lines_o = u_soc.lines;
  end else begin : gen_soc
    linux_soc #(
      .NTasks (NTasks)
    ) u_soc (
      .clk_i (clk),
      .rst_ni,
      .uart_tx_valid_o,
      .uart_tx_data_o,
      .exit_o,
      .exit_code_o
    );
    assign lines_o = '0;
  end

  assign privilege_o = gen_soc.u_soc.u_platform.u_core.u_vexriscv.CsrPlugin_privilege;
  assign masked_o    = ~gen_soc.u_soc.u_platform.u_core.u_vexriscv.CsrPlugin_mstatus_MIE;
  assign masked_s_o  = ~gen_soc.u_soc.u_platform.u_core.u_vexriscv.CsrPlugin_sstatus_SIE;
  assign retired_o   = gen_soc.u_soc.u_platform.u_core.u_vexriscv.lastStageIsFiring;
  assign pc_o        = gen_soc.u_soc.u_platform.u_core.u_vexriscv.lastStagePc;

endmodule
