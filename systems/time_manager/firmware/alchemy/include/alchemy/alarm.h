/* SPDX-License-Identifier: Apache-2.0 */

/* Xenomai's names of alarm services, on FreeRTOS and the time manager: docs/reference/alchemy.md. This is not
 * Xenomai. Each function returns 0, or a negative error code of errno.h. */
#pragma once

#include <stdint.h>

#include "alchemy/timer.h"

#ifdef __cplusplus
extern "C" {
#endif

typedef struct RT_ALARM
{
    uintptr_t handle;
} RT_ALARM;

typedef struct rt_alarm_info
{
    char name[ ALCHEMY_NAME_LENGTH ];
    unsigned long expiries; /* so far */
    int active; /* whether it will expire again */
} RT_ALARM_INFO;

/* Creates an alarm, which a task of the layer serves: the handler must not wait.
 * -ENOMEM: no memory, or no timer; -EEXIST: the name; -EPERM: in an interrupt or an alarm. */
int rt_alarm_create( RT_ALARM * alarm, const char * name, void ( *handler )( void * arg ), void * arg );

/* -EINVAL: no such alarm; -EPERM: in an interrupt or an alarm. */
int rt_alarm_delete( RT_ALARM * alarm );

/* Lets the alarm expire after `value`, and then each `interval` (TM_INFINITE: once).
 * -EINVAL: no such alarm. */
int rt_alarm_start( RT_ALARM * alarm, RTIME value, RTIME interval );

/* Stops it until the next start. -EINVAL: no such alarm. */
int rt_alarm_stop( RT_ALARM * alarm );

/* -EINVAL: no such alarm. */
int rt_alarm_inquire( RT_ALARM * alarm, RT_ALARM_INFO * info );

#ifdef __cplusplus
}
#endif
