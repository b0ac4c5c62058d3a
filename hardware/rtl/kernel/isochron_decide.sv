// SPDX-License-Identifier: Apache-2.0
//
// What each operation does: the whole of the hardware kernel's semantics, in one combinational
// block. It sees the operation, the subject (the task named, woken, expired or running), the
// running task and the object, and says what changes. FreeRTOS V11.2's tasks.c and queue.c are
// the reference; comments name the function where its behaviour is not obvious.
module isochron_decide
  import isochron_pkg::*;
  import isochron_objects_pkg::*;
  import isochron_registers_pkg::*;
#(
  parameter int unsigned NPriorities     = 64,    // Priorities; area and delay grow with their
                                                  // number's bits
  parameter int unsigned TimerWidth      = 32,    // Bits of the visible tick
  parameter int unsigned CountWidth      = 16,    // Bits of a semaphore's count, 1 to 16; area
                                                  // grows with it
  parameter int unsigned HeldWidth       = 7,     // Bits of the number of mutexes that a task
                                                  // holds; area grows with it
  parameter bit          EventGroups     = 1'b1,  // There are event groups
  parameter bit          Affinity        = 1'b0,  // There are AFFINITY and PREEMPTION, which are for
                                                  // isochron_step to decide
  localparam int unsigned PriorityWidth = $clog2(NPriorities)
) (
  input  operation_t     operation_i,      // The operation
  input  subject_t       subject_i,        // Its subject
  input  owner_state_t   owner_i,          // The task that holds the mutex, or gives it back; else the
                                           // subject
  input  logic [31:0]    owner_pointer_i,  // The pointer to the owner's control block
  input  current_t       current_i,        // The running task
  input  logic           several_i,        // Its ready list holds more than one task
  input  found_t         found_i,          // The operation's object
  input  waiters_t       waiters_i,        // Who waits for it
  input  message_t       message_i,        // Its message, if it is a queue that keeps its items in the
                                           // messages' memory
  input  group_t         group_i,          // What the operation makes of the event group
  input  walk_t          walk_i,           // The walk over the group's waiters
  input  scheduler_t     scheduler_i,      // The scheduler's state
  input  tick_t          tick_i,           // What time has to do
  input  begun_t         begun_i,          // How the running task stands to a tick

  output action_t        action_o         // What changes of tasks, lists and scheduler
);

  // -- Common conditions ------------------------------------------------------------------------
  logic from_task, higher, preempts, defer, can_block, due_next, suspended_task;
  logic someone_runs;  // not before the first task is created, or while none is ready before the start
  logic clear;  // NOTIFY_TAKE clears the value, STEP_TICK adds to pended ticks
  logic priority_set, priority_raised;
  logic [5:0] asked, running;
  task_state_e state;
  control_t    subject;

  assign subject   = subject_i.control;
  assign asked     = 6'(operation_i.argument[PriorityWidth-1:0]);
  assign clear     = operation_i.id[0];
  assign from_task = operation_i.source == SourceTask;
  assign someone_runs = scheduler_i.started | current_i.ready;
  assign higher    = subject_i.level > running;
  assign preempts  = scheduler_i.preemption & higher;
  assign defer     = scheduler_i.suspended;  // xTaskRemoveFromEventList: to the pended tasks
  assign can_block = scheduler_i.started & ~scheduler_i.suspended & ~scheduler_i.resuming
                   & (subject.chain == ChainNone);
  assign due_next  = tick_i.collects & (operation_i.kind inside {WorkRetry, WorkGroupEnd}
                                  ? subject_i.due_next : operation_i.about.one);
  assign priority_set    = asked != owner_i.standing.base;
  assign priority_raised = asked > owner_i.standing.base;

  // prvTaskIsTaskSuspended
  assign suspended_task = (subject.place == PlaceNone) & (subject.chain == ChainNone)
                        & (subject_i.notification.state != NotifyWaiting);

  assign state = task_state(subject_i.runs & someone_runs, subject.place, subject.chain,
                            suspended_task);

  // -- The object -------------------------------------------------------------------------------
  taking_t taking;
  logic [15:0] taker;  // what the record of a mutex says that is taken: who
  logic    wakes;
  logic yields;
  object_change_t object_change;

  assign yields = scheduler_i.yield_pending & scheduler_i.preemption;  // xTaskResumeAll's end

  // No task is the holder of what an interrupt service routine takes, nor before there is a task.
  always_comb begin
    taker           = 16'(scheduler_i.current);
    taker[OwnedBit] = from_task & someone_runs;
  end

  isochron_taking #(.CountWidth(CountWidth)) u_taking (
    .operation_i, .taker_i(taker), .can_block_i(can_block),
    .yields_i(yields), .subject_i, .found_i, .message_i,
    .taking_o(taking), .object_o(object_change)
  );

  assign wakes = waiters_i.any & ~(operation_i.argument[8] & operation_i.source != SourceLine);

  // -- Priorities -------------------------------------------------------------------------------
  owner_change_t change;
  logic          bits_end;

  // Bits have come for the task that is looked at, or the walk goes on; or no bits in time.
  assign bits_end = EventGroups & (operation_i.kind == WorkGroupStep
                                   | (operation_i.kind == WorkRetry & subject.waiting == WaitGroup
                                      & ~taking.missing));

  isochron_standing #(.HeldWidth(HeldWidth)) u_standing (
    .operation_i, .owned_i(found_i.owned),
    .taken_i(taking.takes & found_i.granted & found_i.record.kind == KindMutex & from_task & someone_runs),
    .blocks_i(taking.blocks), .lost_i(taking.gives_up & ~taking.looks & subject.inherited),
    .bits_i(bits_end),
    .owner_i,
    .argument_i(asked), .lender_i(current_i.level), .waiter_i(waiters_i.best),
    .change_o(change)
  );

  // the running task's priority after the operation
  assign running = operation_i.kind == OpGive && change.write_level ? change.level : current_i.level;

  // -- The notification -------------------------------------------------------------------------
  notified_t notifying;

  isochron_notifications u_notifications (
    .operation_i, .subject_i, .can_block_i(can_block), .notified_o(notifying)
  );

  // -- Refusals ---------------------------------------------------------------------------------
  result_e error;

  isochron_refusals #(.TimerWidth(TimerWidth), .Affinity(Affinity)) u_refusals (
    .operation_i, .object_error_i(found_i.error), .subject_i, .current_i,
    .current_gives_i(~found_i.owned | (from_task & TaskIdWidth'(found_i.record.upper) == scheduler_i.current
                                        & owner_i.standing.held != '0)),
    .scheduler_i,
    .walk_i(walk_i.active & (walk_i.of_task | is_of_group(operation_i.kind))), .error_o(error)
  );

  // -- The operations ---------------------------------------------------------------------------
  moves_t  moves;
  action_t action, moved;  // what is decided; with what it means for the lists
  logic    object_changes, group_changes;
  logic    wake, notified, waited, cleared, resume, settles, enters;

  always_comb begin
    action              = '0;
    action.code         = ResultOk;
    action.control      = subject;
    action.notification = notifying.notification;
    action.owner        = change;

    object_changes = object_change.write & ~operation_i.second
                   & (operation_i.kind != WorkRetry | taking.takes);
    group_changes  = group_i.write & EventGroups
                   & (operation_i.kind != WorkRetry | (subject.waiting == WaitGroup & ~taking.missing));

    moves    = '{due_next: due_next, owner: change.write_level & owner_i.ready, default: 1'b0};
    wake     = 1'b0;  // the subject is woken by an event
    notified = 1'b0;  // the subject gets a notification
    waited   = 1'b0;  // the notification value is taken
    cleared  = 1'b0;  // the notification value changes, and is not taken
    resume   = 1'b0;  // the suspension of the scheduler ends
    settles  = 1'b0;  // a call on an event group ends, or its walk begins
    enters   = 1'b0;  // the subject, the running task, waits for an event group

    unique case (operation_i.kind)
      // -- objects ------------------------------------------------------------------------------
      OpTake, OpQueueSend, OpQueueReceive, WorkRetry: begin  // xQueueSemaphoreTake and its like
        if (operation_i.kind == WorkRetry) begin
          action.write_control   = 1'b1;
          action.control.waiting = WaitNone;
        end
        if (taking.missing) begin
          action.code = found_i.error;
        end else if (EventGroups && operation_i.kind == WorkRetry
                     && subject.waiting == WaitGroup) begin
          action.code  = ResultFail;
          action.value = 32'(group_i.value);
        end else if (taking.gives_up) begin
          action.code = ResultFail;
          if (taking.ends) begin  // xTaskCheckForTimeOut
            action.write_control   = 1'b1;
            action.control.aborted = 1'b0;
            action.schedule.yield  = yields;
          end
          if (taking.looks) begin
            action.write_object      = 1'b1;
            action.control.waiting   = WaitLook;
            action.control.inherited = subject.inherited & operation_i.kind == WorkRetry;
          end
        end else if (taking.blocks && found_i.owned && !operation_i.second) begin
          action.write_control  = 1'b0;
          action.again          = 1'b1;
          action.twice          = 1'b1;
          action.schedule.yield = 1'b1;
        end else if (taking.blocks) begin
          moves.block              = 1'b1;
          action.chain             = ChainObject;
          action.control.chain     = ChainObject;
          action.control.waiting   = taking.sends ? WaitSend : WaitObject;
          action.control.inherited = found_i.owned & (owner_i.standing.base < current_i.level);
          if (operation_i.kind != WorkRetry) begin
            action.control.endless = operation_i.about.endless;
            action.write_deadline  = 1'b1;
          end
        end else if (taking.takes) begin
          action.transfer = message_i.direct;
          if (message_i.parted) action.code = ResultMember;
        end else begin
          waited = 1'b1;
        end
      end

      OpGive: begin
        if (operation_i.second) begin
          wake = 1'b1;
        end else if (!found_i.granted) begin
          action.code = ResultFail;
        end else if (wakes) begin
          wake                        = ~found_i.owned;
          action.twice                = found_i.owned;
          action.schedule.yield       = preempts & (operation_i.source != SourceIsr);
          action.schedule.latch_yield = higher;
        end else begin  // a mutex given back out of order
          action.schedule.yield = change.write_level & scheduler_i.preemption & ~operation_i.argument[8];
        end
      end

      OpQueueOverwrite: begin
        action.transfer = message_i.direct;
      end
      OpQueueCommit: begin  // the rest of xQueueGenericSend and xQueueReceive
        action.transfer       = message_i.there & ~operation_i.second;
        wake                  = wakes;
        action.schedule.yield = wakes & preempts & (operation_i.source != SourceIsr);
      end

      OpObjectReset: begin  // xQueueGenericReset
        // the waiters looked at are those of the odd object of the pair: a queue's senders
        wake                  = waiters_i.any & found_i.record.kind == KindQueue;
        action.schedule.yield = wake & preempts;
      end

      OpQueueWait: begin  // vQueueWaitForMessageRestricted
        if (found_i.granted || operation_i.about.zero) begin
          action.code = ResultFail;
        end else begin
          moves.block            = 1'b1;
          action.chain           = ChainObject;
          action.control.chain   = ChainObject;
          action.control.endless = operation_i.about.endless;
          action.write_deadline  = 1'b1;
        end
      end

      OpObjectCount:  action.value = 32'(found_i.record.count);
      OpObjectHolder: action.value = found_i.owned ? owner_pointer_i : '0;

      // -- event groups -------------------------------------------------------------------------
      OpGroupWait, OpGroupSync: if (EventGroups) begin  // xEventGroupWaitBits, xEventGroupSync
        action.code            = group_i.met ? ResultOk : ResultFail;
        action.value           = 32'(group_i.value);
        action.walk            = operation_i.kind == OpGroupSync & waiters_i.any;
        action.control.waiting = WaitNone;
        settles                = 1'b1;
        if (!group_i.met && !operation_i.about.zero && can_block) begin
          enters                 = ~action.walk;
          action.control.endless = operation_i.about.endless;
          action.control.waiting = WaitGroup;
          action.write_deadline  = 1'b1;
        end
      end

      OpGroupSet, OpGroupDelete: if (EventGroups) begin  // xEventGroupSetBits, vEventGroupDelete
        action.value = 32'(group_i.value);
        if (walk_i.active) begin  // an interrupt service routine's
          action.code   = ResultFail;
          group_changes = 1'b0;
        end else begin
          action.walk            = waiters_i.any;
          action.control.waiting = WaitNone;
          settles                = from_task;
        end
      end

      OpGroupClear: if (EventGroups) action.value = 32'(group_i.value);
      WorkGroupStep: if (EventGroups && (group_i.met || walk_i.deletes)) begin
        action.answer               = 1'b1;
        action.value                = walk_i.deletes ? '0 : 32'(group_i.value);
        action.control.waiting      = WaitNone;
        moves.ready                 = walk_i.of_task;  // vTaskRemoveFromUnorderedEventList
        wake                        = ~walk_i.of_task;
        action.schedule.latch_yield = higher;
        action.schedule.yield       = preempts & wake;
      end

      WorkGroupEnd: if (EventGroups && walk_i.of_task) begin
        action.schedule.resume_stop = walk_i.nested;
        enters                      = subject.waiting == WaitGroup;
        action.answer               = ~enters & ~walk_i.answered;
        action.code                 = walk_i.syncs ? ResultFail : ResultOk;
        action.value                = 32'(group_i.value);
      end

      // -- the running task ---------------------------------------------------------------------
      OpYield: action.schedule.yield = several_i | ~operation_i.argument[0];  // 1: as prvIdleTask does

      OpDelay: begin
        action.schedule.yield = 1'b1;
        if (!operation_i.about.zero) begin
          if (scheduler_i.started && subject.chain == ChainNone) begin
            moves.block            = 1'b1;
            action.control.endless = 1'b0;
            action.write_deadline  = 1'b1;
          end else begin
            action.code = ResultFail;
          end
        end
      end

      // -- the scheduler ------------------------------------------------------------------------
      OpSuspendAll: action.schedule.suspend_all = 1'b1;
      OpResumeAll: begin
        resume                       = scheduler_i.suspended & ~tick_i.work_left;
        action.schedule.resume_begin = scheduler_i.suspended & tick_i.work_left;
      end

      WorkPendedMove: begin
        moves.ready                 = 1'b1;
        action.schedule.latch_yield = higher;
      end

      WorkResumeStep: begin
        resume                       = ~tick_i.work_left;
        action.schedule.resume_tasks = 1'b1;
      end

      OpStart: action.schedule.start = 1'b1;
      OpCatchUpTicks: begin  // xTaskCatchUpTicks
        action.add_ticks             = 1'b1;
        action.schedule.suspend_all  = 1'b1;
        action.schedule.resume_begin = 1'b1;
      end

      OpStepTick: begin  // vTaskStepTick
        action.add_ticks = clear;
        action.step      = ~clear;
      end

      // -- tasks --------------------------------------------------------------------------------
      OpTaskCreate: begin
        action.link                = LinkReady;
        action.write_control       = 1'b1;
        action.control             = '0;
        action.control.alive       = 1'b1;
        action.control.place       = PlaceReady;
        action.write_notification  = 1'b1;
        action.clear_notifications = 1'b1;  // the others, too
        action.schedule.yield      = scheduler_i.preemption & (asked > current_i.level);
        action.schedule.first      = ~scheduler_i.started
                                     & (~current_i.ready | asked >= current_i.level);
      end

      OpTaskPointer: action.write_pointer = 1'b1;
      OpTaskDelete: begin
        moves.leave           = 1'b1;
        action.control.alive  = 1'b0;
        action.schedule.yield = subject_i.runs;
      end

      OpSuspend: begin
        moves.leave           = 1'b1;
        action.schedule.yield = subject_i.runs;
        if (subject_i.notification.state == NotifyWaiting) begin
          action.write_notification = 1'b1;
        end
      end

      OpResume: begin
        if (!suspended_task || (from_task && subject_i.runs && someone_runs)) begin
          action.code = ResultFail;
        end else if (from_task) begin  // vTaskResume: ready even while the scheduler is suspended
          moves.ready           = 1'b1;
          action.schedule.yield = preempts;
        end else if (defer) begin      // xTaskResumeFromISR: does not look at priorities then
          moves.pend = 1'b1;
        end else begin
          moves.ready                 = 1'b1;
          action.schedule.latch_yield = higher;
          action.woken                = higher;
        end
      end

      OpPriority: if (priority_set) begin  // vTaskPrioritySet
        action.schedule.yield = scheduler_i.preemption
                                & (priority_raised ? ~subject_i.runs & asked > current_i.level
                                                   : subject_i.runs);
      end

      OpTaskState: begin
        action.value[2:0]   = state;
        action.value[3]     = subject.chain != ChainNone;
        action.value[4]     = subject_i.notification.state == NotifyWaiting;
        action.value[15:8]  = 8'(subject_i.level);
        action.value[23:16] = subject_i.object;
        action.value[31:24] = 8'(owner_i.standing.base);
      end

      OpAbortDelay: begin  // xTaskAbortDelay, with its xTaskResumeAll
        moves.ready            = state == StateBlocked;
        action.control.aborted = subject.aborted | subject.chain == ChainObject;
        action.schedule.yield  = yields | moves.ready & preempts;
        if (!moves.ready) action.code = ResultFail;
      end

      OpDelayAborted: begin
        action.code            = subject.aborted ? ResultOk : ResultFail;
        action.write_control   = 1'b1;
        action.control.aborted = 1'b0;
      end

      // -- notifications ------------------------------------------------------------------------
      OpNotifyNone, OpNotifySetBits, OpNotifyIncrement, OpNotifyOverwrite, OpNotifyNoOverwrite:
        notified = 1'b1;

      OpNotifyTake, OpNotifyWait: waited = 1'b1;
      OpNotifyStateClear, OpNotifyValueClear: cleared = 1'b1;
      OpOperand: action.write_operand = 1'b1;
      // -- time ---------------------------------------------------------------------------------
      WorkExpire: begin
        moves.ready           = 1'b1;
        action.schedule.yield = preempts;
      end

      // the slice is that of the task that ran when the tick came
      WorkSlice: action.schedule.yield = scheduler_i.preemption
                                  & ((scheduler_i.time_slicing & several_i & ~begun_i.in_tick)
                                     | scheduler_i.yield_pending);

      WorkScan: if (subject_i.due_next | subject_i.expired) begin  // expired: STEP_TICK has stepped over it
        action.unlink = 1'b1;
        action.link   = LinkDue;
      end

      default: ;
    endcase

    // -- the end of xTaskResumeAll --------------------------------------------------------------
    action.schedule.resume_end   = resume;
    action.schedule.resume_yield = resume & scheduler_i.started & (yields | ~current_i.ready);
    if (operation_i.kind == OpResumeAll || resume) begin
      action.code = action.schedule.resume_yield ? ResultOk : ResultFail;
    end

    // -- notifications --------------------------------------------------------------------------
    if (notified | waited | cleared) begin
      action.code               = notifying.found ? ResultOk : ResultFail;
      action.value              = notifying.value;
      action.write_notification = 1'b1;
    end
    if (notified && subject_i.notification.state == NotifyWaiting) begin
      if (from_task) moves.ready = 1'b1;  // even while the scheduler is suspended
      else           wake  = 1'b1;
      action.schedule.yield = preempts & (operation_i.source != SourceIsr);
    end
    if (waited && notifying.blocks) begin
      action.write_index     = 1'b1;
      moves.block            = 1'b1;
      action.control.endless = operation_i.about.endless;
      action.write_deadline  = 1'b1;
      if (operation_i.kind == OpNotifyWait) action.control.waiting = WaitNotifyValue;
      else if (clear)                       action.control.waiting = WaitNotifyClear;
      else                                  action.control.waiting = WaitNotifyDecrement;
    end

    // -- event groups ---------------------------------------------------------------------------
    if (enters) begin
      moves.block          = 1'b1;
      action.chain         = ChainObject;
      action.control.chain = ChainObject;
    end else if (action.walk && settles) begin  // as in a suspension of the scheduler
      action.write_control         = 1'b1;
      action.schedule.suspend_all  = ~scheduler_i.suspended;
      action.schedule.resume_begin = 1'b1;
    end else if (settles) begin
      action.schedule.yield = yields;
    end

    action.object.write  = object_changes | group_changes;
    action.object.record = group_changes ? group_i.record : object_change.record;

    // -- the lists ------------------------------------------------------------------------------
    // QUEUE_WAIT: the running task waits once the suspension of the scheduler ends
    if (moves.block) action.schedule.yield = operation_i.kind != OpQueueWait;
    if (wake) begin  // xTaskRemoveFromEventList
      action.schedule.latch_yield = higher;
      action.woken                = higher & (operation_i.source == SourceIsr);
      if (defer) moves.pend = 1'b1;
      else       moves.ready = 1'b1;
    end
  end

  isochron_moves u_moves (
    .action_i(action), .control_i(subject), .moves_i(moves), .action_o(moved)
  );

  // The tick has ended the wait, and not all that are due at it are ready yet: try again then.
  logic has_it, awaits_tick;

  assign has_it      = taking.takes ? found_i.granted
                     : subject_i.notification.state == NotifyReceived
                       & subject.waiting inside {WaitNotifyDecrement, WaitNotifyClear,
                                                 WaitNotifyValue};
  assign awaits_tick = operation_i.kind == WorkRetry & begun_i.awaits_tick & subject_i.due_next
                     & ~subject.endless & ~taking.missing & ~has_it;

  // a refused operation changes nothing: what is not written may say anything
  always_comb begin
    action_o = moved;
    if (error != ResultFail || awaits_tick) begin
      action_o                   = '0;
      action_o.code              = error;
      action_o.again             = error == ResultFail;
      action_o.control           = moved.control;
      action_o.notification      = moved.notification;
      action_o.owner             = moved.owner;
      action_o.owner.write       = 1'b0;
      action_o.owner.write_level = 1'b0;
      action_o.object            = moved.object;
      action_o.object.write      = 1'b0;
    end
  end

  logic unused;
  assign unused = ^{operation_i, scheduler_i, message_i, owner_i, group_i, waiters_i, tick_i, walk_i,
                    object_change};

endmodule
