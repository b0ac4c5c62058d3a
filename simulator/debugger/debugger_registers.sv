// SPDX-License-Identifier: Apache-2.0

// The one register file of an Ibex without contexts, for the debugger.
module debugger_registers (
  input logic        set_register_i,  // Rises when a register is changed, between two cycles
  input logic [ 4:0] number_i,        // Which one
  input logic [31:0] value_i          // To what
);

  export "DPI-C" function debugger_register;

  function automatic int debugger_register(int number);
    return simulator_top.u_soc.gen_ibex.u_core.gen_register_file.u_register_file.mem[5'(number)];
  endfunction

  always_ff @(posedge set_register_i) begin
    simulator_top.u_soc.gen_ibex.u_core.gen_register_file.u_register_file.mem[number_i] <= value_i;
  end

endmodule
