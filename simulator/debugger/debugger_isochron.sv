// SPDX-License-Identifier: Apache-2.0

// What the debugger asks the hardware kernel.
module debugger_isochron
  import isochron_pkg::*;
  import isochron_registers_pkg::*;
#(
  parameter int unsigned NTasks         = 32,  // As in soc
  parameter int unsigned NPriorities    = 64,  // As in soc
  parameter int unsigned NObjects       = 64,  // As in soc
  parameter int unsigned NNotifications = 4    // As in isochron
);

  export "DPI-C" function debugger_task_state;
  export "DPI-C" function debugger_look;

  localparam int unsigned PriorityWidth = $clog2(NPriorities);
  localparam int unsigned ObjectWidth   = $clog2(NObjects);

  localparam logic [31:0] Deleted = 32'd4;  // eDeleted of FreeRTOS's eTaskState

`define ISOCHRON simulator_top.u_soc.u_kernel.gen_isochron.u_isochron
`include "isochron_task_state.svh"
`include "isochron_look.svh"

  // The VALUE of a task's TASK_STATE.
  function automatic int debugger_task_state(int identifier);
    return identifier < int'(NTasks) ? value_of_task_state(identifier) : Deleted;
  endfunction

  // More of the kernel's state, by the numbers of isochron_look.svh; -1 for what is not there.
  function automatic longint debugger_look(int what, int index);
    if (what != LookLine) return look_beside_lines(what, index);
    if (index >= int'(soc_pkg::NumLines)) return -1;
    return {8'd0, `ISOCHRON.u_lines.gen_groups.u_bits.memory_q[index],
            `ISOCHRON.u_lines.enable_q[index],
            `ISOCHRON.u_lines.u_binding.memory_q[index][8],
            `ISOCHRON.u_lines.gen_groups.group_q[index], 21'd0,
            `ISOCHRON.u_lines.u_binding.memory_q[index][7:0]};
  endfunction

endmodule
