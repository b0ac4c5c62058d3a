// SPDX-License-Identifier: Apache-2.0

// Loads and stores of the core, for the debugger's watchpoints.
module debugger_bus;

  export "DPI-C" function debugger_loads;
  export "DPI-C" function debugger_stores;
  export "DPI-C" function debugger_access_address;

  // A load or store is granted in this cycle.
  function automatic bit debugger_loads();
    return simulator_top.u_soc.data.req & simulator_top.u_soc.data_answer.gnt & ~simulator_top.u_soc.data.we;
  endfunction

  function automatic bit debugger_stores();
    return simulator_top.u_soc.data.req & simulator_top.u_soc.data_answer.gnt & simulator_top.u_soc.data.we;
  endfunction

  // Its word.
  function automatic int debugger_access_address();
    return {simulator_top.u_soc.data.addr[31:2], 2'b00};
  endfunction

endmodule
