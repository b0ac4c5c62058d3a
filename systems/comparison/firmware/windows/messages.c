/* SPDX-License-Identifier: Apache-2.0 */

/* The paper's passing and receiving of messages of 32 bits by one task (8.4, A.1.2, B.1.3, C.1.3). */
#include "comparison.h"
#include "adapter.h"

#include "bench.h"

#define RANK 1U

/* Messages that fit: more than 10 ms take. Where they need more memory an adapter says how many. */
#ifdef KERNEL_QUEUE_MOST
    #define LENGTH KERNEL_QUEUE_MOST
#else
    #define LENGTH 14000U
#endif

static kernel_task_t task;
static kernel_queue_t queue;
static kernel_message_t message;

static uint32_t pass( void )
{
    uint32_t time_a, time_b, time, operations = 0;

    WINDOW_OPEN( time_a, time_b );

    do
    {
        time = ( uint32_t ) KERNEL_TICKS();

        if( time > time_a )
        {
            REQUIRE( KERNEL_QUEUE_PASS( queue, &message ) );
            operations++;
        }
    } while( time <= time_b );

    return operations;
}

static uint32_t receive( uint32_t most )
{
    uint32_t time_a, time_b, time, operations = 0;

    WINDOW_OPEN( time_a, time_b );

    do
    {
        time = ( uint32_t ) KERNEL_TICKS();

        if( time > time_a )
        {
            REQUIRE( operations < most );
            REQUIRE( KERNEL_QUEUE_RECEIVE( queue, &message ) );
            operations++;
        }
    } while( time <= time_b );

    return operations;
}

KERNEL_TASK( only )
{
    for( unsigned window = 0; window < WINDOWS; window++ )
    {
        uint32_t passed = pass();
        uint32_t there = passed, received;

        comparison_count( "pass-message", passed, "tasks", 1U );

        for( ; there < LENGTH; there++ )
        {
            REQUIRE( KERNEL_QUEUE_PASS( queue, &message ) );
        }

        received = receive( there );
        comparison_count( "receive-message", received, "tasks", 1U );

        for( ; there > received; there-- )
        {
            REQUIRE( KERNEL_QUEUE_RECEIVE( queue, &message ) );
        }
    }

    bench_end();
}

static void setup( void )
{
    REQUIRE( KERNEL_QUEUE_CREATE( queue, LENGTH, sizeof( message ) ) );
    REQUIRE( KERNEL_CREATE( task, only, RANK ) );
}

KERNEL_MAIN( setup )
