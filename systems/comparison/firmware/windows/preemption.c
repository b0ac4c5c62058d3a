/* SPDX-License-Identifier: Apache-2.0 */

/* The paper's task preemption (8.1, B.1.1, C.1.1), and the same with more tasks (8.2): how often in
 * 10 ms a task that suspends itself is resumed by a lower one. The further tasks are ready and below
 * both. */
#include "comparison.h"
#include "adapter.h"

#include "bench.h"

#define SECOND_RANK 20U
#define FIRST_RANK  21U

static const unsigned totals[] = { 2U, 5U, 10U, 15U };

#define TOTALS     ( sizeof( totals ) / sizeof( totals[ 0 ] ) )
#define MOST_TASKS 15U

static kernel_task_t tasks[ MOST_TASKS ];
static unsigned created;
static volatile uint32_t preemptions;

KERNEL_TASK( load )
{
    for( ;; )
    {
    }
}

KERNEL_TASK( second )
{
    for( ;; )
    {
        KERNEL_RESUME( tasks[ 0 ] );
    }
}

static void grow( unsigned total )
{
    for( ; created < total; created++ )
    {
        REQUIRE( KERNEL_CREATE( tasks[ created ], load, created ) );
    }
}

KERNEL_TASK( first )
{
    for( unsigned i = 0; i < TOTALS; i++ )
    {
        grow( totals[ i ] );

        for( unsigned window = 0; window < WINDOWS; window++ )
        {
            uint32_t time_a, time_b, time;

            preemptions = 0;
            WINDOW_OPEN( time_a, time_b );

            for( ;; )
            {
                time = ( uint32_t ) KERNEL_TICKS();

                if( time > time_a )
                {
                    preemptions++;
                    KERNEL_SUSPEND_SELF( tasks[ 0 ] );
                }

                if( time > time_b )
                {
                    break;
                }
            }

            comparison_count( "task-preemption", preemptions, "tasks", totals[ i ] );
        }
    }

    bench_end();
}

static void setup( void )
{
    created = 2U;
    REQUIRE( KERNEL_CREATE( tasks[ 0 ], first, FIRST_RANK ) );
    REQUIRE( KERNEL_CREATE( tasks[ 1 ], second, SECOND_RANK ) );
}

KERNEL_MAIN( setup )
