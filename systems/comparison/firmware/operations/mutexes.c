/* SPDX-License-Identifier: Apache-2.0 */

/* A task locks a mutex that a lower one holds, which goes on with a higher priority and unlocks it;
 * over the drop of priorities. Between, the lower one locks and unlocks it with nobody waiting. */
#include "exact.h"
#include "adapter.h"

#define LOW_RANK 1U
#define CEILING  25U

static const unsigned drops[] = { 1U, 5U, 10U, 20U };

#define DROPS ( sizeof( drops ) / sizeof( drops[ 0 ] ) )

static kernel_task_t low_task, high_tasks[ DROPS ];
static kernel_mutex_t mutex;
static volatile uint32_t unlock_cycles;

static BENCH_FUNCTION void lock_held( void )
{
    KERNEL_MUTEX_LOCK( BENCH_START( lock_block, mutex ) );
    unlock_cycles = BENCH_STOP( unlock_unblock );
}

/* Until lock_held() of the higher one, after its resumption. */
static BENCH_FUNCTION uint32_t resume( kernel_task_t task )
{
    KERNEL_RESUME( task );
    return BENCH_STOP( lock_block );
}

static BENCH_FUNCTION void unlock_wanted( void )
{
    KERNEL_MUTEX_UNLOCK( BENCH_START( unlock_unblock, mutex ) );
}

static BENCH_FUNCTION uint32_t lock_free( void )
{
    KERNEL_MUTEX_LOCK( BENCH_START( lock, mutex ) );
    return BENCH_STOP( lock );
}

static BENCH_FUNCTION uint32_t unlock_free( void )
{
    KERNEL_MUTEX_UNLOCK( BENCH_START( unlock, mutex ) );
    return BENCH_STOP( unlock );
}

static volatile unsigned current;

KERNEL_TASK( high )
{
    unsigned own = current;

    for( ;; )
    {
        KERNEL_SUSPEND_SELF( high_tasks[ own ] );
        lock_held();
        KERNEL_MUTEX_UNLOCK( mutex );
    }
}

KERNEL_TASK( low )
{
    for( current = 0; current < DROPS; current++ )
    {
        /* It runs at once, being above the caller, until it is suspended. */
        REQUIRE( KERNEL_CREATE( high_tasks[ current ], high, LOW_RANK + drops[ current ] ) );

        for( unsigned sample = 0; sample < EXACT_SAMPLES; sample++ )
        {
            uint32_t lock = lock_free();
            uint32_t block = resume( high_tasks[ current ] );

            unlock_wanted();
            bench_sample( "lock", lock, "priority_drop=%u", drops[ current ] );
            bench_sample( "lock-block", block, "priority_drop=%u", drops[ current ] );
            bench_sample( "unlock-unblock", unlock_cycles, "priority_drop=%u", drops[ current ] );
            KERNEL_MUTEX_LOCK( mutex );
            bench_sample( "unlock", unlock_free(), "priority_drop=%u", drops[ current ] );
        }
    }

    bench_end();
}

static void setup( void )
{
    bench_begin();
    REQUIRE( KERNEL_MUTEX_CREATE( mutex, CEILING ) );
    REQUIRE( KERNEL_CREATE( low_task, low, LOW_RANK ) );
}

KERNEL_MAIN( setup )
