/* SPDX-License-Identifier: Apache-2.0 */

/* Tasks that wait for something, in the order in which they are to get it. Alchemy hands over: who is
 * woken has what it waited for, and no other task can take it first. FreeRTOS's objects let the woken
 * task compete for it, so these queues are the layer's own; a task in one waits for its notification.
 * Entering and leaving take a time that does not depend on how many wait. */
#pragma once

#include <stdint.h>
#include <time.h>

#include "FreeRTOS.h"

#include "alchemy/timer.h"

struct alchemy_task;

#define WAIT_LEVELS      configMAX_PRIORITIES
#define WAIT_LEVEL_WORDS ( ( WAIT_LEVELS + 31 ) / 32 )

/* All zero: an empty queue in order of arrival. */
struct wait_queue
{
    uint32_t count;
    uint32_t levels[ WAIT_LEVEL_WORDS ]; /* which have waiters; the first is the highest priority */
    struct alchemy_task * only;          /* level in order of arrival */
    struct alchemy_task ** last;         /* of each level; NULL: all are in the only one */
};

/* Until when to wait: TM_INFINITE, TM_NONBLOCK, or a time in ns, from the call or absolute. */
struct time_limit
{
    RTIME ns;
    BaseType_t is_relative;
};

static inline struct time_limit within( RTIME timeout )
{
    return ( struct time_limit ) { timeout, pdTRUE };
}

static inline struct time_limit until( RTIME date )
{
    return ( struct time_limit ) { date, pdFALSE };
}

/* NULL: TM_INFINITE; all zero: TM_NONBLOCK. */
struct time_limit by( const struct timespec * date );

/* The date that ends a relative time-out which begins now; special values stay. */
RTIME date_after( RTIME timeout );

/* What objects hold while they look at their state: no other task runs, interrupts do. */
void alchemy_lock( void );
void alchemy_unlock( void );

/* Prepares a queue that is all zero: 0 or -ENOMEM. Wakes its waiters with -EIDRM, and frees what it has. */
int wait_queue_init( struct wait_queue * queue, BaseType_t by_priority );
void wait_queue_end( struct wait_queue * queue );

/* Called with the lock, which it gives back. Waits in the queue until a wake; returns what that says,
 * or -EWOULDBLOCK, -ETIMEDOUT, -EINTR, -EPERM: the caller is no task of the layer, -ENOMEM: no timer is
 * left. `request` is for who wakes. */
int wait_in( struct wait_queue * queue, const struct time_limit * limit, void * request );

/* The rest is called with the lock, and keeps it. */

/* The task to be woken first, and the one after another; NULL if there is none. Its request. */
struct alchemy_task * first_of( const struct wait_queue * queue );
struct alchemy_task * next_of( const struct wait_queue * queue, const struct alchemy_task * task );
void * request_of( const struct alchemy_task * task );

/* Lets a task's wait_in() return this. The same for all that wait; returns how many did. */
void wake( struct alchemy_task * task, int outcome );
int wake_all( struct wait_queue * queue, int outcome );

/* Wakes the first, if there is one, and returns it. */
struct alchemy_task * wake_first( struct wait_queue * queue, int outcome );

/* Takes a task out of its queue, if it is in one; lets it go on waiting in another one; puts it to its
 * place again when its priority has changed. */
void leave_queue( struct alchemy_task * task );
void move_to_queue( struct wait_queue * queue, struct alchemy_task * task );
void place_in_queue( struct alchemy_task * task );
