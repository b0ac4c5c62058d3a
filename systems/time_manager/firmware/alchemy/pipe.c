/* SPDX-License-Identifier: Apache-2.0 */

#include "alchemy/pipe.h"

#include <errno.h>
#include <string.h>

#include "alchemy/pipe_device.h"
#include "board.h"
#include "internal.h"
#include "messages.h"
#include "pool.h"

#define USUAL_POOL 1024U
#define CHUNK      64U /* of streamed bytes */

/* What a message's references say: whether its bytes may be read in parts. */
enum
{
    WHOLE,
    STREAMED
};

struct direction
{
    struct messages messages;
    size_t begun; /* bytes of the first that were read; it is streamed */
    struct wait_queue readers;
};

struct alchemy_pipe
{
    struct object object;
    int minor;
    struct pool pool;
    struct direction to_device, to_tasks;
};

/* Where a task that waits wants the bytes. */
struct request
{
    void * bytes;
    size_t size;
};

static struct alchemy_pipe * devices[ ALCHEMY_PIPES ];

static void end( void * object )
{
    struct alchemy_pipe * ended = object;

    if( ended->minor >= 0 )
    {
        devices[ ended->minor ] = NULL;
    }

    wait_queue_end( &ended->to_tasks.readers );
    wait_queue_end( &ended->to_device.readers );
    pool_end( &ended->pool );
    vPortFree( ended );
}

static struct object_kind kind = { .end = end };

OBJECT_CALLS( RT_PIPE, pipe )

static struct alchemy_pipe * device( int minor )
{
    return ( ( minor < 0 ) || ( minor >= ALCHEMY_PIPES ) ) ? NULL : devices[ minor ];
}

/* With the lock: a minor number for a pipe. */
static int choose( int minor )
{
    if( minor != P_MINOR_AUTO )
    {
        return ( device( minor ) == NULL ) ? minor : -EBUSY;
    }

    minor = 0;

    while( ( minor < ALCHEMY_PIPES ) && ( devices[ minor ] != NULL ) )
    {
        minor++;
    }

    return ( minor < ALCHEMY_PIPES ) ? minor : -ENODEV;
}

int rt_pipe_create( RT_PIPE * pipe, const char * name, int minor, size_t poolsize )
{
    int error = 0;
    struct alchemy_pipe * created;

    if( pipe == NULL )
    {
        return -EINVAL;
    }

    if( ( minor < P_MINOR_AUTO ) || ( minor >= ALCHEMY_PIPES ) )
    {
        return -ENODEV;
    }

    created = object_new( sizeof( *created ), &error );

    if( created == NULL )
    {
        return error;
    }

    alchemy_lock();
    created->minor = choose( minor );

    if( created->minor < 0 )
    {
        error = created->minor;
    }
    else
    {
        devices[ created->minor ] = created;
        error = pool_init( &created->pool, ( poolsize == 0U ) ? USUAL_POOL : poolsize );
    }

    minor = created->minor;
    error = object_complete( &kind, created, name, error, &pipe->handle );
    alchemy_unlock();
    return ( error != 0 ) ? error : minor;
}

static void drop_first( struct alchemy_pipe * pipe, struct direction * from )
{
    pool_give( &pipe->pool, messages_take( &from->messages ) );
    from->begun = 0U;
}

/* As many streamed bytes as there are and fit. */
static ssize_t take_streamed( struct alchemy_pipe * pipe, struct direction * from, const struct request * to )
{
    size_t taken = 0;

    while( ( taken < to->size ) && ( from->messages.count > 0U ) &&
           ( from->messages.first->references == STREAMED ) )
    {
        struct message * first = from->messages.first;
        size_t rest = first->size - from->begun;
        size_t part = ( rest < to->size - taken ) ? rest : to->size - taken;

        memcpy( ( uint8_t * ) to->bytes + taken, ( uint8_t * ) ( first + 1 ) + from->begun, part );
        taken += part;
        from->begun += part;

        if( part == rest )
        {
            drop_first( pipe, from );
        }
    }

    return ( ssize_t ) taken;
}

/* What there is for a reader; there is something. */
static ssize_t take( struct alchemy_pipe * pipe, struct direction * from, const struct request * to )
{
    struct message * first = from->messages.first;
    size_t size = first->size;

    if( first->references == STREAMED )
    {
        return take_streamed( pipe, from, to );
    }

    if( size > to->size )
    {
        return -ENOBUFS;
    }

    memcpy( to->bytes, first + 1, size );
    drop_first( pipe, from );
    return ( ssize_t ) size;
}

/* With the lock. */
static int put( struct alchemy_pipe * pipe, struct direction * to, const void * bytes, size_t size,
                unsigned streamed, BaseType_t urgent )
{
    struct message * message = pool_take( &pipe->pool, sizeof( *message ) + size );

    if( message == NULL )
    {
        return -ENOMEM;
    }

    message->size = size;
    message->references = streamed;
    memcpy( message + 1, bytes, size );
    messages_put( &to->messages, message, urgent );
    return 0;
}

/* With the lock: serves who waits, now that there is something. */
static void settle( struct alchemy_pipe * pipe, struct direction * direction )
{
    struct alchemy_task * task;

    while( ( direction->messages.count > 0U ) && ( ( task = first_of( &direction->readers ) ) != NULL ) )
    {
        wake( task, ( int ) take( pipe, direction, request_of( task ) ) );
    }
}

/* With the lock, which it gives back. */
static ssize_t read_from( struct alchemy_pipe * pipe, struct direction * from, struct request request,
                          struct time_limit limit )
{
    ssize_t result = 0;

    if( ( request.size > 0U ) && ( from->messages.count == 0U ) )
    {
        return wait_in( &from->readers, &limit, &request );
    }

    if( request.size > 0U )
    {
        result = take( pipe, from, &request );
    }

    alchemy_unlock();
    return result;
}

static ssize_t read_as_task( RT_PIPE * pipe, struct request request, struct time_limit limit )
{
    struct alchemy_pipe * read;

    alchemy_lock();
    read = find( pipe );

    if( read == NULL )
    {
        alchemy_unlock();
        return -EINVAL;
    }

    return read_from( read, &read->to_tasks, request, limit );
}

ssize_t rt_pipe_read( RT_PIPE * pipe, void * buf, size_t size, RTIME timeout )
{
    return read_as_task( pipe, ( struct request ) { buf, size }, within( timeout ) );
}

ssize_t rt_pipe_read_until( RT_PIPE * pipe, void * buf, size_t size, RTIME abs_timeout )
{
    return read_as_task( pipe, ( struct request ) { buf, size }, until( abs_timeout ) );
}

ssize_t rt_pipe_read_timed( RT_PIPE * pipe, void * buf, size_t size, const struct timespec * abs_timeout )
{
    return read_as_task( pipe, ( struct request ) { buf, size }, by( abs_timeout ) );
}

ssize_t alchemy_device_read( int minor, void * buf, size_t size, RTIME timeout )
{
    struct alchemy_pipe * read;

    alchemy_lock();
    read = device( minor );

    if( read == NULL )
    {
        alchemy_unlock();
        return -ENODEV;
    }

    return read_from( read, &read->to_device, ( struct request ) { buf, size }, within( timeout ) );
}

/* With the lock. */
static ssize_t write_to( struct alchemy_pipe * pipe, struct direction * to, const void * buf, size_t size,
                         BaseType_t urgent )
{
    int error = ( size == 0U ) ? 0 : put( pipe, to, buf, size, WHOLE, urgent );

    settle( pipe, to );
    return ( error != 0 ) ? error : ( ssize_t ) size;
}

ssize_t rt_pipe_write( RT_PIPE * pipe, const void * buf, size_t size, int mode )
{
    struct alchemy_pipe * written;
    ssize_t result = -EINVAL;

    alchemy_lock();
    written = find( pipe );

    if( ( written != NULL ) && ( ( mode & ~P_URGENT ) == 0 ) )
    {
        /* Nothing comes between bytes of which some were read. */
        BaseType_t urgent = ( ( mode & P_URGENT ) != 0 ) && ( written->to_device.begun == 0U );

        result = write_to( written, &written->to_device, buf, size, urgent );
    }

    alchemy_unlock();
    return result;
}

ssize_t alchemy_device_write( int minor, const void * buf, size_t size )
{
    struct alchemy_pipe * written;
    ssize_t result = -ENODEV;

    alchemy_lock();
    written = device( minor );

    if( written != NULL )
    {
        result = write_to( written, &written->to_tasks, buf, size, pdFALSE );
    }

    alchemy_unlock();
    return result;
}

ssize_t rt_pipe_stream( RT_PIPE * pipe, const void * buf, size_t size )
{
    struct alchemy_pipe * written;
    size_t done = 0;
    int error = 0;

    alchemy_lock();
    written = find( pipe );
    error = ( written == NULL ) ? -EINVAL : 0;

    while( ( error == 0 ) && ( done < size ) )
    {
        size_t part = ( size - done < CHUNK ) ? size - done : CHUNK;

        error = put( written, &written->to_device, ( const uint8_t * ) buf + done, part, STREAMED, pdFALSE );
        done += ( error == 0 ) ? part : 0U;
    }

    if( written != NULL )
    {
        settle( written, &written->to_device );
    }

    alchemy_unlock();
    return ( done > 0U ) ? ( ssize_t ) done : error;
}
