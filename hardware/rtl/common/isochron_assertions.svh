// SPDX-License-Identifier: Apache-2.0
//
// What must hold in every cycle out of reset, in a module with the ports clk_i and rst_ni. Tests of
// the blocks stop where it does not; where FORMAL is defined, it has to be proven. Nothing is left of
// it where SYNTHESIS is defined, and simulators leave it out that are built without assertions.
//
//   ISOCHRON_ASSERT(Name, holds)               `holds` is true
//   ISOCHRON_ASSERT_NEXT(Name, first, then)    `then` is true in the cycle after one with `first`;
//                                              not where FORMAL is defined
//
// A file that uses them includes this one unless it is compiled already: a simulator that compiles
// all files of a list (*.f) together needs no path for it.
`define ISOCHRON_ASSERTIONS

`ifdef FORMAL
  `define ISOCHRON_ASSERT(Name, holds) \
    always_comb if (rst_ni) Name: assert (holds);
  `define ISOCHRON_ASSERT_NEXT(Name, first, then)
`elsif SYNTHESIS
  `define ISOCHRON_ASSERT(Name, holds)
  `define ISOCHRON_ASSERT_NEXT(Name, first, then)
`else
  `define ISOCHRON_ASSERT(Name, holds) \
    /* verilator lint_off SYNCASYNCNET */ \
    Name: assert property (@(posedge clk_i) disable iff (!rst_ni) (holds)); \
    /* verilator lint_on SYNCASYNCNET */
  `define ISOCHRON_ASSERT_NEXT(Name, first, then) \
    /* verilator lint_off SYNCASYNCNET */ \
    Name: assert property (@(posedge clk_i) disable iff (!rst_ni) (first) |=> (then)); \
    /* verilator lint_on SYNCASYNCNET */
`endif
