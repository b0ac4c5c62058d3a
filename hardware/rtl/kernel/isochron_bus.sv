// SPDX-License-Identifier: Apache-2.0
//
// The bus: command windows, registers, and when a transfer is granted.
//
//   command            granted in its Decide stage; it enters the sequencer at once, but not
//                      within `Recovery` cycles after the grant of the command before, a task's
//                      that names an event group not during a service routine's walk, and a
//                      service routine's GROUP_SET not during any
//   load of RESULT     at once; in the Decide stage when it completes a wait
//   load of DISPATCH   at once; when a switch is requested, as soon as the selection is valid
//   other registers    at once
//
// `rvalid_o` follows one cycle after every grant.
module isochron_bus
  import isochron_pkg::*;
  import isochron_registers_pkg::*;
#(
  parameter int unsigned NTasks      = 32,
  parameter int unsigned NPriorities = 64,
  parameter int unsigned NObjects    = 64,
  parameter int unsigned NLines      = 8,
  parameter int unsigned TimerWidth  = 32,
  parameter int unsigned CountWidth  = 16,
  parameter bit          EventGroups = 1'b1,
  parameter int unsigned NNotifications = 4,
  parameter bit          Tickless    = 1'b1,
  parameter bit          SoftwareObjects = 1'b1,
  parameter bit          Monitor     = 1'b1,
  localparam int unsigned TaskWidth = $clog2(NTasks),
  localparam int unsigned LineWidth = NLines > 1 ? $clog2(NLines) : 1
) (
  input  logic                 clk_i,
  input  logic                 rst_ni,

  input  logic                 req_i,
  input  logic                 we_i,
  input  logic [19:0]          addr_i,               // of a word: others are refused
  input  logic [31:0]          wdata_i,
  output logic                 gnt_o,
  output logic                 rvalid_o,
  output logic [31:0]          rdata_o,

  // commands
  input  logic                 ready_i,              // initialised
  output logic                 command_o,
  output logic [5:0]           command_operation_o,
  output logic [7:0]           command_id_o,
  output logic [1:0]           command_index_o,      // of a notification
  output source_e              command_source_o,
  output result_e              command_error_o,
  input  logic                 command_done_i,
  input  logic                 done_again_i,         // in the cycle of `command_done_i`
  input  result_e              done_code_i,

  // dispatch
  output logic                 dispatch_o,
  input  logic                 dispatch_ready_i,
  output logic                 told_o,               // a load of RESULT says AGAIN
  output logic                 again_o,              // one would

  // state shown in registers
  input  scheduler_t           scheduler_i,
  input  logic                 requested_i,
  input  logic                 asked_i,              // by the running task itself
  input  logic                 other_ready_i,
  input  logic [TaskWidth-1:0] current_i,
  input  logic                 current_ready_i,      // it is in its ready list
  input  logic                 current_waits_i,      // it has a wait to complete
  input  logic                 current_waits_group_i, // ... for an event group
  input  logic                 walk_i,               // over an event group's waiters
  input  logic                 walk_of_task_i,       // ... for the running task, once it has begun
  output logic                 walk_awaited_o,       // a service routine waits for its end
  input  logic                 tick_open_i,          // a tick's tasks become ready one by one
  output logic                 in_tick_o,            // ... and the running task began to run since
  output logic                 awaits_tick_o,        // ... and has not got its result
  input  result_e              result_code_i,        // one cycle after the grant
  input  logic [31:0]          result_value_i,       // one cycle after the grant
  input  logic [31:0]          pointer_i,            // one cycle after the grant
  input  result_e              isr_code_i,
  input  logic                 isr_woken_i,
  input  logic [31:0]          isr_value_i,
  input  logic [TimerWidth-1:0] now_i,
  input  logic [31:0]          overflows_i,
  input  logic [31:0]          period_i,
  input  logic [31:0]          error_i,
  input  logic                 work_left_i,          // tasks or ticks wait for RESUME_ALL
  input  logic [TimerWidth-1:0] idle_ticks_i,        // before a task is due
  input  logic                 idle_valid_i,
  input  logic [3:0]           hook_owed_i,          // ticks that the tick hook is not called for
  input  logic                 hook_call_i,
  input  monitor_shown_t       monitor_i,
  input  logic                 line_enable_i,
  input  logic                 line_to_task_i,
  input  logic                 line_to_group_i,
  input  logic [7:0]           line_id_i,
  input  logic [23:0]          line_bits_i,

  // registers written; data on `wdata_i`
  output logic                 write_now_o,
  output logic                 write_period_o,
  output logic                 write_error_o,
  output logic                 write_line_o,
  output logic                 write_line_bits_o,
  output logic [LineWidth-1:0] line_o,
  output logic                 write_hook_o,
  output logic                 tick_hook_o,
  output logic                 monitor_hook_o,       // MONITOR_EVENT raises the interrupt
  output logic                 preemption_o,
  output logic                 time_slicing_o,

  output monitor_request_t     monitor_o,
  output logic                 busy_o,               // a transfer, or its aftermath
  output logic                 misuse_o              // a transfer that nothing answers to
);

  // ---------------------------------------------------------------------------------------------
  // Decoder
  // ---------------------------------------------------------------------------------------------
  localparam logic [1:0] WindowTask = 2'd0, WindowIsr = 2'd1;
  localparam logic [7:0] SoftwareObject = '1;  // names any object in software

  // Registers come in pages of 32: the first has all but those of the lines, which have two others.
  localparam logic [12:0] PageRegisters = 13'(RegResult >> 7);
  localparam logic [12:0] PageLines = 13'(RegLine >> 7), PageLineBits = 13'(RegLineBits >> 7);

  // Those of the monitor for each task come like commands: register and task.
  localparam logic [6:0] PageMonitor = 7'(RegMonitorDeadline >> 13);

  logic [5:0] operation;
  logic [7:0] id;
  logic [1:0] index;
  logic [6:0] offset;  // within the page
  logic       aligned;
  logic       load, store, is_isr, is_window, is_register, is_line, is_line_bits;
  logic       is_monitor, defined, provided, some_line;
  monitor_field_e field;
  result_e    error;

  assign load        = req_i & ~we_i;
  assign store       = req_i & we_i;
  assign operation   = addr_i[15:10];
  assign id          = addr_i[9:2];
  assign index       = addr_i[19:18];
  assign offset      = addr_i[6:0];
  assign field       = monitor_field_e'(operation[2:0]);
  assign aligned     = addr_i[1:0] == '0;
  assign provided    = (EventGroups | ~is_of_group(operation))
                     & (SoftwareObjects | ~is_for_software(operation));
  assign is_isr      = addr_i[17:16] == WindowIsr;
  assign is_window   = addr_i[17:16] inside {WindowTask, WindowIsr};
  assign is_register = addr_i[19:7] == PageRegisters;
  assign some_line   = aligned & 32'(offset >> 2) < NLines;
  assign is_line     = addr_i[19:7] == PageLines & some_line;
  assign is_line_bits = EventGroups & addr_i[19:7] == PageLineBits & some_line;
  assign is_monitor  = Monitor & addr_i[19:13] == PageMonitor & aligned & 32'(id) < NTasks
                     & (~we_i | field inside {MonitorDeadline, MonitorBudget, MonitorCounts});
  assign defined     = (is_isr ? IsrOperations[operation] : TaskOperations[operation])
                     & (index == '0
                        | (is_of_notification(operation) & 32'(index) < NNotifications));

  always_comb begin
    error = ResultFail;
    if (!defined || !aligned) begin
      error = ResultErrorOperation;
    end else if (SoftwareObjects && is_of_object(operation) && id == SoftwareObject) begin
      error = ResultSoftware;
    end else if (!provided) begin
      error = ResultErrorOperation;
    end else if (is_of_object(operation)) begin
      if (32'(id) >= NObjects) error = ResultErrorObject;
    end else begin
      unique case (operation)
        OpYield, OpDelay, OpSuspendAll, OpResumeAll, OpCatchUpTicks, OpDelayAborted,
        OpNotifyTake, OpNotifyWait, OpWait, OpMutexTaken: ;
        OpOperand, OpStepTick:
          if (id > 8'd1) error = ResultErrorArgument;
        default:
          if (32'(id) >= NTasks) error = ResultErrorTask;
      endcase
    end
  end

  // ---------------------------------------------------------------------------------------------
  // Handshake
  // ---------------------------------------------------------------------------------------------
  logic is_result, is_dispatch, again, retry, sequenced, stall, active_q;

  assign is_result   = load & is_register & offset == 7'(RegResult);
  assign is_dispatch = load & is_register & offset == 7'(RegDispatch) & requested_i;

  // A command drops background work that has not reached Decide. Software that issued nothing but
  // commands, back to back, would starve lines and ticks: after each grant there is time for
  // three insertions and for one expiry, the longest work, to reach Decide. The pause does not
  // depend on whether there is work, so what a command takes does not depend on the load either.
  localparam int unsigned Recovery = 8;
  logic [3:0] recovery_q;

  // A task that has just begun to run does not wait for that to complete its wait: its dispatch has
  // waited for the insertions, and the pause begins anew.
  logic       dispatched_q;

  // FreeRTOS makes all tasks ready that are due at a tick before any task runs. Who begins to run
  // before the rest is, after a switch that the task before it asked for, waits for the rest, unless
  // it has what it waits for (isochron_decide).
  logic       in_tick_q, result_q;

  // In a suspension of the scheduler a task runs on though it has blocked, or though a tick waits.
  assign again = ~scheduler_i.held & (asked_i | scheduler_i.resuming
               | (scheduler_i.started & ~scheduler_i.suspended
                  & (~current_ready_i | (awaits_tick_o & ~current_waits_i))));
  assign retry = is_result & ~again & scheduler_i.started
               & current_ready_i & current_waits_i;

  assign sequenced           = (store & is_window) | retry;
  // What a task does with event groups waits for the end of a walk of a service routine's. Nothing
  // goes on, and nothing is done, while an item is copied or a switch is asked for. A service
  // routine that sets bits waits for the end of any walk, which goes on for it though a switch is
  // asked for.
  logic sets_in_walk, group_in_walk, walk_awaited_q;

  assign sets_in_walk  = walk_i & is_isr & operation == OpGroupSet;
  assign group_in_walk = walk_i & ~walk_of_task_i & ~asked_i
                       & (we_i ? is_of_group(operation) & ~is_isr : current_waits_group_i);
  assign stall         = ~scheduler_i.held & ((we_i & sets_in_walk) | group_in_walk);

  assign command_o           = sequenced & ~active_q & ready_i & ~stall
                             & (recovery_q == '0 | (retry & dispatched_q));
  assign command_operation_o = we_i ? operation : WorkRetry;
  assign command_id_o        = we_i ? id : '0;
  assign command_index_o     = NNotifications > 1 ? index : '0;
  assign command_source_o    = we_i & is_isr ? SourceIsr : SourceTask;
  assign command_error_o     = we_i ? error : ResultFail;
  assign dispatch_o          = is_dispatch & dispatch_ready_i;
  assign told_o              = is_result & gnt_o & (retry ? done_again_i : again);
  assign again_o             = again;
  assign walk_awaited_o      = walk_awaited_q;
  assign in_tick_o           = in_tick_q & tick_open_i;
  assign awaits_tick_o       = in_tick_o & ~result_q;

  assign busy_o = req_i | rvalid_o | recovery_q != '0;

  always_comb begin
    if (active_q | sequenced) gnt_o = command_done_i;
    else if (is_dispatch)     gnt_o = dispatch_ready_i;
    else if (is_monitor)      gnt_o = req_i & monitor_i.done;
    else                      gnt_o = req_i;
  end

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      active_q     <= 1'b0;
      rvalid_o     <= 1'b0;
      recovery_q   <= '0;
      dispatched_q <= 1'b0;
      walk_awaited_q <= 1'b0;
      in_tick_q    <= 1'b0;
      result_q     <= 1'b0;
    end else begin
      walk_awaited_q <= store & ~scheduler_i.held & sets_in_walk;
      active_q <= (active_q | command_o) & ~command_done_i;
      rvalid_o <= gnt_o;
      dispatched_q <= (dispatched_q | dispatch_o) & ~command_done_i;
      in_tick_q    <= tick_open_i & (dispatch_o | in_tick_q);
      result_q     <= ~dispatch_o & (result_q | (retry & command_done_i & ~done_again_i));
      if (command_done_i)        recovery_q <= 4'(Recovery);
      else if (recovery_q != '0) recovery_q <= recovery_q - 1'b1;
    end
  end

  // ---------------------------------------------------------------------------------------------
  // Registers
  // ---------------------------------------------------------------------------------------------
  typedef enum logic [1:0] {ReadRegister, ReadResult, ReadValue, ReadPointer} read_e;

  logic        preemption_q, time_slicing_q, tick_hook_q, monitor_hook_q, write_control;
  logic        readable, writable;
  logic [31:0] register, rdata_q;
  read_e       read, read_q;

  always_comb begin
    register = '0;
    read     = ReadRegister;
    readable = is_register | is_line | is_line_bits | is_monitor;
    unique case (offset)
      7'(RegResult): begin
        register[RegResultAgainLsb] = told_o;
        // the code of a wait that this very load completes is not in memory yet
        if (retry) begin
          register[RegResultCodeLsb +: $bits(result_e)] = told_o ? ResultFail : done_code_i;
        end else if (!told_o) begin
          read = ReadResult;
        end
      end
      7'(RegValue):     read = ReadValue;
      7'(RegIsrResult): begin
        register[RegIsrResultCodeLsb +: $bits(result_e)] = isr_code_i;
        register[RegIsrResultWokenLsb]                   = isr_woken_i;
      end
      7'(RegIsrValue):  register = isr_value_i;
      7'(RegDispatch), 7'(RegCurrent): read = ReadPointer;
      7'(RegCurrentId): register = 32'(current_i);
      7'(RegStatus): begin
        register[RegStatusSwitchRequestedLsb] = requested_i;
        register[RegStatusYieldPendingLsb]    = scheduler_i.yield_pending;
        register[RegStatusSuspendedLsb]       = scheduler_i.suspended;
        register[RegStatusStartedLsb]         = scheduler_i.started;
        register[RegStatusOtherReadyLsb]      = other_ready_i;
        register[RegStatusInitialisedLsb]     = ready_i;
        register[RegStatusHeldLsb]            = scheduler_i.held;
        register[RegStatusWorkPendedLsb]      = work_left_i;
        register[RegStatusIdleTicksValidLsb]  = idle_valid_i;
        register[RegStatusTickHookLsb]        = hook_call_i;
        register[RegStatusMonitorLsb]         = Monitor & monitor_i.misses.valid;
      end
      7'(RegTick):           register = 32'(now_i);
      7'(RegTickOverflows):  register = overflows_i;
      7'(RegTickPeriod):     register = period_i;
      7'(RegControl): begin
        register[RegControlPreemptionLsb]  = scheduler_i.preemption;
        register[RegControlTimeSlicingLsb] = scheduler_i.time_slicing;
        register[RegControlTickHookLsb]    = tick_hook_q;
        register[RegControlMonitorLsb]     = monitor_hook_q;
      end
      7'(RegIdentification): register = RegIdentificationMagicReset;
      7'(RegVersion):        register = {RegVersionMajorReset, RegVersionMinorReset};
      7'(RegTasks):          register = NTasks;
      7'(RegPriorities):     register = NPriorities;
      7'(RegObjects):        register = NObjects;
      7'(RegLines):          register = NLines;
      7'(RegWidths): begin
        register[RegWidthsTimerLsb +: 8] = 8'(TimerWidth);
        register[RegWidthsCountLsb +: 8] = 8'(CountWidth);
        register[RegWidthsNotificationsLsb +: 4] = 4'(NNotifications);
        register[RegWidthsEventGroupsLsb] = EventGroups;
        register[RegWidthsTicklessLsb] = Tickless;
        register[RegWidthsSoftwareObjectsLsb] = SoftwareObjects;
        register[RegWidthsMonitorLsb] = Monitor;
      end
      7'(RegError):          register = error_i;
      7'(RegIdleTicks):      register = 32'(idle_ticks_i);
      7'(RegTickHook):       register = 32'(hook_owed_i);
      default:               readable = is_line | is_line_bits | is_monitor;
    endcase
    if (Monitor && is_register) begin
      unique case (offset)
        7'(RegCycles):        {readable, register} = {1'b1, monitor_i.cycles};
        7'(RegCyclesHigh):    {readable, register} = {1'b1, monitor_i.cycles_high};
        7'(RegAnswerLongest): {readable, register} = {1'b1, monitor_i.answer};
        7'(RegMonitorHigh):   {readable, register} = {1'b1, monitor_i.high};
        7'(RegMonitorEvent): begin
          readable                                 = 1'b1;
          register[RegMonitorEventValidLsb]        = monitor_i.misses.valid;
          register[RegMonitorEventLostLsb]         = monitor_i.misses.lost;
          register[RegMonitorEventOverloadLsb]     = monitor_i.misses.overload;
          register[RegMonitorEventOverrunLsb]      = monitor_i.misses.overrun;
          register[RegMonitorEventTaskLsb +: 7]    = monitor_i.misses.subject;
        end
        default: ;
      endcase
    end
    if (!is_register) begin
      register = '0;
      read     = ReadRegister;
      if (is_line) begin
        register[RegLineEnableLsb]  = line_enable_i;
        register[RegLineToTaskLsb]  = line_to_task_i;
        register[RegLineToGroupLsb] = line_to_group_i;
        register[RegLineIdLsb +: 8] = line_id_i;
      end
      if (is_line_bits) register = 32'(line_bits_i);
      if (is_monitor)   register = monitor_i.data;
    end
  end

  assign line_o         = offset[2 +: LineWidth];
  assign write_now_o    = store & is_register & offset == 7'(RegTick);
  assign write_period_o = store & is_register & offset == 7'(RegTickPeriod);
  assign write_error_o  = store & is_register & offset == 7'(RegError);
  assign write_control  = store & is_register & offset == 7'(RegControl);
  assign write_hook_o   = store & is_register & offset == 7'(RegTickHook);
  assign write_line_o   = store & is_line;
  assign write_line_bits_o = store & is_line_bits;
  assign writable       = write_now_o | write_period_o | write_error_o | write_control
                        | write_hook_o | monitor_o.clear_answer | is_line | is_line_bits
                        | is_monitor;

  assign misuse_o = (load & ~readable) | (store & ~is_window & ~writable);

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      preemption_q   <= RegControlPreemptionReset;
      time_slicing_q <= RegControlTimeSlicingReset;
      tick_hook_q    <= RegControlTickHookReset;
      monitor_hook_q <= RegControlMonitorReset;
    end else if (write_control) begin
      preemption_q   <= wdata_i[RegControlPreemptionLsb];
      time_slicing_q <= wdata_i[RegControlTimeSlicingLsb];
      tick_hook_q    <= wdata_i[RegControlTickHookLsb];
      monitor_hook_q <= Monitor & wdata_i[RegControlMonitorLsb];
    end
  end

  always_ff @(posedge clk_i) begin
    if (gnt_o) begin
      rdata_q <= register;
      read_q  <= read;
    end
  end

  always_comb begin
    unique case (read_q)
      ReadResult:  rdata_o = 32'(result_code_i);
      ReadValue:   rdata_o = result_value_i;
      ReadPointer: rdata_o = pointer_i;
      default:     rdata_o = rdata_q;
    endcase
  end

  assign monitor_o = '{
    access:       req_i & is_monitor,
    write:        we_i,
    field:        field,
    subject:      7'(id[TaskWidth-1:0]),
    keep_cycles:  Monitor & load & is_register & offset == 7'(RegCycles),
    take_event:   Monitor & load & is_register & offset == 7'(RegMonitorEvent),
    clear_answer: Monitor & store & is_register & offset == 7'(RegAnswerLongest)
  };

  assign monitor_hook_o = monitor_hook_q;
  assign tick_hook_o    = tick_hook_q;
  assign preemption_o   = preemption_q;
  assign time_slicing_o = time_slicing_q;

endmodule
