// SPDX-License-Identifier: Apache-2.0
//
// What must hold in every cycle out of reset, in a module with the ports clk_i and rst_ni. Tests of
// the blocks stop where it does not; where FORMAL is defined, it has to be proven. Nothing is left of
// it where SYNTHESIS is defined, and simulators leave it out that are built without assertions.
//
//   ISOCHRON_ASSERT(Name, holds)               `holds` is true
//   ISOCHRON_ASSERT_NEXT(Name, first, then)    `then` is true in the cycle after one with `first`;
//                                              not where FORMAL is defined
//   ISOCHRON_RULE(Name, holds, "text")         `holds` is true if those who use the module keep its
//                                              rules: the text says what is wrong, and what to do; not
//                                              where FORMAL is defined
//   ISOCHRON_RULE_NEXT(Name, first, then, "text")  the same of two cycles
//
// A file that uses them includes this one unless it is compiled already: a simulator that compiles
// all files of a core file together needs no path for it.
`define ISOCHRON_ASSERTIONS

`ifdef FORMAL
  `define ISOCHRON_ASSERT(Name, holds) \
    always_comb if (rst_ni) Name: assert (holds);
  `define ISOCHRON_ASSERT_NEXT(Name, first, then)
  `define ISOCHRON_RULE(Name, holds, text)
  `define ISOCHRON_RULE_NEXT(Name, first, then, text)
`elsif SYNTHESIS
  `define ISOCHRON_ASSERT(Name, holds)
  `define ISOCHRON_ASSERT_NEXT(Name, first, then)
  `define ISOCHRON_RULE(Name, holds, text)
  `define ISOCHRON_RULE_NEXT(Name, first, then, text)
`else
  `define ISOCHRON_ASSERT(Name, holds) \
    /* verilator lint_off SYNCASYNCNET */ \
    Name: assert property (@(posedge clk_i) disable iff (!rst_ni) (holds)); \
    /* verilator lint_on SYNCASYNCNET */
  `define ISOCHRON_ASSERT_NEXT(Name, first, then) \
    /* verilator lint_off SYNCASYNCNET */ \
    Name: assert property (@(posedge clk_i) disable iff (!rst_ni) (first) |=> (then)); \
    /* verilator lint_on SYNCASYNCNET */
  `define ISOCHRON_RULE(Name, holds, text) \
    /* verilator lint_off SYNCASYNCNET */ \
    Name: assert property (@(posedge clk_i) disable iff (!rst_ni) (holds)) else $error("%s", text); \
    /* verilator lint_on SYNCASYNCNET */
  `define ISOCHRON_RULE_NEXT(Name, first, then, text) \
    /* verilator lint_off SYNCASYNCNET */ \
    Name: assert property (@(posedge clk_i) disable iff (!rst_ni) (first) |=> (then)) \
      else $error("%s", text); \
    /* verilator lint_on SYNCASYNCNET */
`endif
