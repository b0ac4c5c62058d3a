// Generated from systems/time_manager/registers/time_manager.rdl by `isochron generate registers`. Do not edit.
// SPDX-License-Identifier: Apache-2.0
package isochron_time_manager_registers_pkg;
  /* verilator lint_off UNUSEDPARAM */
  // Byte offsets and fields of 'registers'.
  parameter int unsigned RegTimeLow = 32'h00000;
  parameter int unsigned RegTimeHigh = 32'h00004;
  parameter int unsigned RegIdentification = 32'h00008;
  parameter int unsigned RegIdentificationTasksLsb = 0;
  parameter int unsigned RegIdentificationWidthLsb = 8;
  parameter int unsigned RegIdentificationReconfigurableLsb = 16;
  parameter int unsigned RegIdentificationVersionLsb = 24;
  parameter logic [7:0] RegIdentificationVersionReset = 8'h2;
  parameter int unsigned RegWake = 32'h00010;
  parameter int unsigned RegWaiting = 32'h00018;
  parameter int unsigned RegEnable = 32'h00020;
  parameter logic [31:0] RegEnableTasksReset = 32'hFFFFFFFF;
  parameter int unsigned RegDelay = 32'h00100;
  parameter int unsigned RegHigh = 32'h00200;
  parameter int unsigned RegNext = 32'h00300;
  parameter int unsigned RegCancel = 32'h00400;
  parameter int unsigned RegPrecision = 32'h00500;
  parameter int unsigned RegPrecisionShiftLsb = 0;
  parameter int unsigned RegPrecisionWidthLsb = 8;

  /* verilator lint_on UNUSEDPARAM */
endpackage
