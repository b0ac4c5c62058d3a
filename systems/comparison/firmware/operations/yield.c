/* SPDX-License-Identifier: Apache-2.0 */

/* Tasks of the same priority yield in turn; over their number. */
#include "exact.h"
#include "adapter.h"

#define RANK 1U
#define MOST 15U

static const unsigned totals[] = { 2U, 5U, 10U, 15U };

static kernel_task_t tasks[ MOST ];
static volatile uint32_t cycles;
static volatile int running;

/* The director's call, to the next task going on behind its own. */
static BENCH_FUNCTION void yield_to_next( void )
{
    running = BENCH_START( yield, 1 );
    KERNEL_YIELD();
}

static BENCH_FUNCTION void yield_back( void )
{
    KERNEL_YIELD();
    cycles = BENCH_STOP( yield );
}

KERNEL_TASK( next )
{
    for( ;; )
    {
        yield_back();
    }
}

KERNEL_TASK( other )
{
    for( ;; )
    {
        KERNEL_YIELD();
    }
}

KERNEL_TASK( director )
{
    unsigned created = 2U;

    REQUIRE( KERNEL_CREATE( tasks[ 1 ], next, RANK ) );
    KERNEL_YIELD(); /* a kernel's first may come back at once */

    for( unsigned i = 0; i < sizeof( totals ) / sizeof( totals[ 0 ] ); i++ )
    {
        for( ; created < totals[ i ]; created++ )
        {
            REQUIRE( KERNEL_CREATE( tasks[ created ], other, RANK ) );
        }

        KERNEL_YIELD(); /* new tasks begin */

        for( unsigned sample = 0; sample < EXACT_SAMPLES; sample++ )
        {
            yield_to_next();
            bench_sample( "yield", cycles, "tasks=%u", totals[ i ] );
        }
    }

    bench_end();
}

static void setup( void )
{
    bench_begin();
    REQUIRE( KERNEL_CREATE( tasks[ 0 ], director, RANK ) );
}

KERNEL_MAIN( setup )
