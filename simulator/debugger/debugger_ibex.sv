// SPDX-License-Identifier: Apache-2.0

// What the debugger asks an Ibex. Nothing is computed unless it asks.
//
// The debugger stops in the cycle in which an instruction begins: those before it have done all that
// they do, but for one register that may be written at the end of this cycle.
module debugger_ibex #(
  parameter bit WritebackStage = 1'b1  // As in soc
) (
  input logic        set_instruction_i,  // Rises when another instruction is to begin in this
                                         // cycle, in the place of that which does
  input logic [31:0] value_i             // That instruction
);

  export "DPI-C" function debugger_executes;
  export "DPI-C" function debugger_is_new;
  export "DPI-C" function debugger_written;
  export "DPI-C" function debugger_written_data;
  export "DPI-C" function debugger_can_change;

  // Its registers and its instruction can be changed.
  function automatic bit debugger_can_change();
    return 1'b1;
  endfunction

  // An instruction is executed in this cycle, or it traps (ecall, ebreak, no instruction).
  function automatic bit debugger_executes();
    return simulator_top.u_soc.gen_ibex.u_core.u_ibex_core.id_stage_i.instr_executing
        | (simulator_top.u_soc.gen_ibex.u_core.u_ibex_core.id_stage_i.instr_valid_i
           & simulator_top.u_soc.gen_ibex.u_core.u_ibex_core.id_stage_i.controller_run
           & simulator_top.u_soc.gen_ibex.u_core.u_ibex_core.id_stage_i.id_exception
           & simulator_top.u_soc.gen_ibex.u_core.u_ibex_core.id_stage_i.ready_wb_i);
  endfunction

  // It is another one than in the cycle before.
  function automatic bit debugger_is_new();
    return simulator_top.u_soc.gen_ibex.u_core.u_ibex_core.instr_new_id;
  endfunction

  // The register that an instruction before it writes at the end of this cycle, 0 for none. Without a
  // stage for that, only the instruction itself writes.
  function automatic int debugger_written();
    return WritebackStage && simulator_top.u_soc.gen_ibex.u_core.rf_we
           ? 32'(simulator_top.u_soc.gen_ibex.u_core.rf_waddr) : 0;
  endfunction

  function automatic int debugger_written_data();
    return simulator_top.u_soc.gen_ibex.u_core.rf_wdata;
  endfunction

  always_ff @(posedge set_instruction_i) begin
    simulator_top.u_soc.gen_ibex.u_core.u_ibex_core.if_stage_i.instr_rdata_id_o         <= value_i;
    simulator_top.u_soc.gen_ibex.u_core.u_ibex_core.if_stage_i.instr_rdata_alu_id_o     <= value_i;
    simulator_top.u_soc.gen_ibex.u_core.u_ibex_core.if_stage_i.instr_is_compressed_id_o <= 1'b0;
    simulator_top.u_soc.gen_ibex.u_core.u_ibex_core.if_stage_i.illegal_c_insn_id_o      <= 1'b0;
  end

endmodule
