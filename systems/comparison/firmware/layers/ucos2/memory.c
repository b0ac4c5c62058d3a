/* SPDX-License-Identifier: Apache-2.0 */

/* Partitions of memory. */
#include "internal.h"

#include "blocks.h"

struct ucos2_memory
{
    struct blocks blocks;
};

OS_MEM * OSMemCreate( void * start, INT32U blocks, INT32U size, INT8U * error )
{
    OS_MEM * partition;

    *error = ( ( start == NULL ) || ( ( ( uintptr_t ) start % sizeof( void * ) ) != 0U ) ) ?
                 OS_ERR_MEM_INVALID_ADDR :
             ( blocks < 2U ) ? OS_ERR_MEM_INVALID_BLKS :
             ( ( size < sizeof( void * ) ) || ( ( size % sizeof( void * ) ) != 0U ) ) ?
                               OS_ERR_MEM_INVALID_SIZE :
                               OS_ERR_NONE;

    if( *error != OS_ERR_NONE )
    {
        return NULL;
    }

    partition = pvPortMalloc( sizeof( *partition ) );
    blocks_create( &partition->blocks, start, blocks, size );
    return partition;
}

void * OSMemGet( OS_MEM * partition, INT8U * error )
{
    void * block;

    if( partition == NULL )
    {
        *error = OS_ERR_MEM_INVALID_PMEM;
        return NULL;
    }

    ucos2_enter_critical();
    block = blocks_get( &partition->blocks );
    ucos2_exit_critical();
    *error = ( block == NULL ) ? OS_ERR_MEM_NO_FREE_BLKS : OS_ERR_NONE;
    return block;
}

INT8U OSMemPut( OS_MEM * partition, void * block )
{
    int put;

    if( ( partition == NULL ) || ( block == NULL ) )
    {
        return ( partition == NULL ) ? OS_ERR_MEM_INVALID_PMEM : OS_ERR_MEM_INVALID_PBLK;
    }

    ucos2_enter_critical();
    put = blocks_put( &partition->blocks, block );
    ucos2_exit_critical();
    return put ? OS_ERR_NONE : OS_ERR_MEM_FULL;
}
