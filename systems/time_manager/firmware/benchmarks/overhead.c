/* SPDX-License-Identifier: Apache-2.0 */

/*
 * What periodic tasks that do nothing but wait cost the rest of the system, against their period:
 * cycles taken from a task below them in a twentieth of a second, switches and rt_task_wait_period()
 * included. Twelve tasks, as the paper has them, with one release for all. The software time base
 * has the paper's tick, and periods below that it cannot have.
 */
#include "waiting.h"

#define TASKS         12
#define WINDOW_MS     50
#define CYCLES_PER_MS ( configCPU_CLOCK_HZ / 1000 )
#define TRIAL_ROUNDS  1000
#define NS_PER_MS     1000000

static uint32_t rounds, baseline;

static BENCH_FUNCTION uint32_t compute( void )
{
    bench_busy_loop( BENCH_START( overhead, rounds ) );
    return BENCH_STOP( overhead );
}

static void work( unsigned number )
{
    ( void ) number;
    rt_task_wait_period( NULL );
}

/* The window begins between two releases, and has WINDOW_MS / period of them. */
static void measure( unsigned period_ms )
{
    RTIME period = ( RTIME ) period_ms * NS_PER_MS;
    RTIME date = rt_timer_read() + 2 * TIME_BASE_NS + period;
    uint32_t cycles;

    if( period < TIME_BASE_NS )
    {
        return;
    }

    for( unsigned i = 0; i < TASKS; i++ )
    {
        waiting_release( i, date, period );
    }

    while( rt_timer_read() < date )
    {
    }

    bench_busy_loop( rounds / WINDOW_MS / 2 ); /* half a millisecond: they wait again */
    cycles = compute();

    for( unsigned i = 0; i < TASKS; i++ )
    {
        waiting_release( i, TM_NOW, FAR_NS );
    }

    bench_sample_stolen( "overhead", cycles, baseline, "period_ms=%u", period_ms );
}

static void direct( void * parameters )
{
    static const unsigned periods[] = { 1, 2, 5, 10, 25, 50 };

    ( void ) parameters;
    waiting_tasks( TASKS, work );

    for( unsigned i = 0; i < sizeof( periods ) / sizeof( periods[ 0 ] ); i++ )
    {
        measure( periods[ i ] );
    }

    bench_end();
}

int main( void )
{
    bench_begin();
    rounds = ( uint32_t ) ( ( uint64_t ) WINDOW_MS * CYCLES_PER_MS * TRIAL_ROUNDS /
                            bench_busy_loop_cycles( TRIAL_ROUNDS ) );
    baseline = bench_busy_loop_cycles( rounds );
    waiting_begin( direct, WAITING_PRIORITY - 1 );
}
