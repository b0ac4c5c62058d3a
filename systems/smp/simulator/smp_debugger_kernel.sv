// SPDX-License-Identifier: Apache-2.0

// What the debugger asks the hardware kernel for several cores.
module smp_debugger_kernel
  import isochron_pkg::*;
  import isochron_registers_pkg::*;
#(
  parameter int unsigned NCores         = 2,   // As in smp_soc
  parameter int unsigned NTasks         = 32,  // As in isochron
  parameter int unsigned NPriorities    = 64,  // As in isochron
  parameter int unsigned NObjects       = 64,  // As in isochron
  parameter int unsigned NNotifications = 4    // As in isochron
);

  export "DPI-C" function debugger_task_state;
  export "DPI-C" function debugger_look;

  localparam int unsigned PriorityWidth = $clog2(NPriorities);
  localparam int unsigned ObjectWidth   = $clog2(NObjects);

  localparam logic [31:0] Deleted = 32'd4;  // eDeleted of FreeRTOS's eTaskState

`define ISOCHRON smp_top.u_soc.gen_kernel.u_isochron
`define ISOCHRON_RUNS(i) some_core_runs(i)

  function automatic logic some_core_runs(int unsigned i);
    some_core_runs = 1'b0;
    for (int core = 0; core < int'(NCores); core++) begin
      if (`ISOCHRON.u_running.gen_cores.u_states.runs[core]
          & 32'(`ISOCHRON.u_running.gen_cores.u_states.current_o[core]) == i)
        some_core_runs = 1'b1;
    end
  endfunction

`include "isochron_task_state.svh"
`include "isochron_look.svh"

  // The VALUE of a task's TASK_STATE.
  function automatic int debugger_task_state(int identifier);
    return identifier < int'(NTasks) ? value_of_task_state(identifier) : Deleted;
  endfunction

  // More of the kernel's state; no line is bound here.
  function automatic longint debugger_look(int what, int index);
    return what == LookLine ? -1 : look_beside_lines(what, index);
  endfunction

endmodule
