/* SPDX-License-Identifier: Apache-2.0 */

/* Xenomai's names of message queues, on FreeRTOS and the time manager: docs/reference/alchemy.md. This is not
 * Xenomai. Each function returns 0, a number of bytes or of tasks, or a negative error code of errno.h. */
#pragma once

#include <stddef.h>
#include <stdint.h>
#include <sys/types.h>
#include <time.h>

#include "alchemy/timer.h"

#ifdef __cplusplus
extern "C" {
#endif

#define Q_FIFO 0x0 /* who waits first receives first */
#define Q_PRIO 0x1 /* who has the highest priority does */

#define Q_UNLIMITED 0

#define Q_NORMAL    0x0 /* a message goes behind the others */
#define Q_URGENT    0x1 /* before them */
#define Q_BROADCAST 0x2 /* to all that wait */

typedef struct RT_QUEUE
{
    uintptr_t handle;
} RT_QUEUE;

typedef struct RT_QUEUE_INFO
{
    int nwaiters;
    int nmessages;
    int mode;
    size_t qlimit;
    size_t poolsize; /* bytes, with what messages need beside their own */
    size_t usedmem;
    char name[ ALCHEMY_NAME_LENGTH ];
} RT_QUEUE_INFO;

/* A queue of at most `qlimit` messages, of poolsize / qlimit bytes if all are there; Q_UNLIMITED: of
 * poolsize and 5 % in all, with some words for each message.
 * -EINVAL: mode, or a size of 0; -ENOMEM; -EEXIST: the name; -EPERM: in an interrupt or an alarm. */
int rt_queue_create( RT_QUEUE * queue, const char * name, size_t poolsize, size_t qlimit, int mode );

/* Who waits gets -EIDRM, messages are lost. -EINVAL: no such queue; -EPERM: in an interrupt or an alarm. */
int rt_queue_delete( RT_QUEUE * queue );

/* Memory for a message, NULL if there is no room. Gives it back: -EINVAL if it is no message's, or no such
 * queue. */
void * rt_queue_alloc( RT_QUEUE * queue, size_t size );
int rt_queue_free( RT_QUEUE * queue, void * buf );

/* Sends a message that rt_queue_alloc() gave, or a copy of some bytes; returns how many tasks that wakes: if
 * none, it is in the queue. Who receives it frees it. -EINVAL: no such queue, mode, or no message; -ENOMEM:
 * the queue is full, or no room for a copy. */
int rt_queue_send( RT_QUEUE * queue, const void * buf, size_t size, int mode );
int rt_queue_write( RT_QUEUE * queue, const void * buf, size_t size, int mode );

/* Receives a message, to be freed, or copies it, at most so many bytes, and frees it; returns its bytes or
 * those copied. Waits as the functions of alchemy/sem.h do.
 * -EINVAL: no such queue; -EWOULDBLOCK: TM_NONBLOCK; -ETIMEDOUT; -EINTR: rt_task_unblock(); -EIDRM: it was
 * deleted; -EPERM: who would wait is no such task; -ENOMEM: no timer is left. */
ssize_t rt_queue_receive( RT_QUEUE * queue, void ** bufp, RTIME timeout );
ssize_t rt_queue_receive_until( RT_QUEUE * queue, void ** bufp, RTIME abs_timeout );
ssize_t rt_queue_receive_timed( RT_QUEUE * queue, void ** bufp, const struct timespec * abs_timeout );
ssize_t rt_queue_read( RT_QUEUE * queue, void * buf, size_t size, RTIME timeout );
ssize_t rt_queue_read_until( RT_QUEUE * queue, void * buf, size_t size, RTIME abs_timeout );
ssize_t rt_queue_read_timed( RT_QUEUE * queue, void * buf, size_t size, const struct timespec * abs_timeout );

/* Drops all messages. -EINVAL: no such queue. */
int rt_queue_flush( RT_QUEUE * queue );

/* -EINVAL: no such queue. */
int rt_queue_inquire( RT_QUEUE * queue, RT_QUEUE_INFO * info );

/* As rt_sem_bind(). */
int rt_queue_bind( RT_QUEUE * queue, const char * name, RTIME timeout );
int rt_queue_unbind( RT_QUEUE * queue );

#ifdef __cplusplus
}
#endif
