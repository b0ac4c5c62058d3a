// SPDX-License-Identifier: Apache-2.0

// The VALUE of a task's TASK_STATE without a command, which would change the kernel: for debuggers, of
// native programs and of the simulated SoC.
//
// `ISOCHRON is the path of an instance of `isochron`; NNotifications is its parameter, PriorityWidth and
// ObjectWidth are the widths of priorities and objects in it, Deleted is FreeRTOS's eDeleted.
// `ISOCHRON_RUNS(i) tells whether a core runs a task; with one core it need not be defined.

`ifndef ISOCHRON_RUNS
  `define ISOCHRON_RUNS(i) (32'(`ISOCHRON.current) == i & ~`ISOCHRON.status.nobody)
`endif

function automatic logic [31:0] value_of_task_state(int unsigned i);
  // The rest of these records is not asked for.
  /* verilator lint_off UNUSEDSIGNAL */
  automatic control_t control = `ISOCHRON.u_tasks.u_control.memory_q[i];
  automatic logic [ObjectWidth-1:0] object =
      `ISOCHRON.u_tasks.u_wait.memory_q[i][PriorityWidth +: ObjectWidth];
  automatic notification_t notification = `ISOCHRON.u_tasks.u_notification.memory_q[
      NNotifications > 1 ? 4 * i + 32'(object[1:0]) : i];
  /* verilator lint_on UNUSEDSIGNAL */
  automatic logic suspended = control.place == PlaceNone & control.chain == ChainNone
                            & notification.state != NotifyWaiting;

  // The second pass of a mutex's GIVE wakes who waits; a command would come after it.
  automatic logic wakes = `ISOCHRON.operation.second & ~`ISOCHRON.operation.stage.decide
                        & `ISOCHRON.operation.kind == OpGive
                        & 32'(`ISOCHRON.operation.subject) == i;

  return !control.alive ? Deleted : {
    8'(`ISOCHRON.u_tasks.u_standing.memory_q[i][
        $bits(`ISOCHRON.u_tasks.u_standing.memory_q[i])-1 -: PriorityWidth]),
    8'(object),
    8'(`ISOCHRON.u_tasks.u_priority.memory_q[i]),
    3'b000, notification.state == NotifyWaiting, !wakes && control.chain != ChainNone,
    3'(task_state(`ISOCHRON_RUNS(i), wakes ? PlaceReady : control.place,
                  control.chain, suspended))
  };
endfunction
