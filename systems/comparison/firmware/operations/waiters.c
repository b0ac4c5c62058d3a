/* SPDX-License-Identifier: Apache-2.0 */

/* Tasks wait for a semaphore, each with a priority of its own; the lowest task releases it and the
 * highest waiter goes on, which waits again and lets the lowest go on. Over the number of waiters. */
#include "exact.h"
#include "adapter.h"

#define LOWEST_RANK 1U
#define MOST        15U

static const unsigned sizes[] = { 1U, 5U, 10U, 15U };

static kernel_task_t tasks[ MOST + 1U ];
static kernel_semaphore_t semaphore;
static volatile uint32_t release_cycles;

static BENCH_FUNCTION void wait( void )
{
    KERNEL_SEMAPHORE_WAIT( BENCH_START( wait_block, semaphore ) );
    release_cycles = BENCH_STOP( release_unblock );
}

static BENCH_FUNCTION uint32_t release( void )
{
    ( void ) KERNEL_SEMAPHORE_RELEASE_TO_HIGHEST( BENCH_START( release_unblock, semaphore ) );
    return BENCH_STOP( wait_block );
}

KERNEL_TASK( waiter )
{
    for( ;; )
    {
        wait();
    }
}

KERNEL_TASK( lowest )
{
    unsigned waiting = 0;

    for( unsigned i = 0; i < sizeof( sizes ) / sizeof( sizes[ 0 ] ); i++ )
    {
        for( ; waiting < sizes[ i ]; waiting++ )
        {
            REQUIRE( KERNEL_CREATE( tasks[ waiting + 1U ], waiter, LOWEST_RANK + 1U + waiting ) );
        }

        for( unsigned sample = 0; sample < EXACT_SAMPLES; sample++ )
        {
            uint32_t wait_cycles = release();

            bench_sample( "release-unblock", release_cycles, "waiters=%u", sizes[ i ] );
            bench_sample( "wait-block", wait_cycles, "waiters=%u", sizes[ i ] );
        }
    }

    bench_end();
}

static void setup( void )
{
    bench_begin();
    REQUIRE( KERNEL_SEMAPHORE_CREATE( semaphore, 0U ) );
    REQUIRE( KERNEL_CREATE( tasks[ 0 ], lowest, LOWEST_RANK ) );
}

KERNEL_MAIN( setup )
