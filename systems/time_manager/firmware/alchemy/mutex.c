/* SPDX-License-Identifier: Apache-2.0 */

/* Mutexes: FreeRTOS's, for its priority inheritance. */
#include "mutex.h"

#if ( configUSE_MUTEXES == 1 )

    #include <errno.h>
    #include <string.h>

    #include "board.h"
    #include "semphr.h"

    #define NS_PER_TICK ( NS_PER_SECOND / configTICK_RATE_HZ )

struct alchemy_mutex
{
    struct object object;
    SemaphoreHandle_t semaphore;
    struct alchemy_task * owner;
    unsigned depth; /* how often its owner has it */
    unsigned users; /* tasks that have it or wait for it */
};

static void end( void * object )
{
    struct alchemy_mutex * ended = object;

    if( ended->semaphore != NULL )
    {
        vSemaphoreDelete( ended->semaphore );
    }

    vPortFree( ended );
}

static BaseType_t is_used( const void * object )
{
    return ( ( const struct alchemy_mutex * ) object )->users != 0U;
}

static struct object_kind kind = { .end = end, .is_used = is_used };

OBJECT_CALLS( RT_MUTEX, mutex )

int rt_mutex_create( RT_MUTEX * mutex, const char * name )
{
    int error = 0;
    struct alchemy_mutex * created;

    if( mutex == NULL )
    {
        return -EINVAL;
    }

    created = object_new( sizeof( *created ), &error );

    if( created == NULL )
    {
        return error;
    }

    created->semaphore = xSemaphoreCreateMutex();
    error = ( created->semaphore == NULL ) ? -ENOMEM : 0;
    return object_complete( &kind, created, name, error, &mutex->handle );
}

/* Ticks in which a limit is over for certain: the first one may be about to end. */
static TickType_t ticks_to( uint64_t date )
{
    uint64_t now = time_base_ns( time_base_now() );

    return ( date <= now ) ? 0U : ( TickType_t ) ( ( date - now ) / NS_PER_TICK ) + 2U;
}

static TickType_t ticks_of( struct time_limit limit )
{
    if( limit.ns == TM_INFINITE )
    {
        return portMAX_DELAY;
    }

    if( limit.ns == TM_NONBLOCK )
    {
        return 0;
    }

    return ticks_to( limit.is_relative ? date_after( limit.ns ) : limit.ns );
}

/* The caller is one of the users. */
static int wait_for( struct alchemy_mutex * mutex, struct alchemy_task * self, struct time_limit limit )
{
    int error = ( limit.ns == TM_NONBLOCK ) ? -EWOULDBLOCK : -ETIMEDOUT;

    self->awaited = EVENT_KERNEL;

    if( xSemaphoreTake( mutex->semaphore, ticks_of( limit ) ) == pdTRUE )
    {
        mutex->owner = self;
        mutex->depth = 1U;
        error = 0;
    }
    else if( ( self->events & EVENT_UNBLOCK ) != 0U )
    {
        error = -EINTR;
    }

    self->awaited = 0U;
    alchemy_forget( self, EVENT_UNBLOCK );

    if( error != 0 )
    {
        alchemy_lock();
        mutex->users--;
        alchemy_unlock();
    }

    return error;
}

static int acquire( RT_MUTEX * mutex, struct time_limit limit )
{
    struct alchemy_task * self = alchemy_self();
    struct alchemy_mutex * acquired;
    int error = 0;

    if( self == NULL )
    {
        return -EPERM;
    }

    alchemy_lock();
    acquired = find( mutex );

    if( acquired == NULL )
    {
        error = -EINVAL;
    }
    else if( acquired->owner == self )
    {
        acquired->depth++;
    }
    else
    {
        acquired->users++;
        alchemy_unlock();
        return wait_for( acquired, self, limit );
    }

    alchemy_unlock();
    return error;
}

int rt_mutex_acquire( RT_MUTEX * mutex, RTIME timeout )
{
    return acquire( mutex, within( timeout ) );
}

int rt_mutex_acquire_until( RT_MUTEX * mutex, RTIME abs_timeout )
{
    return acquire( mutex, until( abs_timeout ) );
}

int rt_mutex_acquire_timed( RT_MUTEX * mutex, const struct timespec * abs_timeout )
{
    return acquire( mutex, by( abs_timeout ) );
}

struct alchemy_mutex * mutex_of_self( RT_MUTEX * mutex, int * error )
{
    struct alchemy_task * self = alchemy_self();
    struct alchemy_mutex * found = find( mutex );

    if( found == NULL )
    {
        *error = -EINVAL;
    }
    else if( ( self == NULL ) || ( found->owner != self ) )
    {
        *error = -EPERM;
        found = NULL;
    }

    return found;
}

unsigned mutex_give_up( struct alchemy_mutex * mutex )
{
    unsigned depth = mutex->depth;

    alchemy_lock();
    mutex->depth = 0U;
    mutex->owner = NULL;
    ( void ) xSemaphoreGive( mutex->semaphore );
    alchemy_unlock();
    return depth;
}

void mutex_take_back( struct alchemy_mutex * mutex, unsigned depth )
{
    ( void ) xSemaphoreTake( mutex->semaphore, portMAX_DELAY );
    mutex->owner = alchemy_self();
    mutex->depth = depth;
}

int rt_mutex_release( RT_MUTEX * mutex )
{
    int error = 0;
    struct alchemy_mutex * released = mutex_of_self( mutex, &error );

    if( released == NULL )
    {
        return error;
    }

    alchemy_lock();

    if( --released->depth == 0U )
    {
        released->users--;
        ( void ) mutex_give_up( released );
    }

    alchemy_unlock();
    return 0;
}

int rt_mutex_inquire( RT_MUTEX * mutex, RT_MUTEX_INFO * info )
{
    struct alchemy_mutex * inquired;

    if( board_in_interrupt() )
    {
        return -EPERM;
    }

    alchemy_lock();
    inquired = find( mutex );

    if( inquired != NULL )
    {
        info->owner = ( inquired->owner == NULL ) ? NO_ALCHEMY_TASK : inquired->owner->self;
        strcpy( info->name, inquired->object.name );
    }

    alchemy_unlock();
    return ( inquired == NULL ) ? -EINVAL : 0;
}

#endif /* configUSE_MUTEXES == 1 */
