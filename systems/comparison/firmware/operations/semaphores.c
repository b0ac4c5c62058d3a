/* SPDX-License-Identifier: Apache-2.0 */

/* Get and release of a semaphore by one task, over its count. */
#include "exact.h"
#include "adapter.h"

#define RANK  1U
#define COUNT 4U

static kernel_task_t task;
static kernel_semaphore_t semaphore;

static BENCH_FUNCTION uint32_t get( void )
{
    ( void ) KERNEL_SEMAPHORE_GET( BENCH_START( get_semaphore, semaphore ) );
    return BENCH_STOP( get_semaphore );
}

static BENCH_FUNCTION uint32_t release( void )
{
    ( void ) KERNEL_SEMAPHORE_RELEASE( BENCH_START( release_semaphore, semaphore ) );
    return BENCH_STOP( release_semaphore );
}

KERNEL_TASK( only )
{
    for( unsigned sample = 0; sample < EXACT_SAMPLES; sample++ )
    {
        bench_sample( "release-semaphore", release(), "sample=%u", sample );
        bench_sample( "get-semaphore", get(), "sample=%u", sample );
    }

    bench_end();
}

static void setup( void )
{
    bench_begin();
    REQUIRE( KERNEL_SEMAPHORE_CREATE( semaphore, COUNT ) );
    REQUIRE( KERNEL_CREATE( task, only, RANK ) );
}

KERNEL_MAIN( setup )
