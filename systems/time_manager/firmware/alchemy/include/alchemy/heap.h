/* SPDX-License-Identifier: Apache-2.0 */

/* Xenomai's names of heaps, on FreeRTOS and the time manager: docs/reference/alchemy.md. This is not Xenomai.
 * Each function returns 0, or a negative error code of errno.h. */
#pragma once

#include <stddef.h>
#include <stdint.h>
#include <time.h>

#include "alchemy/timer.h"

#ifdef __cplusplus
extern "C" {
#endif

#define H_FIFO   0x0 /* who waits first gets memory first */
#define H_PRIO   0x1 /* who has the highest priority does */
#define H_SINGLE 0x4 /* all is one block, which everybody gets */

typedef struct RT_HEAP
{
    uintptr_t handle;
} RT_HEAP;

typedef struct RT_HEAP_INFO
{
    int nwaiters;
    int mode;
    size_t heapsize; /* as it was created */
    size_t usablemem; /* bytes, with what blocks need beside their own */
    size_t usedmem;
    char name[ ALCHEMY_NAME_LENGTH ];
} RT_HEAP_INFO;

/* -EINVAL: mode, or a size of 0 or from 2 GiB on; -ENOMEM; -EEXIST: the name; -EPERM: in an interrupt or an
 * alarm. */
int rt_heap_create( RT_HEAP * heap, const char * name, size_t heapsize, int mode );

/* Who waits gets -EIDRM. -EINVAL: no such heap; -EPERM: in an interrupt or an alarm. */
int rt_heap_delete( RT_HEAP * heap );

/* Takes a block, and waits for room, as the functions of alchemy/sem.h wait. With H_SINGLE the size is 0 or
 * that of the heap.
 * -EINVAL: no such heap, or another size; -EWOULDBLOCK: TM_NONBLOCK; -ETIMEDOUT; -EINTR: rt_task_unblock();
 * -EIDRM: it was deleted; -EPERM: who would wait is no such task; -ENOMEM: no timer is left. */
int rt_heap_alloc( RT_HEAP * heap, size_t size, RTIME timeout, void ** blockp );
int rt_heap_alloc_until( RT_HEAP * heap, size_t size, RTIME abs_timeout, void ** blockp );
int rt_heap_alloc_timed( RT_HEAP * heap, size_t size, const struct timespec * abs_timeout, void ** blockp );

/* Gives a block back, and memory to all who wait for no more than there is; with H_SINGLE nothing happens.
 * -EINVAL: no such heap, or no block of it. */
int rt_heap_free( RT_HEAP * heap, void * block );

/* -EINVAL: no such heap. */
int rt_heap_inquire( RT_HEAP * heap, RT_HEAP_INFO * info );

/* As rt_sem_bind(). */
int rt_heap_bind( RT_HEAP * heap, const char * name, RTIME timeout );
int rt_heap_unbind( RT_HEAP * heap );

#ifdef __cplusplus
}
#endif
