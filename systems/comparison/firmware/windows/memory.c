/* SPDX-License-Identifier: Apache-2.0 */

/* The paper's getting and releasing of blocks of 128 bytes by one task (8.5, A.1.3, B.1.4, C.1.4).
 * In 10 ms this core gets more blocks than there is memory, so the window is made of batches: the
 * stopwatch stands still while a batch is given back, or got again. */
#include "comparison.h"
#include "adapter.h"

#include "bench.h"
#include "soc.h"

#define RANK  1U
#define BATCH 256U

#ifndef COUNTED
    #define COUNTED( action ) action "-memory"
#endif

static kernel_task_t task;
static kernel_memory_t memory;
static void * blocks[ BATCH ];

static void get_batch( void )
{
    uint32_t time_a = ( uint32_t ) KERNEL_TICKS(), time;

    for( unsigned i = 0; i < BATCH; i++ )
    {
        time = ( uint32_t ) KERNEL_TICKS();

        if( time >= time_a )
        {
            blocks[ i ] = KERNEL_MEMORY_GET( memory );
            REQUIRE( blocks[ i ] != ( void * ) 0 );
        }
    }
}

static void release_batch( void )
{
    uint32_t time_a = ( uint32_t ) KERNEL_TICKS(), time;

    for( unsigned i = 0; i < BATCH; i++ )
    {
        time = ( uint32_t ) KERNEL_TICKS();

        if( time >= time_a )
        {
            KERNEL_MEMORY_RELEASE( memory, blocks[ i ] );
        }
    }
}

/* Alternates between the two until the first has had 10 ms; returns how many of it these held. */
static uint32_t measure( void ( *counted )( void ), void ( *other )( void ) )
{
    uint32_t operations = 0, cycles;

    comparison_wait( comparison_phase() );
    SOC_REGISTER( SOC_STOPWATCH_RESET_OFFSET ) = 0;

    do
    {
        SOC_REGISTER( SOC_STOPWATCH_START_OFFSET ) = 0;
        counted();
        SOC_REGISTER( SOC_STOPWATCH_PAUSE_OFFSET ) = 0;
        other();
        operations += BATCH;
        cycles = SOC_REGISTER( SOC_STOPWATCH_COUNT_OFFSET );
    } while( cycles < WINDOW_CYCLES );

    return ( uint32_t ) ( ( uint64_t ) operations * WINDOW_CYCLES / cycles );
}

KERNEL_TASK( only )
{
    for( unsigned window = 0; window < WINDOWS; window++ )
    {
        comparison_count( COUNTED( "get" ), measure( get_batch, release_batch ), "tasks", 1U );
        get_batch();
        comparison_count( COUNTED( "release" ), measure( release_batch, get_batch ), "tasks", 1U );
        release_batch();
    }

    bench_end();
}

static void setup( void )
{
    REQUIRE( KERNEL_MEMORY_CREATE( memory, BATCH, COMPARISON_BLOCK ) );
    REQUIRE( KERNEL_CREATE( task, only, RANK ) );
}

KERNEL_MAIN( setup )
