/* SPDX-License-Identifier: Apache-2.0 */

/* Event flag groups. FreeRTOS's have 24 flags, and time-outs in ticks; these have 32. */
#include "alchemy/event.h"

#include <errno.h>
#include <string.h>

#include "board.h"
#include "internal.h"

struct alchemy_event
{
    struct object object;
    unsigned int value;
    struct wait_queue waiters;
};

/* What a task waits for, and the flags that it gets. */
struct request
{
    unsigned int mask;
    int mode;
    unsigned int * got;
};

static void end( void * object )
{
    struct alchemy_event * ended = object;

    wait_queue_end( &ended->waiters );
    vPortFree( ended );
}

static struct object_kind kind = { .end = end };

OBJECT_CALLS( RT_EVENT, event )

int rt_event_create( RT_EVENT * event, const char * name, unsigned int ivalue, int mode )
{
    int error = 0;
    struct alchemy_event * created;

    if( ( event == NULL ) || ( ( mode & ~EV_PRIO ) != 0 ) )
    {
        return -EINVAL;
    }

    created = object_new( sizeof( *created ), &error );

    if( created == NULL )
    {
        return error;
    }

    created->value = ivalue;
    error = wait_queue_init( &created->waiters, ( mode & EV_PRIO ) != 0 );
    return object_complete( &kind, created, name, error, &event->handle );
}

/* Whether the flags end a wait; then tells which of those that were waited for are set. */
static BaseType_t is_over( const struct request * request, unsigned int value )
{
    unsigned int flags = value & request->mask;
    BaseType_t over = ( ( request->mode & EV_ANY ) != 0 ) ? ( flags != 0U ) : ( flags == request->mask );

    if( over )
    {
        *request->got = flags;
    }

    return over;
}

int rt_event_signal( RT_EVENT * event, unsigned int mask )
{
    struct alchemy_event * signalled;

    alchemy_lock();
    signalled = find( event );

    if( signalled != NULL )
    {
        struct alchemy_task * task = first_of( &signalled->waiters );

        signalled->value |= mask;

        while( task != NULL )
        {
            struct alchemy_task * next = next_of( &signalled->waiters, task );
            struct request * request = request_of( task );

            if( is_over( request, signalled->value ) )
            {
                wake( task, 0 );
            }

            task = next;
        }
    }

    alchemy_unlock();
    return ( signalled == NULL ) ? -EINVAL : 0;
}

static int wait_for( RT_EVENT * event, struct request request, struct time_limit limit )
{
    struct alchemy_event * awaited;
    int error = 0;

    alchemy_lock();
    awaited = find( event );

    if( ( awaited == NULL ) || ( ( request.mode & ~EV_ANY ) != 0 ) )
    {
        error = -EINVAL;
    }
    else if( request.mask == 0U )
    {
        *request.got = awaited->value;
    }
    else if( !is_over( &request, awaited->value ) )
    {
        return wait_in( &awaited->waiters, &limit, &request );
    }

    alchemy_unlock();
    return error;
}

int rt_event_wait( RT_EVENT * event, unsigned int mask, unsigned int * mask_r, int mode, RTIME timeout )
{
    return wait_for( event, ( struct request ) { mask, mode, mask_r }, within( timeout ) );
}

int rt_event_wait_until( RT_EVENT * event, unsigned int mask, unsigned int * mask_r, int mode,
                         RTIME abs_timeout )
{
    return wait_for( event, ( struct request ) { mask, mode, mask_r }, until( abs_timeout ) );
}

int rt_event_wait_timed( RT_EVENT * event, unsigned int mask, unsigned int * mask_r, int mode,
                         const struct timespec * abs_timeout )
{
    return wait_for( event, ( struct request ) { mask, mode, mask_r }, by( abs_timeout ) );
}

int rt_event_clear( RT_EVENT * event, unsigned int mask, unsigned int * mask_r )
{
    struct alchemy_event * cleared;

    alchemy_lock();
    cleared = find( event );

    if( cleared != NULL )
    {
        if( mask_r != NULL )
        {
            *mask_r = cleared->value;
        }

        cleared->value &= ~mask;
    }

    alchemy_unlock();
    return ( cleared == NULL ) ? -EINVAL : 0;
}

int rt_event_inquire( RT_EVENT * event, RT_EVENT_INFO * info )
{
    struct alchemy_event * inquired;

    alchemy_lock();
    inquired = find( event );

    if( inquired != NULL )
    {
        info->value = inquired->value;
        info->nwaiters = ( int ) inquired->waiters.count;
        strcpy( info->name, inquired->object.name );
    }

    alchemy_unlock();
    return ( inquired == NULL ) ? -EINVAL : 0;
}
