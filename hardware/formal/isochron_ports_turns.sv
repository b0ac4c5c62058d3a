// SPDX-License-Identifier: Apache-2.0
//
// Bound to isochron_ports; proven by induction (hardware/formal/proofs.toml).
//
//   - A grant is for a core that asks, and the kernel's transfer is that core's.
//   - A request is granted after at most NCores * (Transfer + Rest + 2) cycles, whatever the others ask.
//
// Assumed of the kernel: it grants a transfer within Transfer cycles, unless it waits for other cores, as
// it does not for the core in question; a command goes on behind its grant for Rest cycles at most. Of the
// cores: a request stays until it is granted.
module isochron_ports_turns
  import isochron_bus_pkg::*;
#(
  parameter int unsigned NCores = 2,
  localparam int unsigned CoreWidth = $clog2(NCores)
) (
  input logic                    clk_i,
  input logic                    rst_ni,
  input logic [NCores-1:0]       req_i,
  input logic [NCores-1:0]       we_i,
  input logic [NCores-1:0][19:0] addr_i,
  input logic [NCores-1:0]       gnt_o,
  input transfer_t               transfer_o,
  input logic                    gnt_i,
  input logic                    stays_i,
  input logic                    ends_i,
  input logic                    waits_i
);

  localparam int unsigned Transfer = 19;  // a pause of 8, two passes of 5, and the answer
  localparam int unsigned Rest     = 5;   // a second pass
  localparam int unsigned Turn     = Transfer + Rest + 2;
  localparam int unsigned Longest  = NCores * Turn;
  localparam int unsigned Width    = $clog2(Longest + 1) + 2;

  typedef logic [Width-1:0] count_t;

  logic [CoreWidth-1:0] core;

  assign core = CoreWidth'(transfer_o.core);

  logic begun_q = 1'b0;  // the reset comes first

  always_ff @(posedge clk_i) begun_q <= 1'b1;

  // -- The kernel ---------------------------------------------------------------------------------
  count_t   presented_q = '0, rested_q = '0;
  logic [CoreWidth-1:0] any_q;  // any core, always the same

  always_ff @(posedge clk_i) begin
    any_q <= any_q;
    presented_q <= rst_ni & transfer_o.req & ~gnt_i & ~waits_i & ~isochron_ports.gen_several.turns
                 ? presented_q + 1'b1 : '0;
    rested_q    <= rst_ni & stays_i & ~transfer_o.req & ~isochron_ports.gen_several.turns
                 ? rested_q + 1'b1 : '0;
  end

  always_comb begin
    assume (begun_q | ~rst_ni);
    assume (~gnt_i | transfer_o.req);
    assume (~transfer_o.req | waits_i | presented_q < count_t'(Transfer - 1) | gnt_i);
    assume (~(stays_i & ~transfer_o.req) | rested_q < count_t'(Rest));
    assume (~waits_i | (transfer_o.req & ~gnt_i & ~stays_i & core != any_q));
    // a command goes on behind its own grant
    assume (~(stays_i & ~transfer_o.req) | isochron_ports.gen_several.served_q);
  end

  // -- Turns --------------------------------------------------------------------------------------
  logic              served;
  logic [NCores-1:0] later, above;
  count_t            left;  // cycles until another core's turn, at most, if one asks

  assign served = isochron_ports.gen_several.served_q;
  assign later  = isochron_ports.gen_several.u_arbiter.later_q;

  always_comb begin
    if (served)                left = count_t'(Rest + 1) - rested_q;
    else if (~req_i[core])   left = count_t'(1);
    else                       left = count_t'(Transfer + Rest + 1) - presented_q;
    above = ~((NCores'(2) << core) - 1'b1);
    if (rst_ni) begin
      assert (presented_q < count_t'(Transfer) & rested_q <= count_t'(Rest));
      assert (served | rested_q == '0);
      assert (~served | presented_q == '0);
      assert (transfer_o.settled | (presented_q == '0 & ~served));
      // behind the core that was served last come those above it
      assert (later == above | (later == '0 & core == '0));
    end
  end

  // -- How long the request of any core waits -----------------------------------------------------
  count_t      waited_q = '0, ahead;  // turns of others that come first
  logic        stayed_q = 1'b0;
  logic [19:0] addr_before_q;
  logic [NCores-1:0] req_before_q = '0, gnt_before_q = '0;

  always_ff @(posedge clk_i) begin
    stayed_q      <= rst_ni & req_i[any_q] & ~gnt_o[any_q];
    addr_before_q <= addr_i[any_q];
    req_before_q  <= rst_ni ? req_i : '0;
    gnt_before_q  <= gnt_o;
    if (!rst_ni | ~req_i[any_q] | gnt_o[any_q]) waited_q <= '0;
    else                                waited_q <= waited_q + 1'b1;
  end

  always_comb begin
    ahead = '0;
    for (int unsigned q = 0; q < NCores; q++) begin
      if (CoreWidth'(q) != any_q && CoreWidth'(q) != core
          && ((later[q] & ~later[any_q]) | (later[q] == later[any_q] && CoreWidth'(q) < any_q))) begin
        ahead = ahead + 1'b1;
      end
    end
    assume (((req_before_q & ~gnt_before_q) & ~req_i) == '0);
    if (stayed_q) assume (addr_i[any_q] == addr_before_q);
    assert ((gnt_o & ~req_i) == '0 & (gnt_o == '0 | gnt_o == NCores'(1) << core));
    assert (~gnt_o[any_q] | transfer_o.addr == addr_i[any_q]);
    assert (stayed_q ? req_before_q[any_q] & ~gnt_before_q[any_q] : waited_q == '0);
    if (rst_ni & req_i[any_q]) begin
      if (core != any_q) begin
        assert (waited_q + left + ahead * count_t'(Turn) + count_t'(Transfer + 1) <= count_t'(Longest));
      end else if (served) begin
        assert (waited_q + left + count_t'((NCores - 1) * Turn + Transfer + 1) <= count_t'(Longest));
      end else begin
        assert (waited_q + count_t'(Transfer) - presented_q <= count_t'(Longest));
      end
      assert (waited_q < count_t'(Longest));
    end
    cover (rst_ni & gnt_o[any_q] & waited_q > count_t'(Turn));
  end

  logic unused;
  assign unused = ^{we_i, ends_i, transfer_o};

endmodule

bind isochron_ports isochron_ports_turns #(.NCores(NCores)) u_turns (.*);
