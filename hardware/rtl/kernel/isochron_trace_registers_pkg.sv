// Generated from hardware/registers/trace.rdl by `isochron generate registers`. Do not edit.
// SPDX-License-Identifier: Apache-2.0
package isochron_trace_registers_pkg;
  /* verilator lint_off UNUSEDPARAM */
  typedef enum logic [3:0] {  // traced_e
    TracedNothing = 4'd0,
    TracedSwitch = 4'd1,
    TracedStops = 4'd2,
    TracedReadyByTask = 4'd4,
    TracedReadyByIsr = 4'd5,
    TracedReadyByHighLine = 4'd6,
    TracedReadyByTime = 4'd7,
    TracedReadyByLine0 = 4'd8
  } traced_e;

  // Byte offsets and fields of 'words'.
  parameter int unsigned RegEvent = 32'h00000;
  parameter int unsigned RegEventTimeLsb = 0;
  parameter int unsigned RegEventLinesLsb = 12;
  parameter int unsigned RegEventTaskLsb = 20;
  parameter int unsigned RegEventWhatLsb = 27;
  parameter int unsigned RegEventIsEventLsb = 31;
  parameter int unsigned RegGap = 32'h00004;
  parameter int unsigned RegGapTimeLsb = 0;
  parameter int unsigned RegGapLostLsb = 30;
  parameter int unsigned RegGapIsEventLsb = 31;

  /* verilator lint_on UNUSEDPARAM */
endpackage
