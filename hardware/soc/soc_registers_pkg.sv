// Generated from hardware/registers/soc.rdl by `isochron generate registers`. Do not edit.
// SPDX-License-Identifier: Apache-2.0
package soc_registers_pkg;
  /* verilator lint_off UNUSEDPARAM */
  // Byte offsets and fields of 'uart'.
  parameter int unsigned RegUartData = 32'h00000;
  parameter int unsigned RegUartIer = 32'h00004;
  parameter int unsigned RegUartIerReceivedLsb = 0;
  parameter int unsigned RegUartIerTransmitterEmptyLsb = 1;
  parameter int unsigned RegUartIir = 32'h00008;
  parameter int unsigned RegUartIirNoneLsb = 0;
  parameter int unsigned RegUartIirSourceLsb = 1;
  parameter int unsigned RegUartLcr = 32'h0000C;
  parameter int unsigned RegUartLcrFrameLsb = 0;
  parameter int unsigned RegUartLcrDlabLsb = 7;
  parameter int unsigned RegUartMcr = 32'h00010;
  parameter int unsigned RegUartMcrOutputsLsb = 0;
  parameter int unsigned RegUartMcrLoopbackLsb = 4;
  parameter int unsigned RegUartLsr = 32'h00014;
  parameter int unsigned RegUartLsrReceivedLsb = 0;
  parameter int unsigned RegUartLsrOverrunLsb = 1;
  parameter int unsigned RegUartLsrTransmitterEmptyLsb = 5;
  parameter int unsigned RegUartLsrTransmitterIdleLsb = 6;
  parameter int unsigned RegUartMsr = 32'h00018;
  parameter int unsigned RegUartMsrInputsLsb = 4;
  parameter logic [3:0] RegUartMsrInputsReset = 4'hB;
  parameter int unsigned RegUartScr = 32'h0001C;

  // Byte offsets and fields of 'interrupt_generator'.
  parameter int unsigned RegInterruptGeneratorPending = 32'h10000;
  parameter int unsigned RegInterruptGeneratorEnable = 32'h10004;
  parameter int unsigned RegInterruptGeneratorAcknowledge = 32'h10008;
  parameter int unsigned RegInterruptGeneratorSeed = 32'h1000C;
  parameter int unsigned RegInterruptGeneratorArmed = 32'h10010;
  parameter int unsigned RegInterruptGeneratorDelay = 32'h10020;
  parameter int unsigned RegInterruptGeneratorMask = 32'h10040;
  parameter int unsigned RegInterruptGeneratorCount = 32'h10060;

  // Byte offsets and fields of 'stopwatch'.
  parameter int unsigned RegStopwatchStart = 32'h20000;
  parameter int unsigned RegStopwatchPause = 32'h20004;
  parameter int unsigned RegStopwatchReset = 32'h20008;
  parameter int unsigned RegStopwatchCount = 32'h2000C;
  parameter int unsigned RegStopwatchTrigger = 32'h20010;
  parameter int unsigned RegStopwatchTriggerLineLsb = 0;
  parameter int unsigned RegStopwatchTriggerEnableLsb = 31;

  // Byte offsets and fields of 'simulation'.
  parameter int unsigned RegSimulationExit = 32'h30000;

  // Byte offsets and fields of 'traffic_generator'.
  parameter int unsigned RegTrafficGeneratorControl = 32'h40000;
  parameter int unsigned RegTrafficGeneratorControlDataLsb = 0;
  parameter int unsigned RegTrafficGeneratorControlInstructionsLsb = 1;
  parameter int unsigned RegTrafficGeneratorControlKernelLsb = 2;
  parameter int unsigned RegTrafficGeneratorControlYieldsLsb = 3;
  parameter int unsigned RegTrafficGeneratorRate = 32'h40004;
  parameter int unsigned RegTrafficGeneratorBurst = 32'h40008;
  parameter logic [7:0] RegTrafficGeneratorBurstLengthReset = 8'h1;
  parameter int unsigned RegTrafficGeneratorRegister = 32'h4000C;
  parameter int unsigned RegTrafficGeneratorSeed = 32'h40010;
  parameter logic [31:0] RegTrafficGeneratorSeedStateReset = 32'h1;
  parameter int unsigned RegTrafficGeneratorTransfers = 32'h40014;

  // Byte offsets and fields of 'clint'.
  parameter int unsigned RegClintMsip = 32'h2000000;
  parameter int unsigned RegClintMtimecmp = 32'h2004000;
  parameter logic [31:0] RegClintMtimecmpValueReset = 32'hFFFFFFFF;
  parameter int unsigned RegClintMtimecmpHigh = 32'h2004004;
  parameter logic [31:0] RegClintMtimecmpHighValueReset = 32'hFFFFFFFF;
  parameter int unsigned RegClintMtime = 32'h200BFF8;
  parameter int unsigned RegClintMtimeHigh = 32'h200BFFC;

  /* verilator lint_on UNUSEDPARAM */
endpackage
