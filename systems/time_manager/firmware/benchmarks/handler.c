/* SPDX-License-Identifier: Apache-2.0 */

/* What the time base's interrupt takes from a running task above all that wait, against the number
 * of periodic tasks: the execution time of the handler, which figures 3 and 4 of the paper are made
 * of. One of N wakes (handler-one), or all do (handler-all). */
#include "releases.h"

#define TRIAL_ROUNDS 1000

/* The loop begins shortly before a release, and ends long before the next one. Shortly is more than a
 * walk over all timers takes: the software time base shows a tick only when that is over. */
#define LOOP_CYCLES    8000
#define AHEAD          2500U /* cycles */
#define RELEASE_CYCLES ( RELEASE_NS / NS_PER_CYCLE )

#define DIRECTOR_PRIORITY ( WAITING_PRIORITY + 1 )

static uint32_t rounds, baseline;

static BENCH_FUNCTION uint32_t compute_one( void )
{
    bench_busy_loop( BENCH_START( handler_one, rounds ) );
    return BENCH_STOP( handler_one );
}

static BENCH_FUNCTION uint32_t compute_all( void )
{
    bench_busy_loop( BENCH_START( handler_all, rounds ) );
    return BENCH_STOP( handler_all );
}

static void work( unsigned number )
{
    rt_task_wait_period( NULL );
}

static uint32_t cycles_now( void )
{
    uint32_t cycles;

    __asm volatile( "csrr %0, mcycle" : "=r"( cycles ) );
    return cycles;
}

/* Returns shortly before the next release at `date`. */
static void approach( RTIME date )
{
    uint32_t start;

    #if ( ALCHEMY_SOFTWARE_TIME_BASE == 1 )
    /* That time base shows only ticks: from the one before, by the core's counter. */
    RTIME before = date - RELEASE_NS;
    uint32_t wait = RELEASE_CYCLES - AHEAD;
    #else
    RTIME before = date - ( AHEAD * NS_PER_CYCLE );
    uint32_t wait = 0;
    #endif

    while( rt_timer_read() < before )
    {
    }

    start = cycles_now();

    while( cycles_now() - start < wait )
    {
    }
}

/* Returns when all tasks that were woken have run and wait again. */
static void let_them_run( void )
{
    vTaskPrioritySet( NULL, WAITING_PRIORITY - 1 );
    vTaskPrioritySet( NULL, DIRECTOR_PRIORITY );
}

/* `waking` tasks wake at each release, while the loop runs, and run after it. */
static void measure( unsigned count, unsigned waking, const char * name, uint32_t ( *compute )( void ) )
{
    RTIME date = rt_timer_read() + LEAD_NS( waking );
    uint32_t cycles[ BENCH_REPETITIONS ];

    for( unsigned i = 0; i < waking; i++ )
    {
        waiting_release( i, date, 2 * RELEASE_NS );
    }

    for( unsigned repetition = 0; repetition < BENCH_REPETITIONS; repetition++ )
    {
        approach( date );
        cycles[ repetition ] = compute();
        let_them_run();
        date += 2 * RELEASE_NS;
    }

    for( unsigned i = 0; i < waking; i++ )
    {
        waiting_release( i, TM_NOW, FAR_NS );
    }

    for( unsigned i = 0; i < BENCH_REPETITIONS; i++ )
    {
        bench_sample_stolen( name, cycles[ i ], baseline, "tasks=%u", count );
    }
}

static void direct( void * parameters )
{
    static const unsigned counts[] = NUMBERS_OF_TASKS;

    for( unsigned i = 0; i < sizeof( counts ) / sizeof( counts[ 0 ] ); i++ )
    {
        waiting_tasks( counts[ i ], work );
        let_them_run();
        measure( counts[ i ], 1, "handler-one", compute_one );
        measure( counts[ i ], counts[ i ], "handler-all", compute_all );
    }

    bench_end();
}

int main( void )
{
    bench_begin();
    rounds = LOOP_CYCLES * TRIAL_ROUNDS / bench_busy_loop_cycles( TRIAL_ROUNDS );
    baseline = bench_busy_loop_cycles( rounds );
    waiting_begin( direct, DIRECTOR_PRIORITY );
}
