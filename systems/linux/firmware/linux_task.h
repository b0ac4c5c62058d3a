/* SPDX-License-Identifier: Apache-2.0 */

/* Linux, as a task of FreeRTOS: the lowest but idle. */
#ifndef LINUX_TASK_H
#define LINUX_TASK_H

/* Keeps what was loaded for it, and creates its task, the channels, and the watchdog. Once, before the
 * scheduler starts. */
void linux_begin( void );

#endif /* LINUX_TASK_H */
