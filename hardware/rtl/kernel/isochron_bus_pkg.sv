// SPDX-License-Identifier: Apache-2.0
//
// Types of the bus: what a transfer asks for, and what the registers show of the other blocks.
package isochron_bus_pkg;

  import isochron_registers_pkg::*;
  import isochron_pkg::*;
  import isochron_monitor_pkg::*;

  // The bus, and whose transfer is on it.
  typedef struct packed {
    logic        req;      // a load or store is asked for, until it is granted
    logic        we;       // it is a store
    logic [19:0] addr;     // its byte address
    logic [31:0] wdata;    // what is stored
    logic [1:0]  core;     // the core: whose it is, or whose the last one was
    logic        settled;  // the same one as in the last cycle: what is looked up of its task is known
  } transfer_t;

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
    logic        misuse;    // nothing answers to it
    result_e     error;     // the command is refused with this; ResultFail: it is not
    logic        result;    // it is a load of RESULT
    logic        dispatch;  // it is a load of DISPATCH that switches
    logic        late;      // what it loads is not there, or cannot be stored, in this cycle
  } access_t;

  // Answers to loads of RESULT.
  typedef struct packed {
    logic    again;       // one would say AGAIN
    logic    done;        // one has completed a wait, in the cycle before:
    logic    done_again;  // it says AGAIN
    result_e done_code;   // its code if not
  } answer_t;

  // How long nothing is due.
  typedef struct packed {
    logic        valid;  // it is known
    logic [31:0] ticks;  // that can pass before a task is due; all ones: no task is delayed
  } idle_time_t;

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
    logic        load;
    logic        store;
    logic        isr;    // it is one of the service routines'
    logic [1:0]  index;  // which one
    logic [31:0] data;   // what is stored
    logic [1:0]  core;   // whose transfer it is, or whose operation goes on
  } word_access_t;

  // That word.
  typedef struct packed {
    logic [31:0] data;
    logic        late;  // it is not there, or cannot be stored, in this cycle
  } word_t;

  // Registers whose store, or load, does something elsewhere: a pulse each.
  typedef struct packed {
    logic [31:0] data;       // what is stored
    logic        now;        // TICK is stored
    logic        period;     // TICK_PERIOD is stored
    logic        error;      // ERROR is stored
    logic        line;       // a line's LINE is stored
    logic        line_bits;  // a line's LINE_BITS is stored
    logic [4:0]  which;      // level: the line that the address names
    logic        hook;       // TICK_HOOK is stored
    logic        load_hook;  // TICK_HOOK is loaded
    logic        lock;       // LOCK is loaded, until that is granted; never with one core
    logic        unlock;     // UNLOCK is loaded; never with one core
  } touched_t;

  // The register CONTROL.
  typedef struct packed {
    logic preemption;    // configUSE_PREEMPTION
    logic time_slicing;  // configUSE_TIME_SLICING
    logic tick_hook;     // the tick hook is on
    logic monitor_hook;  // MONITOR_EVENT raises the interrupt
    logic one_priority;  // only tasks of one priority run at a time; never without OnePriority
  } configuration_t;

  // What only several cores have. With one core all is constant.
  typedef struct packed {
    logic        settled;  // no operation goes on: the lock of sections can be taken
    logic        last;     // that lock is given back for good
    logic [31:0] running;  // a byte for each core, as RUNNING has it
  } cores_t;

  // What registers show besides the state of the scheduler.
  typedef struct packed {
    logic           initialised;  // the memories are cleared
    logic           other_ready;  // not the running task is selected
    logic           nobody;       // there is no running task, before the start
    logic           choosing;     // before the start another one will be it in some cycles
    result_t        result;       // the running task's
    isr_result_t    isr;
    pointers_t      pointers;
    logic [31:0]    now;          // ticks since the start
    logic [31:0]    overflows;    // how often these began anew
    logic [31:0]    period;       // cycles of a tick
    logic [31:0]    error;        // the word of ERROR
    logic           work_left;    // tasks or ticks wait for RESUME_ALL
    idle_time_t     idle;
    logic [3:0]     hook_owed;    // ticks that the tick hook is not called for
    logic           hook_call;    // the tick hook is to be called
    monitor_shown_t monitor;
    binding_t       line;         // the binding of the line that the address names
    word_t          word;         // the word of a message that the address names
    cores_t         cores;
  } status_t;

endpackage
