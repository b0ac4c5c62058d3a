// SPDX-License-Identifier: Apache-2.0
//
// Types of objects, of messages and event groups among them, and of the tasks that wait for them.
package isochron_objects_pkg;

  import isochron_registers_pkg::*;
  import isochron_pkg::*;

  // What QUEUE_COMMIT says has been done, in bits 1:0 of its argument.
  typedef enum logic [1:0] {
    CommitSent,
    CommitReceived,
    CommitPeeked,
    CommitOverwritten
  } commit_e;

  // Commands that begin a transfer, or are one: the index of those is which kind it is.
  function automatic logic is_of_transfer(operation_e operation);
    return operation inside {OpQueueSend, OpQueueReceive, OpQueueOverwrite};
  endfunction

  // What kind of transfer a command is, where the address of others has a notification's number.
  typedef enum logic [1:0] {
    TransferBegins,  // software copies the item, and QUEUE_COMMIT ends it
    TransferMessage, // all at once: to the back, or a receive
    TransferOther    // ... to the front, or a peek
  } transfer_kind_e;

  // What is to be known of a queue whose items are in the messages' memory.
  typedef struct packed {
    // in Read
    logic       stray;    // it is a whole transfer, of a queue that does not keep its items there
    logic       joined;   // it is the whole of a send to the member of a queue set, which software has to
                          // tell
    // in Decide
    logic       there;    // it is such a queue
    logic       direct;   // and the operation is a whole transfer
    logic       parted;   // a task waited to send, and the queue has become the member of a queue set
    commit_e    done;     // which: as QUEUE_COMMIT says it
    logic       follows;  // it wakes a task in a second pass, that of a QUEUE_COMMIT
    logic [7:0] object;   // the queue
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

  // The walk over the waiters of an event group. Here and below, upper bits that the number of tasks,
  // priorities or objects leaves unused are 0.
  typedef struct packed {
    logic       active;
    logic       of_task;   // for the running task; else for an interrupt service routine
    logic       nested;    // that routine had suspended the scheduler itself
    logic       deletes;   // the group is deleted
    logic       syncs;     // GROUP_SYNC
    logic       answered;  // its result is known already
    logic       goes_on;   // it is active, or begins in this cycle for an interrupt line
    logic       ended;     // every waiter was looked at
    logic [7:0] object;    // the group
    task_id_t   subject;   // the waiter to look at; the running task once there is none
    logic       keeps;     // RESULT stays as it is when the suspension ends that the walk had begun
  } walk_t;

  // Who waits for an operation's object, and whom Rank, Head and Read have found of a chain of them.
  typedef struct packed {
    logic       any;       // a task waits for the object
    logic       partner;   // a task waits for the other object of the pair
    logic [5:0] best;      // the priority of the best waiter; 0 if nobody waits
    logic [7:0] object;    // the object whose chain it is; from Rank on
    logic [5:0] level;     // that chain's priority; from Head on
    task_id_t   head;      // the chain's first task, in Head
    task_id_t   first;     // the same from Read on
    task_id_t   next;      // the task behind the one whose neighbours Read has read
    task_id_t   previous;  // the task before it
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

  // Commands that name an object; `id` of the others is a task, or ignored.
  function automatic logic is_of_object(operation_e operation);
    return operation inside {OpTake, OpGive, OpObjectCreate, OpObjectDelete, OpObjectCount,
                             OpMutexCreate, OpObjectHolder, OpQueueCreate, OpQueueSend,
                             OpQueueReceive, OpQueueOverwrite, OpQueueCommit, OpObjectReset,
                             OpQueueWait} | is_of_group(operation);
  endfunction

  // An operation's object, and what is to be known of it.
  typedef struct packed {
    logic [7:0] id;       // from Rank on
    object_t    record;   // from Head on
    logic       owned;    // it is a mutex that a task holds; from Head on
    result_e    error;    // why it does not allow the operation, in Decide; ResultFail: it does
    logic       granted;  // there is what the operation asks for; in Decide
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

endpackage
