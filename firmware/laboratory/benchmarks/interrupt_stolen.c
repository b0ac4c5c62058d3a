/* SPDX-License-Identifier: Apache-2.0 */

/* What an interrupt for a lower-priority task costs a running higher one: the high task computes
 * for a known number of cycles, an interrupt that wakes the low task, which waits for it, comes
 * meanwhile, and whatever the computation takes longer was stolen. */
#include "FreeRTOS.h"
#include "task.h"

#include "bench.h"
#include "board.h"
#include "line.h"

#define LOWEST_PRIORITY 1
#define LOW_PRIORITY    2
#define HIGH_PRIORITY   3
#define SAMPLES         100

/* The loop lasts longer than the line takes to rise and to be served. */
#define ROUNDS 1000
#define DELAY  200
#define PHASES 256

static TaskHandle_t high_task;
static TaskHandle_t low_task;
static uint32_t baseline;

static BENCH_FUNCTION uint32_t compute( void )
{
    bench_busy_loop( BENCH_START( interrupt_stolen, ROUNDS ) );
    return BENCH_STOP( interrupt_stolen );
}

static void high( void * parameters )
{
    for( unsigned sample = 0; sample < SAMPLES; sample++ )
    {
        uint32_t cycles;

        /* The low task runs until it waits, then the lowest. */
        ulTaskNotifyTake( pdTRUE, portMAX_DELAY );

        if( eTaskGetState( low_task ) != eBlocked )
        {
            board_exit( BOARD_EXIT_FAILURE );
        }

        board_arm_interrupt( BENCH_LINE, DELAY, PHASES - 1 );
        cycles = compute();
        line_handled();

        if( eTaskGetState( low_task ) != eReady )
        {
            board_exit( BOARD_EXIT_FAILURE );
        }

        bench_sample_stolen( "interrupt-stolen", cycles, baseline, "sample=%u", sample );
    }

    bench_end();
}

static void low( void * parameters )
{
    for( ;; )
    {
        ulTaskNotifyTake( pdTRUE, portMAX_DELAY );
    }
}

static void lowest( void * parameters )
{
    for( ;; )
    {
        xTaskNotifyGive( high_task );
    }
}

int main( void )
{
    bench_begin();
    ( void ) bench_busy_loop_cycles( 1 ); /* its code is in the cache then, as at a sample */
    baseline = bench_busy_loop_cycles( ROUNDS );
    SOC_REGISTER( SOC_INTERRUPT_GENERATOR_SEED_OFFSET ) = 1;
    xTaskCreate( high, "high", BENCH_STACK, NULL, HIGH_PRIORITY, &high_task );
    xTaskCreate( low, "low", BENCH_STACK, NULL, LOW_PRIORITY, &low_task );
    xTaskCreate( lowest, "lowest", BENCH_STACK, NULL, LOWEST_PRIORITY, NULL );
    line_notifies( low_task );
    vTaskStartScheduler();
}
