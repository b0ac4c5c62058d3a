/* SPDX-License-Identifier: Apache-2.0 */

/* Free blocks of one size as a list, for the layers' pools of memory. */
#pragma once

#include <stddef.h>
#include <stdint.h>

struct blocks
{
    void * free; /* first free block; each holds the address of the next */
    uint32_t total;
    uint32_t unused;
};

/* `size`, in bytes, is a multiple of a pointer's, and `start` is aligned as one. */
static inline void blocks_create( struct blocks * blocks, void * start, uint32_t total, uint32_t size )
{
    for( uint32_t i = 0; i < total; i++ )
    {
        uint8_t * block = ( uint8_t * ) start + i * size;

        *( void ** ) block = ( i + 1U < total ) ? block + size : NULL;
    }

    blocks->free = start;
    blocks->total = total;
    blocks->unused = total;
}

/* NULL if none is free. */
static inline void * blocks_get( struct blocks * blocks )
{
    void * block = blocks->free;

    if( block != NULL )
    {
        blocks->free = *( void ** ) block;
        blocks->unused--;
    }

    return block;
}

/* 0 if all are free already. */
static inline int blocks_put( struct blocks * blocks, void * block )
{
    if( blocks->unused == blocks->total )
    {
        return 0;
    }

    *( void ** ) block = blocks->free;
    blocks->free = block;
    blocks->unused++;
    return 1;
}
