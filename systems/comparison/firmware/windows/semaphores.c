/* SPDX-License-Identifier: Apache-2.0 */

/* The paper's get and release of a semaphore by one task (8.3, A.1.1, B.1.2, C.1.2). */
#include "comparison.h"
#include "adapter.h"

#include "bench.h"

#define RANK 1U

/* More than 10 ms take, and with room for what 10 ms release. */
#define FIRST_COUNT 50000U

static kernel_task_t task;
static kernel_semaphore_t semaphore;

static uint32_t get( void )
{
    uint32_t time_a, time_b, time, operations = 0;

    WINDOW_OPEN( time_a, time_b );

    do
    {
        time = ( uint32_t ) KERNEL_TICKS();

        if( time > time_a )
        {
            REQUIRE( KERNEL_SEMAPHORE_GET( semaphore ) );
            operations++;
        }
    } while( time <= time_b );

    return operations;
}

static uint32_t release( void )
{
    uint32_t time_a, time_b, time, operations = 0;

    WINDOW_OPEN( time_a, time_b );

    do
    {
        time = ( uint32_t ) KERNEL_TICKS();

        if( time > time_a )
        {
            REQUIRE( KERNEL_SEMAPHORE_RELEASE( semaphore ) );
            operations++;
        }
    } while( time <= time_b );

    return operations;
}

/* Brings the count back to where it was. */
static void give_back( uint32_t surplus, uint32_t lacking )
{
    for( ; surplus > lacking; surplus-- )
    {
        REQUIRE( KERNEL_SEMAPHORE_GET( semaphore ) );
    }

    for( ; lacking > surplus; lacking-- )
    {
        REQUIRE( KERNEL_SEMAPHORE_RELEASE( semaphore ) );
    }
}

KERNEL_TASK( only )
{
    for( unsigned window = 0; window < WINDOWS; window++ )
    {
        uint32_t got, released;

        got = get();
        comparison_count( "get-semaphore", got, "tasks", 1U );
        released = release();
        comparison_count( "release-semaphore", released, "tasks", 1U );
        give_back( released, got );
    }

    bench_end();
}

static void setup( void )
{
    REQUIRE( KERNEL_SEMAPHORE_CREATE( semaphore, FIRST_COUNT ) );
    REQUIRE( KERNEL_CREATE( task, only, RANK ) );
}

KERNEL_MAIN( setup )
