/* SPDX-License-Identifier: Apache-2.0 */

/* uC/OS-II wants the application's configuration here: the priority of the task that runs timers. */
#ifndef APP_CFG_H
#define APP_CFG_H

#define OS_TASK_TMR_PRIO 2u

#endif /* APP_CFG_H */
