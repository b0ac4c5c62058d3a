/* SPDX-License-Identifier: Apache-2.0 */

#include "alchemy/queue.h"

#include <errno.h>
#include <string.h>

#include "board.h"
#include "internal.h"
#include "messages.h"
#include "pool.h"

struct alchemy_queue
{
    struct object object;
    struct pool pool;
    struct messages messages;
    size_t limit;
    int mode;
    struct wait_queue receivers;
};

/* Where a task that waits wants its message: a pointer to it, or a copy. */
struct request
{
    void ** message;
    void * copy;
    size_t size;
};

static void end( void * object )
{
    struct alchemy_queue * ended = object;

    wait_queue_end( &ended->receivers );
    pool_end( &ended->pool );
    vPortFree( ended );
}

static struct object_kind kind = { .end = end };

OBJECT_CALLS( RT_QUEUE, queue )

static size_t pool_size( size_t poolsize, size_t qlimit )
{
    if( qlimit == Q_UNLIMITED )
    {
        return poolsize + poolsize / 20U;
    }

    return qlimit * pool_takes( sizeof( struct message ) + poolsize / qlimit );
}

int rt_queue_create( RT_QUEUE * queue, const char * name, size_t poolsize, size_t qlimit, int mode )
{
    int error = 0;
    struct alchemy_queue * created;

    if( ( queue == NULL ) || ( poolsize == 0U ) || ( ( mode & ~Q_PRIO ) != 0 ) )
    {
        return -EINVAL;
    }

    created = object_new( sizeof( *created ), &error );

    if( created == NULL )
    {
        return error;
    }

    created->limit = qlimit;
    created->mode = mode;
    error = pool_init( &created->pool, pool_size( poolsize, qlimit ) );

    if( error == 0 )
    {
        error = wait_queue_init( &created->receivers, ( mode & Q_PRIO ) != 0 );
    }

    return object_complete( &kind, created, name, error, &queue->handle );
}

/* With the lock. */
static struct message * new_message( struct alchemy_queue * queue, size_t size )
{
    struct message * message = pool_take( &queue->pool, sizeof( *message ) + size );

    if( message != NULL )
    {
        message->size = size;
        message->references = 1U;
    }

    return message;
}

void * rt_queue_alloc( RT_QUEUE * queue, size_t size )
{
    struct alchemy_queue * of;
    struct message * message = NULL;

    alchemy_lock();
    of = find( queue );

    if( of != NULL )
    {
        message = new_message( of, size );
    }

    alchemy_unlock();
    return ( message == NULL ) ? NULL : message + 1;
}

/* The message of an address that a program has, NULL if there is none that it may send or free. */
static struct message * message_at( const struct alchemy_queue * queue, const void * buf )
{
    struct message * message = ( struct message * ) buf - 1;

    if( ( queue == NULL ) || ( buf == NULL ) || !pool_has( &queue->pool, message ) ||
        ( message->references == 0U ) )
    {
        return NULL;
    }

    return message;
}

/* One of those who have a message has it no more. */
static void drop( struct alchemy_queue * queue, struct message * message )
{
    if( --message->references == 0U )
    {
        pool_give( &queue->pool, message );
    }
}

int rt_queue_free( RT_QUEUE * queue, void * buf )
{
    struct alchemy_queue * of;
    struct message * message;

    alchemy_lock();
    of = find( queue );
    message = message_at( of, buf );

    if( message != NULL )
    {
        drop( of, message );
    }

    alchemy_unlock();
    return ( message == NULL ) ? -EINVAL : 0;
}

/* Gives a message to whom asks for it, and counts that, or copies it. Returns the bytes. */
static ssize_t deliver( struct message * message, const struct request * request )
{
    size_t size = message->size;

    if( request->message != NULL )
    {
        *request->message = message + 1;
        message->references++;
        return ( ssize_t ) size;
    }

    size = ( size < request->size ) ? size : request->size;
    memcpy( request->copy, message + 1, size );
    return ( ssize_t ) size;
}

/* Takes the sender's reference: the queue has it, or nobody. Returns how many were woken. */
static int pass_on( struct alchemy_queue * queue, struct message * message, int mode )
{
    struct alchemy_task * task = first_of( &queue->receivers );
    int woken = 0;

    while( ( task != NULL ) && ( ( woken == 0 ) || ( ( mode & Q_BROADCAST ) != 0 ) ) )
    {
        wake( task, ( int ) deliver( message, request_of( task ) ) );
        woken++;
        task = first_of( &queue->receivers );
    }

    if( woken == 0 )
    {
        message->references = 0U; /* no program's */
        messages_put( &queue->messages, message, ( mode & Q_URGENT ) != 0 );
    }
    else
    {
        drop( queue, message );
    }

    return woken;
}

static BaseType_t is_full( const struct alchemy_queue * queue )
{
    return ( queue->limit != Q_UNLIMITED ) && ( queue->messages.count >= queue->limit );
}

int rt_queue_send( RT_QUEUE * queue, const void * buf, size_t size, int mode )
{
    struct alchemy_queue * to;
    struct message * message;
    int result = -EINVAL;

    alchemy_lock();
    to = find( queue );
    message = message_at( to, buf );

    if( ( message != NULL ) && ( ( mode & ~( Q_URGENT | Q_BROADCAST ) ) == 0 ) )
    {
        if( is_full( to ) )
        {
            result = -ENOMEM;
        }
        else
        {
            message->size = size;
            result = pass_on( to, message, mode );
        }
    }

    alchemy_unlock();
    return result;
}

int rt_queue_write( RT_QUEUE * queue, const void * buf, size_t size, int mode )
{
    struct alchemy_queue * to;
    int result = -EINVAL;

    alchemy_lock();
    to = find( queue );

    if( ( to != NULL ) && ( ( buf != NULL ) || ( size == 0U ) ) &&
        ( ( mode & ~( Q_URGENT | Q_BROADCAST ) ) == 0 ) )
    {
        struct message * message = is_full( to ) ? NULL : new_message( to, size );

        result = -ENOMEM;

        if( message != NULL )
        {
            if( size > 0U )
            {
                memcpy( message + 1, buf, size );
            }

            result = pass_on( to, message, mode );
        }
    }

    alchemy_unlock();
    return result;
}

static ssize_t receive( RT_QUEUE * queue, struct request request, struct time_limit limit )
{
    struct alchemy_queue * from;
    struct message * message;
    ssize_t result;

    alchemy_lock();
    from = find( queue );

    if( from == NULL )
    {
        alchemy_unlock();
        return -EINVAL;
    }

    message = messages_take( &from->messages );

    if( message == NULL )
    {
        return wait_in( &from->receivers, &limit, &request );
    }

    message->references = 1U;
    result = deliver( message, &request );
    drop( from, message );
    alchemy_unlock();
    return result;
}

ssize_t rt_queue_receive( RT_QUEUE * queue, void ** bufp, RTIME timeout )
{
    return receive( queue, ( struct request ) { bufp, NULL, 0U }, within( timeout ) );
}

ssize_t rt_queue_receive_until( RT_QUEUE * queue, void ** bufp, RTIME abs_timeout )
{
    return receive( queue, ( struct request ) { bufp, NULL, 0U }, until( abs_timeout ) );
}

ssize_t rt_queue_receive_timed( RT_QUEUE * queue, void ** bufp, const struct timespec * abs_timeout )
{
    return receive( queue, ( struct request ) { bufp, NULL, 0U }, by( abs_timeout ) );
}

ssize_t rt_queue_read( RT_QUEUE * queue, void * buf, size_t size, RTIME timeout )
{
    return receive( queue, ( struct request ) { NULL, buf, size }, within( timeout ) );
}

ssize_t rt_queue_read_until( RT_QUEUE * queue, void * buf, size_t size, RTIME abs_timeout )
{
    return receive( queue, ( struct request ) { NULL, buf, size }, until( abs_timeout ) );
}

ssize_t rt_queue_read_timed( RT_QUEUE * queue, void * buf, size_t size, const struct timespec * abs_timeout )
{
    return receive( queue, ( struct request ) { NULL, buf, size }, by( abs_timeout ) );
}

int rt_queue_flush( RT_QUEUE * queue )
{
    struct alchemy_queue * flushed;

    alchemy_lock();
    flushed = find( queue );

    while( ( flushed != NULL ) && ( flushed->messages.count > 0U ) )
    {
        pool_give( &flushed->pool, messages_take( &flushed->messages ) );
    }

    alchemy_unlock();
    return ( flushed == NULL ) ? -EINVAL : 0;
}

int rt_queue_inquire( RT_QUEUE * queue, RT_QUEUE_INFO * info )
{
    struct alchemy_queue * inquired;

    alchemy_lock();
    inquired = find( queue );

    if( inquired != NULL )
    {
        info->nwaiters = ( int ) inquired->receivers.count;
        info->nmessages = ( int ) inquired->messages.count;
        info->mode = inquired->mode;
        info->qlimit = inquired->limit;
        info->poolsize = inquired->pool.size;
        info->usedmem = inquired->pool.used;
        strcpy( info->name, inquired->object.name );
    }

    alchemy_unlock();
    return ( inquired == NULL ) ? -EINVAL : 0;
}
