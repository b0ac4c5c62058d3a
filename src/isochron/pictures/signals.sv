// SPDX-License-Identifier: Apache-2.0

// Writes a line for each cycle of a run: what record.py makes a waveform of. Bound to
// the simulator's top, so nothing of the SoC knows that it is there.
module signals (
  input logic clk_i,
  input logic rst_ni
);
  int file;

  initial file = $fopen("signals.txt", "w");

  `define SOC simulator_top.u_soc
  `define CORE `SOC.gen_ibex.u_core.u_ibex_core
  `define KERNEL `SOC.u_kernel.gen_isochron.u_isochron

  always_ff @(posedge clk_i) begin
    if (rst_ni) begin
      $fwrite(file, "%h %b %b %b %b %h %h %b %d %b %d %b\n", `CORE.pc_id, `CORE.instr_id_done,
              `SOC.data.req, `SOC.data_answer.gnt, `SOC.data.we, `SOC.data.addr, `SOC.data_answer.rdata,
              `SOC.data_answer.rvalid, `KERNEL.u_sequencer.stage_q, `KERNEL.u_state_lists.busy_o,
              `SOC.current_id_o, `CORE.csr_mstatus_mie);
    end
  end
endmodule

bind simulator_top signals u_signals (.clk_i(clk), .rst_ni);
