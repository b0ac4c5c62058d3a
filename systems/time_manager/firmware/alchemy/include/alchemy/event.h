/* SPDX-License-Identifier: Apache-2.0 */

/* Xenomai's names of event flag groups, on FreeRTOS and the time manager: docs/reference/alchemy.md. This is
 * not Xenomai. Each function returns 0, or a negative error code of errno.h. */
#pragma once

#include <stdint.h>
#include <time.h>

#include "alchemy/timer.h"

#ifdef __cplusplus
extern "C" {
#endif

#define EV_FIFO 0x0 /* who waits first is woken first, of those whose wait is over */
#define EV_PRIO 0x1 /* who has the highest priority is */

#define EV_ANY 0x1 /* one of the flags */
#define EV_ALL 0x0 /* each of them */

typedef struct RT_EVENT
{
    uintptr_t handle;
} RT_EVENT;

typedef struct RT_EVENT_INFO
{
    unsigned int value;
    int nwaiters;
    char name[ ALCHEMY_NAME_LENGTH ];
} RT_EVENT_INFO;

/* -EINVAL: mode; -ENOMEM; -EEXIST: the name; -EPERM: in an interrupt or an alarm. */
int rt_event_create( RT_EVENT * event, const char * name, unsigned int ivalue, int mode );

/* Who waits gets -EIDRM. -EINVAL: no such group; -EPERM: in an interrupt or an alarm. */
int rt_event_delete( RT_EVENT * event );

/* Sets flags, and wakes all whose wait is over by that. -EINVAL: no such group. */
int rt_event_signal( RT_EVENT * event, unsigned int mask );

/* Waits for flags, as the functions of alchemy/sem.h wait; they stay set. *mask_r is those that were waited
 * for and are set. A mask of 0 waits for nothing, and *mask_r is all flags that are set.
 * -EINVAL: no such group, or mode; -EWOULDBLOCK: TM_NONBLOCK; -ETIMEDOUT; -EINTR: rt_task_unblock();
 * -EIDRM: it was deleted; -EPERM: who would wait is no such task; -ENOMEM: no timer is left. */
int rt_event_wait( RT_EVENT * event, unsigned int mask, unsigned int * mask_r, int mode, RTIME timeout );
int rt_event_wait_until( RT_EVENT * event, unsigned int mask, unsigned int * mask_r, int mode,
                         RTIME abs_timeout );
int rt_event_wait_timed( RT_EVENT * event, unsigned int mask, unsigned int * mask_r, int mode,
                         const struct timespec * abs_timeout );

/* Clears flags; *mask_r, unless it is NULL, is what was set before. -EINVAL: no such group. */
int rt_event_clear( RT_EVENT * event, unsigned int mask, unsigned int * mask_r );

/* -EINVAL: no such group. */
int rt_event_inquire( RT_EVENT * event, RT_EVENT_INFO * info );

/* As rt_sem_bind(). */
int rt_event_bind( RT_EVENT * event, const char * name, RTIME timeout );
int rt_event_unbind( RT_EVENT * event );

#ifdef __cplusplus
}
#endif
