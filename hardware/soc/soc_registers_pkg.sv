// Generated from hardware/registers/soc.rdl by `isochron generate registers`. Do not edit.
// SPDX-License-Identifier: Apache-2.0
package soc_registers_pkg;
  /* verilator lint_off UNUSEDPARAM */
  // Byte offsets and fields of 'uart'.
  parameter int unsigned RegUartData = 32'h00000;
  parameter int unsigned RegUartDataDataLsb = 0;
  parameter int unsigned RegUartIer = 32'h00004;
  parameter int unsigned RegUartIerReceivedLsb = 0;
  parameter logic [0:0] RegUartIerReceivedReset = 1'h0;
  parameter int unsigned RegUartIerTransmitterEmptyLsb = 1;
  parameter logic [0:0] RegUartIerTransmitterEmptyReset = 1'h0;
  parameter int unsigned RegUartIir = 32'h00008;
  parameter int unsigned RegUartIirNoneLsb = 0;
  parameter int unsigned RegUartIirSourceLsb = 1;
  parameter int unsigned RegUartLcr = 32'h0000C;
  parameter int unsigned RegUartLcrFrameLsb = 0;
  parameter logic [6:0] RegUartLcrFrameReset = 7'h0;
  parameter int unsigned RegUartLcrDlabLsb = 7;
  parameter logic [0:0] RegUartLcrDlabReset = 1'h0;
  parameter int unsigned RegUartMcr = 32'h00010;
  parameter int unsigned RegUartMcrOutputsLsb = 0;
  parameter logic [3:0] RegUartMcrOutputsReset = 4'h0;
  parameter int unsigned RegUartMcrLoopbackLsb = 4;
  parameter logic [0:0] RegUartMcrLoopbackReset = 1'h0;
  parameter int unsigned RegUartLsr = 32'h00014;
  parameter int unsigned RegUartLsrReceivedLsb = 0;
  parameter int unsigned RegUartLsrOverrunLsb = 1;
  parameter int unsigned RegUartLsrTransmitterEmptyLsb = 5;
  parameter int unsigned RegUartLsrTransmitterIdleLsb = 6;
  parameter int unsigned RegUartMsr = 32'h00018;
  parameter int unsigned RegUartMsrInputsLsb = 4;
  parameter logic [3:0] RegUartMsrInputsReset = 4'hB;
  parameter int unsigned RegUartScr = 32'h0001C;
  parameter int unsigned RegUartScrScratchLsb = 0;
  parameter logic [7:0] RegUartScrScratchReset = 8'h0;

  // Byte offsets and fields of 'interrupt_generator'.
  parameter int unsigned RegInterruptGeneratorPending = 32'h10000;
  parameter int unsigned RegInterruptGeneratorPendingLinesLsb = 0;
  parameter int unsigned RegInterruptGeneratorEnable = 32'h10004;
  parameter int unsigned RegInterruptGeneratorEnableLinesLsb = 0;
  parameter logic [7:0] RegInterruptGeneratorEnableLinesReset = 8'h0;
  parameter int unsigned RegInterruptGeneratorAcknowledge = 32'h10008;
  parameter int unsigned RegInterruptGeneratorAcknowledgeLinesLsb = 0;
  parameter int unsigned RegInterruptGeneratorSeed = 32'h1000C;
  parameter int unsigned RegInterruptGeneratorSeedStateLsb = 0;
  parameter int unsigned RegInterruptGeneratorArmed = 32'h10010;
  parameter int unsigned RegInterruptGeneratorArmedLinesLsb = 0;
  parameter logic [7:0] RegInterruptGeneratorArmedLinesReset = 8'h0;
  parameter int unsigned RegInterruptGeneratorDelay = 32'h10020;
  parameter int unsigned RegInterruptGeneratorDelayCyclesLsb = 0;
  parameter logic [31:0] RegInterruptGeneratorDelayCyclesReset = 32'h0;
  parameter int unsigned RegInterruptGeneratorMask = 32'h10040;
  parameter int unsigned RegInterruptGeneratorMaskMaskLsb = 0;
  parameter logic [31:0] RegInterruptGeneratorMaskMaskReset = 32'h0;
  parameter int unsigned RegInterruptGeneratorCount = 32'h10060;
  parameter int unsigned RegInterruptGeneratorCountEdgesLsb = 0;
  parameter logic [31:0] RegInterruptGeneratorCountEdgesReset = 32'h0;

  // Byte offsets and fields of 'stopwatch'.
  parameter int unsigned RegStopwatchStart = 32'h20000;
  parameter int unsigned RegStopwatchStartIgnoredLsb = 0;
  parameter int unsigned RegStopwatchPause = 32'h20004;
  parameter int unsigned RegStopwatchPauseIgnoredLsb = 0;
  parameter int unsigned RegStopwatchReset = 32'h20008;
  parameter int unsigned RegStopwatchResetIgnoredLsb = 0;
  parameter int unsigned RegStopwatchCount = 32'h2000C;
  parameter int unsigned RegStopwatchCountCyclesLsb = 0;
  parameter logic [31:0] RegStopwatchCountCyclesReset = 32'h0;
  parameter int unsigned RegStopwatchTrigger = 32'h20010;
  parameter int unsigned RegStopwatchTriggerLineLsb = 0;
  parameter logic [2:0] RegStopwatchTriggerLineReset = 3'h0;
  parameter int unsigned RegStopwatchTriggerEnableLsb = 31;
  parameter logic [0:0] RegStopwatchTriggerEnableReset = 1'h0;

  // Byte offsets and fields of 'simulation'.
  parameter int unsigned RegSimulationExit = 32'h30000;
  parameter int unsigned RegSimulationExitCodeLsb = 0;

  // Byte offsets and fields of 'traffic_generator'.
  parameter int unsigned RegTrafficGeneratorControl = 32'h40000;
  parameter int unsigned RegTrafficGeneratorControlDataLsb = 0;
  parameter logic [0:0] RegTrafficGeneratorControlDataReset = 1'h0;
  parameter int unsigned RegTrafficGeneratorControlInstructionsLsb = 1;
  parameter logic [0:0] RegTrafficGeneratorControlInstructionsReset = 1'h0;
  parameter int unsigned RegTrafficGeneratorControlKernelLsb = 2;
  parameter logic [0:0] RegTrafficGeneratorControlKernelReset = 1'h0;
  parameter int unsigned RegTrafficGeneratorRate = 32'h40004;
  parameter int unsigned RegTrafficGeneratorRateProbabilityLsb = 0;
  parameter logic [15:0] RegTrafficGeneratorRateProbabilityReset = 16'h0;
  parameter int unsigned RegTrafficGeneratorBurst = 32'h40008;
  parameter int unsigned RegTrafficGeneratorBurstLengthLsb = 0;
  parameter logic [7:0] RegTrafficGeneratorBurstLengthReset = 8'h1;
  parameter int unsigned RegTrafficGeneratorRegister = 32'h4000C;
  parameter int unsigned RegTrafficGeneratorRegisterOffsetLsb = 0;
  parameter logic [19:0] RegTrafficGeneratorRegisterOffsetReset = 20'h0;
  parameter int unsigned RegTrafficGeneratorSeed = 32'h40010;
  parameter int unsigned RegTrafficGeneratorSeedStateLsb = 0;
  parameter logic [31:0] RegTrafficGeneratorSeedStateReset = 32'h1;
  parameter int unsigned RegTrafficGeneratorTransfers = 32'h40014;
  parameter int unsigned RegTrafficGeneratorTransfersCountLsb = 0;
  parameter logic [31:0] RegTrafficGeneratorTransfersCountReset = 32'h0;

  // Byte offsets and fields of 'clint'.
  parameter int unsigned RegClintMsip = 32'h2000000;
  parameter int unsigned RegClintMsipPendingLsb = 0;
  parameter logic [0:0] RegClintMsipPendingReset = 1'h0;
  parameter int unsigned RegClintMtimecmp = 32'h2004000;
  parameter int unsigned RegClintMtimecmpValueLsb = 0;
  parameter logic [31:0] RegClintMtimecmpValueReset = 32'hFFFFFFFF;
  parameter int unsigned RegClintMtimecmpHigh = 32'h2004004;
  parameter int unsigned RegClintMtimecmpHighValueLsb = 0;
  parameter logic [31:0] RegClintMtimecmpHighValueReset = 32'hFFFFFFFF;
  parameter int unsigned RegClintMtime = 32'h200BFF8;
  parameter int unsigned RegClintMtimeValueLsb = 0;
  parameter logic [31:0] RegClintMtimeValueReset = 32'h0;
  parameter int unsigned RegClintMtimeHigh = 32'h200BFFC;
  parameter int unsigned RegClintMtimeHighValueLsb = 0;
  parameter logic [31:0] RegClintMtimeHighValueReset = 32'h0;

  /* verilator lint_on UNUSEDPARAM */
endpackage
