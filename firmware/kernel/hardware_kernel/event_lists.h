/* SPDX-License-Identifier: Apache-2.0 */

/*
 * Event lists in memory, for FreeRTOS's own queue.c and event_groups.c on the hardware kernel: their
 * functions of task.h are in event_lists.c, and here is what else those files need.
 *
 * A waiting task is on a list, and in the hardware it waits for no object (WAIT). WAKE and the list
 * go together. A time-out, xTaskAbortDelay() and vTaskSuspend() are the hardware's alone: they leave
 * the task on its list. WAKE, which such a task does not answer, tells, and it leaves the list when
 * it runs again, when a wake meets it, or when it is deleted.
 */
#ifndef ISOCHRON_EVENT_LISTS_H
#define ISOCHRON_EVENT_LISTS_H

#include "FreeRTOS.h"
#include "task.h"

/* The number of tasks on a list of which the first one, at least, still waits; those before it
 * leave. With interrupts masked. */
UBaseType_t uxEventListWaiters( List_t * const pxEventList );

/* The first item of a list, or its end; whoever waits no more has left the list. For tasks, with the
 * scheduler suspended. */
ListItem_t * pxEventListFirst( List_t * const pxEventList );

/* As xTaskResumeAll(), which is where a task that waits stops. When it runs again it is on no list. */
BaseType_t xEventListResumeAll( void );

#endif /* ISOCHRON_EVENT_LISTS_H */
