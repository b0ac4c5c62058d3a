// SPDX-License-Identifier: Apache-2.0
//
// The hybrid on a bus for a native program: as it is, and whether anything goes on in it, which a bus
// cannot tell.
module link_top #(
  parameter int unsigned NTasks      = 32,  // as isochron_hybrid's
  parameter int unsigned NPriorities = 16
) (
  input  logic        clk_i,       // clock
  input  logic        rst_ni,      // asynchronous reset, active low

  input  logic        req_i,       // load or store, held until granted
  input  logic        we_i,        // store
  input  logic [ 7:0] addr_i,      // byte offset
  input  logic [31:0] wdata_i,     // word to store
  output logic        gnt_o,       // granted
  output logic        rvalid_o,    // the answer, one cycle after the grant
  output logic [31:0] rdata_o,     // word loaded

  output logic        interrupt_o, // as isochron_hybrid's
  output logic        tick_o,      // the prescaler's tick
  output logic        quiet_o      // no message is on its way, and neither ticks nor tasks are worked off
);

  logic [5:0] unused_current;
  logic       unused_switch, unused_err;

  isochron_hybrid_bus #(.NTasks(NTasks), .NPriorities(NPriorities)) u_bus (
    .clk_i, .rst_ni,
    .req_i, .we_i, .addr_i, .wdata_i, .gnt_o, .rvalid_o, .rdata_o, .err_o(unused_err),
    .interrupt_o, .current_id_o(unused_current), .switch_o(unused_switch)
  );

  logic unused;
  assign unused = ^unused_current ^ unused_switch ^ unused_err;

  assign tick_o  = u_bus.u_hybrid.u_time.tick_o;
  assign quiet_o = u_bus.u_hybrid.idle_o & ~u_bus.u_hybrid.working
                 & ~(u_bus.u_hybrid.u_sequencer.stage_q inside {1, 2, 3, 4, 5});

endmodule
