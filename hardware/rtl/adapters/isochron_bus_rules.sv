// SPDX-License-Identifier: Apache-2.0

// Rules of a bus that leads to the hardware kernel, where the order of transfers can show that one is
// broken: a simulation ends there and says why. It has no outputs, so synthesis leaves nothing of it.
// Each adapter has one; a bus that is connected without an adapter needs one of its own.
// docs/reference/integration.md explains the rules.

`ifndef ISOCHRON_ASSERTIONS
`include "../common/isochron_assertions.svh"
`endif

module isochron_bus_rules
  import isochron_registers_pkg::*;
(
  input logic        clk_i,    // Clock
  input logic        rst_ni,   // Asynchronous reset, active low

  // The bus
  input logic        asks_i,   // A transfer is asked for
  input logic        whole_i,  // The transfer is of a whole word

  // The kernel's port
  input logic        req_i,    // A load or store is asked for
  input logic        we_i,     // It is a store
  input logic [19:0] addr_i,   // Its byte address
  input logic        gnt_i     // It is done
);

`ifdef SYNTHESIS
  logic unused;
  assign unused = ^{clk_i, rst_ni, asks_i, whole_i, req_i, we_i, addr_i, gnt_i};
`else
  logic load, command, is_result, is_isr_result, is_dispatch;

  assign load          = req_i & gnt_i & ~we_i;
  assign command       = req_i & gnt_i & we_i & ~addr_i[17];
  assign is_result     = addr_i == 20'(RegResult);
  assign is_isr_result = addr_i == 20'(RegIsrResult);
  assign is_dispatch   = addr_i == 20'(RegDispatch);

  logic        reset_q;         // in the cycle before
  logic        once_q;          // the last transfer was a load that must not be repeated
  logic [19:0] addr_q;          // the address of that load
  logic        told_q;          // RESULT was loaded, and nothing since can have given it another
  logic        isr_told_q;      // the same of ISR_RESULT

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) reset_q <= 1'b1;
    else         reset_q <= 1'b0;
  end

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      once_q     <= 1'b0;
      addr_q     <= '0;
      told_q     <= 1'b1;
      isr_told_q <= 1'b1;
    end else if (req_i & gnt_i) begin
      once_q     <= load & (is_result | is_isr_result | is_dispatch);
      addr_q     <= addr_i;
      told_q     <= ~command & ((load & is_result) | (told_q & ~(load & is_dispatch)));
      isr_told_q <= ~command & ((load & is_isr_result) | isr_told_q);
    end
  end

  logic repeated, early;

  assign repeated = load & once_q & addr_i == addr_q;
  assign early    = load & ((is_result & told_q) | (is_isr_result & isr_told_q)) & ~repeated;

  `ISOCHRON_RULE(WordIsWhole, ~asks_i | whole_i,
    {"a byte or halfword is asked for, and refused by a bus error. Registers of the hardware kernel ",
     "are words: access them as volatile uint32_t, with no bridge that changes the width"})
  `ISOCHRON_RULE(LoadIsNotRepeated, ~repeated,
    {"RESULT, ISR_RESULT or DISPATCH is loaded twice in a row, and each load acts. Let nothing load ",
     "it again or ahead (a cache, speculation, a bridge that tries again, a debugger's view of ",
     "memory): the window is a device. If the core did store a command between the two loads, the ",
     "second one has overtaken it in a buffer"})
  `ISOCHRON_RULE(ResultFollowsItsCommand, ~early,
    {"RESULT or ISR_RESULT is loaded, but no command came since it was loaded last: the load has ",
     "overtaken the store of its command in a buffer. Do not acknowledge a store before the adapter ",
     "does (the window is a device, not bufferable), or keep loads behind the buffer"})
  `ISOCHRON_RULE(MasterIsResetToo, ~(reset_q & asks_i),
    {"a transfer is asked for in the first cycle after a reset: it began before the reset, which ",
     "its master did not see. Reset the hardware kernel, its adapter and the core together"})
`endif

endmodule
