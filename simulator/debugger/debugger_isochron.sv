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

  // What `debugger_look` is asked for, as src/isochron/debugging/link.py numbers it.
  localparam int LookObject = 0;  // An object's record, object_t
  localparam int LookLine   = 1;  // LINE_BITS and LINE of an interrupt line
  localparam int LookTick   = 2;  // The visible tick
  localparam int LookPeriod = 3;  // Cycles per tick
  localparam int LookExpiry = 4;  // The tick at which a task's delay or time-out ends
  localparam int LookWaits  = 5;  // The object that a task waits for

  localparam logic [31:0] Deleted = 32'd4;  // eDeleted of FreeRTOS's eTaskState

`define ISOCHRON simulator_top.u_soc.u_kernel.gen_isochron.u_isochron
`include "isochron_task_state.svh"

  // The VALUE of a task's TASK_STATE.
  function automatic int debugger_task_state(int identifier);
    return identifier < int'(NTasks) ? value_of_task_state(identifier) : Deleted;
  endfunction

  // More of the kernel's state, by the numbers above; -1 for what is not there.
  function automatic longint debugger_look(int what, int index);
    // The rest of the record is not asked for.
    /* verilator lint_off UNUSEDSIGNAL */
    automatic control_t control;
    /* verilator lint_on UNUSEDSIGNAL */
    case (what)
      LookObject:
        if (index < int'(NObjects)) return longint'(`ISOCHRON.u_records.u_memory.memory_q[index]);
      LookLine:
        if (index < int'(soc_pkg::NumLines))
          return {8'd0, `ISOCHRON.u_lines.gen_groups.u_bits.memory_q[index],
                  `ISOCHRON.u_lines.enable_q[index],
                  `ISOCHRON.u_lines.u_binding.memory_q[index][8],
                  `ISOCHRON.u_lines.gen_groups.group_q[index], 21'd0,
                  `ISOCHRON.u_lines.u_binding.memory_q[index][7:0]};
      LookTick:
        return longint'(`ISOCHRON.u_time.now_q);
      LookPeriod:
        return longint'(`ISOCHRON.u_time.period_q);
      LookExpiry:
        if (index < int'(NTasks)) begin
          control = `ISOCHRON.u_tasks.u_control.memory_q[index];
          if (control.alive & control.place == PlaceDelayed)
            return longint'(32'(`ISOCHRON.u_tasks.u_deadline.memory_q[index]));
        end
      LookWaits:
        if (index < int'(NTasks)) begin
          control = `ISOCHRON.u_tasks.u_control.memory_q[index];
          if (control.alive & control.chain == ChainObject)
            return longint'(`ISOCHRON.u_tasks.u_wait.memory_q[index][PriorityWidth +: ObjectWidth]);
        end
      default: ;
    endcase
    return -1;
  endfunction

endmodule
