/* SPDX-License-Identifier: Apache-2.0 */

/* Memory from which blocks of any size are taken, first fit, and given back, as FreeRTOS's heap_4 does. All
 * is called with the lock. */
#pragma once

#include <stddef.h>
#include <stdint.h>

#include "FreeRTOS.h"

/* What a block takes of a pool, beside its own bytes. */
struct pool_block
{
    size_t size;              /* with this head */
    const struct pool * pool; /* NULL while it is free */
    struct pool_block * next; /* free one, by address */
} __attribute__( ( aligned( portBYTE_ALIGNMENT ) ) );

struct pool
{
    struct pool_block * memory;
    struct pool_block * free;
    size_t size;
    size_t used;
};

/* What a block of so many bytes takes. */
static inline size_t pool_takes( size_t bytes )
{
    return ( ( bytes + sizeof( struct pool_block ) - 1U ) / sizeof( struct pool_block ) + 1U ) *
           sizeof( struct pool_block );
}

/* 0 or -ENOMEM. Frees the memory. */
int pool_init( struct pool * pool, size_t size );
void pool_end( struct pool * pool );

/* A block, NULL if there is no room. Gives one back. Whether one is the pool's, and taken. */
void * pool_take( struct pool * pool, size_t bytes );
void pool_give( struct pool * pool, void * bytes );
BaseType_t pool_has( const struct pool * pool, const void * bytes );
