// SPDX-License-Identifier: Apache-2.0

// There is no kernel in hardware that a trace could ask.
module tracing_no_kernel;

  export "DPI-C" function tracing_kernel;

  function automatic void tracing_kernel(
    output bit turns, output int who, output bit ready, output bit ends, output bit timed, output int line,
    output bit sets, output int owner, output int level, output int tick
  );
    {turns, who, ready, ends, timed, line, sets, owner, level, tick} = '0;
  endfunction

endmodule
