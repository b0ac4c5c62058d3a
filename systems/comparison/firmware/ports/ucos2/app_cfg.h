/* SPDX-License-Identifier: Apache-2.0 */

/* uC/OS-II wants the application's configuration here: the priority of the task that runs timers. */
#pragma once

#define OS_TASK_TMR_PRIO 2u
