// SPDX-License-Identifier: Apache-2.0

// More of the kernel's state than the states of tasks, for debuggers. Its names are those of
// isochron_task_state.svh, which comes before; NTasks and NObjects are parameters of `isochron`.

// What is asked for, as src/isochron/debugging/link.py numbers it.
typedef enum int {
  LookObject = 0,  // An object's record, object_t
  LookLine   = 1,  // LINE_BITS and LINE of an interrupt line
  LookTick   = 2,  // The visible tick
  LookPeriod = 3,  // Cycles per tick
  LookExpiry = 4,  // The tick at which a task's delay or time-out ends
  LookWaits  = 5   // The object that a task waits for
} look_e;

// All but lines; -1 for what is not there.
function automatic longint look_beside_lines(int what, int index);
  // The rest of the record is not asked for.
  /* verilator lint_off UNUSEDSIGNAL */
  automatic control_t control;
  /* verilator lint_on UNUSEDSIGNAL */
  case (what)
    LookObject:
      if (index < int'(NObjects))
        return longint'(`ISOCHRON.u_objects.u_records.u_memory.memory_q[index]);
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
