// SPDX-License-Identifier: Apache-2.0
//
// What is asked of the scheduler of several cores (isochron_cores).
package isochron_cores_pkg;

  typedef enum logic [3:0] {
    StepNone,        // nothing
    StepCreate,      // there is a task, and it is ready
    StepStart,       // a core begins with the task, an idle one
    StepReady,       // a task is ready; if it was, it goes behind its equals
    StepLeave,       // a task is ready no more
    StepPriority,    // a task has another priority, or has been given its own anew
    StepAffinity,    // a task may run on other cores
    StepPreemption,  // a task may be preempted, or no more
    StepSlice,       // a core's slice of time is over
    StepYield,       // a core's task lets others run
    StepDispatch,    // a core runs the first task that it may run
    StepInheritance  // as StepPriority, by a mutex: a lower one counts also if it may not be preempted
  } step_e;

endpackage
