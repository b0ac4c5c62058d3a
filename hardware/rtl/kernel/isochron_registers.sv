// SPDX-License-Identifier: Apache-2.0
//
// The registers: what a transfer's address means, what a load answers, and what a store writes.
// When a transfer is granted is isochron_handshake's.
module isochron_registers
  import isochron_pkg::*;
  import isochron_objects_pkg::*;
  import isochron_bus_pkg::*;
  import isochron_monitor_pkg::*;
  import isochron_registers_pkg::*;
#(
  parameter int unsigned NTasks          = 32,    // As isochron's, like all others
  parameter int unsigned NPriorities     = 64,
  parameter int unsigned NObjects        = 64,
  parameter int unsigned NLines          = 8,
  parameter int unsigned TimerWidth      = 32,
  parameter int unsigned CountWidth      = 16,
  parameter bit          EventGroups     = 1'b1,
  parameter int unsigned NNotifications  = 4,
  parameter bit          Tickless        = 1'b1,
  parameter bit          Monitor         = 1'b1,
  parameter int unsigned MessageWords    = 64,
  parameter int unsigned NCores          = 1,
  parameter bit          Affinity        = 1'b0,
  parameter bit          OnePriority     = 1'b0,
  localparam int unsigned TaskWidth = $clog2(NTasks),
  localparam int unsigned LineWidth = NLines > 1 ? $clog2(NLines) : 1
) (
  input  logic                 clk_i,         // Clock
  input  logic                 rst_ni,        // Asynchronous reset, active low

  input  transfer_t            transfer_i,    // The bus; other addresses than those of words are refused
  output logic [31:0]          rdata_o,       // The word loaded

  output access_t              access_o,      // What the transfer is

  input  logic                 keeps_i,       // With several cores: one that loads DISPATCH keeps its
                                              // task

  // Answers to loads of RESULT
  input  answer_t              answer_i,      // What a load of RESULT would say, or says
  output logic                 other_o,       // A load of RESULT that is granted in this cycle says
                                              // neither FAIL nor OK

  // What registers show, and what is done with them
  input  scheduler_t           scheduler_i,   // State of the scheduler
  input  status_t              status_i,      // All else
  output configuration_t       configuration_o,  // The register CONTROL
  output touched_t             touched_o,     // The register that is stored or loaded
  output word_access_t         word_o,        // The word of a message
  output monitor_request_t     monitor_o      // What the monitor is asked for
);

  // -- Decoder ----------------------------------------------------------------------------------
  localparam logic [1:0] WindowTask = 2'd0, WindowIsr = 2'd1;

  // Registers come in pages of 32. The lines have two pages, the words of messages have one, and all
  // other registers have one.
  localparam logic [12:0] PageRegisters = 13'(RegResult >> 7);
  localparam logic [12:0] PageWords = 13'(RegWord >> 7);
  localparam logic [12:0] PageLines = 13'(RegLine >> 7), PageLineBits = 13'(RegLineBits >> 7);

  // The monitor's registers of each task have addresses like commands: register and task.
  localparam logic [6:0] PageMonitor = 7'(RegMonitorDeadline >> 13);

  // Those of tasks.
  localparam logic [63:0] OfCores = 64'd1 << OpAffinity | 64'd1 << OpPreemption;
  localparam logic [63:0] OfTasks = Affinity ? TaskOperations : TaskOperations & ~OfCores;

  operation_e operation;
  logic [7:0] id;
  logic [1:0] index;
  logic [6:0] offset;  // within the page
  logic       aligned;
  logic       load, store, is_isr, is_window, is_register, is_line, is_line_bits;
  logic       is_word, is_monitor, defined, some_line, switches, late;
  monitor_field_e field;
  result_e    error;
  logic       readable, writable;

  assign load        = transfer_i.req & ~transfer_i.we;
  assign store       = transfer_i.req & transfer_i.we;
  assign operation   = operation_e'(transfer_i.addr[15:10]);
  assign id          = transfer_i.addr[9:2];
  assign index       = transfer_i.addr[19:18];
  assign offset      = transfer_i.addr[6:0];
  assign field       = monitor_field_e'(operation[2:0]);
  assign aligned     = transfer_i.addr[1:0] == '0;
  assign is_isr      = transfer_i.addr[17:16] == WindowIsr;
  assign is_window   = transfer_i.addr[17:16] inside {WindowTask, WindowIsr};
  assign is_register = transfer_i.addr[19:7] == PageRegisters;
  assign some_line   = aligned & (32'(offset) >> 2) < NLines;
  assign is_line     = transfer_i.addr[19:7] == PageLines & some_line;
  assign is_line_bits = EventGroups & transfer_i.addr[19:7] == PageLineBits & some_line;
  assign is_word     = MessageWords != 0 & transfer_i.addr[19:7] == PageWords & offset[6:5] == '0 & aligned;
  assign is_monitor  = Monitor & transfer_i.addr[19:13] == PageMonitor & aligned & 32'(id) < NTasks
                     & (~transfer_i.we | field inside {MonitorDeadline, MonitorBudget, MonitorCounts});
  assign defined     = (is_isr ? IsrOperations[operation] : OfTasks[operation])
                     & (index == '0
                        | (is_of_notification(operation) & 32'(index) < NNotifications)
                        | (MessageWords != 0 & is_of_transfer(operation)
                           & (index == TransferMessage
                              | (index == TransferOther & operation != OpQueueOverwrite))));

  // With several cores nothing suspends the scheduler, and no queue keeps its items in memory.
  logic missing;

  assign missing = (~EventGroups & is_of_group(operation))
                 | (NCores > 1 & operation inside {OpSuspendAll, OpResumeAll, OpCatchUpTicks, OpStepTick})
                 | (NCores > 1 & operation == OpQueueCreate & transfer_i.wdata[18:16] == '0);

  always_comb begin
    error = ResultFail;
    if (!defined || !aligned || missing) begin
      error = ResultErrorOperation;
    end else if (is_of_object(operation)) begin
      if (32'(id) >= NObjects) error = ResultErrorObject;
    end else begin
      unique case (operation)
        OpYield, OpDelay, OpSuspendAll, OpResumeAll, OpCatchUpTicks, OpDelayAborted,
        OpNotifyTake, OpNotifyWait: ;
        OpOperand, OpStepTick:
          if (id > 8'd1) error = ResultErrorArgument;
        default:
          if (32'(id) >= NTasks) error = ResultErrorTask;
      endcase
    end
  end

  assign switches = load & is_register & offset == 7'(RegDispatch) & scheduler_i.requested;
  assign access_o = '{
    req:      transfer_i.req,
    we:       transfer_i.we,
    window:   is_window,
    isr:      is_isr,
    kind:     operation,
    id:       id,
    index:    index,
    argument: transfer_i.wdata,
    misuse:   (load & ~readable) | (store & ~is_window & ~writable),
    error:    error,
    result:   load & is_register & offset == 7'(RegResult),
    dispatch: switches,
    late:     late
  };

  // -- Registers --------------------------------------------------------------------------------
  typedef enum logic [1:0] {ReadRegister, ReadResult, ReadValue, ReadPointer} read_e;

  configuration_t configuration_q;
  logic        write_control;
  logic [31:0] register;
  read_e       read;

  always_comb begin
    register = '0;
    read     = ReadRegister;
    readable = is_register | is_line | is_line_bits | is_word | is_monitor;
    unique case (offset)
      7'(RegResult): begin
        register[RegResultAgainLsb] = answer_i.again;
        if (!answer_i.again) read = ReadResult;
      end
      7'(RegValue):     read = ReadValue;
      7'(RegIsrResult): begin
        register[RegIsrResultCodeLsb +: $bits(result_e)] = status_i.isr.code;
        register[RegIsrResultWokenLsb]                   = status_i.isr.woken;
      end
      7'(RegIsrValue):  register = status_i.isr.value;
      7'(RegDispatch), 7'(RegCurrent): if (!status_i.nobody) read = ReadPointer;
      7'(RegCurrentId): register = 32'(scheduler_i.current);
      7'(RegStatus): begin
        register[RegStatusSwitchRequestedLsb] = scheduler_i.requested;
        register[RegStatusYieldPendingLsb]    = scheduler_i.yield_pending;
        register[RegStatusSuspendedLsb]       = scheduler_i.suspended;
        register[RegStatusStartedLsb]         = scheduler_i.started;
        register[RegStatusOtherReadyLsb]      = status_i.other_ready;
        register[RegStatusInitialisedLsb]     = status_i.initialised;
        register[RegStatusWorkPendedLsb]      = status_i.work_left;
        register[RegStatusIdleTicksValidLsb]  = status_i.idle.valid;
        register[RegStatusTickHookLsb]        = status_i.hook_call;
        register[RegStatusMonitorLsb]         = Monitor & status_i.monitor.misses.valid;
      end
      7'(RegTick):           register = status_i.now;
      7'(RegTickOverflows):  register = status_i.overflows;
      7'(RegTickPeriod):     register = status_i.period;
      7'(RegControl): begin
        register[RegControlPreemptionLsb]  = configuration_q.preemption;
        register[RegControlTimeSlicingLsb] = configuration_q.time_slicing;
        register[RegControlTickHookLsb]    = configuration_q.tick_hook;
        register[RegControlMonitorLsb]     = configuration_q.monitor_hook;
        if (OnePriority) register[RegControlOnePriorityLsb] = configuration_q.one_priority;
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
        register[RegWidthsAffinityLsb] = Affinity;
        register[RegWidthsMonitorLsb] = Monitor;
        register[RegWidthsMessagesLsb +: 8] = 8'(MessageWords);
      end
      7'(RegError):          register = status_i.error;
      7'(RegIdleTicks):      register = status_i.idle.ticks;
      7'(RegTickHook):       register = 32'(status_i.hook_owed);
      default:               readable = is_line | is_line_bits | is_word | is_monitor;
    endcase
    if (NCores > 1 && is_register) begin
      unique case (offset)
        7'(RegLock): begin
          readable                       = 1'b1;
          register[RegLockScheduledLsb]  = scheduler_i.scheduled;
        end
        7'(RegUnlock): begin
          readable                       = 1'b1;
          register[RegUnlockAgainLsb]    = status_i.cores.last & scheduler_i.pending;
        end
        7'(RegRunning): {readable, register} = {1'b1, status_i.cores.running};
        default: ;
      endcase
    end
    if (Monitor && is_register) begin
      unique case (offset)
        7'(RegCycles):        {readable, register} = {1'b1, status_i.monitor.cycles};
        7'(RegCyclesHigh):    {readable, register} = {1'b1, status_i.monitor.cycles_high};
        7'(RegAnswerLongest): {readable, register} = {1'b1, status_i.monitor.answer};
        7'(RegMonitorHigh):   {readable, register} = {1'b1, status_i.monitor.high};
        7'(RegMonitorEvent): begin
          readable                                 = 1'b1;
          register[RegMonitorEventValidLsb]        = status_i.monitor.misses.valid;
          register[RegMonitorEventLostLsb]         = status_i.monitor.misses.lost;
          register[RegMonitorEventOverloadLsb]     = status_i.monitor.misses.overload;
          register[RegMonitorEventOverrunLsb]      = status_i.monitor.misses.overrun;
          register[RegMonitorEventTaskLsb +: 7]    = status_i.monitor.misses.subject;
        end
        default: ;
      endcase
    end
    if (!is_register) begin
      register = '0;
      read     = ReadRegister;
      if (is_line) begin
        register[RegLineEnableLsb]  = status_i.line.bound;
        register[RegLineToTaskLsb]  = status_i.line.to_task;
        register[RegLineToGroupLsb] = status_i.line.to_group;
        register[RegLineIdLsb +: 8] = status_i.line.id;
      end
      if (is_line_bits) register = 32'(status_i.line.bits);
      if (is_monitor)   register = status_i.monitor.data;
      if (is_word)      register = status_i.word.data;
    end
  end

  assign write_control = store & is_register & offset == 7'(RegControl);

  assign touched_o = '{
    data:      transfer_i.wdata,
    now:       store & is_register & offset == 7'(RegTick),
    period:    store & is_register & offset == 7'(RegTickPeriod),
    error:     store & is_register & offset == 7'(RegError),
    line:      store & is_line,
    line_bits: store & is_line_bits,
    which:     5'(offset[2 +: LineWidth]),
    hook:      store & is_register & offset == 7'(RegTickHook),
    load_hook: load & is_register & offset == 7'(RegTickHook),
    lock:      NCores > 1 & load & is_register & offset == 7'(RegLock),
    unlock:    NCores > 1 & load & is_register & offset == 7'(RegUnlock)
  };

  assign writable = touched_o.now | touched_o.period | touched_o.error | write_control
                  | touched_o.hook | monitor_o.clear_answer | is_line | is_line_bits | is_word
                  | is_monitor;

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      configuration_q <= '{
        preemption:   RegControlPreemptionReset,
        time_slicing: RegControlTimeSlicingReset,
        default:      1'b0
      };
    end else if (write_control) begin
      configuration_q <= '{
        preemption:   NCores > 1 | transfer_i.wdata[RegControlPreemptionLsb],
        time_slicing: transfer_i.wdata[RegControlTimeSlicingLsb],
        tick_hook:    transfer_i.wdata[RegControlTickHookLsb],
        monitor_hook: Monitor & transfer_i.wdata[RegControlMonitorLsb],
        one_priority: OnePriority & transfer_i.wdata[RegControlOnePriorityLsb]
      };
    end
  end

  assign configuration_o = configuration_q;

  always_comb begin
    unique case (read)
      ReadResult:  rdata_o = 32'(status_i.result.code);
      ReadValue:   rdata_o = status_i.result.value;
      ReadPointer: rdata_o = switches & ~keeps_i ? status_i.pointers.next
                                                  : status_i.pointers.current;
      default:     rdata_o = register;
    endcase
    if (answer_i.done) begin
      rdata_o                                        = '0;
      rdata_o[RegResultAgainLsb]                     = answer_i.done_again;
      rdata_o[RegResultCodeLsb +: $bits(result_e)]   = answer_i.done_again ? ResultFail : answer_i.done_code;
    end
  end

  assign other_o = answer_i.done ? answer_i.done_again | answer_i.done_code > ResultOk
                                 : answer_i.again | status_i.result.code > ResultOk;

  // A switch takes a cycle more, in which the pointer is read.
  assign late = load & ((read == ReadValue & (status_i.result.late | ~transfer_i.settled))
                        | (read == ReadPointer & (status_i.pointers.late
                                                  | (~transfer_i.settled & ~switches))))
              | (is_register & offset inside {7'(RegCurrent), 7'(RegCurrentId)} & status_i.choosing)
              | (is_word & status_i.word.late) | (is_monitor & ~status_i.monitor.done)
              | (touched_o.lock & ~status_i.cores.settled);

  assign word_o = '{
    load:  load & is_word,
    store: store & is_word,
    isr:   offset[4],
    index: offset[3:2],
    data:  transfer_i.wdata,
    core:  transfer_i.core
  };

  assign monitor_o = '{
    access:       transfer_i.req & is_monitor,
    write:        transfer_i.we,
    field:        field,
    subject:      TaskIdWidth'(id[TaskWidth-1:0]),
    data:         transfer_i.wdata,
    keep_cycles:  Monitor & load & is_register & offset == 7'(RegCycles),
    take_event:   Monitor & load & is_register & offset == 7'(RegMonitorEvent),
    clear_answer: Monitor & store & is_register & offset == 7'(RegAnswerLongest)
  };

  logic unused;
  assign unused = ^{scheduler_i, status_i.monitor.done};

endmodule
