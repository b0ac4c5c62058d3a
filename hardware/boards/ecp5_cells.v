// SPDX-License-Identifier: Apache-2.0

// The ECP5's cells that are named in our sources, as empty boxes: what the SystemVerilog front end
// needs to know of them. Yosys's own library takes their place.
(* blackbox *)
module EHXPLLL #(
  parameter CLKI_DIV        = 1,           // Dividers, and phases of the clocks
  parameter CLKFB_DIV       = 1,
  parameter CLKOP_DIV       = 8,
  parameter CLKOP_CPHASE    = 0,
  parameter CLKOP_FPHASE    = 0,
  parameter CLKOS_DIV       = 8,
  parameter CLKOS_CPHASE    = 0,
  parameter CLKOS_FPHASE    = 0,
  parameter CLKOP_ENABLE    = "ENABLED",   // What is used of the PLL
  parameter CLKOS_ENABLE    = "ENABLED",
  parameter FEEDBK_PATH     = "CLKOP",
  parameter PLLRST_ENA      = "DISABLED",
  parameter INTFB_WAKE      = "DISABLED",
  parameter STDBY_ENABLE    = "DISABLED",
  parameter DPHASE_SOURCE   = "DISABLED",
  parameter OUTDIVIDER_MUXA = "DIVA",
  parameter OUTDIVIDER_MUXB = "DIVB",
  parameter OUTDIVIDER_MUXC = "DIVC",
  parameter OUTDIVIDER_MUXD = "DIVD"
) (
  input  CLKI,          // Oscillator
  input  CLKFB,         // Feedback
  output CLKOP,         // Clocks
  output CLKOS,
  output LOCK,          // It is stable
  input  RST,           // Not used: reset, stand-by, shifts of the phase
  input  STDBY,
  input  PHASESEL0,
  input  PHASESEL1,
  input  PHASEDIR,
  input  PHASESTEP,
  input  PHASELOADREG,
  input  PLLWAKESYNC,
  input  ENCLKOP,
  input  ENCLKOS
);
endmodule
