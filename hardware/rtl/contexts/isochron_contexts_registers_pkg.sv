// Generated from hardware/registers/contexts.rdl by `isochron generate registers`. Do not edit.
// SPDX-License-Identifier: Apache-2.0
package isochron_contexts_registers_pkg;
  /* verilator lint_off UNUSEDPARAM */
  // Byte offsets and fields of 'task'.
  parameter int unsigned TaskStride = 32'h00100;
  parameter int unsigned RegTaskRegister = 32'h00000;
  parameter int unsigned RegTaskPc = 32'h00080;

  // Byte offsets and fields of 'control'.
  parameter int unsigned RegControlTarget = 32'h10000;
  parameter int unsigned RegControlVectors = 32'h10004;
  parameter int unsigned RegControlVectorsSwitchesLsb = 0;
  parameter int unsigned RegControlVectorsAddressLsb = 7;
  parameter int unsigned RegControlResumed = 32'h10008;

  /* verilator lint_on UNUSEDPARAM */
endpackage
