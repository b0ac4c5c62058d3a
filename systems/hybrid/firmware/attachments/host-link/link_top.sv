// SPDX-License-Identifier: Apache-2.0
//
// The hybrid on a bus for a native program: as it is, and what a bus cannot tell: whether anything
// goes on in it, and what state each task is in without a message.
module link_top
  import isochron_hybrid_pkg::*;
  import isochron_hybrid_registers_pkg::*;
#(
  parameter int unsigned NTasks      = 32,  // as isochron_hybrid's
  parameter int unsigned NPriorities = 16,
  parameter int unsigned NLines      = 8
) (
  input  logic        clk_i,       // clock
  input  logic        rst_ni,      // asynchronous reset, active low

  input  logic [NLines-1:0] lines_i,  // as isochron_hybrid's

  input  logic        req_i,       // load or store, held until granted
  input  logic        we_i,        // store
  input  logic [ 7:0] addr_i,      // byte offset
  input  logic [31:0] wdata_i,     // word to store
  output logic        gnt_o,       // granted and answered
  output logic [31:0] rdata_o,     // word loaded, with the grant

  output logic        interrupt_o, // as isochron_hybrid's
  output logic        tick_o,      // the prescaler's tick
  output logic        quiet_o,     // no message is on its way, nothing is worked off
  output logic [31:0] task_states_o [NTasks]  // state in GET's reply
);

  logic [6:0] unused_current;
  logic       unused_switch, unused_err;

  isochron_hybrid_bus #(.NTasks(NTasks), .NPriorities(NPriorities), .NLines(NLines)) u_bus (
    .clk_i, .rst_ni, .lines_i,
    .req_i, .we_i, .addr_i, .wdata_i, .gnt_o, .rdata_o, .err_o(unused_err),
    .interrupt_o, .current_id_o(unused_current), .switch_o(unused_switch)
  );

  logic unused;
  assign unused = ^unused_current ^ unused_switch ^ unused_err;

  assign tick_o  = u_bus.u_hybrid.u_time.tick_o;
  assign quiet_o = u_bus.u_hybrid.idle_o & ~u_bus.u_hybrid.working & ~u_bus.u_hybrid.line_wakes
                 & ~(u_bus.u_hybrid.u_sequencer.stage_q inside {1, 2, 3, 4, 5});

  // -- States of the tasks ----------------------------------------------------------------------
  localparam int unsigned TaskWidth = $clog2(NTasks);

  // GET would be answered after the messages before it, so a WRITE counts from when it is sent. Kernel
  // files send nothing else that changes a state and has no message with a reply behind it.
  logic put, write, served, first_q;
  id_t  put_id;
  id_t  unserved [$];  // tasks of WRITEs that are on their way

  assign put    = u_bus.put & gnt_o;
  assign put_id = wdata_i[RegLinkSchedulerIdLsb +: $bits(id_t)];
  assign write  = put & first_q & ~u_bus.dest
                & wdata_i[RegLinkSchedulerCommandLsb +: $bits(command_e)] == CommandWrite;
  assign served = u_bus.u_hybrid.message_done & ~u_bus.u_hybrid.message.timers
                & u_bus.u_hybrid.command == CommandWrite;

  function automatic logic is_unserved(id_t id);
    is_unserved = 1'b0;
    for (int i = 0; i < unserved.size(); i++) is_unserved |= unserved[i] == id;
  endfunction

`include "isochron_hybrid_state.svh"

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      first_q <= 1'b1;
      for (int i = 0; i < int'(NTasks); i++) begin
        task_states_o[i] <= shown('{finished: 1'b1, default: 1'b0});
      end
    end else begin
      if (put) first_q <= u_bus.last;
      if (u_bus.u_hybrid.write && !is_unserved(u_bus.u_hybrid.task_id)) begin
        task_states_o[TaskWidth'(u_bus.u_hybrid.task_id)]
          <= shown(u_bus.u_hybrid.fields_then.state);
      end
      if (write) begin
        task_states_o[TaskWidth'(put_id)] <= wdata_i & shown('1);
        unserved.push_back(put_id);
      end
      if (served) void'(unserved.pop_front());
    end
  end

endmodule
