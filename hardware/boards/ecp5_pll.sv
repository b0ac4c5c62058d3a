// SPDX-License-Identifier: Apache-2.0

// A clock of the ECP5's PLL: its own oscillator runs FeedbackDivider times as fast as the board's, at 400
// to 800 MHz, and the clock ClockDivider times slower than that. The attributes are those that Project
// Trellis's ecppll writes.
module ecp5_pll #(
  parameter int unsigned FeedbackDivider = 24,  // From the PLL's oscillator to the feedback
  parameter int unsigned ClockDivider    = 25   // From there to the clock
) (
  input  logic clk_i,    // Oscillator
  output logic clk_o,    // Clock
  output logic locked_o  // It is stable
);

  logic feedback;

  (* ICP_CURRENT = "12", LPF_RESISTOR = "8", MFG_ENABLE_FILTEROPAMP = "1", MFG_GMCREF_SEL = "2" *)
  EHXPLLL #(
    .CLKI_DIV         (1),
    .CLKFB_DIV        (1),
    .CLKOP_DIV        (FeedbackDivider),
    .CLKOP_CPHASE     (FeedbackDivider / 2),
    .CLKOP_FPHASE     (0),
    .CLKOP_ENABLE     ("ENABLED"),
    .CLKOS_DIV        (ClockDivider),
    .CLKOS_CPHASE     (FeedbackDivider / 2),
    .CLKOS_FPHASE     (0),
    .CLKOS_ENABLE     ("ENABLED"),
    .FEEDBK_PATH      ("CLKOP"),
    .PLLRST_ENA       ("DISABLED"),
    .INTFB_WAKE       ("DISABLED"),
    .STDBY_ENABLE     ("DISABLED"),
    .DPHASE_SOURCE    ("DISABLED"),
    .OUTDIVIDER_MUXA  ("DIVA"),
    .OUTDIVIDER_MUXB  ("DIVB"),
    .OUTDIVIDER_MUXC  ("DIVC"),
    .OUTDIVIDER_MUXD  ("DIVD")
  ) u_pll (
    .CLKI         (clk_i),
    .CLKFB        (feedback),
    .CLKOP        (feedback),
    .CLKOS        (clk_o),
    .LOCK         (locked_o),
    .RST          (1'b0),
    .STDBY        (1'b0),
    .PHASESEL0    (1'b0),
    .PHASESEL1    (1'b0),
    .PHASEDIR     (1'b1),
    .PHASESTEP    (1'b1),
    .PHASELOADREG (1'b1),
    .PLLWAKESYNC  (1'b0),
    .ENCLKOP      (1'b0),
    .ENCLKOS      (1'b0)
  );

endmodule
