// SPDX-License-Identifier: Apache-2.0

// The one register file of an Ibex without banks, for the debugger.
module debugger_registers;

  export "DPI-C" function debugger_register;

  function automatic int debugger_register(int number);
    return simulator_top.u_soc.gen_ibex.u_core.gen_register_file.u_register_file.mem[5'(number)];
  endfunction

endmodule
