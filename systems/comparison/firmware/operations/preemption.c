/* SPDX-License-Identifier: Apache-2.0 */

/* A task suspends itself and the next lower one goes on; that one resumes it. More tasks are ready
 * below both. */
#include "exact.h"
#include "adapter.h"

#define SECOND_RANK 20U
#define FIRST_RANK  21U
#define MOST_TASKS  15U

static const unsigned totals[] = { 2U, 5U, 10U, 15U };

static kernel_task_t tasks[ MOST_TASKS ];
static volatile uint32_t resume_cycles;

static BENCH_FUNCTION void suspend( void )
{
    KERNEL_SUSPEND_SELF( BENCH_START( suspend_dispatch, tasks[ 0 ] ) );
    resume_cycles = BENCH_STOP( resume_dispatch );
}

static BENCH_FUNCTION uint32_t resume( void )
{
    KERNEL_RESUME( BENCH_START( resume_dispatch, tasks[ 0 ] ) );
    return BENCH_STOP( suspend_dispatch );
}

KERNEL_TASK( first )
{
    for( ;; )
    {
        suspend();
    }
}

KERNEL_TASK( load )
{
    for( ;; )
    {
    }
}

KERNEL_TASK( second )
{
    unsigned created = 2U;

    for( unsigned i = 0; i < sizeof( totals ) / sizeof( totals[ 0 ] ); i++ )
    {
        for( ; created < totals[ i ]; created++ )
        {
            REQUIRE( KERNEL_CREATE( tasks[ created ], load, created ) );
        }

        for( unsigned sample = 0; sample < EXACT_SAMPLES; sample++ )
        {
            uint32_t suspend_cycles = resume();

            bench_sample( "resume-dispatch", resume_cycles, "tasks=%u", totals[ i ] );
            bench_sample( "suspend-dispatch", suspend_cycles, "tasks=%u", totals[ i ] );
        }
    }

    bench_end();
}

static void setup( void )
{
    bench_begin();
    REQUIRE( KERNEL_CREATE( tasks[ 0 ], first, FIRST_RANK ) );
    REQUIRE( KERNEL_CREATE( tasks[ 1 ], second, SECOND_RANK ) );
}

KERNEL_MAIN( setup )
