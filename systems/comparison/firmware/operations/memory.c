/* SPDX-License-Identifier: Apache-2.0 */

/* Get and release of a block of 128 bytes by one task, while others are taken. */
#include "exact.h"
#include "adapter.h"

#define RANK   1U
#define BLOCKS 32U

static kernel_task_t task;
static kernel_memory_t memory;
static void * blocks[ BLOCKS ];

static BENCH_FUNCTION void * get( uint32_t * cycles )
{
    void * block = KERNEL_MEMORY_GET( BENCH_START( get_memory, memory ) );

    *cycles = BENCH_STOP( get_memory );
    return block;
}

static BENCH_FUNCTION uint32_t release( void * block )
{
    KERNEL_MEMORY_RELEASE( memory, BENCH_START( release_memory, block ) );
    return BENCH_STOP( release_memory );
}

KERNEL_TASK( only )
{
    uint32_t cycles;

    for( unsigned i = 0; i < BLOCKS; i++ )
    {
        blocks[ i ] = get( &cycles );
        REQUIRE( blocks[ i ] != ( void * ) 0 );
        bench_sample( "get-memory", cycles, "sample=%u", i );
    }

    for( unsigned i = 0; i < BLOCKS; i++ )
    {
        bench_sample( "release-memory", release( blocks[ i ] ), "sample=%u", i );
    }

    bench_end();
}

static void setup( void )
{
    bench_begin();
    REQUIRE( KERNEL_MEMORY_CREATE( memory, BLOCKS, COMPARISON_BLOCK ) );
    REQUIRE( KERNEL_CREATE( task, only, RANK ) );
}

KERNEL_MAIN( setup )
