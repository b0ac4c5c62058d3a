// SPDX-License-Identifier: Apache-2.0
//
// The buses of several cores on that of the kernel: one transfer after the other, the cores in turn. A
// core that has had its transfer has another one only if no other core asks.
//
// The next core is chosen in the last cycle of a transfer, so a transfer that waits comes to the kernel in
// the cycle after. One of a core that is not served comes one cycle after it is asked for. Area grows with
// NCores.

`ifndef ISOCHRON_ASSERTIONS
`include "../common/isochron_assertions.svh"
`endif

module isochron_ports
  import isochron_bus_pkg::*;
#(
  parameter int unsigned NCores = 2  // Cores; area grows with them
) (
  input  logic                    clk_i,    // Clock
  input  logic                    rst_ni,   // Asynchronous reset, active low

  // The cores' buses: a request and what goes with it hold until the grant
  input  logic [NCores-1:0]       req_i,    // A core asks for a load or store
  input  logic [NCores-1:0]       we_i,     // It is a store
  input  logic [NCores-1:0][19:0] addr_i,   // Its byte address
  input  logic [NCores-1:0][31:0] wdata_i,  // What is stored
  output logic [NCores-1:0]       gnt_o,    // It is done

  // The kernel's bus
  output transfer_t               transfer_o,
  input  logic                    gnt_i,    // It is done
  input  logic                    stays_i,  // A command goes on, perhaps behind its grant: the next
                                            // transfer finds it done
  input  logic                    ends_i,   // With it: this is its last cycle
  input  logic                    waits_i   // A load waits, and may be asked for again: others go first
);

  if (NCores == 1) begin : gen_one
    assign transfer_o = '{
      req: req_i[0], we: we_i[0], addr: addr_i[0], wdata: wdata_i[0], core: '0, settled: 1'b1
    };
    assign gnt_o      = gnt_i;

    logic unused;
    assign unused = ^{clk_i, rst_ni, stays_i, ends_i, waits_i};
  end else begin : gen_several
    localparam int unsigned CoreWidth = $clog2(NCores);

    logic [CoreWidth-1:0] core_q, next;
    logic [NCores-1:0]    others, chosen;
    logic                 served_q;   // the core has had its transfer
    logic                 settled_q, turns;

    assign others = req_i & ~(NCores'(1) << core_q);
    assign turns  = others != '0 & (~stays_i | ends_i) & (gnt_i | served_q | ~req_i[core_q] | waits_i);

    isochron_core_arbiter #(.NRequesters(NCores)) u_arbiter (
      .clk_i, .rst_ni, .request_i(others), .free_i(turns), .grant_o(chosen)
    );

    always_comb begin
      next = '0;
      for (int unsigned x = 0; x < NCores; x++) if (chosen[x]) next = next | CoreWidth'(x);
    end

    always_ff @(posedge clk_i or negedge rst_ni) begin
      if (!rst_ni) begin
        core_q    <= '0;
        served_q  <= 1'b0;
        settled_q <= 1'b0;
      end else begin
        settled_q <= ~turns;
        if (turns) begin
          core_q   <= next;
          served_q <= 1'b0;
        end else if (gnt_i) begin
          served_q <= 1'b1;
        end else if (others == '0 & ~stays_i) begin
          served_q <= 1'b0;
        end
      end
    end

    assign transfer_o = '{
      req:     req_i[core_q] & ~(served_q & (others != '0 | stays_i)),
      we:      we_i[core_q],
      addr:    addr_i[core_q],
      wdata:   wdata_i[core_q],
      core:    2'(core_q),
      settled: settled_q
    };
    assign gnt_o      = NCores'(gnt_i) << core_q;

    `ISOCHRON_ASSERT(OnlyWhoAsksIsGranted, (gnt_o & ~req_i) == '0)
    `ISOCHRON_ASSERT(ATurnIsForWhoAsks, ~turns | req_i[next])
  end

endmodule
