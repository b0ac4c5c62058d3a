/* SPDX-License-Identifier: Apache-2.0 */

/* Pools of memory blocks. */
#include "internal.h"

#include "blocks.h"

struct pool
{
    struct blocks blocks;
    uint8_t * start;
    size_t size; /* of a block; 0: there is no pool */
};

static struct pool pools[ N_BUFFERS ];

static struct pool * pool_of( membuf_t id )
{
    return ( ( id >= 0 ) && ( id < N_BUFFERS ) && ( pools[ id ].size != 0U ) ) ? &pools[ id ] : NULL;
}

int bufcreate( membuf_t * pool, void * memory, int blocks, size_t size )
{
    int place = -1;

    if( ( pool == NULL ) || ( memory == NULL ) || ( ( ( uintptr_t ) memory % sizeof( void * ) ) != 0U ) ||
        ( blocks <= 0 ) || ( size == 0U ) || ( ( size % sizeof( void * ) ) != 0U ) )
    {
        return xilkernel_fail( EINVAL );
    }

    taskENTER_CRITICAL();

    for( int i = N_BUFFERS - 1; i >= 0; i-- )
    {
        place = ( pools[ i ].size == 0U ) ? i : place;
    }

    if( place >= 0 )
    {
        pools[ place ].start = memory;
        pools[ place ].size = size;
        blocks_create( &pools[ place ].blocks, memory, ( uint32_t ) blocks, size );
    }

    taskEXIT_CRITICAL();
    *pool = place;
    return ( place >= 0 ) ? 0 : xilkernel_fail( EAGAIN );
}

int bufdestroy( membuf_t id )
{
    struct pool * pool = pool_of( id );

    if( pool == NULL )
    {
        return xilkernel_fail( EINVAL );
    }

    pool->size = 0;
    return 0;
}

static void * get( struct pool * pool, size_t size )
{
    void * block;

    if( size > pool->size )
    {
        return NULL;
    }

    xilkernel_enter_critical();
    block = blocks_get( &pool->blocks );
    xilkernel_exit_critical();
    return block;
}

void * bufmalloc( membuf_t id, size_t size )
{
    struct pool * pool = pool_of( id );
    void * block = NULL;

    if( ( pool == NULL ) && ( id != MEMBUF_ANY ) )
    {
        ( void ) xilkernel_fail( EINVAL );
        return NULL;
    }

    if( pool != NULL )
    {
        block = get( pool, size );
    }
    else
    {
        for( int i = 0; ( i < N_BUFFERS ) && ( block == NULL ); i++ )
        {
            block = ( pool_of( i ) == NULL ) ? NULL : get( &pools[ i ], size );
        }
    }

    if( block == NULL )
    {
        ( void ) xilkernel_fail( ENOMEM );
    }

    return block;
}

static BaseType_t is_in( const struct pool * pool, const uint8_t * block )
{
    return ( block >= pool->start ) && ( block < pool->start + pool->blocks.total * pool->size );
}

void buffree( membuf_t id, void * block )
{
    struct pool * pool = pool_of( id );

    for( int i = 0; ( id == MEMBUF_ANY ) && ( pool == NULL ) && ( i < N_BUFFERS ); i++ )
    {
        pool = is_in( &pools[ i ], block ) ? &pools[ i ] : NULL;
    }

    if( ( pool != NULL ) && ( block != NULL ) )
    {
        xilkernel_enter_critical();
        ( void ) blocks_put( &pool->blocks, block );
        xilkernel_exit_critical();
    }
}
