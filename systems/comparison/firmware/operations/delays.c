/* SPDX-License-Identifier: Apache-2.0 */

/* A task delays itself while others are delayed already, and the next lower one goes on; and what a
 * tick at which nobody wakes takes from a running task. Over the number of tasks delayed. */
#include "exact.h"
#include "adapter.h"

#define LOW_RANK      1U
#define HIGH_RANK     2U
#define FIRST_SLEEPER 3U
#define MOST          15U
#define LONG          1000U
#define SAMPLES       4U

/* A tick is 20,000 cycles. After half of one the loop, of at least 12,000 cycles and less than
 * 20,000, meets exactly one. */
#define HALF_TICK 10000U
#define ROUNDS    4000U

static const unsigned sizes[] = { 0U, 5U, 10U, 15U };

static kernel_task_t low_task, high_task, sleepers[ MOST ];
static uint32_t baseline;

static BENCH_FUNCTION void delay( void )
{
    KERNEL_DELAY( BENCH_START( delay_block, 2U ) );
}

static BENCH_FUNCTION uint32_t resume( void )
{
    KERNEL_RESUME( high_task );
    return BENCH_STOP( delay_block );
}

static BENCH_FUNCTION uint32_t compute( void )
{
    bench_busy_loop( BENCH_START( tick_stolen, ROUNDS ) );
    return BENCH_STOP( tick_stolen );
}

KERNEL_TASK( sleeper )
{
    for( ;; )
    {
        KERNEL_DELAY( LONG );
    }
}

KERNEL_TASK( high )
{
    for( ;; )
    {
        KERNEL_SUSPEND_SELF( high_task );
        delay();
    }
}

/* Behind a tick; the next one is far enough for an operation, and within compute(). */
static void next_tick( void )
{
    uint32_t tick = ( uint32_t ) KERNEL_TICKS();

    while( ( uint32_t ) KERNEL_TICKS() == tick )
    {
    }
}

KERNEL_TASK( low )
{
    unsigned asleep = 0;

    for( unsigned i = 0; i < sizeof( sizes ) / sizeof( sizes[ 0 ] ); i++ )
    {
        for( ; asleep < sizes[ i ]; asleep++ )
        {
            REQUIRE( KERNEL_CREATE( sleepers[ asleep ], sleeper, FIRST_SLEEPER + asleep ) );
        }

        for( unsigned sample = 0; sample < SAMPLES; sample++ )
        {
            uint32_t cycles;

            next_tick();
            cycles = resume();
            bench_sample( "delay-block", cycles, "delayed=%u", sizes[ i ] );
            next_tick();
            next_tick();
            next_tick();
            comparison_wait( HALF_TICK );
            cycles = compute();
            bench_sample_stolen( "tick-stolen", cycles, baseline, "delayed=%u", sizes[ i ] );
        }
    }

    bench_end();
}

static void setup( void )
{
    bench_begin();
    baseline = bench_busy_loop_cycles( ROUNDS );
    REQUIRE( KERNEL_CREATE( high_task, high, HIGH_RANK ) );
    REQUIRE( KERNEL_CREATE( low_task, low, LOW_RANK ) );
}

KERNEL_MAIN( setup )
