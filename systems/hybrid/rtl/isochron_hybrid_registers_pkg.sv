// Generated from systems/hybrid/registers/hybrid.rdl by `isochron generate registers`. Do not edit.
// SPDX-License-Identifier: Apache-2.0
package isochron_hybrid_registers_pkg;
  /* verilator lint_off UNUSEDPARAM */
  typedef enum logic [3:0] {  // command_e
    CommandRead = 4'd1,
    CommandWrite = 4'd2,
    CommandPriority = 4'd3,
    CommandRelease = 4'd4,
    CommandStart = 4'd5,
    CommandSuspend = 4'd6,
    CommandResume = 4'd7,
    CommandYield = 4'd8,
    CommandGet = 4'd9,
    CommandReport = 4'd10,
    CommandPeriod = 4'd11,
    CommandConfigure = 4'd12,
    CommandAdjust = 4'd13,
    CommandHook = 4'd14,
    CommandLine = 4'd15
  } command_e;

  typedef enum logic [3:0] {  // adjust_e
    AdjustSet = 4'd0,
    AdjustPend = 4'd1,
    AdjustStep = 4'd2
  } adjust_e;

  typedef enum logic [3:0] {  // report_e
    ReportStatus = 4'd0,
    ReportError = 4'd1,
    ReportTick = 4'd2,
    ReportIdentification = 4'd3
  } report_e;

  typedef enum logic [3:0] {  // error_e
    ErrorNone = 4'd0,
    ErrorCommand = 4'd1,
    ErrorTask = 4'd2,
    ErrorArgument = 4'd3,
    ErrorState = 4'd4,
    ErrorLength = 4'd5
  } error_e;

  // Byte offsets and fields of 'link'.
  parameter int unsigned RegLinkScheduler = 32'h00000;
  parameter int unsigned RegLinkSchedulerCommandLsb = 0;
  parameter int unsigned RegLinkSchedulerIdLsb = 4;
  parameter int unsigned RegLinkSchedulerPreemptionLsb = 13;
  parameter logic [0:0] RegLinkSchedulerPreemptionReset = 1'h1;
  parameter int unsigned RegLinkSchedulerTimeSlicingLsb = 14;
  parameter logic [0:0] RegLinkSchedulerTimeSlicingReset = 1'h1;
  parameter int unsigned RegLinkSchedulerTickHookLsb = 15;
  parameter int unsigned RegLinkSchedulerAdjustLsb = 16;
  parameter int unsigned RegLinkSchedulerReportLsb = 18;
  parameter int unsigned RegLinkSchedulerReadyLsb = 20;
  parameter int unsigned RegLinkSchedulerPriorityLsb = 22;
  parameter int unsigned RegLinkSchedulerFinishedLsb = 29;
  parameter int unsigned RegLinkSchedulerSuspendedLsb = 30;
  parameter int unsigned RegLinkSchedulerBlockedLsb = 31;
  parameter int unsigned RegLinkSchedulerMore = 32'h00004;
  parameter int unsigned RegLinkTimers = 32'h00008;
  parameter int unsigned RegLinkTimersTicksLsb = 0;
  parameter int unsigned RegLinkTimersIdLsb = 24;
  parameter int unsigned RegLinkTimersEventLsb = 31;
  parameter int unsigned RegLinkReply = 32'h0000C;
  parameter int unsigned RegLinkState = 32'h00010;
  parameter int unsigned RegLinkStateReplyLsb = 0;
  parameter int unsigned RegLinkStateSentLsb = 8;
  parameter int unsigned RegLinkStateUnderflowLsb = 31;

  // Byte offsets and fields of 'replies'.
  parameter int unsigned RegRepliesStatus = 32'h00040;
  parameter int unsigned RegRepliesStatusTaskLsb = 0;
  parameter int unsigned RegRepliesStatusCurrentLsb = 8;
  parameter int unsigned RegRepliesStatusTicksPendedLsb = 16;
  parameter int unsigned RegRepliesStatusExpiredLsb = 17;
  parameter int unsigned RegRepliesStatusRequestedLsb = 18;
  parameter int unsigned RegRepliesStatusYieldPendingLsb = 19;
  parameter int unsigned RegRepliesStatusBusyLsb = 20;
  parameter int unsigned RegRepliesStatusSuspendedLsb = 21;
  parameter int unsigned RegRepliesStatusStartedLsb = 22;
  parameter int unsigned RegRepliesStatusOthersLsb = 23;
  parameter int unsigned RegRepliesStatusHookLsb = 30;
  parameter int unsigned RegRepliesStatusErrorLsb = 31;
  parameter int unsigned RegRepliesTask = 32'h00044;
  parameter int unsigned RegRepliesTaskCommandLsb = 0;
  parameter int unsigned RegRepliesTaskIdLsb = 4;
  parameter int unsigned RegRepliesTaskLineLsb = 16;
  parameter int unsigned RegRepliesTaskExpiredLsb = 17;
  parameter int unsigned RegRepliesTaskEventLsb = 18;
  parameter int unsigned RegRepliesTaskDelayedLsb = 19;
  parameter int unsigned RegRepliesTaskReadyLsb = 20;
  parameter int unsigned RegRepliesTaskRunLsb = 21;
  parameter int unsigned RegRepliesTaskPriorityLsb = 22;
  parameter int unsigned RegRepliesTaskFinishedLsb = 29;
  parameter logic [0:0] RegRepliesTaskFinishedReset = 1'h1;
  parameter int unsigned RegRepliesTaskSuspendedLsb = 30;
  parameter int unsigned RegRepliesTaskBlockedLsb = 31;
  parameter int unsigned RegRepliesError = 32'h00048;
  parameter int unsigned RegRepliesErrorCodeLsb = 0;
  parameter int unsigned RegRepliesErrorCommandLsb = 4;
  parameter int unsigned RegRepliesErrorIdLsb = 8;
  parameter int unsigned RegRepliesErrorTimersLsb = 16;
  parameter int unsigned RegRepliesErrorCountLsb = 24;
  parameter int unsigned RegRepliesIdentification = 32'h0004C;
  parameter int unsigned RegRepliesIdentificationTasksLsb = 0;
  parameter int unsigned RegRepliesIdentificationPrioritiesLsb = 8;
  parameter int unsigned RegRepliesIdentificationPipelinedLsb = 16;
  parameter int unsigned RegRepliesIdentificationLinesLsb = 17;
  parameter int unsigned RegRepliesIdentificationVersionLsb = 24;
  parameter logic [7:0] RegRepliesIdentificationVersionReset = 8'h2;
  parameter int unsigned RegRepliesLine = 32'h00050;
  parameter int unsigned RegRepliesLineTicksLsb = 0;
  parameter int unsigned RegRepliesLineLineLsb = 24;
  parameter int unsigned RegRepliesLineEndlessLsb = 31;

  /* verilator lint_on UNUSEDPARAM */
endpackage
