// SPDX-License-Identifier: Apache-2.0
//
// Types shared by the blocks of the hybrid.
package isochron_hybrid_pkg;

  // Widest identifier and priority; the blocks keep only the bits that they need.
  typedef logic [6:0] id_t;
  typedef logic [5:0] priority_t;

  localparam int unsigned TicksWidth = 24;  // of a timer

  // What a task is, one of four; the paper's bits b, w, f and ready.
  typedef struct packed {
    logic blocked;
    logic suspended;
    logic finished;
    logic ready;      // it is in the ready list of its priority
  } state_t;

  // What is kept for a task.
  typedef struct packed {
    state_t    state;
    logic      delayed;   // it is in the list of delayed tasks; `state.blocked` is set too
    logic      reports;   // its expiry is reported, and software makes it ready
    priority_t level;     // priority
  } fields_t;

  typedef struct packed {
    fields_t fields;
    logic    expired;     // its delay is over, and it is still in the list
  } task_t;

  // A message, its words collected.
  typedef struct packed {
    logic        timers;    // for the timers, one word; else for the scheduler
    logic        has_data;  // there is a second word
    logic        bad_length;
    logic [31:0] header;    // the first word
    logic [31:0] data;      // the second word
  } message_t;

endpackage
