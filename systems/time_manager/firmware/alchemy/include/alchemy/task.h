/* SPDX-License-Identifier: Apache-2.0 */

/* Xenomai's names of task services, on FreeRTOS and the time manager: docs/reference/alchemy.md. This is not
 * Xenomai. Each function returns 0, or a negative error code of errno.h. */
#ifndef ALCHEMY_TASK_H
#define ALCHEMY_TASK_H

#include <stdint.h>

#include "FreeRTOS.h"

#include "alchemy/timer.h"

#ifdef __cplusplus
extern "C" {
#endif

/* Priorities are FreeRTOS's; the highest is that of the task that serves alarms. */
#define T_LOPRIO 0
#define T_HIPRIO ( configMAX_PRIORITIES - 2 )

/* The one mode that is accepted. It has no effect: there is no secondary mode. */
#define T_WARNSW 0x00020000

typedef struct RT_TASK
{
    uintptr_t handle;
} RT_TASK;

/* Creates a task that waits for rt_task_start(). `stksize` is in bytes, 0 for the usual one; names
 * are unique, NULL is none.
 * -EINVAL: stksize, prio or mode; -ENOMEM; -EEXIST: the name; -EPERM: in an interrupt. */
int rt_task_create( RT_TASK * task, const char * name, int stksize, int prio, int mode );

/* Starts a task that was created; one that runs already goes on as it is.
 * -EINVAL: no such task. */
int rt_task_start( RT_TASK * task, void ( *entry )( void * arg ), void * arg );

/* Both of them. */
int rt_task_spawn( RT_TASK * task, const char * name, int stksize, int prio, int mode,
                   void ( *entry )( void * arg ), void * arg );

/* Ends a task, NULL for the caller.
 * -EINVAL: no such task; -EPERM: NULL by who is no such task; in an interrupt; in an alarm. */
int rt_task_delete( RT_TASK * task );

/* Keeps a task from running until rt_task_resume() was called as often; NULL for the caller.
 * -EINVAL: no such task; -EPERM: NULL by who is no such task. */
int rt_task_suspend( RT_TASK * task );
int rt_task_resume( RT_TASK * task );

/* Ends a wait of the task in this layer, which then returns -EINTR.
 * -EINVAL: no such task. */
int rt_task_unblock( RT_TASK * task );

/* Gives a task (NULL: the caller) release points: the first at `idate`, TM_NOW for one period from
 * now, and one each period after it. TM_INFINITE as period: no more.
 * -EINVAL: no such task, or a period below the shortest; -ETIMEDOUT: idate has passed;
 * -EPERM: NULL by who is no such task; -ENOMEM: no timer is left. */
int rt_task_set_periodic( RT_TASK * task, RTIME idate, RTIME period );

/* Waits for the next release point. If it has passed, returns at once, and if others have passed
 * after it, those are overruns.
 * -EWOULDBLOCK: the caller is not periodic; -EINTR: rt_task_unblock(); -ETIMEDOUT: overruns, whose
 * number is in *overruns_r; -EPERM: the caller is no such task. *overruns_r is written with 0 and
 * with -ETIMEDOUT only; it may be NULL. */
int rt_task_wait_period( unsigned long * overruns_r );

/* Waits for a time, or until a date (TM_INFINITE: until rt_task_unblock()).
 * -EINTR: rt_task_unblock(); -ETIMEDOUT: the date has passed; -EPERM: the caller is no such task;
 * -ENOMEM: no timer is left. */
int rt_task_sleep( RTIME delay );
int rt_task_sleep_until( RTIME date );

/* The caller, NULL if it is no such task. */
RT_TASK * rt_task_self( void );

/* Whether both are the same task. */
int rt_task_same( RT_TASK * task1, RT_TASK * task2 );

#ifdef __cplusplus
}
#endif

#endif /* ALCHEMY_TASK_H */
