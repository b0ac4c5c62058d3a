/* SPDX-License-Identifier: Apache-2.0 */

/* A rising interrupt line at a random moment: to the handler that the application installed, to a
 * higher task that the handler's semaphore lets go on, and what an interrupt takes from the running
 * task whose handler releases a semaphore that nobody waits for. */
#include "exact.h"
#include "adapter.h"

#include "board.h"

#define LOW_RANK  1U
#define HIGH_RANK 2U
#define DELAY     400
#define PHASES    64
#define ROUNDS    1000U
#define SAMPLES   32U

/* Lines: of the handler, of the task, of nobody. */
#define LATENCY  0
#define DISPATCH 1
#define RETURN   2

BENCH_LINE_STARTS( 0, interrupt_handler );
BENCH_LINE_STARTS( 1, interrupt_dispatch );

static kernel_task_t low_task, high_task;
static kernel_semaphore_t semaphore, nobodys;
static volatile uint32_t cycles;
static uint32_t baseline;

static BENCH_FUNCTION void latency( uint32_t line )
{
    cycles = BENCH_STOP_LINE( interrupt_handler );
    board_acknowledge_interrupt( line );
}

static void dispatch( uint32_t line )
{
    board_acknowledge_interrupt( line );
    KERNEL_SEMAPHORE_RELEASE_FROM_ISR( semaphore );
}

static void to_nobody( uint32_t line )
{
    board_acknowledge_interrupt( line );
    KERNEL_SEMAPHORE_RELEASE_FROM_ISR( nobodys );
}

static BENCH_FUNCTION void wait( void )
{
    KERNEL_SEMAPHORE_WAIT( semaphore );
    cycles = BENCH_STOP_LINE( interrupt_dispatch );
}

KERNEL_TASK( high )
{
    for( ;; )
    {
        wait();
    }
}

static uint32_t timed( uint32_t line )
{
    cycles = 0;
    BENCH_START_AT_LINE( line );
    board_arm_interrupt( line, DELAY, PHASES - 1 );
    bench_busy_loop( ROUNDS );
    REQUIRE( cycles != 0U );
    return cycles;
}

static BENCH_FUNCTION uint32_t compute( void )
{
    bench_busy_loop( BENCH_START( interrupt_return, ROUNDS ) );
    return BENCH_STOP( interrupt_return );
}

KERNEL_TASK( low )
{
    for( unsigned sample = 0; sample < SAMPLES; sample++ )
    {
        uint32_t taken;

        bench_sample( "interrupt-handler", timed( LATENCY ), "sample=%u", sample );
        bench_sample( "interrupt-dispatch", timed( DISPATCH ), "sample=%u", sample );
        board_arm_interrupt( RETURN, DELAY, PHASES - 1 );
        taken = compute();
        bench_sample_stolen( "interrupt-return", taken, baseline, "sample=%u", sample );
    }

    bench_end();
}

static void setup( void )
{
    bench_begin();
    baseline = bench_busy_loop_cycles( ROUNDS );
    board_set_interrupt_handler( LATENCY, latency );
    board_set_interrupt_handler( DISPATCH, dispatch );
    board_set_interrupt_handler( RETURN, to_nobody );
    REQUIRE( KERNEL_SEMAPHORE_CREATE( semaphore, 0U ) );
    REQUIRE( KERNEL_SEMAPHORE_CREATE( nobodys, 0U ) );
    REQUIRE( KERNEL_CREATE( high_task, high, HIGH_RANK ) );
    REQUIRE( KERNEL_CREATE( low_task, low, LOW_RANK ) );
}

KERNEL_MAIN( setup )
