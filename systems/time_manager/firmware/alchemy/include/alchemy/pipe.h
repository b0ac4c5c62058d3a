/* SPDX-License-Identifier: Apache-2.0 */

/* Xenomai's names of pipes, on FreeRTOS and the time manager: docs/reference/alchemy.md. This is not Xenomai.
 * A pipe leads from tasks of the layer to who is not real-time, and back: to who calls the functions of
 * alchemy/pipe_device.h. Each function returns 0, a number of bytes, or a negative error code of errno.h. */
#pragma once

#include <stddef.h>
#include <stdint.h>
#include <sys/types.h>
#include <time.h>

#include "alchemy/timer.h"

#ifdef __cplusplus
extern "C" {
#endif

#define P_MINOR_AUTO ( -1 )
#define P_NORMAL     0x0 /* a message goes behind the others */
#define P_URGENT     0x1 /* before them */

/* Minor numbers are below this. */
#ifndef ALCHEMY_PIPES
    #define ALCHEMY_PIPES 8
#endif

typedef struct RT_PIPE
{
    uintptr_t handle;
} RT_PIPE;

/* Returns the minor number. A pool of size 0 has 1 KiB for both directions.
 * -EINVAL: pipe is NULL; -ENODEV: no such minor number, or none is free; -EBUSY: it is another pipe's;
 * -ENOMEM; -EEXIST: the name; -EPERM: in an interrupt or an alarm. */
int rt_pipe_create( RT_PIPE * pipe, const char * name, int minor, size_t poolsize );

/* Who waits gets -EIDRM, data are lost. -EINVAL: no such pipe; -EPERM: in an interrupt or an alarm. */
int rt_pipe_delete( RT_PIPE * pipe );

/* Reads a message of the other side; waits as the functions of alchemy/sem.h do. A size of 0 reads nothing.
 * -EINVAL: no such pipe; -ENOBUFS: it has more bytes, and stays; -EWOULDBLOCK: TM_NONBLOCK; -ETIMEDOUT;
 * -EINTR: rt_task_unblock(); -EIDRM: it was deleted; -EPERM: who would wait is no such task; -ENOMEM: no
 * timer is left. */
ssize_t rt_pipe_read( RT_PIPE * pipe, void * buf, size_t size, RTIME timeout );
ssize_t rt_pipe_read_until( RT_PIPE * pipe, void * buf, size_t size, RTIME abs_timeout );
ssize_t rt_pipe_read_timed( RT_PIPE * pipe, void * buf, size_t size, const struct timespec * abs_timeout );

/* Writes a message, or nothing for a size of 0; never waits.
 * -EINVAL: no such pipe, or mode; -ENOMEM: no room. */
ssize_t rt_pipe_write( RT_PIPE * pipe, const void * buf, size_t size, int mode );

/* Writes bytes, which the other side reads as it likes; returns how many found room.
 * -EINVAL: no such pipe; -ENOMEM: none did. */
ssize_t rt_pipe_stream( RT_PIPE * pipe, const void * buf, size_t size );

/* As rt_sem_bind(). */
int rt_pipe_bind( RT_PIPE * pipe, const char * name, RTIME timeout );
int rt_pipe_unbind( RT_PIPE * pipe );

#ifdef __cplusplus
}
#endif
