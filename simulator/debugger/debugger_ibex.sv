// SPDX-License-Identifier: Apache-2.0

// What the debugger asks an Ibex. Nothing is computed unless it asks.
//
// The debugger stops in the cycle in which an instruction begins: those before it have done all that
// they do, but for one register that may be written at the end of this cycle.
module debugger_ibex #(
  parameter bit WritebackStage = 1'b1  // As in soc
);

  export "DPI-C" function debugger_executes;
  export "DPI-C" function debugger_is_new;
  export "DPI-C" function debugger_written;
  export "DPI-C" function debugger_written_data;

  // An instruction is executed in this cycle.
  function automatic bit debugger_executes();
    return simulator_top.u_soc.gen_ibex.u_core.u_ibex_core.id_stage_i.instr_executing;
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

endmodule
