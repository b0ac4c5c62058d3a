// SPDX-License-Identifier: Apache-2.0
//
// Types of the time manager.
package isochron_time_manager_pkg;

  localparam int unsigned MaxTasks = 64;

  typedef enum logic [1:0] {
    TimerDelay,   // counts from now on
    TimerNext,    // counts from the last deadline on
    TimerCancel   // ends without an expiry
  } timer_operation_e;

endpackage
