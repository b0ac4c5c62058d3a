// SPDX-License-Identifier: Apache-2.0
//
// Types that the blocks of the hardware kernel share. Operations, register offsets and result
// codes are not here: they are generated (isochron_registers_pkg).
package isochron_pkg;

  import isochron_registers_pkg::*;

  // Who asked for an operation. It decides where the result goes and how a switch is requested.
  typedef enum logic [1:0] {
    SourceTask,  // command window of tasks, or a load of RESULT
    SourceIsr,   // command window of interrupt service routines
    SourceLine,  // an interrupt line bound to an object or a task
    SourceTime   // ticks, and the end of a suspension
  } source_e;

  // Where an operation is (isochron_sequencer): a stage each cycle, but for the first and the last.
  typedef enum logic [2:0] {
    StageIdle,    // there is none
    StageFetch,
    StageRank,
    StageHead,
    StageRead,
    StageDecide,
    StageRepeat   // before its second pass, which begins with Read
  } stage_e;

  // The list that holds a task's state item (FreeRTOS's xStateListItem).
  typedef enum logic [1:0] {
    PlaceNone,    // none: suspended, or blocked for ever
    PlaceReady,   // the ready list of its priority
    PlaceDelayed  // the delayed tasks
  } place_e;

  // The chain that holds a task's event item (FreeRTOS's xEventListItem).
  typedef enum logic [1:0] {
    ChainNone,
    ChainObject,  // waiters of an object
    ChainPended   // woken while the scheduler was suspended (FreeRTOS's xPendingReadyList)
  } chain_e;

  // What a load of RESULT has to complete once the task runs again.
  typedef enum logic [2:0] {
    WaitNone,
    WaitObject,           // retry the take, or to receive
    WaitSend,             // retry to send
    WaitNotifyDecrement,  // read the notification value, decrement it
    WaitNotifyClear,      // read the notification value, clear it
    WaitNotifyValue,      // read the notification value, clear bits
    WaitGroup,            // bits of an event group have not come in time
    WaitLook              // take or receive once more, without waiting any longer
  } wait_e;

  typedef struct packed {
    logic   endless;    // the present wait has no time-out
    logic   inherited;  // the present wait has lent its priority to a mutex's holder
    logic   aborted;    // FreeRTOS's ucDelayAborted
    chain_e chain;
    // what is read of the running task, too: few words of distributed RAM
    logic   alive;      // created and not deleted
    place_e place;
    wait_e  waiting;
  } control_t;

  // It would run if no other task were there: eReady or eRunning.
  function automatic logic is_ready(logic alive, place_e place, chain_e chain);
    return alive & (place == PlaceReady | chain == ChainPended);
  endfunction

  // About all bits of an operation's argument.
  typedef struct packed {
    logic zero;         // it is 0: no time
    logic one;
    logic endless;      // all ones: for ever
    logic no_priority;  // it is out of the range of priorities
    logic no_count;     // it is no maximum with an initial count, and no length of a queue, or of one
                        // whose items have no room in the messages' memory
  } argument_t;

  // What an object is.
  typedef enum logic [2:0] {
    KindNone,       // not created
    KindSemaphore,
    KindMutex,
    KindQueue,
    KindGroup
  } object_kind_e;

  // An object's record. Semaphore: maximum and count. Mutex: `count` is 1 when it is free, `upper`
  // says who holds it. Queue: length and items; the next object is not created, and has the
  // waiting senders. Event group: its bits, the upper ones in `upper`.
  typedef struct packed {
    object_kind_e kind;
    logic [15:0]  upper;
    logic [15:0]  count;
  } object_t;

  // `upper` of a mutex that is not free: this bit and the holder's identifier. Without an owner it
  // was taken by an interrupt service routine, or before there was a task, or reset.
  localparam int unsigned OwnedBit = 15;

  // What QUEUE_COMMIT says has been done, in bits 1:0 of its argument.
  typedef enum logic [1:0] {
    CommitSent,
    CommitReceived,
    CommitPeeked,
    CommitOverwritten
  } commit_e;

  // Commands that begin a transfer, or are one: the index of those is which kind it is. QUEUE_COMMIT
  // ends one that holds the kernel, or is TransferOpen.
  function automatic logic is_of_transfer(operation_e operation);
    return operation inside {OpQueueSend, OpQueueReceive, OpQueueOverwrite};
  endfunction

  // What kind of transfer a command is, where the address of others has a notification's number.
  typedef enum logic [1:0] {
    TransferBegins,  // software copies the item, and QUEUE_COMMIT ends it
    TransferMessage, // all at once: to the back, or a receive
    TransferOther,   // ... to the front, or a peek
    TransferOpen     // software copies the item, and the kernel is not held: QUEUE_COMMIT of this kind
  } transfer_kind_e;

  // What is to be known of a queue whose items are in the messages' memory.
  typedef struct packed {
    // in Read
    logic    stray;    // it is a whole transfer, of a queue that does not keep its items there
    logic    joined;   // it is the whole of a send to the member of a queue set, which software has to
                       // tell
    // in Decide
    logic    there;    // it is such a queue
    logic    direct;   // and the operation is a whole transfer
    logic    open;     // the operation begins or ends a transfer that does not hold the kernel
    commit_e done;     // which: as QUEUE_COMMIT says it
    logic    follows;  // it wakes a task in a second pass
  } message_t;

  // What a task waits for in an event group.
  typedef struct packed {
    logic        all;    // all of the bits, else any
    logic        clear;  // clear them on exit
    logic [23:0] bits;
  } group_wait_t;

  // What an operation makes of an event group.
  typedef struct packed {
    logic        met;     // the subject has what it waits for; from Decide on
    logic [23:0] value;   // what VALUE is to say
    logic        write;   // its record changes in Decide
    object_t     record;  // its record after that
  } group_t;

  // The walk over the waiters of an event group.
  typedef struct packed {
    logic active;
    logic of_task;   // for the running task; else for an interrupt service routine
    logic nested;    // that routine had suspended the scheduler itself
    logic deletes;   // the group is deleted
    logic syncs;     // GROUP_SYNC
    logic answered;  // its result is known already
  } walk_t;

  // What a walk is looking at. Here and below, upper bits that the number of tasks, priorities or objects
  // leaves unused are 0.
  typedef struct packed {
    logic       goes_on;  // a walk is active, or begins in this cycle for an interrupt line
    logic       ended;    // every waiter was looked at
    logic [7:0] object;   // the group
    logic [6:0] subject;  // the waiter to look at; the running task once there is none
  } look_t;

  // Who waits for an operation's object, and whom Rank, Head and Read have found of a chain of them.
  typedef struct packed {
    logic       any;       // a task waits for the object
    logic       partner;   // a task waits for the other object of the pair
    logic [5:0] best;      // the priority of the best waiter; 0 if nobody waits
    logic [6:0] first;     // the chain's first task
    logic [6:0] next;      // the task behind the one whose neighbours Read has read
    logic [6:0] previous;  // the task before it
  } waiters_t;

  // Which chains a task leaves and enters, in Decide.
  typedef struct packed {
    logic   leaves_object;  // it leaves its object's chain
    logic   leaves_pended;  // it leaves the pended tasks
    chain_e enters;
  } chained_t;

  // Operations that name an event group, or deal with a wait for one. The waiters form one chain.
  function automatic logic is_of_group(operation_e operation);
    return operation inside {OpGroupCreate, OpGroupDelete, OpGroupWait, OpGroupSync, OpGroupSet,
                             OpGroupClear, WorkGroupStep, WorkGroupEnd};
  endfunction

  // Commands on one of a task's notifications.
  function automatic logic is_of_notification(operation_e operation);
    return operation inside {OpNotifyNone, OpNotifySetBits, OpNotifyIncrement, OpNotifyOverwrite,
                             OpNotifyNoOverwrite, OpNotifyTake, OpNotifyWait, OpNotifyStateClear,
                             OpNotifyValueClear};
  endfunction

  // Commands that name an object; `id` of the others is a task, or ignored.
  function automatic logic is_of_object(operation_e operation);
    return operation inside {OpTake, OpGive, OpObjectCreate, OpObjectDelete, OpObjectCount,
                             OpMutexCreate, OpObjectHolder, OpQueueCreate, OpQueueSend,
                             OpQueueReceive, OpQueueOverwrite, OpQueueCommit, OpObjectReset,
                             OpQueueWait} | is_of_group(operation);
  endfunction

  // FreeRTOS's ucNotifyState.
  typedef enum logic [1:0] {
    NotifyIdle,
    NotifyWaiting,
    NotifyReceived
  } notify_state_e;

  typedef struct packed {
    notify_state_e state;
    logic [31:0]   value;
  } notification_t;

  // FreeRTOS's eTaskState, as TASK_STATE reports it.
  typedef enum logic [2:0] {
    StateRunning   = 3'd0,
    StateReady     = 3'd1,
    StateBlocked   = 3'd2,
    StateSuspended = 3'd3
  } task_state_e;

  function automatic task_state_e task_state(logic runs, place_e place, chain_e chain,
                                             logic suspended);
    if (runs)                                            return StateRunning;
    else if (chain == ChainPended || place == PlaceReady) return StateReady;
    else if (suspended)                                  return StateSuspended;
    else                                                 return StateBlocked;
  endfunction

  // State of the whole scheduler.
  typedef struct packed {
    logic started;
    logic suspended;      // uxSchedulerSuspended
    logic resuming;       // RESUME_ALL was issued and is not finished
    logic yield_pending;  // xYieldPending
    logic held;           // the running task copies an item to or from a queue
    logic preemption;     // configUSE_PREEMPTION
    logic time_slicing;   // configUSE_TIME_SLICING
    logic requested;      // a switch is requested
    logic asked;          // the running task's own command has requested it
  } scheduler_t;

  // The state list that a task enters.
  typedef enum logic [1:0] {
    LinkNone,
    LinkReady,    // before the cursor of its priority's ready list
    LinkDelayed,  // at the end of the delayed tasks
    LinkDue       // at the end of the tasks due at the next tick
  } link_e;

  // A transfer on the bus, as its address says.
  typedef struct packed {
    logic        req;       // it is asked for, until it is granted
    logic        we;        // it is a store
    logic        window;    // its address is in a command window
    logic        isr;       // the window is that of service routines
    operation_e  kind;      // the command's operation
    logic [7:0]  id;        // the command's object or task
    logic [1:0]  index;     // the command's notification
    logic [31:0] argument;  // the command's argument: what is stored
    result_e     error;     // the command is refused with this; ResultFail: it is not
    logic        result;    // it is a load of RESULT
    logic        dispatch;  // it is a load of DISPATCH that switches
    logic        monitor;   // it is for a register that the monitor has for a task
    logic        late;      // what it loads is not there, or cannot be stored, in this cycle
  } access_t;

  // A command, in the cycle in which it enters the sequencer.
  typedef struct packed {
    logic        valid;     // there is one
    operation_e  kind;      // what it asks for
    source_e     source;    // who has issued it
    result_e     error;     // why the decoder refuses it; ResultFail: it does not
    logic [7:0]  id;        // the object or task that it names
    logic [1:0]  index;     // the notification that it names
    logic [31:0] argument;
  } command_t;

  // The operation that is in the sequencer, of whatever source.
  typedef struct packed {
    operation_e  kind;
    source_e     source;        // who asked for it
    result_e     error;         // why the decoder refuses it; ResultFail: it does not
    logic [7:0]  id;            // the object or task that it names
    logic [1:0]  index;         // the notification that it names, or the kind of a transfer
    logic [31:0] argument;
    argument_t   about;         // what is to be known of the argument, from Rank on
    logic        gives;         // the subject is the object's best waiter
    logic        appends;       // the subject may become a waiter
    logic        senders;       // the waiters that matter are those who want to send to a queue
    logic        names_object;  // it names its object, else it is the one that the subject waits for
    logic        second;        // it is the second pass, in Read and Decide
  } operation_t;

  // The stage in which the operation is: at most one.
  typedef struct packed {
    logic fetch;
    logic rank;
    logic head;
    logic read;
    logic decide;
  } stages_t;

  // The running task, as far as others need it.
  typedef struct packed {
    logic [5:0] level;  // its priority
    logic alive;        // it exists
    logic ready;        // it is in its ready list
    logic waits;        // it has a wait that RESULT is to complete
    logic waits_group;  // that is for an event group
  } current_t;

  // A task's operands: what OPERAND sets.
  typedef logic [1:0][31:0] operands_t;

  // What distributed RAM has of a task, in the same cycle.
  typedef struct packed {
    control_t   control;
    logic [5:0] level;       // its priority
    logic [7:0] object;      // the object that it waits or waited for
    logic [5:0] wait_level;  // the priority with which it began to wait
  } kept_t;

  // The rest of a task's priorities, and its mutexes: what inheritance is about.
  typedef struct packed {
    logic [5:0]  base;     // its priority without inheritance
    logic [5:0]  waiting;  // the priority with which it waits for objects
    logic [15:0] held;     // the number of mutexes that it holds
  } standing_t;

  // What an operation does to the owner, in Decide.
  typedef struct packed {
    logic       write;        // something changes
    logic       write_level;  // its priority is set, perhaps to the old one
    logic [5:0] level;        // its priority then
    standing_t  standing;     // the rest then
  } owner_change_t;

  // The subject of an operation, in Decide.
  typedef struct packed {
    control_t      control;
    logic [5:0]    level;         // its priority
    logic [7:0]    object;        // the object that it waits or waited for
    notification_t notification;  // the one that the operation is about
    logic          expired;       // its deadline has been reached
    logic          due_next;      // its deadline is the tick after the visible one
  } subject_t;

  // The task that holds the operation's mutex, or gives it back; else the subject.
  typedef struct packed {
    logic       ready;     // it is in its ready list; from Read on
    logic [5:0] level;     // its priority; from Read on
    standing_t  standing;  // in Decide
  } owner_state_t;

  // An operation's object.
  typedef struct packed {
    logic    owned;    // it is a mutex that a task holds; from Head on
    result_e error;    // why it does not allow the operation, in Decide; ResultFail: it does
    logic    granted;  // there is what the operation asks for; in Decide
  } found_t;

  // An operation and its object, in Decide (isochron_taking).
  typedef struct packed {
    logic missing;   // the object does not allow what WorkRetry completes: the wait is over
    logic takes;     // a token, an item or room for one is asked for
    logic sends;     // room for an item is asked for
    logic gives_up;  // what is asked for is not there, and the caller does not wait for it, or not any
                     // longer
    logic ends;      // the caller gives up, for FreeRTOS found that its wait is over
    logic looks;     // the caller gives up, but looks again after the yield
    logic blocks;    // the caller waits
  } taking_t;

  // What an operation means for the lists. At most one of the first four holds; a task whose priority
  // changes is moved by itself.
  typedef struct packed {
    logic block;     // the subject, which is the running task, blocks
    logic pend;      // the subject is woken in a suspension of the scheduler
    logic ready;     // the subject enters its ready list
    logic leave;     // the subject leaves its lists, and enters none
    logic due_next;  // the subject's time-out is at the next tick
    logic owner;     // the owner, which is ready, gets another priority
  } moves_t;

  // A tick whose tasks become ready, one by one.
  typedef struct packed {
    logic open;      // there is one
    logic more_due;  // some of them are not ready yet
    logic closing;   // all of them are ready, and the tick does not end with a switch in this cycle
  } tick_t;

  // Work of the background; it is withdrawn or repeated freely until it commits.
  typedef struct packed {
    logic       valid;    // there is some
    operation_e kind;     // what is to be done
    logic [6:0] subject;  // the task that it is about
    logic [7:0] id;       // the event group, if it is work on one
  } work_t;

  // What is refused.
  typedef struct packed {
    logic       valid;  // something is
    result_e    code;   // why
    logic       isr;    // it came from an interrupt service routine or a line
    operation_e kind;   // what was asked for
    logic [7:0] id;     // the object or task that it names
  } refusal_t;

  // A change of the subject's state, in a Decide stage.
  typedef struct packed {
    logic valid;      // there is one
    logic created;    // the subject is created by it
    logic was_ready;  // the subject was ready before
    logic ready;      // the subject is ready after
  } change_t;

  // What an interrupt line is bound to.
  typedef struct packed {
    logic        to_task;   // it notifies a task, else it is for an object
    logic        to_group;  // it sets bits of an event group, unless `to_task`
    logic [7:0]  id;        // that task or object
    logic [23:0] bits;      // the bits that it sets
  } binding_t;

  // An interrupt line that waits to be served.
  typedef struct packed {
    logic       valid;    // there is one
    logic [4:0] line;     // the first of them
    binding_t   binding;
    result_e    error;    // there is no such task or object; ResultFail: there is
  } line_event_t;

  // The result of a task's last command.
  typedef struct packed {
    result_e     code;
    logic [31:0] value;
    logic        late;   // the value was written in the cycle before, and cannot be read yet
  } result_t;

  // The result of the last command of an interrupt service routine.
  typedef struct packed {
    result_e     code;
    logic        woken;  // that command's pxHigherPriorityTaskWoken
    logic [31:0] value;
  } isr_result_t;

  // A task's control block: the pointer that TASK_POINTER has set.
  typedef struct packed {
    logic [31:0] current;  // the running task's
    logic [31:0] next;     // the selected task's
    logic        late;     // neither is there in this cycle
  } pointers_t;

  // A load or store of a word of a message.
  typedef struct packed {
    logic       load;
    logic       store;
    logic       isr;    // it is one of the service routines'
    logic [1:0] index;  // which one
  } word_access_t;

  // Registers whose store, or load, does something elsewhere: a pulse each.
  typedef struct packed {
    logic now;        // TICK is stored
    logic period;     // TICK_PERIOD is stored
    logic error;      // ERROR is stored
    logic line;       // the line's LINE is stored
    logic line_bits;  // the line's LINE_BITS is stored
    logic hook;       // TICK_HOOK is stored
    logic load_hook;  // TICK_HOOK is loaded
  } touched_t;

  // The register CONTROL.
  typedef struct packed {
    logic preemption;    // configUSE_PREEMPTION
    logic time_slicing;  // configUSE_TIME_SLICING
    logic tick_hook;     // the tick hook is on
    logic monitor_hook;  // MONITOR_EVENT raises the interrupt
  } configuration_t;

  // What an operation does to the scheduler.
  typedef struct packed {
    logic yield;         // FreeRTOS yields here
    logic latch_yield;   // xYieldPending is set
    logic start;
    logic first;         // before the start: the subject will run first
    logic hold;          // a transfer to or from a queue begins
    logic release_hold;  // the transfer to or from a queue ends
    logic suspend_all;
    logic resume_begin;  // tasks or ticks have to be worked off
    logic resume_tasks;  // the tasks are worked off
    logic resume_end;    // all is worked off
    logic resume_stop;   // the suspension goes on
    logic resume_yield;  // FreeRTOS yields at the end of xTaskResumeAll
  } schedule_t;

  // What an operation does to the state that has one width in every configuration.
  // Everything here happens in the Decide stage, at one clock edge, except the insertions,
  // which follow in the three cycles after it.
  typedef struct packed {
    result_e       code;
    logic [31:0]   value;
    logic          move;            // not the subject but the mutex's owner changes lists
    logic          twice;           // the subject's own move follows in a second pass
    logic          unlink;          // the task leaves its state list
    link_e         link;            // the state list that the task enters
    logic          unchain;         // the task leaves its event chain
    chain_e        chain;           // the event chain that the task enters
    logic          write_control;
    control_t      control;
    logic          add_ticks;       // pended ones; the argument is how many
    logic          step;            // the visible tick jumps to now + argument
    logic          write_deadline;  // now + argument
    logic          write_notification;
    logic          clear_notifications;  // all of the subject's
    logic          write_index;     // the subject waits for the notification that the command names
    logic          write_object;    // the subject looks again at the object that the command names
    notification_t notification;
    logic          write_operand;
    logic          write_pointer;
    logic          walk;            // a walk over an event group's waiters begins
    logic          answer;          // the result is the subject's, whoever asked for the operation
    logic          transfer;        // an item moves between the words and the messages' memory
    logic          again;           // the running task's operation is not finished
    logic          woken;           // pxHigherPriorityTaskWoken
    schedule_t     schedule;
  } action_t;

  // What the monitor works off: what happens to a task, the scan, and an access to a register.
  typedef enum logic [2:0] {
    TurnRelease, TurnEnd, TurnCreate, TurnSwitch, TurnScan, TurnRegister
  } monitor_turn_e;

  // The steps of that, one cycle each.
  typedef enum logic [2:0] {StepIdle, StepRun, StepJob, StepAge, StepWrite} monitor_step_e;

  // A time, by the low bits that tell it from those of the last cycles.
  typedef logic [4:0] monitor_slot_t;

  // What has happened to a task.
  typedef struct packed {
    logic          valid;    // something has
    monitor_turn_e what;
    logic [6:0]    subject;  // the task
    monitor_slot_t at;       // when
  } monitor_entry_t;

  // One of the times that can be read.
  typedef struct packed {
    logic          valid;  // it is read; else 0
    monitor_slot_t slot;
  } monitor_read_t;

  // Registers that the monitor has for each task, as bits 12:10 of their offsets say.
  typedef enum logic [2:0] {
    MonitorDeadline   = 3'(RegMonitorDeadline >> 10),
    MonitorBudget     = 3'(RegMonitorBudget >> 10),
    MonitorRunTime    = 3'(RegMonitorRunTime >> 10),
    MonitorJobAge     = 3'(RegMonitorJobAge >> 10),
    MonitorJobRun     = 3'(RegMonitorJobRun >> 10),
    MonitorResponse   = 3'(RegMonitorResponse >> 10),
    MonitorLongestRun = 3'(RegMonitorLongestRun >> 10),
    MonitorCounts     = 3'(RegMonitorCounts >> 10)
  } monitor_field_e;

  // A job that has missed its deadline, its budget or both.
  typedef struct packed {
    logic       valid;
    logic       lost;      // others were not kept
    logic       overload;
    logic       overrun;
    logic [6:0] subject;
  } monitor_event_t;

  // What the monitor works off.
  typedef struct packed {
    monitor_step_e  step;
    logic           wrote;         // the step before was the last one
    monitor_turn_e  what;
    logic [6:0]     subject;       // whom it is about; of a switch, the task that ran
    logic [6:0]     next;          // of a switch: the task that runs then
    monitor_slot_t  at;            // when it happened
    logic           clears;        // it clears the task's counts
    monitor_field_e field;         // the register that it is about
    logic           running;       // a task runs
    logic [6:0]     running_task;  // that task
  } monitor_work_t;

  // What the bus asks of the monitor.
  typedef struct packed {
    logic           access;        // level: to a register of a task, until `done`
    logic           write;
    monitor_field_e field;
    logic [6:0]     subject;       // the task
    logic           keep_cycles;   // pulse: CYCLES is loaded
    logic           take_event;    // pulse: MONITOR_EVENT is loaded
    logic           clear_answer;  // pulse: ANSWER_LONGEST is stored
  } monitor_request_t;

  // What it answers, and shows in registers that are not a task's.
  typedef struct packed {
    logic           done;
    logic [31:0]    data;          // in the cycle of `done`
    logic [31:0]    cycles;
    logic [31:0]    cycles_high;
    monitor_event_t misses;
    logic [31:0]    answer;
    logic [31:0]    high;
  } monitor_shown_t;

  // What registers show besides the state of the scheduler.
  typedef struct packed {
    logic           initialised;  // the memories are cleared
    logic           other_ready;  // not the running task is selected
    logic [6:0]     current;      // the running task
    logic           nobody;       // there is none, before the start
    logic           choosing;     // before the start another one will be it in some cycles
    result_t        result;       // the running task's
    isr_result_t    isr;
    pointers_t      pointers;
    logic [31:0]    now;          // ticks since the start
    logic [31:0]    overflows;    // how often these began anew
    logic [31:0]    period;       // cycles of a tick
    logic [31:0]    error;        // the word of ERROR
    logic           work_left;    // tasks or ticks wait for RESUME_ALL
    logic [31:0]    idle_ticks;   // ticks before a task is due
    logic           idle_valid;   // those are found out
    logic [3:0]     hook_owed;    // ticks that the tick hook is not called for
    logic           hook_call;    // the tick hook is to be called
    monitor_shown_t monitor;
    logic           line_enable;  // the line that the address names has a binding
    binding_t       line;         // that binding
    logic [31:0]    word;         // the word of a message that the address names
    logic           word_late;    // it is not there, or cannot be stored, in this cycle
  } status_t;

  function automatic logic is_error(result_e code);
    return !(code inside {ResultFail, ResultOk, ResultMember});
  endfunction

endpackage
