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

  localparam int unsigned PriorityWidth = $clog2(NPriorities);
  localparam int unsigned ObjectWidth   = $clog2(NObjects);

  localparam logic [31:0] Deleted = 32'd4;  // eDeleted of FreeRTOS's eTaskState

`define ISOCHRON simulator_top.u_soc.u_kernel.gen_isochron.u_isochron
`include "isochron_task_state.svh"

  // The VALUE of a task's TASK_STATE.
  function automatic int debugger_task_state(int identifier);
    return identifier < int'(NTasks) ? value_of_task_state(identifier) : Deleted;
  endfunction

endmodule
