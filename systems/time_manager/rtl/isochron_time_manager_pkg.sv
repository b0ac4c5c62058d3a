// SPDX-License-Identifier: Apache-2.0
//
// Types of the time manager.
package isochron_time_manager_pkg;

  localparam int unsigned MaxTasks = 64;

  typedef struct packed {
    logic [6:0] width;  // Bits of a delay
    logic [5:0] shift;  // A delay counts so many times 2^shift cycles
  } precision_t;

  typedef enum logic [1:0] {
    TimerDelay,   // counts from now on
    TimerNext,    // counts from the last deadline on
    TimerCancel   // ends without an expiry
  } timer_operation_e;

endpackage
