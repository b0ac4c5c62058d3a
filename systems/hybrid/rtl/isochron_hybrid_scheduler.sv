// SPDX-License-Identifier: Apache-2.0
//
// The running task, the suspension of the scheduler, and when a tick requests a switch: as
// xTaskIncrementTick decides it.
module isochron_hybrid_scheduler
  import isochron_hybrid_pkg::*;
  import isochron_hybrid_registers_pkg::*;
(
  input  logic      clk_i,            // Clock
  input  logic      rst_ni,           // Asynchronous reset, active low

  // Pulses
  input  logic      start_i,          // START of `task_i`
  input  logic      run_i,            // READ: `task_i` runs from now on
  input  logic      keep_i,           // READ while the scheduler is suspended
  input  logic      suspend_i,        // SUSPEND
  input  logic      resume_i,         // RESUME
  input  logic      yield_i,          // YIELD
  input  logic      configure_i,      // CONFIGURE, with the two that follow
  input  logic      preemption_i,     // Tasks are preempted: configUSE_PREEMPTION
  input  logic      time_slicing_i,   // A tick passes on to the next task of the same priority:
                                      // configUSE_TIME_SLICING
  input  logic      tick_i,           // A tick passes
  input  logic      several_i,        // The running task's list holds more than one task then
  input  logic      expiry_i,         // A delay is over: a task becomes ready
  input  logic      more_i,           // Perhaps others do: only behind them a switch is requested
  input  logic      line_i,           // A line makes a task ready, which wants a switch at once
  input  priority_t expired_level_i,  // That task's priority
  input  logic      occupied_i,       // That task's ready list is not empty

  input  id_t       task_i,           // The task of START and READ
  input  priority_t level_i,          // Its priority
  input  logic      change_i,         // A task's priority is set, perhaps the running one's
  input  id_t       changed_i,        // That task
  input  priority_t changed_level_i,  // Its priority then

  output id_t       current_o,        // The running task
  output priority_t current_level_o,  // Its priority
  output logic      started_o,        // START was there
  output logic      suspended_o,      // SUSPEND was there, and no RESUME since
  output logic      preemption_o,     // Tasks are preempted
  output logic      requested_o,      // A tick wants a switch
  output logic      yield_pending_o   // YIELD was there, and no switch since
);

  id_t       current_d, current_q;
  priority_t current_level_d, current_level_q;
  logic      started_d, started_q, suspended_d, suspended_q, requested_d, requested_q;
  logic      wanted_d, wanted_q;  // a task that became ready wants a switch, behind the others
  logic      yield_pending_d, yield_pending_q, preemption_q, time_slicing_q;
  logic      of_current;

  assign of_current = change_i & changed_i == current_q;

  always_comb begin
    current_d       = current_q;
    current_level_d = of_current ? changed_level_i : current_level_q;
    started_d       = started_q | start_i;
    suspended_d     = (suspended_q | suspend_i) & ~resume_i;
    requested_d     = requested_o;
    wanted_d        = wanted_q & more_i;
    yield_pending_d = yield_pending_q | yield_i | keep_i;
    if (tick_i && preemption_q) begin
      requested_d = requested_o | yield_pending_q | (several_i & time_slicing_q);
    end
    if (line_i && preemption_q) begin
      requested_d = requested_d | expired_level_i > current_level_q;
    end
    // FreeRTOS looks how many share the running task's priority when those due are ready.
    if (expiry_i && preemption_q) begin
      wanted_d = wanted_d | expired_level_i > current_level_q
               | (expired_level_i == current_level_q & occupied_i & time_slicing_q);
    end
    if (start_i || run_i) begin
      current_d       = task_i;
      current_level_d = level_i;
    end
    if (run_i) begin
      requested_d     = 1'b0;
      wanted_d        = 1'b0;
      yield_pending_d = 1'b0;
    end
  end

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      current_q       <= '0;
      current_level_q <= '0;
      started_q       <= 1'b0;
      suspended_q     <= 1'b0;
      requested_q     <= 1'b0;
      wanted_q        <= 1'b0;
      yield_pending_q <= 1'b0;
      preemption_q    <= RegLinkSchedulerPreemptionReset;
      time_slicing_q  <= RegLinkSchedulerTimeSlicingReset;
    end else begin
      current_q       <= current_d;
      current_level_q <= current_level_d;
      started_q       <= started_d;
      suspended_q     <= suspended_d;
      requested_q     <= requested_d;
      wanted_q        <= wanted_d;
      yield_pending_q <= yield_pending_d;
      if (configure_i) begin
        preemption_q   <= preemption_i;
        time_slicing_q <= time_slicing_i;
      end
    end
  end

  assign current_o       = current_q;
  assign current_level_o = current_level_q;
  assign started_o       = started_q;
  assign suspended_o     = suspended_q;
  assign preemption_o    = preemption_q;
  assign requested_o     = requested_q | (wanted_q & ~more_i);
  assign yield_pending_o = yield_pending_q;

endmodule
