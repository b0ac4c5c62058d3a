// SPDX-License-Identifier: Apache-2.0
//
// Types of the monitor: those that its blocks share, what it is asked for, and what it shows.
package isochron_monitor_pkg;

  import isochron_registers_pkg::*;
  import isochron_pkg::*;

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
    task_id_t      subject;  // the task
    monitor_slot_t at;       // when; now, a cycle old, if nothing has
  } monitor_entry_t;

  // The memories after reset: two words of one task after the other are initialised.
  typedef struct packed {
    logic  next;  // one is in the next cycle
    init_t now;   // one is
  } monitor_init_t;

  // A span that was added up in the cycle before.
  typedef struct packed {
    logic [63:0] cycles;
    logic        over;       // it has more than 32 bits
    logic [31:0] saturated;  // it in 32 bits
  } monitor_span_t;

  // One of the times that can be read.
  typedef struct packed {
    logic          reads;  // one may be read
    logic          valid;  // it is; else 0
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
    task_id_t   subject;
  } monitor_event_t;

  // What the monitor works off.
  typedef struct packed {
    logic           reads;         // a turn begins, or goes on: a span and a time are read
    monitor_step_e  step;
    logic           wrote;         // the step before was the last one
    monitor_turn_e  what;
    task_id_t       subject;       // whom it is about; of a switch, the task that ran
    task_id_t       next;          // of a switch: the task that runs then
    monitor_slot_t  at;            // when it happened
    logic           clears;        // it clears the task's counts
    logic           limits;        // it stores a deadline or a budget
    monitor_field_e field;         // the register that it is about
    logic           running;       // a task runs
    task_id_t       running_task;  // that task
  } monitor_work_t;

  // What is found of a task's job, in the last step.
  typedef struct packed {
    logic        active;     // it has begun and not ended
    logic        overload;   // it has exceeded its budget, which was not known before
    logic        overrun;    // it has missed its deadline, which was not known before
    logic [31:0] limit;      // the deadline or budget that was read
    logic [31:0] longest;    // the longest span that was read
    logic [31:0] counts;     // the task's COUNTS
    logic        sets;       // a deadline or a budget is stored that is not 0
    logic        has_limit;  // the task has a deadline or a budget
  } monitor_job_t;

  // What the bus asks of the monitor.
  typedef struct packed {
    logic           access;        // level: to a register of a task, until `done`
    logic           write;
    monitor_field_e field;
    task_id_t       subject;       // the task
    logic [31:0]    data;          // what is stored
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

endpackage
