/* SPDX-License-Identifier: Apache-2.0 */

/* Pass and receive of a message by one task, over its length where the kernel copies it. */
#include "exact.h"
#include "adapter.h"

#define RANK   1U
#define LENGTH 2U

#ifndef KERNEL_QUEUE_COPIES
static const unsigned lengths[] = { 4U };
#elif KERNEL_QUEUE_COPIES < 256U
static const unsigned lengths[] = { 4U, 16U, 64U };
#else
static const unsigned lengths[] = { 4U, 16U, 64U, 256U };
#endif

static kernel_task_t task;
static kernel_queue_t queue;
static kernel_message_t message[ 256U / sizeof( kernel_message_t ) ];

static BENCH_FUNCTION uint32_t pass( void )
{
    ( void ) KERNEL_QUEUE_PASS( BENCH_START( pass_message, queue ), message );
    return BENCH_STOP( pass_message );
}

static BENCH_FUNCTION uint32_t receive( void )
{
    ( void ) KERNEL_QUEUE_RECEIVE( BENCH_START( receive_message, queue ), message );
    return BENCH_STOP( receive_message );
}

KERNEL_TASK( only )
{
    for( unsigned i = 0; i < sizeof( lengths ) / sizeof( lengths[ 0 ] ); i++ )
    {
        REQUIRE( KERNEL_QUEUE_CREATE( queue, LENGTH, lengths[ i ] ) );

        for( unsigned sample = 0; sample < EXACT_SAMPLES; sample++ )
        {
            bench_sample( "pass-message", pass(), "bytes=%u", lengths[ i ] );
            bench_sample( "receive-message", receive(), "bytes=%u", lengths[ i ] );
        }
    }

    bench_end();
}

static void setup( void )
{
    bench_begin();
    REQUIRE( KERNEL_CREATE( task, only, RANK ) );
}

KERNEL_MAIN( setup )
