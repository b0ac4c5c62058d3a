/* SPDX-License-Identifier: Apache-2.0 */

/* Wake-up latency against the number of periodic tasks: from the end of a delay (the rising
 * interrupt line: with the software time base, the tick of the release) to the task going on behind
 * rt_task_wait_period(). All N tasks wait; either one of them wakes and the others wait on
 * (wake-one), or all have the same release, and the first or the last of them to run is measured
 * (wake-first, wake-last). The core rests meanwhile. */
#include "releases.h"

BENCH_LINE_STARTS( 7, wake_one );
BENCH_LINE_STARTS( 7, wake_first );
BENCH_LINE_STARTS( 7, wake_last );

enum
{
    WAKE_ONE,
    WAKE_FIRST,
    WAKE_LAST,
    KINDS
};

static const char * const names[ KINDS ] = { "wake-one", "wake-first", "wake-last" };

static volatile unsigned kind, measured; /* what is measured, of which task */
static volatile unsigned samples;
static uint32_t cycles[ BENCH_REPETITIONS ];

static BENCH_FUNCTION uint32_t wait_one( void )
{
    rt_task_wait_period( NULL );
    return BENCH_STOP_LINE( wake_one );
}

static BENCH_FUNCTION uint32_t wait_first( void )
{
    rt_task_wait_period( NULL );
    return BENCH_STOP_LINE( wake_first );
}

static BENCH_FUNCTION uint32_t wait_last( void )
{
    rt_task_wait_period( NULL );
    return BENCH_STOP_LINE( wake_last );
}

static uint32_t ( *const waits[ KINDS ] )( void ) = { wait_one, wait_first, wait_last };

/* The task that is measured waits in front of a stop only while it is: a stop without a sample
 * would be one window too many. */
static void work( unsigned number )
{
    if( ( number == measured ) && ( samples < BENCH_REPETITIONS ) )
    {
        uint32_t waited;

        BENCH_START_AT_LINE( TIME_MANAGER_LINE );
        waited = waits[ kind ]();
        cycles[ samples ] = waited;
        samples = samples + 1;
    }
    else
    {
        rt_task_wait_period( NULL );
    }
}

static void measure( unsigned count, unsigned what )
{
    unsigned waking = ( what == WAKE_ONE ) ? 1 : count;
    RTIME date;

    /* After this release, which is not measured, the task measures. */
    kind = what;
    measured = ( what == WAKE_LAST ) ? ( count - 1 ) : 0;
    samples = 0;
    date = rt_timer_read() + LEAD_NS( waking );

    for( unsigned i = 0; i < waking; i++ )
    {
        waiting_release( i, date, RELEASE_NS );
    }

    while( samples < BENCH_REPETITIONS )
    {
        waiting_rest();
    }

    for( unsigned i = 0; i < waking; i++ )
    {
        waiting_release( i, TM_NOW, FAR_NS );
    }

    for( unsigned i = 0; i < BENCH_REPETITIONS; i++ )
    {
        bench_sample( names[ what ], cycles[ i ], "tasks=%u", count );
    }
}

static void direct( void * parameters )
{
    static const unsigned counts[] = NUMBERS_OF_TASKS;

    samples = BENCH_REPETITIONS;

    for( unsigned i = 0; i < sizeof( counts ) / sizeof( counts[ 0 ] ); i++ )
    {
        waiting_tasks( counts[ i ], work );

        for( unsigned what = 0; what < KINDS; what++ )
        {
            measure( counts[ i ], what );
        }
    }

    bench_end();
}

int main( void )
{
    bench_begin();
    waiting_begin( direct, WAITING_PRIORITY - 1 );
}
