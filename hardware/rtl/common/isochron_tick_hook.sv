// SPDX-License-Identifier: Apache-2.0
//
// The tick hook: FreeRTOS calls vApplicationTickHook once for each tick of the timer, from its
// interrupt. Here that interrupt is raised when the tick is visible, or at once while the
// scheduler is suspended. Ticks that FreeRTOS adds without a timer interrupt do not count.
module isochron_tick_hook (
  input  logic       clk_i,        // Clock
  input  logic       rst_ni,       // Asynchronous reset, active low

  input  logic       enable_i,     // The hook is called at all: configUSE_TICK_HOOK
  input  logic       tick_i,       // Pulse: the timer's tick
  input  logic       pended_i,     // Ticks have come and are not visible yet
  input  logic       suspended_i,  // The scheduler is suspended
  input  logic       resuming_i,   // The end of that suspension has begun
  input  logic       called_i,     // Pulse: the hook is called for one tick

  output logic [3:0] owed_o,       // Ticks that the hook was not called for, at most 15
  output logic       call_o        // Level: the hook is to be called now
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
