// SPDX-License-Identifier: Apache-2.0

// The stage of an Ibex in which an instruction waits to write its register, for the debugger.
module debugger_writeback (
  input logic       set_register_i,  // Rises when a register is changed, between two cycles
  input logic [4:0] number_i         // Which one
);

`define STAGE simulator_top.u_soc.gen_ibex.u_core.u_ibex_core.wb_stage_i.g_writeback_stage

  // What would be written over it at the end of this cycle goes to register 0, which stays 0.
  always_ff @(posedge set_register_i) begin
    if (`STAGE.rf_waddr_wb_q == number_i) `STAGE.rf_waddr_wb_q <= '0;
  end

`undef STAGE

endmodule
