// SPDX-License-Identifier: Apache-2.0
//
// Types that the blocks of the hardware kernel share. Operations, register offsets and result
// codes are not here: they are generated (isochron_registers_pkg).
package isochron_pkg;

  import isochron_registers_pkg::*;

  // Bits of a task's number; with more, NTasks can be higher. Records, and what compares them, grow.
  localparam int unsigned TaskIdWidth = 7;
  typedef logic [TaskIdWidth-1:0] task_id_t;
  typedef logic [TaskIdWidth:0]   node_id_t;  // a node of the lists: a task, or a list's marker

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

  // The memories after reset: their words are initialised one after the other.
  typedef struct packed {
    logic       active;  // one is
    node_id_t   index;   // which: the links have one for each node, objects and tasks one each, the
                         // monitor two for each task
  } init_t;

  // Commands on one of a task's notifications.
  function automatic logic is_of_notification(operation_e operation);
    return operation inside {OpNotifyNone, OpNotifySetBits, OpNotifyIncrement, OpNotifyOverwrite,
                             OpNotifyNoOverwrite, OpNotifyTake, OpNotifyWait, OpNotifyStateClear,
                             OpNotifyValueClear};
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

  // What an operation makes of a task's notification.
  typedef struct packed {
    logic          found;         // the result of the operation, unless it blocks
    logic          blocks;        // the caller waits
    logic [31:0]   value;         // what VALUE is to say
    notification_t notification;  // the notification after the operation
  } notified_t;

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
    logic       started;
    logic       suspended;      // uxSchedulerSuspended
    logic       resuming;       // RESUME_ALL was issued and is not finished
    logic       yield_pending;  // xYieldPending
    logic       preemption;     // configUSE_PREEMPTION
    logic       time_slicing;   // configUSE_TIME_SLICING
    logic       requested;      // a switch is requested
    logic       asked;          // the running task's own command has requested it
    logic       scheduled;      // another core, time or a line has; always 0 with one core
    logic       pending;        // its own command has, but it may have the lock of sections; with
                                // one core always 0
    logic       locked;         // the core has that lock; always 0 with one core
    logic       held;           // a core has a lock: nothing but commands may begin; always 0 with
                                // one core
    task_id_t   current;        // the running task
  } scheduler_t;

  // The state list that a task enters.
  typedef enum logic [1:0] {
    LinkNone,
    LinkReady,    // before the cursor of its priority's ready list
    LinkDelayed,  // at the end of the delayed tasks
    LinkDue       // at the end of the tasks due at the next tick
  } link_e;

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

  // The stage in which an operation is: at most one.
  typedef struct packed {
    logic fetch;
    logic rank;
    logic head;
    logic read;
    logic decide;
  } stages_t;

  // The operation that is in the sequencer, of whatever source.
  typedef struct packed {
    stages_t     stage;         // where it is
    logic        gives;         // the subject is the object's best waiter
    logic        appends;       // the subject may become a waiter
    task_id_t    subject;       // the task that it is about; if that is a waiter, from Read on
    logic        active;        // it is there; else what follows is of the last one
    operation_e  kind;
    source_e     source;        // who asked for it
    result_e     error;         // why the decoder refuses it; ResultFail: it does not
    logic [7:0]  id;            // the object or task that it names
    logic [1:0]  index;         // the notification that it names, or the kind of a transfer
    logic [31:0] argument;
    argument_t   about;         // what is to be known of the argument, from Rank on
    logic        senders;       // the waiters that matter are those who want to send to a queue
    logic        names_object;  // it names its object, else it is the one that the subject waits for
    logic        second;        // it is the second pass, in Read and Decide
  } operation_t;

  // How the sequencer stands, whatever the operation decides.
  typedef struct packed {
    logic ready;    // it takes operations: the memories are initialised
    logic decides;  // an operation is in its Decide stage
    logic done;     // a command is, for the last time
    logic quiet;    // nothing goes on, and nothing was to be done in the last operation's Head, or in the
                    // cycle before
  } progress_t;

  // How switches stand.
  typedef struct packed {
    logic patient;   // a core is not asked to switch yet, but after some cycles
    logic ready;     // a load of DISPATCH may be done
    logic waits;     // one waits
    logic keeps;     // its core keeps its task; never with one core
    logic goes_on;   // nothing has to end before a tick goes on
    logic finishes;  // a tick goes on though a switch is asked for
    logic busy;      // no operation goes on, for a core switches; never with one core
  } switch_state_t;

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

  // What memory has of the tasks that matter.
  typedef struct packed {
    operands_t     operands;      // the subject's, one cycle after it is named
    kept_t         kept;          // the owner in Head, else the subject
    standing_t     standing;      // the owner, one cycle after it is named
    notification_t notification;  // the subject's that matters, one cycle later
    logic [32:0]   deadline;      // the subject's, one cycle later
  } stored_t;

  // What an operation does to the owner, in Decide.
  typedef struct packed {
    logic       write;        // something changes
    logic       write_level;  // its priority is set, perhaps to the old one
    logic [5:0] level;        // its priority then
    standing_t  standing;     // the rest then
  } owner_change_t;

  // The subject of an operation, in Decide.
  typedef struct packed {
    logic          runs;          // it is the running task; with several cores: it is ready, and runs
    logic          on_core;       // a core has not left it yet; always 0 with one core
    control_t      control;
    logic [5:0]    level;         // its priority
    logic [7:0]    object;        // the object that it waits or waited for
    operands_t     operands;
    notification_t notification;  // the one that the operation is about
    logic          expired;       // its deadline has been reached
    logic          due_next;      // its deadline is the tick after the visible one
  } subject_t;

  // The task that holds the operation's mutex, or gives it back; else the subject.
  typedef struct packed {
    task_id_t   id;        // from Head on
    task_id_t   moved;     // the task that changes lists: it, but in a second pass the subject
    logic       ready;     // it is in its ready list; from Read on
    logic [5:0] level;     // its priority; from Read on
    standing_t  standing;  // in Decide
  } owner_state_t;

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

  // What time has to do with tasks.
  typedef struct packed {
    logic open;       // a tick's tasks become ready, one by one
    logic more_due;   // some of them are not ready yet
    logic closing;    // all of them are ready, and the tick does not end with a switch in this cycle
    logic work_left;  // RESUME_ALL has something to work off: tasks or ticks are pended
    logic collects;   // those due at the tick after the visible one are being collected: another such
                      // task joins them
  } tick_t;

  // How the running task stands to a tick.
  typedef struct packed {
    logic in_tick;      // a tick's tasks become ready, and it has begun to run since the first one did
    logic awaits_tick;  // and it has not got its result since
  } begun_t;

  // The task that is to run next.
  typedef struct packed {
    logic       valid;      // it is known
    task_id_t   id;         // it
    logic       any_ready;  // there is a task in some ready list
    logic [5:0] level;      // the highest priority of one there, known before the task is
  } selection_t;

  // Which state lists tasks leave and enter, in Decide.
  typedef struct packed {
    logic       commit;        // they do, at the next clock edge
    task_id_t   subject;       // the task that was captured
    logic       unlink;        // it leaves its list
    logic       unlink_ready;  // that is a ready list
    logic [5:0] unlink_level;  // the priority of that ready list
    task_id_t   entering;      // the task that enters a list; it is in none, or leaves it
    link_e      link;          // the list that it enters
    logic [5:0] link_level;    // the priority of that list, if it is a ready list
  } listed_t;

  // What was captured of the state lists.
  typedef struct packed {
    node_id_t   next;      // the node behind the one that is looked at, in the same cycle
    node_id_t   previous;  // the node before the one that was captured
    logic       several;   // the list of the marker that was captured holds more than one task
    logic       last;      // no task is behind the one that was captured
  } captured_t;

  // Tasks that were woken during a suspension of the scheduler and are not ready yet.
  typedef struct packed {
    logic       any;
    task_id_t   first;
  } pended_t;

  // What an operation means for the core that asked for it, in Decide.
  typedef struct packed {
    logic again;  // RESULT will say AGAIN
    logic woken;  // a service routine's core has to switch
  } effect_t;

  // Work of the background; it is withdrawn or repeated freely until it commits.
  typedef struct packed {
    logic       valid;    // there is some
    logic       awake;    // there may be some: known earlier
    operation_e kind;     // what is to be done
    task_id_t   subject;  // the task that it is about
    logic [7:0] id;       // the event group, if it is work on one
  } work_t;

  // Who has begun to run, in this cycle.
  typedef struct packed {
    logic     valid;  // a task has
    task_id_t id;     // that task, or the running one
  } came_t;

  // A change of the subject's state, in a Decide stage.
  typedef struct packed {
    logic       valid;      // there is one
    task_id_t   subject;
    logic       created;    // the subject is created by it
    logic       was_ready;  // the subject was ready before
    logic       ready;      // the subject is ready after
    source_e    source;     // who asked for it
  } change_t;

  // What an interrupt line is bound to.
  typedef struct packed {
    logic        bound;     // it is bound at all
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

  // An interrupt line that is served in this cycle.
  typedef struct packed {
    logic       valid;
    logic [4:0] line;
  } served_t;

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

  // What an operation does to its object's record, in Decide.
  typedef struct packed {
    logic    write;   // it changes, to `record`
    object_t record;
  } object_change_t;

  // What an operation does to the scheduler.
  typedef struct packed {
    logic yield;         // FreeRTOS yields here
    logic latch_yield;   // xYieldPending is set
    logic start;
    logic first;         // before the start: the subject will run first
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
    owner_change_t owner;           // what becomes of the mutex's owner
    object_change_t object;         // ... and of the object's record
    schedule_t     schedule;
  } action_t;

  function automatic logic is_error(result_e code);
    return code inside {[ResultErrorOperation:ResultErrorOwner]};
  endfunction

endpackage
