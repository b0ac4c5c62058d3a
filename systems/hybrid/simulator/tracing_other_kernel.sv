// SPDX-License-Identifier: Apache-2.0

// What the hybrid does in a cycle, for traces. A task is told by its pointer, which the message that
// creates it brings.
module tracing_other_kernel;

  export "DPI-C" function tracing_kernel;

`define TRACED simulator_top.u_soc.u_kernel.gen_other.u_other.gen_link.u_link.u_hybrid

  // `turns`: the task `who` becomes ready, or stops to be; `timed`: since its time has come. `ends`: it is
  // deleted. `sets`: it gets the priority `level`.
  function automatic void tracing_kernel(
    output bit turns, output int who, output bit ready, output bit ends, output bit timed, output int line,
    output bit sets, output int owner, output int level, output int tick
  );
    automatic logic creates = `TRACED.finish & ~`TRACED.message.timers
                            & `TRACED.command == isochron_hybrid_registers_pkg::CommandWrite
                            & `TRACED.message.has_data;
    automatic logic [$clog2(`TRACED.NTasks)-1:0] id = ($clog2(`TRACED.NTasks))'(`TRACED.task_id);

    ready  = `TRACED.fields_then.state.ready;
    turns  = `TRACED.write & (ready != `TRACED.task_then.fields.state.ready);
    who    = creates ? `TRACED.message.data : `TRACED.u_pointers.memory_q[id];
    ends   = `TRACED.write & `TRACED.fields_then.state.finished & ~`TRACED.task_then.fields.state.finished;
    timed  = `TRACED.u_sequencer.drain_q;
    line   = -1;
    sets   = `TRACED.write & (`TRACED.fields_then.level != `TRACED.task_then.fields.level | creates);
    owner  = who;
    level  = 32'(`TRACED.fields_then.level);
    tick   = 32'(`TRACED.now[31:0]);
  endfunction

`undef TRACED

endmodule
