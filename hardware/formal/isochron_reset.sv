// SPDX-License-Identifier: Apache-2.0
//
// Bound to isochron beside isochron_latency (hardware/formal/proofs.toml): the state after reset and
// initialisation, until something is asked of the kernel.
module isochron_reset
  import isochron_pkg::*;
  import isochron_registers_pkg::*;
#(
  parameter int unsigned NTasks      = 32,
  parameter int unsigned NPriorities = 64,
  parameter int unsigned NObjects    = 64
) (
  input logic clk_i,
  input logic rst_ni,
  input logic gnt_o
);

  logic fresh_q;  // nothing was asked of the kernel yet
  logic rests;    // no operation is under way, and nothing is left of one
  logic chosen;   // a ready task was looked for, so the selection is valid or will be

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni)                       fresh_q <= 1'b1;
    else if (gnt_o | isochron.command.valid) fresh_q <= 1'b0;
  end

  assign rests  = ~isochron.u_latency.active & isochron.u_latency.settled;
  assign chosen = isochron.selection.valid | isochron.u_state_lists.u_lists.select_q != '0;

  always_comb begin
    if (rst_ni) begin
      if (isochron.init.active) begin
        assert (rests & ~isochron.scheduler.started & ~chosen);
        assert (isochron.u_objects.u_chains.waiting_q == '0);
      end
      if (fresh_q) begin
        assert (rests & ~chosen & isochron.u_latency.age_q == '0);
        assert (isochron.scheduler == scheduler_t'{preemption: RegControlPreemptionReset,
                                                   time_slicing: RegControlTimeSlicingReset,
                                                   default: '0});
        assert (~isochron.u_running.gen_core.u_scheduler.requested_q & isochron.current == '0);
        assert (isochron.now == '0 & isochron.status.overflows == '0 & isochron.status.period == '0);
        assert (isochron.status.error == '0 & isochron.u_lines.enable_q == '0);
        assert (isochron.u_lines.pending_q == '0);
        assert (~isochron.u_objects.u_chains.pended_any_q & ~isochron.walk.active & ~isochron.ticks_pended);
        assert (isochron.u_state_lists.u_lists.u_ready.ready_q == '0 & ~isochron.u_background.tick_open_q);
        assert (isochron.u_background.scan_q == isochron.u_background.DelayedMarker);
        assert (~isochron.switch_request_o & ~isochron.configuration.tick_hook
                & ~isochron.configuration.monitor_hook);
      end
      assert (~isochron.u_running.gen_core.u_scheduler.requested_q | isochron.scheduler.started);
      assert (~isochron.scheduler.started | chosen);
      if (isochron.operation.stage.decide & isochron.subject_state.control.place == PlaceReady) begin
        assert (chosen);
      end
    end
  end

  for (genvar t = 0; t < int'(NTasks); t++) begin : gen_tasks
    control_t stored;

    assign stored = control_t'(isochron.u_tasks.u_control.memory_q[t]);

    always_comb begin
      if (rst_ni & (isochron.init.active ? 32'(isochron.init.index) > t : fresh_q)) begin
        assert (stored == '0);
      end
      if (rst_ni & ~isochron.init.active & stored.place == PlaceReady) assert (chosen);
    end
  end

  for (genvar o = 0; o < int'(NObjects); o++) begin : gen_objects
    always_comb begin
      if (rst_ni & (isochron.init.active ? 32'(isochron.init.index) > o : fresh_q)) begin
        assert (isochron.u_objects.u_records.u_memory.memory_q[o] == '0);
        assert (isochron.u_objects.u_chains.u_waiting.memory_q[o] == '0);
      end
    end
  end

  for (genvar n = 0; n < int'(NTasks + NPriorities + 2); n++) begin : gen_nodes
    always_comb begin
      if (rst_ni & (isochron.init.active ? 32'(isochron.init.index) > n : fresh_q)) begin
        assert (isochron.u_state_lists.u_lists.u_next.memory_q[n] == n);
        assert (isochron.u_state_lists.u_lists.u_previous.memory_q[n] == n);
      end
    end
  end

endmodule

bind isochron isochron_reset #(
  .NTasks(NTasks), .NPriorities(NPriorities), .NObjects(NObjects)
) u_reset (.*);
