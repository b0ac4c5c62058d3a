// SPDX-License-Identifier: Apache-2.0

// What the hybrid behind put and get instructions does in a cycle, for traces.
module tracing_hybrid_cfu;

  export "DPI-C" function tracing_kernel;

`define TRACED simulator_top.u_soc.u_kernel.gen_hybrid_cfu.u_hybrid
`include "tracing_hybrid.svh"
`undef TRACED

endmodule
