/* SPDX-License-Identifier: Apache-2.0 */

#include "alchemy/cond.h"

#if ( configUSE_MUTEXES == 1 )

    #include <errno.h>
    #include <string.h>

    #include "board.h"
    #include "mutex.h"

struct alchemy_cond
{
    struct object object;
    struct wait_queue waiters;
};

static void end( void * object )
{
    struct alchemy_cond * ended = object;

    wait_queue_end( &ended->waiters );
    vPortFree( ended );
}

static BaseType_t is_used( const void * object )
{
    return ( ( const struct alchemy_cond * ) object )->waiters.count != 0U;
}

static struct object_kind kind = { .end = end, .is_used = is_used };

OBJECT_CALLS( RT_COND, cond )

int rt_cond_create( RT_COND * cond, const char * name )
{
    int error = 0;
    struct alchemy_cond * created;

    if( cond == NULL )
    {
        return -EINVAL;
    }

    created = object_new( sizeof( *created ), &error );

    if( created == NULL )
    {
        return error;
    }

    error = wait_queue_init( &created->waiters, pdTRUE );
    return object_complete( &kind, created, name, error, &cond->handle );
}

int rt_cond_signal( RT_COND * cond )
{
    struct alchemy_cond * signalled;

    alchemy_lock();
    signalled = find( cond );

    if( signalled != NULL )
    {
        ( void ) wake_first( &signalled->waiters, 0 );
    }

    alchemy_unlock();
    return ( signalled == NULL ) ? -EINVAL : 0;
}

int rt_cond_broadcast( RT_COND * cond )
{
    struct alchemy_cond * signalled;

    alchemy_lock();
    signalled = find( cond );

    if( signalled != NULL )
    {
        ( void ) wake_all( &signalled->waiters, 0 );
    }

    alchemy_unlock();
    return ( signalled == NULL ) ? -EINVAL : 0;
}

/* Nothing comes between giving the mutex up and waiting: other tasks run when the lock is given back. */
static int wait_with( RT_COND * cond, RT_MUTEX * mutex, struct time_limit limit )
{
    struct alchemy_cond * awaited;
    struct alchemy_mutex * held = NULL;
    unsigned depth;
    int error = 0;

    if( limit.ns == TM_NONBLOCK )
    {
        return -EWOULDBLOCK;
    }

    alchemy_lock();
    awaited = find( cond );

    if( awaited == NULL )
    {
        error = -EINVAL;
    }
    else
    {
        held = mutex_of_self( mutex, &error );
    }

    if( held == NULL )
    {
        alchemy_unlock();
        return error;
    }

    depth = mutex_give_up( held );
    error = wait_in( &awaited->waiters, &limit, NULL );
    mutex_take_back( held, depth );
    return error;
}

int rt_cond_wait( RT_COND * cond, RT_MUTEX * mutex, RTIME timeout )
{
    return wait_with( cond, mutex, within( timeout ) );
}

int rt_cond_wait_until( RT_COND * cond, RT_MUTEX * mutex, RTIME abs_timeout )
{
    return wait_with( cond, mutex, until( abs_timeout ) );
}

int rt_cond_wait_timed( RT_COND * cond, RT_MUTEX * mutex, const struct timespec * abs_timeout )
{
    return wait_with( cond, mutex, by( abs_timeout ) );
}

int rt_cond_inquire( RT_COND * cond, RT_COND_INFO * info )
{
    struct alchemy_cond * inquired;

    alchemy_lock();
    inquired = find( cond );

    if( inquired != NULL )
    {
        strcpy( info->name, inquired->object.name );
    }

    alchemy_unlock();
    return ( inquired == NULL ) ? -EINVAL : 0;
}

#endif /* configUSE_MUTEXES == 1 */
