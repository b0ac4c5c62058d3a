// SPDX-License-Identifier: Apache-2.0

// What the debugger asks the hybrid.
module debugger_other_kernel
  import isochron_hybrid_pkg::*;
  import isochron_hybrid_registers_pkg::*;
#(
  parameter int unsigned NTasks = 32  // As in soc
);

  export "DPI-C" function debugger_task_state;

`include "isochron_hybrid_state.svh"
`include "debugger_no_look.svh"

  // The reply to GET, as far as it is the task's state. A message that is under way has not been
  // heard.
  function automatic int debugger_task_state(int identifier);
    automatic fields_t fields = fields_t'(simulator_top.u_soc.u_kernel.gen_other.u_other.gen_link.u_link
        .u_hybrid.u_fields.memory_q[($clog2(NTasks))'(identifier)]);
    return shown(fields.state);
  endfunction

endmodule
