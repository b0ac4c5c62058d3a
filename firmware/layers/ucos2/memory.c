/* SPDX-License-Identifier: Apache-2.0 */

/* Partitions of memory: free blocks are a list. */
#include "internal.h"

struct ucos2_memory
{
    void * free; /* first free block; each holds the address of the next */
    INT32U blocks;
    INT32U unused;
};

OS_MEM * OSMemCreate( void * start,
                      INT32U blocks,
                      INT32U size,
                      INT8U * error )
{
    OS_MEM * partition;

    *error = ( ( start == NULL ) || ( ( ( uintptr_t ) start % sizeof( void * ) ) != 0U ) ) ? OS_ERR_MEM_INVALID_ADDR :
             ( blocks < 2U ) ? OS_ERR_MEM_INVALID_BLKS :
             ( ( size < sizeof( void * ) ) || ( ( size % sizeof( void * ) ) != 0U ) ) ? OS_ERR_MEM_INVALID_SIZE :
             OS_ERR_NONE;

    if( *error != OS_ERR_NONE )
    {
        return NULL;
    }

    partition = pvPortMalloc( sizeof( *partition ) );

    for( INT32U i = 0; i < blocks; i++ )
    {
        uint8_t * block = ( uint8_t * ) start + i * size;

        *( void ** ) block = ( i + 1U < blocks ) ? block + size : NULL;
    }

    partition->free = start;
    partition->blocks = blocks;
    partition->unused = blocks;
    return partition;
}

void * OSMemGet( OS_MEM * partition,
                 INT8U * error )
{
    void * block;

    if( partition == NULL )
    {
        *error = OS_ERR_MEM_INVALID_PMEM;
        return NULL;
    }

    ucos2_enter_critical();
    block = partition->free;

    if( block != NULL )
    {
        partition->free = *( void ** ) block;
        partition->unused--;
    }

    ucos2_exit_critical();
    *error = ( block == NULL ) ? OS_ERR_MEM_NO_FREE_BLKS : OS_ERR_NONE;
    return block;
}

INT8U OSMemPut( OS_MEM * partition,
                void * block )
{
    INT8U error = OS_ERR_MEM_FULL;

    if( ( partition == NULL ) || ( block == NULL ) )
    {
        return ( partition == NULL ) ? OS_ERR_MEM_INVALID_PMEM : OS_ERR_MEM_INVALID_PBLK;
    }

    ucos2_enter_critical();

    if( partition->unused < partition->blocks )
    {
        *( void ** ) block = partition->free;
        partition->free = block;
        partition->unused++;
        error = OS_ERR_NONE;
    }

    ucos2_exit_critical();
    return error;
}
