// SPDX-License-Identifier: Apache-2.0

// What the hardware kernel does in a cycle, for traces.
module tracing_isochron;

  import isochron_pkg::*;

  export "DPI-C" function tracing_kernel;

`define TRACED simulator_top.u_soc.u_kernel.gen_isochron.u_isochron

  // `turns`: the task `who` becomes ready, or stops to be; `timed`: since its time has come; `line`: the
  // one that did it, or -1. `ends`: the task `who` is deleted. `sets`: the task `owner` gets the priority
  // `level`.
  function automatic void tracing_kernel(
    output bit turns, output int who, output bit ready, output bit ends, output bit timed, output int line,
    output bit sets, output int owner, output int level, output int tick
  );
    ready  = is_ready(`TRACED.action.control.alive, `TRACED.action.control.place,
                      `TRACED.action.control.chain);
    turns  = `TRACED.operation.stage.decide & `TRACED.action.write_control
           & (ready != is_ready(`TRACED.subject_state.control.alive, `TRACED.subject_state.control.place,
                                `TRACED.subject_state.control.chain));
    who    = 32'(`TRACED.operation.subject);
    ends   = `TRACED.operation.stage.decide & `TRACED.action.write_control
           & `TRACED.subject_state.control.alive & ~`TRACED.action.control.alive;
    timed  = `TRACED.operation.source == SourceTime;
    line   = `TRACED.operation.source == SourceLine ? 32'(`TRACED.line_served.line) : -1;
    sets   = `TRACED.operation.stage.decide & `TRACED.action.owner.write_level;
    owner  = 32'(`TRACED.owner.id);
    level  = 32'(`TRACED.action.owner.level);
    tick   = 32'(`TRACED.now[31:0]);
  endfunction

`undef TRACED

endmodule
