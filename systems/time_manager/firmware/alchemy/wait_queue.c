/* SPDX-License-Identifier: Apache-2.0 */

#include "wait_queue.h"

#include <errno.h>
#include <string.h>

#include "bits.h"
#include "internal.h"

#define LAST_LEVEL ( WAIT_LEVELS - 1 )

struct time_limit by( const struct timespec * date )
{
    RTIME ns = TM_INFINITE;

    if( date != NULL )
    {
        ns = ( RTIME ) date->tv_sec * NS_PER_SECOND + ( RTIME ) date->tv_nsec;
        ns = ( ns == 0U ) ? TM_NONBLOCK : ns;
    }

    return until( ns );
}

RTIME date_after( RTIME timeout )
{
    if( ( timeout == TM_INFINITE ) || ( timeout == TM_NONBLOCK ) )
    {
        return timeout;
    }

    return time_base_ns( time_base_now() ) + timeout;
}

void alchemy_lock( void )
{
    vTaskSuspendAll();
}

void alchemy_unlock( void )
{
    ( void ) xTaskResumeAll();
}

int wait_queue_init( struct wait_queue * queue, BaseType_t by_priority )
{
    if( by_priority )
    {
        queue->last = pvPortMalloc( WAIT_LEVELS * sizeof( *queue->last ) );
    }

    return ( by_priority && ( queue->last == NULL ) ) ? -ENOMEM : 0;
}

void wait_queue_end( struct wait_queue * queue )
{
    ( void ) wake_all( queue, -EIDRM );
    vPortFree( queue->last );
}

/* Where the last task of a level is: a ring, as its next is the first. */
static struct alchemy_task ** last_at( struct wait_queue * queue, uint32_t level )
{
    return ( queue->last == NULL ) ? &queue->only : &queue->last[ level ];
}

static struct alchemy_task * first_at( const struct wait_queue * queue, uint32_t level )
{
    return ( queue->last == NULL ) ? queue->only->next : queue->last[ level ]->next;
}

/* The first level from this one on that has a waiter's first task. */
static struct alchemy_task * first_from( const struct wait_queue * queue, uint32_t level )
{
    uint32_t mask = ~0U << ( level % 32U );

    for( uint32_t word = level / 32U; word < WAIT_LEVEL_WORDS; word++ )
    {
        uint32_t levels = queue->levels[ word ] & mask;

        if( levels != 0U )
        {
            return first_at( queue, ( word * 32U ) + number_of_bit( levels & -levels ) );
        }

        mask = ~0U;
    }

    return NULL;
}

struct alchemy_task * first_of( const struct wait_queue * queue )
{
    return ( queue->count == 0U ) ? NULL : first_from( queue, 0 );
}

struct alchemy_task * next_of( const struct wait_queue * queue, const struct alchemy_task * task )
{
    if( task->next != first_at( queue, task->level ) )
    {
        return task->next;
    }

    return ( task->level == LAST_LEVEL ) ? NULL : first_from( queue, task->level + 1U );
}

void * request_of( const struct alchemy_task * task )
{
    return task->request;
}

static void enter_queue( struct wait_queue * queue, struct alchemy_task * task )
{
    struct alchemy_task ** last;

    task->queue = queue;
    task->level = ( queue->last == NULL ) ? 0U : LAST_LEVEL - ( uint32_t ) task->priority;
    last = last_at( queue, task->level );

    if( ( queue->levels[ task->level / 32U ] & ( 1U << ( task->level % 32U ) ) ) == 0U )
    {
        task->next = task;
        task->previous = task;
        queue->levels[ task->level / 32U ] |= 1U << ( task->level % 32U );
    }
    else
    {
        task->next = ( *last )->next;
        task->previous = *last;
        task->next->previous = task;
        ( *last )->next = task;
    }

    *last = task;
    queue->count++;
}

void leave_queue( struct alchemy_task * task )
{
    struct wait_queue * queue = task->queue;
    struct alchemy_task ** last;

    if( queue == NULL )
    {
        return;
    }

    last = last_at( queue, task->level );

    if( task->next == task )
    {
        queue->levels[ task->level / 32U ] &= ~( 1U << ( task->level % 32U ) );
    }
    else if( *last == task )
    {
        *last = task->previous;
    }

    task->next->previous = task->previous;
    task->previous->next = task->next;
    task->queue = NULL;
    queue->count--;
}

void move_to_queue( struct wait_queue * queue, struct alchemy_task * task )
{
    leave_queue( task );
    enter_queue( queue, task );
}

void place_in_queue( struct alchemy_task * task )
{
    if( ( task->queue != NULL ) && ( task->queue->last != NULL ) )
    {
        move_to_queue( task->queue, task );
    }
}

void wake( struct alchemy_task * task, int outcome )
{
    leave_queue( task );
    task->outcome = outcome;
    alchemy_happen( task, EVENT_GRANT );
}

struct alchemy_task * wake_first( struct wait_queue * queue, int outcome )
{
    struct alchemy_task * task = first_of( queue );

    if( task != NULL )
    {
        wake( task, outcome );
    }

    return task;
}

int wake_all( struct wait_queue * queue, int outcome )
{
    int woken = 0;

    while( wake_first( queue, outcome ) != NULL )
    {
        woken++;
    }

    return woken;
}

/* A task that was woken is in no queue any more, whatever else ended its wait. */
static int wait_for_wake( struct alchemy_task * self, const struct time_limit * limit )
{
    int outcome;

    if( limit->ns != TM_INFINITE )
    {
        uint64_t units = time_base_units( limit->ns );

        time_base_start( &self->sleep.timer, limit->is_relative ? time_base_now() + units : units );
    }

    outcome = alchemy_await( self, EVENT_GRANT | EVENT_SLEPT );

    if( limit->ns != TM_INFINITE )
    {
        time_base_stop( &self->sleep.timer );
    }

    alchemy_lock();

    if( self->queue == NULL )
    {
        outcome = self->outcome;
    }
    else
    {
        leave_queue( self );
        outcome = ( outcome == 0 ) ? -ETIMEDOUT : outcome;
    }

    alchemy_forget( self, EVENT_GRANT | EVENT_SLEPT );
    alchemy_unlock();
    return outcome;
}

int wait_in( struct wait_queue * queue, const struct time_limit * limit, void * request )
{
    struct alchemy_task * self = alchemy_self();
    int error = 0;

    if( limit->ns == TM_NONBLOCK )
    {
        error = -EWOULDBLOCK;
    }
    else if( self == NULL )
    {
        error = -EPERM;
    }
    else if( limit->ns != TM_INFINITE )
    {
        error = alchemy_open_timer( self, &self->sleep, EVENT_SLEPT );
    }

    if( error == 0 )
    {
        self->request = request;
        enter_queue( queue, self );
    }

    alchemy_unlock();
    return ( error != 0 ) ? error : wait_for_wake( self, limit );
}
