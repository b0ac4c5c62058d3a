/* SPDX-License-Identifier: Apache-2.0 */

/* Linux starts again: because it asks for it, or because nothing is heard of it. FreeRTOS's tasks go on. */
#ifndef RESTART_H
#define RESTART_H

#include "FreeRTOS.h"
#include "task.h"

/* Keeps what was loaded for Linux, before that runs. */
void restart_keep( void );

/* For Linux's own task, within an SBI call: what was kept is where it was, and Linux's registers are those of
 * a start. */
void restart_linux( void );

/* Whether Linux may start again: a program of it has said so. It has to say it again after the start. */
int restart_is_wanted( void );

/* Starts the task that looks whether Linux is alive, if a program of it wants it to. */
void restart_watch( TaskHandle_t task_of_linux );

#endif /* RESTART_H */
