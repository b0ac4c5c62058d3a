// SPDX-License-Identifier: Apache-2.0
//
// The lock of critical sections: one core has it, and the others wait in the order in which they came.
// The core that has it may take it again, and has it until it has given it back as often.
//
// A core that finds it free, and nobody waiting, has it in the cycle of its request; who comes next has
// it in the cycle after it was given back. So a core waits for at most NCores - 1 sections of others,
// one each. Area grows with the pairs of cores, delay with the logarithm of NCores.

`ifndef ISOCHRON_ASSERTIONS
`include "../common/isochron_assertions.svh"
`endif

module isochron_core_lock #(
  parameter int unsigned NCores       = 2,  // Cores; area grows with their square
  parameter int unsigned NestingWidth = 8,  // Bits of how often the lock is taken
  parameter int unsigned CountWidth   = 16  // Bits of the cycles that are counted
) (
  input  logic                  clk_i,      // Clock
  input  logic                  rst_ni,     // Asynchronous reset, active low

  input  logic [NCores-1:0]     take_i,     // A core wants the lock, until that is granted
  output logic [NCores-1:0]     grant_o,    // It has the lock from this cycle on, or once more
  input  logic [NCores-1:0]     give_i,     // It gives it back, once
  output logic [NCores-1:0]     owner_o,    // Whose the lock is, one bit; none if it is free
  output logic                  last_o,     // What is given back now, or next, is the last

  input  logic                  clear_i,    // The longest section is forgotten
  output logic [CountWidth-1:0] longest_o   // Cycles of the longest section, up to all ones
);

  logic [NCores-1:0]             owner_q, waiting_q, waits;
  logic [NCores-1:0][NCores-1:0] earlier_q, earlier;  // one core waits for longer than the other
  logic [NestingWidth-1:0]       nesting_q;           // beyond the first time
  logic [CountWidth-1:0]         cycles_q, longest_q;
  logic                          free, gives;

  assign free  = owner_q == '0;
  assign gives = |(give_i & owner_q);

  // Of two that come in one cycle the lower number is first.
  always_comb begin
    for (int unsigned x = 0; x < NCores; x++) begin
      earlier[x] = '0;
      for (int unsigned y = 0; y < NCores; y++) begin
        if (x != y & take_i[x] & take_i[y]) begin
          earlier[x][y] = waiting_q[x] & waiting_q[y] ? earlier_q[x][y]
                        : waiting_q[x] == waiting_q[y] ? x < y : waiting_q[x];
        end
      end
    end
    waits = take_i & ~owner_q;
    for (int unsigned x = 0; x < NCores; x++) begin
      grant_o[x] = take_i[x] & owner_q[x];
      if (free & take_i[x]) begin
        grant_o[x] = 1'b1;
        for (int unsigned y = 0; y < NCores; y++) if (earlier[y][x]) grant_o[x] = 1'b0;
      end
    end
  end

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      owner_q   <= '0;
      waiting_q <= '0;
      nesting_q <= '0;
      longest_q <= '0;
    end else begin
      waiting_q <= waits & ~grant_o;
      if (free)                                          owner_q <= grant_o;
      else if (gives && nesting_q == '0)                 owner_q <= '0;
      else if (gives)                                    nesting_q <= nesting_q - 1'b1;
      else if (grant_o != '0)                            nesting_q <= nesting_q + 1'b1;
      if (clear_i)                                       longest_q <= '0;
      else if (!free && cycles_q >= longest_q)           longest_q <= cycles_q;
    end
  end

  always_ff @(posedge clk_i) begin
    earlier_q <= earlier;
    if (free)            cycles_q <= CountWidth'(1);
    else if (!(&cycles_q)) cycles_q <= cycles_q + 1'b1;
  end

  assign owner_o   = owner_q;
  assign last_o    = nesting_q == '0;
  assign longest_o = longest_q;

  `ISOCHRON_ASSERT(OneOwner, $onehot0(owner_q))
  `ISOCHRON_RULE(OnlyTheOwnerGives, (give_i & ~owner_q) == '0,
                 "a core gives back a lock that it does not have: it has to take it first")
  `ISOCHRON_RULE(OneThingAtATime, (give_i & take_i) == '0,
                 "a core takes the lock and gives it back in one cycle: it has one bus")
  `ISOCHRON_RULE(NotTooDeep, ~((|(take_i & owner_q)) & (&nesting_q)),
                 "the lock is taken more often than is counted: give it back, or make NestingWidth larger")

`ifdef FORMAL
  `include "isochron_core_lock_properties.svh"
`endif

endmodule
