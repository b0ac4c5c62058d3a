/* SPDX-License-Identifier: Apache-2.0 */

#include "alchemy/sem.h"

#include <errno.h>
#include <string.h>

#include "board.h"
#include "internal.h"

struct alchemy_sem
{
    struct object object;
    unsigned long count;
    int mode;
    struct wait_queue waiters;
};

static void end( void * object )
{
    struct alchemy_sem * ended = object;

    wait_queue_end( &ended->waiters );
    vPortFree( ended );
}

static struct object_kind kind = { .end = end };

OBJECT_CALLS( RT_SEM, sem )

int rt_sem_create( RT_SEM * sem, const char * name, unsigned long icount, int mode )
{
    int error = 0;
    struct alchemy_sem * created;

    if( ( sem == NULL ) || ( ( mode & ~( S_PRIO | S_PULSE ) ) != 0 ) ||
        ( ( ( mode & S_PULSE ) != 0 ) && ( icount > 0U ) ) )
    {
        return -EINVAL;
    }

    created = object_new( sizeof( *created ), &error );

    if( created == NULL )
    {
        return error;
    }

    created->count = icount;
    created->mode = mode;
    error = wait_queue_init( &created->waiters, ( mode & S_PRIO ) != 0 );
    return object_complete( &kind, created, name, error, &sem->handle );
}

static int take( RT_SEM * sem, struct time_limit limit )
{
    struct alchemy_sem * taken;
    int error = 0;

    alchemy_lock();
    taken = find( sem );

    if( taken == NULL )
    {
        error = -EINVAL;
    }
    else if( taken->count == 0U )
    {
        return wait_in( &taken->waiters, &limit, NULL );
    }
    else
    {
        taken->count--;
    }

    alchemy_unlock();
    return error;
}

int rt_sem_p( RT_SEM * sem, RTIME timeout )
{
    return take( sem, within( timeout ) );
}

int rt_sem_p_until( RT_SEM * sem, RTIME abs_timeout )
{
    return take( sem, until( abs_timeout ) );
}

int rt_sem_p_timed( RT_SEM * sem, const struct timespec * abs_timeout )
{
    return take( sem, by( abs_timeout ) );
}

int rt_sem_v( RT_SEM * sem )
{
    struct alchemy_sem * given;

    alchemy_lock();
    given = find( sem );

    if( ( given != NULL ) && ( wake_first( &given->waiters, 0 ) == NULL ) &&
        ( ( given->mode & S_PULSE ) == 0 ) )
    {
        given->count++;
    }

    alchemy_unlock();
    return ( given == NULL ) ? -EINVAL : 0;
}

int rt_sem_broadcast( RT_SEM * sem )
{
    struct alchemy_sem * given;

    alchemy_lock();
    given = find( sem );

    if( given != NULL )
    {
        ( void ) wake_all( &given->waiters, 0 );
        given->count = 0U;
    }

    alchemy_unlock();
    return ( given == NULL ) ? -EINVAL : 0;
}

int rt_sem_inquire( RT_SEM * sem, RT_SEM_INFO * info )
{
    struct alchemy_sem * inquired;

    alchemy_lock();
    inquired = find( sem );

    if( inquired != NULL )
    {
        info->count = inquired->count;
        info->nwaiters = ( int ) inquired->waiters.count;
        strcpy( info->name, inquired->object.name );
    }

    alchemy_unlock();
    return ( inquired == NULL ) ? -EINVAL : 0;
}
