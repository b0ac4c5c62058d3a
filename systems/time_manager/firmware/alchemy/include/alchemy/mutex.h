/* SPDX-License-Identifier: Apache-2.0 */

/* Xenomai's names of mutex services, on FreeRTOS and the time manager: docs/reference/alchemy.md. This is not
 * Xenomai. Each function returns 0, or a negative error code of errno.h. With configUSE_MUTEXES. */
#pragma once

#include <stdint.h>
#include <time.h>

#include "alchemy/task.h"
#include "alchemy/timer.h"

#ifdef __cplusplus
extern "C" {
#endif

typedef struct RT_MUTEX
{
    uintptr_t handle;
} RT_MUTEX;

typedef struct RT_MUTEX_INFO
{
    RT_TASK owner; /* NO_ALCHEMY_TASK: nobody */
    char name[ ALCHEMY_NAME_LENGTH ];
} RT_MUTEX_INFO;

/* A mutex with priority inheritance, which its owner may acquire again.
 * -EINVAL: mutex is NULL; -ENOMEM; -EEXIST: the name; -EPERM: in an interrupt or an alarm. */
int rt_mutex_create( RT_MUTEX * mutex, const char * name );

/* -EINVAL: no such mutex; -EBUSY: a task has it, or waits for it; -EPERM: in an interrupt or an alarm. */
int rt_mutex_delete( RT_MUTEX * mutex );

/* Acquires it, and waits for it: for a time, until a date of the alchemy clock, or until one in seconds
 * and nanoseconds (NULL: TM_INFINITE, zero: TM_NONBLOCK). The end of a wait is rounded up to FreeRTOS's tick.
 * -EINVAL: no such mutex; -EWOULDBLOCK: TM_NONBLOCK; -ETIMEDOUT; -EINTR: rt_task_unblock(); -EPERM: the
 * caller is no such task. */
int rt_mutex_acquire( RT_MUTEX * mutex, RTIME timeout );
int rt_mutex_acquire_until( RT_MUTEX * mutex, RTIME abs_timeout );
int rt_mutex_acquire_timed( RT_MUTEX * mutex, const struct timespec * abs_timeout );

/* Releases it, once for each time it was acquired. -EINVAL: no such mutex; -EPERM: the caller has it not. */
int rt_mutex_release( RT_MUTEX * mutex );

/* -EINVAL: no such mutex; -EPERM: in an interrupt. */
int rt_mutex_inquire( RT_MUTEX * mutex, RT_MUTEX_INFO * info );

/* Finds a mutex by its name, and waits until there is one. Lets a descriptor be none.
 * -EWOULDBLOCK, -ETIMEDOUT, -EINTR, -EPERM: as above; -ENOMEM: no timer is left. */
int rt_mutex_bind( RT_MUTEX * mutex, const char * name, RTIME timeout );
int rt_mutex_unbind( RT_MUTEX * mutex );

#ifdef __cplusplus
}
#endif
