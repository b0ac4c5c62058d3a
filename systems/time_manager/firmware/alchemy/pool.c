/* SPDX-License-Identifier: Apache-2.0 */

#include "pool.h"

#include <errno.h>

int pool_init( struct pool * pool, size_t size )
{
    size = size / sizeof( struct pool_block ) * sizeof( struct pool_block );
    pool->memory = pvPortMalloc( size );

    if( pool->memory == NULL )
    {
        return -ENOMEM;
    }

    *pool->memory = ( struct pool_block ) { size, NULL, NULL };
    pool->free = pool->memory;
    pool->size = size;
    pool->used = 0U;
    return 0;
}

void pool_end( struct pool * pool )
{
    vPortFree( pool->memory );
}

static struct pool_block * after( struct pool_block * block )
{
    return block + block->size / sizeof( *block );
}

void * pool_take( struct pool * pool, size_t bytes )
{
    struct pool_block ** link = &pool->free;
    size_t size = pool_takes( bytes );
    struct pool_block * block;

    while( ( *link != NULL ) && ( ( *link )->size < size ) )
    {
        link = &( *link )->next;
    }

    block = *link;

    if( ( block == NULL ) || ( bytes > pool->size ) )
    {
        return NULL;
    }

    *link = block->next;

    if( block->size > size )
    {
        struct pool_block * rest = block + size / sizeof( *block );

        *rest = ( struct pool_block ) { block->size - size, NULL, block->next };
        *link = rest;
        block->size = size;
    }

    block->pool = pool;
    pool->used += size;
    return block + 1;
}

/* Makes one block of two that are free and lie one after the other. */
static void join( struct pool_block * block )
{
    struct pool_block * next = block->next;

    if( ( next != NULL ) && ( after( block ) == next ) )
    {
        block->size += next->size;
        block->next = next->next;
    }
}

void pool_give( struct pool * pool, void * bytes )
{
    struct pool_block * block = ( struct pool_block * ) bytes - 1;
    struct pool_block * before = NULL;
    struct pool_block ** link = &pool->free;

    while( ( *link != NULL ) && ( *link < block ) )
    {
        before = *link;
        link = &before->next;
    }

    pool->used -= block->size;
    block->pool = NULL;
    block->next = *link;
    *link = block;
    join( block );

    if( before != NULL )
    {
        join( before );
    }
}

BaseType_t pool_has( const struct pool * pool, const void * bytes )
{
    uintptr_t offset = ( uintptr_t ) bytes - ( uintptr_t ) ( pool->memory + 1 );

    return ( offset < pool->size ) && ( ( offset % sizeof( struct pool_block ) ) == 0U ) &&
           ( ( ( const struct pool_block * ) bytes - 1 )->pool == pool );
}
