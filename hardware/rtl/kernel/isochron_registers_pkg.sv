// Generated from hardware/registers/isochron.rdl by `isochron generate registers`. Do not edit.
// SPDX-License-Identifier: Apache-2.0
package isochron_registers_pkg;
  /* verilator lint_off UNUSEDPARAM */
  typedef enum logic [3:0] {  // result_e
    ResultFail = 4'd0,
    ResultOk = 4'd1,
    ResultErrorOperation = 4'd2,
    ResultErrorObject = 4'd3,
    ResultErrorTask = 4'd4,
    ResultErrorArgument = 4'd5,
    ResultErrorBusy = 4'd6,
    ResultErrorOwner = 4'd7,
    ResultMember = 4'd8,
    ResultLater = 4'd9
  } result_e;

  // Op: bits 15:10 of a command's offset. Work: no store asks for it.
  typedef enum logic [5:0] {
    OpTake = 6'd1,
    OpGive = 6'd2,
    OpObjectCreate = 6'd3,
    OpObjectDelete = 6'd4,
    OpObjectCount = 6'd5,
    OpMutexCreate = 6'd6,
    OpObjectHolder = 6'd7,
    OpYield = 6'd8,
    OpDelay = 6'd9,
    OpSuspendAll = 6'd10,
    OpResumeAll = 6'd11,
    OpStart = 6'd12,
    OpCatchUpTicks = 6'd13,
    OpOperand = 6'd14,
    OpStepTick = 6'd15,
    OpTaskCreate = 6'd16,
    OpTaskPointer = 6'd17,
    OpTaskDelete = 6'd18,
    OpSuspend = 6'd19,
    OpResume = 6'd20,
    OpPriority = 6'd21,
    OpTaskState = 6'd22,
    OpAbortDelay = 6'd23,
    OpDelayAborted = 6'd24,
    OpAffinity = 6'd25,
    OpPreemption = 6'd26,
    OpNotifyNone = 6'd32,
    OpNotifySetBits = 6'd33,
    OpNotifyIncrement = 6'd34,
    OpNotifyOverwrite = 6'd35,
    OpNotifyNoOverwrite = 6'd36,
    OpNotifyTake = 6'd37,
    OpNotifyWait = 6'd38,
    OpNotifyStateClear = 6'd39,
    OpQueueCreate = 6'd40,
    OpQueueSend = 6'd41,
    OpQueueReceive = 6'd42,
    OpQueueOverwrite = 6'd43,
    OpQueueCommit = 6'd44,
    OpObjectReset = 6'd45,
    OpNotifyValueClear = 6'd46,
    OpQueueWait = 6'd47,
    OpGroupCreate = 6'd48,
    OpGroupDelete = 6'd49,
    OpGroupWait = 6'd50,
    OpGroupSync = 6'd51,
    OpGroupSet = 6'd52,
    OpGroupClear = 6'd53,
    // every task due at this tick is ready: is the running task's turn over?
    WorkSlice = 6'd54,
    // every waiter of an event group was looked at
    WorkGroupEnd = 6'd55,
    // a load of RESULT completes the running task's wait
    WorkRetry = 6'd56,
    // the tick has reached a task's deadline
    WorkExpire = 6'd57,
    // every task due at this tick is ready, and no switch is requested
    WorkTickEnd = 6'd58,
    // the resumed scheduler makes a pended task ready
    WorkPendedMove = 6'd59,
    // the resumed scheduler has no more pended tasks, or no more ticks
    WorkResumeStep = 6'd60,
    // looks at one delayed task: is it due at the next tick?
    WorkScan = 6'd61,
    // looks at one delayed task: how far is its deadline?
    WorkMeasure = 6'd62,
    // looks at one waiter of an event group: are its bits set?
    WorkGroupStep = 6'd63
  } operation_e;

  // Bit n: operation n exists in the window 'task'.
  parameter logic [63:0] TaskOperations = 64'h003FFFFF07FFFFFE;

  // Bit n: operation n exists in the window 'isr'.
  parameter logic [63:0] IsrOperations = 64'h00301E1F005001A6;

  // Byte offsets and fields of 'registers'.
  parameter int unsigned RegResult = 32'h20000;
  parameter int unsigned RegResultCodeLsb = 0;
  parameter int unsigned RegResultAgainLsb = 31;
  parameter int unsigned RegValue = 32'h20004;
  parameter int unsigned RegIsrResult = 32'h20008;
  parameter int unsigned RegIsrResultCodeLsb = 0;
  parameter int unsigned RegIsrResultWokenLsb = 8;
  parameter int unsigned RegIsrValue = 32'h2000C;
  parameter int unsigned RegDispatch = 32'h20010;
  parameter int unsigned RegCurrent = 32'h20014;
  parameter int unsigned RegCurrentId = 32'h20018;
  parameter int unsigned RegStatus = 32'h2001C;
  parameter int unsigned RegStatusSwitchRequestedLsb = 0;
  parameter int unsigned RegStatusYieldPendingLsb = 1;
  parameter int unsigned RegStatusSuspendedLsb = 2;
  parameter int unsigned RegStatusStartedLsb = 3;
  parameter int unsigned RegStatusOtherReadyLsb = 4;
  parameter int unsigned RegStatusInitialisedLsb = 5;
  parameter int unsigned RegStatusWorkPendedLsb = 7;
  parameter int unsigned RegStatusIdleTicksValidLsb = 8;
  parameter int unsigned RegStatusTickHookLsb = 9;
  parameter int unsigned RegStatusMonitorLsb = 10;
  parameter int unsigned RegTick = 32'h20020;
  parameter int unsigned RegTickOverflows = 32'h20024;
  parameter int unsigned RegTickPeriod = 32'h20028;
  parameter int unsigned RegControl = 32'h2002C;
  parameter int unsigned RegControlPreemptionLsb = 0;
  parameter logic [0:0] RegControlPreemptionReset = 1'h1;
  parameter int unsigned RegControlTimeSlicingLsb = 1;
  parameter logic [0:0] RegControlTimeSlicingReset = 1'h1;
  parameter int unsigned RegControlTickHookLsb = 2;
  parameter int unsigned RegControlMonitorLsb = 3;
  parameter int unsigned RegControlOnePriorityLsb = 4;
  parameter int unsigned RegIdentification = 32'h20030;
  parameter logic [31:0] RegIdentificationMagicReset = 32'h49534F4B;
  parameter int unsigned RegVersion = 32'h20034;
  parameter int unsigned RegVersionMinorLsb = 0;
  parameter logic [15:0] RegVersionMinorReset = 16'h1;
  parameter int unsigned RegVersionMajorLsb = 16;
  parameter logic [15:0] RegVersionMajorReset = 16'h2;
  parameter int unsigned RegTasks = 32'h20038;
  parameter int unsigned RegPriorities = 32'h2003C;
  parameter int unsigned RegObjects = 32'h20040;
  parameter int unsigned RegLines = 32'h20044;
  parameter int unsigned RegWidths = 32'h20048;
  parameter int unsigned RegWidthsTimerLsb = 0;
  parameter int unsigned RegWidthsCountLsb = 8;
  parameter int unsigned RegWidthsEventGroupsLsb = 16;
  parameter int unsigned RegWidthsTicklessLsb = 17;
  parameter int unsigned RegWidthsAffinityLsb = 18;
  parameter int unsigned RegWidthsMonitorLsb = 19;
  parameter int unsigned RegWidthsNotificationsLsb = 20;
  parameter int unsigned RegWidthsMessagesLsb = 24;
  parameter int unsigned RegError = 32'h2004C;
  parameter int unsigned RegErrorCodeLsb = 0;
  parameter int unsigned RegErrorIdLsb = 8;
  parameter int unsigned RegErrorOperationLsb = 16;
  parameter int unsigned RegErrorIsrLsb = 22;
  parameter int unsigned RegErrorCountLsb = 24;
  parameter int unsigned RegIdleTicks = 32'h20050;
  parameter int unsigned RegTickHook = 32'h20054;
  parameter int unsigned RegCycles = 32'h20058;
  parameter int unsigned RegCyclesHigh = 32'h2005C;
  parameter int unsigned RegMonitorEvent = 32'h20060;
  parameter int unsigned RegMonitorEventTaskLsb = 0;
  parameter int unsigned RegMonitorEventOverrunLsb = 8;
  parameter int unsigned RegMonitorEventOverloadLsb = 9;
  parameter int unsigned RegMonitorEventLostLsb = 30;
  parameter int unsigned RegMonitorEventValidLsb = 31;
  parameter int unsigned RegAnswerLongest = 32'h20064;
  parameter int unsigned RegMonitorHigh = 32'h20068;
  parameter int unsigned RegLock = 32'h2006C;
  parameter int unsigned RegLockScheduledLsb = 31;
  parameter int unsigned RegUnlock = 32'h20070;
  parameter int unsigned RegUnlockAgainLsb = 31;
  parameter int unsigned RegRunning = 32'h20074;
  parameter int unsigned RegLine = 32'h20080;
  parameter int unsigned RegLineIdLsb = 0;
  parameter int unsigned RegLineToGroupLsb = 29;
  parameter int unsigned RegLineToTaskLsb = 30;
  parameter int unsigned RegLineEnableLsb = 31;
  parameter int unsigned RegLineBits = 32'h20100;
  parameter int unsigned RegWord = 32'h20180;
  parameter int unsigned RegIsrWord = 32'h20190;
  parameter int unsigned RegMonitorDeadline = 32'h30000;
  parameter int unsigned RegMonitorBudget = 32'h30400;
  parameter int unsigned RegMonitorRunTime = 32'h30800;
  parameter int unsigned RegMonitorJobAge = 32'h30C00;
  parameter int unsigned RegMonitorJobRun = 32'h31000;
  parameter int unsigned RegMonitorResponse = 32'h31400;
  parameter int unsigned RegMonitorLongestRun = 32'h31800;
  parameter int unsigned RegMonitorCounts = 32'h31C00;
  parameter int unsigned RegMonitorCountsOverrunsLsb = 0;
  parameter int unsigned RegMonitorCountsOverloadsLsb = 16;

  /* verilator lint_on UNUSEDPARAM */
endpackage
