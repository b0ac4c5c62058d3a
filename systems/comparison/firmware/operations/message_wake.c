/* SPDX-License-Identifier: Apache-2.0 */

/* A task waits for a message of 32 bits; a lower one passes it, and the receiver goes on. */
#include "exact.h"
#include "adapter.h"

#define LOW_RANK  1U
#define HIGH_RANK 2U
#define LENGTH    2U

static kernel_task_t low_task, high_task;
static kernel_queue_t queue;
static kernel_message_t sent, received;
static volatile uint32_t pass_cycles;

static BENCH_FUNCTION void receive( void )
{
    KERNEL_QUEUE_WAIT( BENCH_START( receive_block, queue ), &received );
    pass_cycles = BENCH_STOP( pass_unblock );
}

static BENCH_FUNCTION uint32_t pass( void )
{
    ( void ) KERNEL_QUEUE_PASS( BENCH_START( pass_unblock, queue ), &sent );
    return BENCH_STOP( receive_block );
}

KERNEL_TASK( high )
{
    for( ;; )
    {
        receive();
    }
}

KERNEL_TASK( low )
{
    for( unsigned sample = 0; sample < EXACT_SAMPLES; sample++ )
    {
        uint32_t receive_cycles = pass();

        bench_sample( "pass-unblock", pass_cycles, "sample=%u", sample );
        bench_sample( "receive-block", receive_cycles, "sample=%u", sample );
    }

    bench_end();
}

static void setup( void )
{
    bench_begin();
    REQUIRE( KERNEL_QUEUE_CREATE( queue, LENGTH, sizeof( sent ) ) );
    REQUIRE( KERNEL_CREATE( high_task, high, HIGH_RANK ) );
    REQUIRE( KERNEL_CREATE( low_task, low, LOW_RANK ) );
}

KERNEL_MAIN( setup )
