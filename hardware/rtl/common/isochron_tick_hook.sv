// SPDX-License-Identifier: Apache-2.0
//
// The tick hook: FreeRTOS calls vApplicationTickHook once for each tick of the timer, from its
// interrupt. Here that interrupt is raised when the tick is visible, or at once while the
// scheduler is suspended. Ticks that FreeRTOS adds without a timer interrupt do not count.
module isochron_tick_hook (
  input  logic       clk_i,
  input  logic       rst_ni,

  input  logic       enable_i,     // configUSE_TICK_HOOK
  input  logic       tick_i,       // pulse: the timer's tick
  input  logic       pended_i,     // ticks have come and are not visible yet
  input  logic       suspended_i,  // the scheduler is suspended
  input  logic       resuming_i,   // ... and the end of that has begun
  input  logic       called_i,     // pulse: the hook is called for one tick

  output logic [3:0] owed_o,       // ticks that it was not called for
  output logic       call_o        // level: call it now
);

  logic [3:0] owed_q;

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      owed_q <= '0;
    end else if (!enable_i) begin
      owed_q <= '0;
    end else if (tick_i && !called_i) begin
      owed_q <= owed_q + 4'(~&owed_q);
    end else if (called_i && !tick_i) begin
      owed_q <= owed_q - 4'(|owed_q);
    end
  end

  assign owed_o = owed_q;
  assign call_o = enable_i & owed_q != '0 & (suspended_i & ~resuming_i | ~pended_i);

endmodule
