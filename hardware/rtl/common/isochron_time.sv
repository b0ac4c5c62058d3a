// SPDX-License-Identifier: Apache-2.0
//
// Time: the prescaler, the ticks that have come and are not worked off yet (FreeRTOS's
// xPendedTicks), and the visible tick.
module isochron_time #(
  parameter int unsigned TimerWidth = 32
) (
  input  logic                  clk_i,           // never stops
  input  logic                  clk_gated_i,     // may stop while nothing changes but the prescaler
  input  logic                  rst_ni,

  input  logic                  started_i,       // ticks come once the scheduler is started

  // registers
  input  logic                  write_period_i,
  input  logic                  write_now_i,
  input  logic [31:0]           wdata_i,
  output logic [31:0]           period_o,        // clock cycles per tick; 0: no tick
  output logic [31:0]           overflows_o,     // wraps of the visible tick

  input  logic                  step_i,          // the visible tick jumps
  input  logic [TimerWidth:0]   stepped_i,       // ... to this, and one bit of its overflows; the
                                                 // next tick with `advance_i`
  input  logic                  add_i,           // ticks more; never with `advance_i`
  input  logic [TimerWidth-1:0] amount_i,
  input  logic                  advance_i,       // one pended tick becomes visible
  output logic                  tick_o,          // pulse: the prescaler's tick
  output logic                  arrives_o,       // a tick is counted at the next clock edge
  output logic                  pended_o,        // ticks are waiting to become visible
  output logic [TimerWidth:0]   now_o            // visible tick, and one bit of its overflows
);

  logic [31:0]           period_q, prescaler_q, overflows_q;
  logic [TimerWidth-1:0] now_q;

  // as many as can be added at once, and as many as come in a long suspension of the scheduler
  localparam int unsigned PendedWidth = TimerWidth > 16 ? TimerWidth : 16;

  logic [PendedWidth-1:0] pended_q, more;
  logic                   tick, arrives, late_q, wraps;

  // The prescaler counts from 1, so that a period of 0 never ends.
  assign tick = started_i & (prescaler_q == period_q);

  always_ff @(posedge clk_i) begin
    if (write_period_i || tick || !started_i) prescaler_q <= 32'd1;
    else                                      prescaler_q <= prescaler_q + 1'b1;
  end

  // One adder: a tick that comes when ticks are added counts a cycle later.
  assign arrives = tick | late_q;

  always_comb begin
    more = '0;
    if (add_i)                     more = PendedWidth'(amount_i);
    else if (arrives != advance_i) more = arrives ? PendedWidth'(1) : '1;
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

      late_q   <= add_i & arrives;
      pended_q <= pended_q + more;
    end
  end

  assign arrives_o   = arrives;
  assign period_o    = period_q;
  assign overflows_o = overflows_q;
  assign tick_o      = tick;
  assign pended_o    = pended_q != '0 | late_q;
  assign now_o       = {overflows_q[0], now_q};

endmodule
