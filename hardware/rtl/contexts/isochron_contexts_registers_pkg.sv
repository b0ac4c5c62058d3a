// Generated from hardware/registers/contexts.rdl by `isochron generate registers`. Do not edit.
// SPDX-License-Identifier: Apache-2.0
package isochron_contexts_registers_pkg;
  /* verilator lint_off UNUSEDPARAM */
  // Byte offsets and fields of 'task'.
  parameter int unsigned TaskStride = 32'h00100;
  parameter int unsigned RegTaskRegister = 32'h00000;
  parameter int unsigned RegTaskRegisterValueLsb = 0;
  parameter int unsigned RegTaskPc = 32'h00080;
  parameter int unsigned RegTaskPcAddressLsb = 0;

  // Byte offsets and fields of 'control'.
  parameter int unsigned RegControlTarget = 32'h10000;
  parameter int unsigned RegControlTargetAddressLsb = 0;
  parameter int unsigned RegControlVectors = 32'h10004;
  parameter int unsigned RegControlVectorsSwitchesLsb = 0;
  parameter logic [0:0] RegControlVectorsSwitchesReset = 1'h0;
  parameter int unsigned RegControlVectorsAddressLsb = 7;
  parameter logic [24:0] RegControlVectorsAddressReset = 25'h0;
  parameter int unsigned RegControlResumed = 32'h10008;
  parameter int unsigned RegControlResumedAddressLsb = 0;
  parameter logic [31:0] RegControlResumedAddressReset = 32'h0;

  /* verilator lint_on UNUSEDPARAM */
endpackage
