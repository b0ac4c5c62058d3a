// SPDX-License-Identifier: Apache-2.0
//
// Types shared by the blocks of the hybrid.
package isochron_hybrid_pkg;

  // Widest identifier, priority and place in a list; the blocks keep only the bits that they need.
  typedef logic [5:0] id_t;
  typedef logic [5:0] priority_t;
  typedef logic [5:0] place_t;

  localparam int unsigned TicksWidth = 24;  // of a timer

  // What a task is, one of four; the paper's bits b, w, f and ready.
  typedef struct packed {
    logic blocked;
    logic suspended;
    logic finished;
    logic ready;      // it is in the ready list of its priority
  } state_t;

  // A task as the bank keeps it.
  typedef struct packed {
    state_t    state;
    logic      delayed;   // it is in the list of delayed tasks; `state.blocked` is set too
    logic      reports;   // its expiry is reported, and software makes it ready
    logic      expired;   // its delay is over, and it is still in the list
    priority_t level;     // priority
    place_t    place;     // in its list: how many come after it
  } task_t;

  // Changes of the bank, one each cycle.
  typedef enum logic [3:0] {
    BankNone,
    BankUnlink,       // the task leaves its list
    BankLinkReady,    // the task, in no list, enters the ready list of `level`
    BankLinkDelayed,  // the task, in no list, enters the list of delayed tasks
    BankRearm,        // the delayed task gets a new delay, and keeps its place
    BankState,        // the task, in no list, gets a state and a priority
    BankLevel,        // the task, in no ready list, gets a priority
    BankRotate,       // the cursor of `level` moves to the task, which is the list's next one
    BankExpire        // the delayed tasks that are due are expired
  } bank_operation_e;

  typedef struct packed {
    bank_operation_e operation;
    id_t             id;
    priority_t       level;    // the ready list concerned, or the new priority
    logic            delayed;  // BankUnlink: the list is that of delayed tasks
    place_t          place;    // BankUnlink: the task's place
    logic            passed;   // BankRotate: the cursor had passed the task
    state_t          state;    // BankState
    logic            reports;  // BankLinkDelayed, BankRearm
  } bank_change_t;

  // A message, its words collected.
  typedef struct packed {
    logic        timers;    // for the timers, one word; else for the scheduler
    logic        has_data;  // there is a second word
    logic        bad_length;
    logic [31:0] header;    // the first word
    logic [31:0] data;      // the second word
  } message_t;

endpackage
