/* SPDX-License-Identifier: Apache-2.0 */

/* Xenomai's names of semaphore services, on FreeRTOS and the time manager: docs/reference/alchemy.md. This is
 * not Xenomai. Each function returns 0, or a negative error code of errno.h. */
#pragma once

#include <stdint.h>
#include <time.h>

#include "alchemy/timer.h"

#ifdef __cplusplus
extern "C" {
#endif

#define S_FIFO  0x0 /* who waits first is woken first */
#define S_PRIO  0x1 /* who has the highest priority is */
#define S_PULSE 0x2 /* what nobody waits for is lost: the count stays 0 */

typedef struct RT_SEM
{
    uintptr_t handle;
} RT_SEM;

typedef struct RT_SEM_INFO
{
    unsigned long count;
    int nwaiters;
    char name[ ALCHEMY_NAME_LENGTH ];
} RT_SEM_INFO;

/* -EINVAL: mode, or S_PULSE with a count; -ENOMEM; -EEXIST: the name; -EPERM: in an interrupt or an alarm. */
int rt_sem_create( RT_SEM * sem, const char * name, unsigned long icount, int mode );

/* Who waits gets -EIDRM. -EINVAL: no such semaphore; -EPERM: in an interrupt or an alarm. */
int rt_sem_delete( RT_SEM * sem );

/* Takes one, and waits until there is one: for a time, until a date of the alchemy clock, or until one
 * in seconds and nanoseconds (NULL: TM_INFINITE, zero: TM_NONBLOCK).
 * -EINVAL: no such semaphore; -EWOULDBLOCK: TM_NONBLOCK; -ETIMEDOUT; -EINTR: rt_task_unblock();
 * -EIDRM: it was deleted; -EPERM: who would wait is no such task; -ENOMEM: no timer is left. */
int rt_sem_p( RT_SEM * sem, RTIME timeout );
int rt_sem_p_until( RT_SEM * sem, RTIME abs_timeout );
int rt_sem_p_timed( RT_SEM * sem, const struct timespec * abs_timeout );

/* Gives one to the first that waits, or counts it. -EINVAL: no such semaphore. */
int rt_sem_v( RT_SEM * sem );

/* Gives one to each that waits; the count is 0 then. -EINVAL: no such semaphore. */
int rt_sem_broadcast( RT_SEM * sem );

/* -EINVAL: no such semaphore. */
int rt_sem_inquire( RT_SEM * sem, RT_SEM_INFO * info );

/* Finds a semaphore by its name, and waits until there is one. Lets a descriptor be none.
 * -EWOULDBLOCK, -ETIMEDOUT, -EINTR, -EPERM, -ENOMEM: as rt_sem_p(). */
int rt_sem_bind( RT_SEM * sem, const char * name, RTIME timeout );
int rt_sem_unbind( RT_SEM * sem );

#ifdef __cplusplus
}
#endif
