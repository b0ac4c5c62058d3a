/* SPDX-License-Identifier: Apache-2.0 */

/* A task starts a software timer that expires after those that run already; what a tick at which none
 * expires takes from a running task, and one at which one calls its function. Over the number of
 * timers that run. */
#include "exact.h"
#include "adapter.h"

#define RANK    1U
#define MOST    15U
#define LONG    1000U
#define LONGER  2000U
#define SHORT   2U
#define SAMPLES 4U

/* A tick is 20,000 cycles. After half of one the loop, of at least 12,000 cycles and less than
 * 20,000, meets exactly one. */
#define HALF_TICK 10000U
#define ROUNDS    4000U

static const unsigned sizes[] = { 0U, 5U, 10U, 15U };

static kernel_task_t task;
static kernel_timer_t running[ MOST ], last, expiring;
static volatile unsigned expired;
static uint32_t baseline;

KERNEL_TIMER_CALLBACK( expires )
{
    expired++;
}

static BENCH_FUNCTION uint32_t start( void )
{
    KERNEL_TIMER_START( BENCH_START( timer_start, last ) );
    return BENCH_STOP( timer_start );
}

static BENCH_FUNCTION uint32_t meet_tick( void )
{
    bench_busy_loop( BENCH_START( timer_tick, ROUNDS ) );
    return BENCH_STOP( timer_tick );
}

static BENCH_FUNCTION uint32_t meet_expiry( void )
{
    bench_busy_loop( BENCH_START( timer_expiry, ROUNDS ) );
    return BENCH_STOP( timer_expiry );
}

/* Behind a tick. */
static void next_tick( void )
{
    uint32_t tick = ( uint32_t ) KERNEL_TICKS();

    while( ( uint32_t ) KERNEL_TICKS() == tick )
    {
    }
}

static void measure( unsigned timers )
{
    uint32_t cycles;
    unsigned before = expired;

    next_tick();
    cycles = start();
    bench_sample( "timer-start", cycles, "timers=%u", timers );
    next_tick();
    comparison_wait( HALF_TICK );
    cycles = meet_tick();
    bench_sample_stolen( "timer-tick", cycles, baseline, "timers=%u", timers );
    next_tick();
    KERNEL_TIMER_START( expiring );
    next_tick();
    comparison_wait( HALF_TICK );
    REQUIRE( expired == before );
    cycles = meet_expiry();
    REQUIRE( expired == before + 1U );
    bench_sample_stolen( "timer-expiry", cycles, baseline, "timers=%u", timers );
}

KERNEL_TASK( only )
{
    unsigned started = 0;

    for( unsigned i = 0; i < sizeof( sizes ) / sizeof( sizes[ 0 ] ); i++ )
    {
        for( ; started < sizes[ i ]; started++ )
        {
            REQUIRE( KERNEL_TIMER_CREATE( running[ started ], LONG + started, expires ) );
            KERNEL_TIMER_START( running[ started ] );
        }

        for( unsigned sample = 0; sample < SAMPLES; sample++ )
        {
            measure( sizes[ i ] );
        }
    }

    bench_end();
}

static void setup( void )
{
    bench_begin();
    baseline = bench_busy_loop_cycles( ROUNDS );
    REQUIRE( KERNEL_TIMER_CREATE( last, LONGER, expires ) );
    REQUIRE( KERNEL_TIMER_CREATE( expiring, SHORT, expires ) );
    REQUIRE( KERNEL_CREATE( task, only, RANK ) );
}

KERNEL_MAIN( setup )
