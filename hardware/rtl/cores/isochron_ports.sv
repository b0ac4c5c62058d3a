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

module isochron_ports #(
  parameter int unsigned NCores = 2,  // Cores; area grows with them
  localparam int unsigned CoreWidth = NCores > 1 ? $clog2(NCores) : 1
) (
  input  logic                    clk_i,    // Clock
  input  logic                    rst_ni,   // Asynchronous reset, active low

  // The cores' buses: a request and what goes with it hold until the grant
  input  logic [NCores-1:0]       req_i,    // A core asks for a load or store
  input  logic [NCores-1:0]       we_i,     // It is a store
  input  logic [NCores-1:0][19:0] addr_i,   // Its byte address
  input  logic [NCores-1:0][31:0] wdata_i,  // What is stored
  output logic [NCores-1:0]       gnt_o,    // It is done

  // The kernel's bus, and whose transfer is on it
  output logic [CoreWidth-1:0]    core_o,   // This core's, or its last one's
  output logic                    settled_o,  // The same as in the last cycle: what is looked up of its
                                              // task is known
  output logic                    req_o,    // There is one
  output logic                    we_o,     // It is a store
  output logic [19:0]             addr_o,   // Its byte address
  output logic [31:0]             wdata_o,  // What is stored
  input  logic                    gnt_i,    // It is done
  input  logic                    stays_i,  // A command goes on, perhaps behind its grant: the next
                                            // transfer finds it done
  input  logic                    ends_i,   // With it: this is its last cycle
  input  logic                    waits_i   // A load waits, and may be asked for again: others go first
);

  if (NCores == 1) begin : gen_one
    assign core_o    = '0;
    assign settled_o = 1'b1;
    assign req_o     = req_i[0];
    assign we_o      = we_i[0];
    assign addr_o    = addr_i[0];
    assign wdata_o   = wdata_i[0];
    assign gnt_o     = gnt_i;

    logic unused;
    assign unused = ^{clk_i, rst_ni, stays_i, ends_i, waits_i};
  end else begin : gen_several
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

    assign core_o    = core_q;
    assign settled_o = settled_q;
    assign req_o     = req_i[core_q] & ~(served_q & (others != '0 | stays_i));
    assign we_o      = we_i[core_q];
    assign addr_o    = addr_i[core_q];
    assign wdata_o   = wdata_i[core_q];
    assign gnt_o     = NCores'(gnt_i) << core_q;

    `ISOCHRON_ASSERT(OnlyWhoAsksIsGranted, (gnt_o & ~req_i) == '0)
    `ISOCHRON_ASSERT(ATurnIsForWhoAsks, ~turns | req_i[next])
  end

endmodule
