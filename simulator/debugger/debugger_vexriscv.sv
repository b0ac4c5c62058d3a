// SPDX-License-Identifier: Apache-2.0

// What the debugger asks a VexRiscv. Nothing is computed unless it asks.
//
// The debugger stops in the cycle in which an instruction leaves the last stage: its register is not
// written yet, but its store may be under way.
module debugger_vexriscv;

  export "DPI-C" function debugger_executes;
  export "DPI-C" function debugger_is_new;
  export "DPI-C" function debugger_written;
  export "DPI-C" function debugger_written_data;
  export "DPI-C" function debugger_can_change;
  export "DPI-C" function debugger_register;

  // Those behind the instruction that leaves have read their registers already.
  function automatic bit debugger_can_change();
    return 1'b0;
  endfunction

  // An instruction leaves in this cycle. None does so twice.
  function automatic bit debugger_executes();
    return simulator_top.u_soc.gen_vexriscv.u_core.u_vexriscv.lastStageIsFiring;
  endfunction

  function automatic bit debugger_is_new();
    return 1'b1;
  endfunction

  // Only the instruction itself writes a register at the end of this cycle.
  function automatic int debugger_written();
    return 0;
  endfunction

  function automatic int debugger_written_data();
    return 0;
  endfunction

  function automatic int debugger_register(int number);
    return simulator_top.u_soc.gen_vexriscv.u_core.u_vexriscv.RegFilePlugin_regFile[5'(number)];
  endfunction

endmodule
