/* SPDX-License-Identifier: Apache-2.0 */

#include "alchemy/heap.h"

#include <errno.h>
#include <string.h>

#include "board.h"
#include "internal.h"
#include "pool.h"

#define MOST 0x7FFFFFFFU

/* A heap has room for its size in blocks of so many bytes or more, as Xenomai's has; in smaller ones
 * for less. */
#define SMALL 512U

struct alchemy_heap
{
    struct object object;
    struct pool pool;
    size_t size;
    int mode;
    void * single;
    struct wait_queue waiters;
};

/* What a task waits for, and where its block is written. */
struct request
{
    size_t size;
    void ** block;
};

static void end( void * object )
{
    struct alchemy_heap * ended = object;

    wait_queue_end( &ended->waiters );
    pool_end( &ended->pool );
    vPortFree( ended );
}

static struct object_kind kind = { .end = end };

OBJECT_CALLS( RT_HEAP, heap )

int rt_heap_create( RT_HEAP * heap, const char * name, size_t heapsize, int mode )
{
    int error = 0;
    size_t heads; /* of the blocks behind the first */
    struct alchemy_heap * created;

    if( ( heap == NULL ) || ( heapsize == 0U ) || ( heapsize > MOST ) ||
        ( ( mode & ~( H_PRIO | H_SINGLE ) ) != 0 ) )
    {
        return -EINVAL;
    }

    created = object_new( sizeof( *created ), &error );

    if( created == NULL )
    {
        return error;
    }

    created->size = heapsize;
    created->mode = mode;
    heads = ( heapsize - 1U ) / SMALL;
    error = pool_init( &created->pool, pool_takes( heapsize ) + heads * sizeof( struct pool_block ) );

    if( error == 0 )
    {
        created->single = ( ( mode & H_SINGLE ) != 0 ) ? pool_take( &created->pool, heapsize ) : NULL;
        error = wait_queue_init( &created->waiters, ( mode & H_PRIO ) != 0 );
    }

    return object_complete( &kind, created, name, error, &heap->handle );
}

static BaseType_t serve( struct alchemy_heap * heap, const struct request * request )
{
    void * block = ( heap->single != NULL ) ? heap->single : pool_take( &heap->pool, request->size );

    if( block != NULL )
    {
        *request->block = block;
    }

    return block != NULL;
}

static int take( RT_HEAP * heap, struct request request, struct time_limit limit )
{
    struct alchemy_heap * taken;
    int error = 0;

    alchemy_lock();
    taken = find( heap );

    if( ( taken == NULL ) ||
        ( ( taken->single != NULL ) && ( request.size != 0U ) && ( request.size != taken->size ) ) )
    {
        error = -EINVAL;
    }
    else if( !serve( taken, &request ) )
    {
        return wait_in( &taken->waiters, &limit, &request );
    }

    alchemy_unlock();
    return error;
}

int rt_heap_alloc( RT_HEAP * heap, size_t size, RTIME timeout, void ** blockp )
{
    return take( heap, ( struct request ) { size, blockp }, within( timeout ) );
}

int rt_heap_alloc_until( RT_HEAP * heap, size_t size, RTIME abs_timeout, void ** blockp )
{
    return take( heap, ( struct request ) { size, blockp }, until( abs_timeout ) );
}

int rt_heap_alloc_timed( RT_HEAP * heap, size_t size, const struct timespec * abs_timeout, void ** blockp )
{
    return take( heap, ( struct request ) { size, blockp }, by( abs_timeout ) );
}

int rt_heap_free( RT_HEAP * heap, void * block )
{
    struct alchemy_heap * given;
    int error = 0;

    alchemy_lock();
    given = find( heap );

    if( ( given == NULL ) || ( ( given->single == NULL ) && !pool_has( &given->pool, block ) ) )
    {
        error = -EINVAL;
    }
    else if( given->single == NULL )
    {
        struct alchemy_task * task = first_of( &given->waiters );

        pool_give( &given->pool, block );

        while( task != NULL )
        {
            struct alchemy_task * next = next_of( &given->waiters, task );

            if( serve( given, request_of( task ) ) )
            {
                wake( task, 0 );
            }

            task = next;
        }
    }

    alchemy_unlock();
    return error;
}

int rt_heap_inquire( RT_HEAP * heap, RT_HEAP_INFO * info )
{
    struct alchemy_heap * inquired;

    alchemy_lock();
    inquired = find( heap );

    if( inquired != NULL )
    {
        info->nwaiters = ( int ) inquired->waiters.count;
        info->mode = inquired->mode;
        info->heapsize = inquired->size;
        info->usablemem = inquired->pool.size;
        info->usedmem = inquired->pool.used;
        strcpy( info->name, inquired->object.name );
    }

    alchemy_unlock();
    return ( inquired == NULL ) ? -EINVAL : 0;
}
