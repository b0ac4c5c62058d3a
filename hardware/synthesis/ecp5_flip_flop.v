// SPDX-License-Identifier: Apache-2.0

// The ECP5's flip-flop (TRELLIS_FF) as an empty box, whose place it takes while logic is mapped to
// lookup tables: see ECP5 in src/isochron/synth/targets.py.
(* blackbox *)
module flip_flop_box #(
  parameter GSR     = "ENABLED",      // As TRELLIS_FF's, like all others
  parameter CEMUX   = "1",
  parameter CLKMUX  = "CLK",
  parameter LSRMUX  = "LSR",
  parameter LSRMODE = "LSR",
  parameter SRMODE  = "LSR_OVER_CE",
  parameter REGSET  = "RESET"
) (
  input  CLK,  // Clock
  input  LSR,  // Set or reset
  input  CE,   // Clock enable
  input  DI,   // What it takes, from a lookup table
  input  M,    // The same, from elsewhere
  output Q     // What it holds
);
endmodule
