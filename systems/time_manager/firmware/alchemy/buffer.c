/* SPDX-License-Identifier: Apache-2.0 */

#include "alchemy/buffer.h"

#include <errno.h>
#include <string.h>

#include "board.h"
#include "internal.h"

struct alchemy_buffer
{
    struct object object;
    uint8_t * bytes;
    size_t size;
    size_t begin; /* of what is to be read */
    size_t fill;
    struct wait_queue readers, writers;
};

/* What a task reads to, or writes from, while it waits. */
struct request
{
    void * bytes;
    size_t size;
};

static void end( void * object )
{
    struct alchemy_buffer * ended = object;

    wait_queue_end( &ended->readers );
    wait_queue_end( &ended->writers );
    vPortFree( ended->bytes );
    vPortFree( ended );
}

static struct object_kind kind = { .end = end };

OBJECT_CALLS( RT_BUFFER, buffer )

int rt_buffer_create( RT_BUFFER * bf, const char * name, size_t bufsz, int mode )
{
    int error = 0;
    struct alchemy_buffer * created;

    if( ( bf == NULL ) || ( bufsz == 0U ) || ( ( mode & ~B_PRIO ) != 0 ) )
    {
        return -EINVAL;
    }

    created = object_new( sizeof( *created ), &error );

    if( created == NULL )
    {
        return error;
    }

    created->size = bufsz;
    created->bytes = pvPortMalloc( bufsz );

    if( ( created->bytes == NULL ) || ( wait_queue_init( &created->readers, ( mode & B_PRIO ) != 0 ) != 0 ) ||
        ( wait_queue_init( &created->writers, ( mode & B_PRIO ) != 0 ) != 0 ) )
    {
        error = -ENOMEM;
    }

    return object_complete( &kind, created, name, error, &bf->handle );
}

/* The bytes from an offset on up to where the ring begins again, at most so many. */
static size_t in_one_piece( const struct alchemy_buffer * buffer, size_t offset, size_t size )
{
    return ( size < buffer->size - offset ) ? size : buffer->size - offset;
}

static BaseType_t get( struct alchemy_buffer * buffer, const struct request * request )
{
    size_t piece = in_one_piece( buffer, buffer->begin, request->size );

    if( buffer->fill < request->size )
    {
        return pdFALSE;
    }

    memcpy( request->bytes, buffer->bytes + buffer->begin, piece );
    memcpy( ( uint8_t * ) request->bytes + piece, buffer->bytes, request->size - piece );
    buffer->begin = ( buffer->begin + request->size ) % buffer->size;
    buffer->fill -= request->size;
    return pdTRUE;
}

static BaseType_t put( struct alchemy_buffer * buffer, const struct request * request )
{
    size_t offset = ( buffer->begin + buffer->fill ) % buffer->size;
    size_t piece = in_one_piece( buffer, offset, request->size );

    if( buffer->size - buffer->fill < request->size )
    {
        return pdFALSE;
    }

    memcpy( buffer->bytes + offset, request->bytes, piece );
    memcpy( buffer->bytes, ( const uint8_t * ) request->bytes + piece, request->size - piece );
    buffer->fill += request->size;
    return pdTRUE;
}

/* Serves the first of a queue if that is possible now. */
static BaseType_t serve_first( struct alchemy_buffer * buffer, struct wait_queue * queue,
                               BaseType_t ( *serve )( struct alchemy_buffer *, const struct request * ) )
{
    struct alchemy_task * task = first_of( queue );
    const struct request * request = ( task == NULL ) ? NULL : request_of( task );

    if( ( task == NULL ) || !serve( buffer, request ) )
    {
        return pdFALSE;
    }

    wake( task, ( int ) request->size );
    return pdTRUE;
}

/* Serves who waits, until nobody can go on. */
static void settle( struct alchemy_buffer * buffer )
{
    while( serve_first( buffer, &buffer->writers, put ) || serve_first( buffer, &buffer->readers, get ) )
    {
    }
}

/* Gives the first reader all there is, which is less than it waits for. */
static void serve_short( struct alchemy_buffer * buffer )
{
    struct alchemy_task * task = first_of( &buffer->readers );
    struct request * request = request_of( task );

    request->size = buffer->fill;
    ( void ) get( buffer, request );
    wake( task, ( int ) request->size );
}

static ssize_t read_from( RT_BUFFER * bf, struct request request, struct time_limit limit )
{
    struct alchemy_buffer * buffer;
    ssize_t result;

    if( request.size == 0U )
    {
        return 0;
    }

    alchemy_lock();
    buffer = find( bf );

    if( ( buffer == NULL ) || ( request.size > buffer->size ) )
    {
        alchemy_unlock();
        return -EINVAL;
    }

    if( ( buffer->fill < request.size ) && ( buffer->fill > 0U ) && ( buffer->writers.count > 0U ) &&
        ( limit.ns != TM_NONBLOCK ) )
    {
        request.size = buffer->fill;
    }

    if( !get( buffer, &request ) )
    {
        return wait_in( &buffer->readers, &limit, &request );
    }

    result = ( ssize_t ) request.size;
    settle( buffer );
    alchemy_unlock();
    return result;
}

ssize_t rt_buffer_read( RT_BUFFER * bf, void * ptr, size_t size, RTIME timeout )
{
    return read_from( bf, ( struct request ) { ptr, size }, within( timeout ) );
}

ssize_t rt_buffer_read_until( RT_BUFFER * bf, void * ptr, size_t size, RTIME abs_timeout )
{
    return read_from( bf, ( struct request ) { ptr, size }, until( abs_timeout ) );
}

ssize_t rt_buffer_read_timed( RT_BUFFER * bf, void * ptr, size_t size, const struct timespec * abs_timeout )
{
    return read_from( bf, ( struct request ) { ptr, size }, by( abs_timeout ) );
}

static ssize_t write_to( RT_BUFFER * bf, struct request request, struct time_limit limit )
{
    struct alchemy_buffer * buffer;

    if( request.size == 0U )
    {
        return 0;
    }

    alchemy_lock();
    buffer = find( bf );

    if( ( buffer == NULL ) || ( request.size > buffer->size ) )
    {
        alchemy_unlock();
        return -EINVAL;
    }

    if( ( buffer->size - buffer->fill < request.size ) && ( buffer->fill > 0U ) &&
        ( buffer->readers.count > 0U ) && ( limit.ns != TM_NONBLOCK ) )
    {
        serve_short( buffer );
    }

    if( !put( buffer, &request ) )
    {
        return wait_in( &buffer->writers, &limit, &request );
    }

    settle( buffer );
    alchemy_unlock();
    return ( ssize_t ) request.size;
}

ssize_t rt_buffer_write( RT_BUFFER * bf, const void * ptr, size_t size, RTIME timeout )
{
    return write_to( bf, ( struct request ) { ( void * ) ptr, size }, within( timeout ) );
}

ssize_t rt_buffer_write_until( RT_BUFFER * bf, const void * ptr, size_t size, RTIME abs_timeout )
{
    return write_to( bf, ( struct request ) { ( void * ) ptr, size }, until( abs_timeout ) );
}

ssize_t rt_buffer_write_timed( RT_BUFFER * bf, const void * ptr, size_t size,
                               const struct timespec * abs_timeout )
{
    return write_to( bf, ( struct request ) { ( void * ) ptr, size }, by( abs_timeout ) );
}

int rt_buffer_clear( RT_BUFFER * bf )
{
    struct alchemy_buffer * cleared;

    alchemy_lock();
    cleared = find( bf );

    if( cleared != NULL )
    {
        cleared->fill = 0U;
        settle( cleared );
    }

    alchemy_unlock();
    return ( cleared == NULL ) ? -EINVAL : 0;
}

int rt_buffer_inquire( RT_BUFFER * bf, RT_BUFFER_INFO * info )
{
    struct alchemy_buffer * inquired;

    alchemy_lock();
    inquired = find( bf );

    if( inquired != NULL )
    {
        info->iwaiters = ( int ) inquired->readers.count;
        info->owaiters = ( int ) inquired->writers.count;
        info->totalmem = inquired->size;
        info->availmem = inquired->size - inquired->fill;
        strcpy( info->name, inquired->object.name );
    }

    alchemy_unlock();
    return ( inquired == NULL ) ? -EINVAL : 0;
}
