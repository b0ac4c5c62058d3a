/* SPDX-License-Identifier: Apache-2.0 */

/* Xenomai's names of condition variables, on FreeRTOS and the time manager: docs/reference/alchemy.md. This
 * is not Xenomai. Each function returns 0, or a negative error code of errno.h. With configUSE_MUTEXES. */
#pragma once

#include <stdint.h>
#include <time.h>

#include "alchemy/mutex.h"
#include "alchemy/timer.h"

#ifdef __cplusplus
extern "C" {
#endif

typedef struct RT_COND
{
    uintptr_t handle;
} RT_COND;

typedef struct RT_COND_INFO
{
    char name[ ALCHEMY_NAME_LENGTH ];
} RT_COND_INFO;

/* -EINVAL: cond is NULL; -ENOMEM; -EEXIST: the name; -EPERM: in an interrupt or an alarm. */
int rt_cond_create( RT_COND * cond, const char * name );

/* -EINVAL: no such variable; -EBUSY: a task waits for it; -EPERM: in an interrupt or an alarm. */
int rt_cond_delete( RT_COND * cond );

/* Wakes the first that waits, by priority; all. -EINVAL: no such variable. */
int rt_cond_signal( RT_COND * cond );
int rt_cond_broadcast( RT_COND * cond );

/* Releases the mutex, waits, and acquires the mutex again, however the wait ends: as the functions of
 * alchemy/sem.h wait.
 * -EINVAL: no such variable or mutex; -EPERM: the caller has not the mutex; -EWOULDBLOCK: TM_NONBLOCK,
 * always; -ETIMEDOUT; -EINTR: rt_task_unblock(); -ENOMEM: no timer is left. */
int rt_cond_wait( RT_COND * cond, RT_MUTEX * mutex, RTIME timeout );
int rt_cond_wait_until( RT_COND * cond, RT_MUTEX * mutex, RTIME abs_timeout );
int rt_cond_wait_timed( RT_COND * cond, RT_MUTEX * mutex, const struct timespec * abs_timeout );

/* -EINVAL: no such variable. */
int rt_cond_inquire( RT_COND * cond, RT_COND_INFO * info );

/* As rt_mutex_bind(). */
int rt_cond_bind( RT_COND * cond, const char * name, RTIME timeout );
int rt_cond_unbind( RT_COND * cond );

#ifdef __cplusplus
}
#endif
