// SPDX-License-Identifier: Apache-2.0
//
// Time: the prescaler, the ticks that have come and are not worked off yet (FreeRTOS's
// xPendedTicks), and the visible tick.
module isochron_time #(
  parameter int unsigned TimerWidth = 32  // Bits of the visible tick; area and delay grow with it
) (
  input  logic                  clk_i,           // The clock that never stops
  input  logic                  clk_gated_i,     // The clock that may stop while nothing changes
                                                 // but the prescaler
  input  logic                  rst_ni,          // Asynchronous reset, active low

  input  logic                  started_i,       // The scheduler is started, so ticks come

  // Registers
  input  logic                  write_period_i,  // The period is stored
  input  logic                  write_now_i,     // The visible tick is stored; without effect once
                                                 // the scheduler is started
  input  logic [31:0]           wdata_i,         // What is stored
  output logic [31:0]           period_o,        // The period: clock cycles per tick; 0: no tick
                                                 // comes
  output logic [31:0]           overflows_o,     // Wraps of the visible tick

  // The visible tick
  input  logic                  step_i,          // The visible tick jumps
  input  logic [TimerWidth:0]   stepped_i,       // Where it jumps to, and one bit of its overflows;
                                                 // the next tick with `advance_i`
  input  logic                  add_i,           // Ticks are added to those that are not visible
                                                 // yet; never with `advance_i`
  input  logic [TimerWidth-1:0] amount_i,        // Their number
  input  logic                  advance_i,       // One tick becomes visible
  output logic                  tick_o,          // Pulse: the prescaler's tick
  output logic                  arrives_o,       // A tick is counted at the next clock edge
  output logic                  pended_o,        // Ticks wait to become visible
  output logic [TimerWidth:0]   now_o            // The visible tick, and one bit of its overflows
);

  logic [31:0]           period_q, prescaler_q, overflows_q;
  logic [TimerWidth-1:0] now_q;

  // as many as can be added at once, and as many as come in a long suspension of the scheduler
  localparam int unsigned PendedWidth = TimerWidth > 16 ? TimerWidth : 16;

  logic [PendedWidth-1:0] pended_q, more;
  logic                   tick, arrives, late_q, wraps, carries_q;

  // The prescaler counts from 1, so that a period of 0 never ends. Most of its bits are clocked in every
  // sixteenth cycle only.
  assign tick = started_i & (prescaler_q == period_q);

  always_ff @(posedge clk_i) begin
    if (write_period_i || tick || !started_i) begin
      prescaler_q <= 32'd1;
      carries_q   <= 1'b0;
    end else begin
      prescaler_q[3:0] <= prescaler_q[3:0] + 1'b1;
      if (carries_q) prescaler_q[31:4] <= prescaler_q[31:4] + 1'b1;
      carries_q <= prescaler_q[3:0] == 4'd14;
    end
  end

  // One adder: a tick that comes when ticks are added counts a cycle later.
  assign arrives = tick | late_q;

  always_comb begin
    if (add_i) more = PendedWidth'(amount_i);
    else       more = arrives ? PendedWidth'(1) : '1;
  end

  assign wraps = (step_i | advance_i) & stepped_i[TimerWidth] != overflows_q[0];

  always_ff @(posedge clk_gated_i or negedge rst_ni) begin
    if (!rst_ni) begin
      period_q    <= '0;
      now_q       <= '0;
      overflows_q <= '0;
      pended_q    <= '0;
      late_q      <= 1'b0;
    end else begin
      if (write_period_i) period_q <= wdata_i;

      if (write_now_i && !started_i) begin
        now_q <= wdata_i[TimerWidth-1:0];
      end else if (step_i || advance_i) begin
        now_q <= stepped_i[TimerWidth-1:0];
      end
      if (wraps) overflows_q <= overflows_q + 1'b1;

      late_q <= add_i & arrives;
      if (add_i || arrives != advance_i) pended_q <= pended_q + more;
    end
  end

  assign arrives_o   = arrives;
  assign period_o    = period_q;
  assign overflows_o = overflows_q;
  assign tick_o      = tick;
  assign pended_o    = pended_q != '0 | late_q;
  assign now_o       = {overflows_q[0], now_q};

endmodule
