/* SPDX-License-Identifier: Apache-2.0 */

/* Xenomai's names of buffers, on FreeRTOS and the time manager: docs/reference/alchemy.md. This is not
 * Xenomai. Each function returns 0 or a number of bytes, or a negative error code of errno.h. */
#pragma once

#include <stddef.h>
#include <stdint.h>
#include <sys/types.h>
#include <time.h>

#include "alchemy/timer.h"

#ifdef __cplusplus
extern "C" {
#endif

#define B_FIFO 0x0 /* who waits first is served first, readers and writers each */
#define B_PRIO 0x1 /* who has the highest priority is */

typedef struct RT_BUFFER
{
    uintptr_t handle;
} RT_BUFFER;

typedef struct RT_BUFFER_INFO
{
    int iwaiters; /* readers */
    int owaiters; /* writers */
    size_t totalmem;
    size_t availmem; /* free */
    char name[ ALCHEMY_NAME_LENGTH ];
} RT_BUFFER_INFO;

/* -EINVAL: mode, or a size of 0; -ENOMEM; -EEXIST: the name; -EPERM: in an interrupt or an alarm. */
int rt_buffer_create( RT_BUFFER * bf, const char * name, size_t bufsz, int mode );

/* Who waits gets -EIDRM. -EINVAL: no such buffer; -EPERM: in an interrupt or an alarm. */
int rt_buffer_delete( RT_BUFFER * bf );

/* Reads or writes so many bytes, and waits until it can, as the functions of alchemy/sem.h wait. Fewer are
 * read only if a reader would wait while a writer does. -EINVAL: no such buffer, or more than it holds;
 * -EWOULDBLOCK: TM_NONBLOCK; -ETIMEDOUT; -EINTR: rt_task_unblock(); -EIDRM: it was deleted; -EPERM: who would
 * wait is no such task; -ENOMEM: no timer is left. */
ssize_t rt_buffer_read( RT_BUFFER * bf, void * ptr, size_t size, RTIME timeout );
ssize_t rt_buffer_read_until( RT_BUFFER * bf, void * ptr, size_t size, RTIME abs_timeout );
ssize_t rt_buffer_read_timed( RT_BUFFER * bf, void * ptr, size_t size, const struct timespec * abs_timeout );
ssize_t rt_buffer_write( RT_BUFFER * bf, const void * ptr, size_t size, RTIME timeout );
ssize_t rt_buffer_write_until( RT_BUFFER * bf, const void * ptr, size_t size, RTIME abs_timeout );
ssize_t rt_buffer_write_timed( RT_BUFFER * bf, const void * ptr, size_t size,
                               const struct timespec * abs_timeout );

/* Empties it; writers that wait go on. -EINVAL: no such buffer. */
int rt_buffer_clear( RT_BUFFER * bf );

/* -EINVAL: no such buffer. */
int rt_buffer_inquire( RT_BUFFER * bf, RT_BUFFER_INFO * info );

/* As rt_sem_bind(). */
int rt_buffer_bind( RT_BUFFER * bf, const char * name, RTIME timeout );
int rt_buffer_unbind( RT_BUFFER * bf );

#ifdef __cplusplus
}
#endif
