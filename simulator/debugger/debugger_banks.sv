// SPDX-License-Identifier: Apache-2.0

// The register banks, for the debugger.
module debugger_banks #(
  parameter int unsigned NTasks = 32,  // As in soc
  localparam int unsigned TaskWidth = $clog2(NTasks),
  localparam int unsigned BankWidth = $clog2(NTasks + 1)
) (
  input logic        set_register_i,  // Rises when a register of the bank in use is changed
  input logic [ 4:0] number_i,        // Which one
  input logic [31:0] value_i          // To what
);

  export "DPI-C" function debugger_register;
  export "DPI-C" function debugger_has_banks;
  export "DPI-C" function debugger_task_register;

  // A register of the bank in use.
  function automatic int debugger_register(int number);
    return simulator_top.u_soc.gen_ibex.u_core.gen_banks.u_banks.u_registers.mem[
        {simulator_top.u_soc.gen_ibex.u_core.gen_banks.u_banks.running, 5'(number)}];
  endfunction

  always_ff @(posedge set_register_i) begin
    simulator_top.u_soc.gen_ibex.u_core.gen_banks.u_banks.u_registers.mem[
        {simulator_top.u_soc.gen_ibex.u_core.gen_banks.u_banks.running, number_i}] <= value_i;
  end

  function automatic bit debugger_has_banks();
    return 1'b1;
  endfunction

  // A register of a task that does not run; number 0 is where it goes on.
  function automatic int debugger_task_register(int identifier, int number);
    if (number != 0)
      return simulator_top.u_soc.gen_ibex.u_core.gen_banks.u_banks.u_registers.mem[
          {BankWidth'(identifier), 5'(number)}];
    return simulator_top.u_soc.gen_ibex.u_core.gen_banks.u_banks.interrupted_q[TaskWidth'(identifier)]
         ? simulator_top.u_soc.gen_ibex.u_core.gen_banks.u_banks.pcs[TaskWidth'(identifier)]
         : simulator_top.u_soc.gen_ibex.u_core.gen_banks.u_banks.resumed_q;
  endfunction

endmodule
