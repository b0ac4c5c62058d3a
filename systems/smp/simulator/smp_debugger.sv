// SPDX-License-Identifier: Apache-2.0

// What the debugger asks one of the cores, as in simulator/debugger. Nothing is computed unless it asks.
module smp_debugger #(
  parameter int Core = 0  // Its number
);

  export "DPI-C" function debugger_executes;
  export "DPI-C" function debugger_is_new;
  export "DPI-C" function debugger_pc;
  export "DPI-C" function debugger_mepc;
  export "DPI-C" function debugger_register;
  export "DPI-C" function debugger_loads;
  export "DPI-C" function debugger_stores;
  export "DPI-C" function debugger_access_address;

`define SMP_CORE smp_top.u_soc.gen_core[Core]
`define SMP_IBEX `SMP_CORE.u_core.u_ibex_core

  // An instruction is executed in this cycle, or it traps (ecall, ebreak, no instruction).
  function automatic bit debugger_executes();
    return `SMP_IBEX.id_stage_i.instr_executing
        | (`SMP_IBEX.id_stage_i.instr_valid_i & `SMP_IBEX.id_stage_i.controller_run
           & `SMP_IBEX.id_stage_i.id_exception & `SMP_IBEX.id_stage_i.ready_wb_i);
  endfunction

  // It is another one than in the cycle before.
  function automatic bit debugger_is_new();
    return `SMP_IBEX.instr_new_id;
  endfunction

  function automatic int debugger_pc();
    return `SMP_IBEX.pc_id;
  endfunction

  // Where the last trap returns to.
  function automatic int debugger_mepc();
    return `SMP_IBEX.csr_mepc;
  endfunction

  // A register with what is written to it at the end of this cycle.
  function automatic int debugger_register(int number);
    if (number == 0) return 0;
    if (`SMP_CORE.u_core.rf_we & int'(`SMP_CORE.u_core.rf_waddr) == number)
      return `SMP_CORE.u_core.rf_wdata;
    return `SMP_CORE.u_core.gen_register_file.u_register_file.mem[5'(number)];
  endfunction

  // A load or store is granted in this cycle.
  function automatic bit debugger_loads();
    return `SMP_CORE.data.req & ~`SMP_CORE.data.we;
  endfunction

  function automatic bit debugger_stores();
    return `SMP_CORE.data.req & `SMP_CORE.data.we;
  endfunction

  // Its word.
  function automatic int debugger_access_address();
    return {`SMP_CORE.data.addr[31:2], 2'b00};
  endfunction

`undef SMP_IBEX
`undef SMP_CORE

endmodule
