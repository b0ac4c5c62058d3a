/* SPDX-License-Identifier: Apache-2.0 */

/* A tick beside a second bus master: the high task computes across exactly one tick, at which
 * lower tasks wake, while the traffic generator takes a part of the data bus. The loop itself needs
 * no data, so what it takes longer was stolen by the tick. The sweep is over the generator's part, as
 * in shared_bus.c. Samples include the store that stops the stopwatch. */
#include "FreeRTOS.h"
#include "task.h"

#include "bench.h"
#include "traffic.h"

#define LOW_PRIORITY  1
#define HIGH_PRIORITY 2
#define WAKING        4
#define SAMPLES       16

/* Ticks until the low tasks wake: they have to get there, one after the other. */
#define TICKS_AHEAD 4

/* The loop lasts longer than one tick, and much shorter than two. */
#define CYCLES_PER_TICK ( configCPU_CLOCK_HZ / configTICK_RATE_HZ )
#define ROUND_CYCLES    3
#define ROUNDS          ( CYCLES_PER_TICK * 11 / 10 / ROUND_CYCLES )

static TickType_t wake_tick;
static uint32_t baseline;
static TaskHandle_t low_tasks[ WAKING ];

static BENCH_FUNCTION uint32_t compute( void )
{
    START( tick_stolen );
    bench_busy_loop( ROUNDS );
    return STOP( tick_stolen );
}

static void low( void * parameters )
{
    for( ;; )
    {
        TickType_t from;

        ulTaskNotifyTake( pdTRUE, portMAX_DELAY );
        from = wake_tick - TICKS_AHEAD;
        vTaskDelayUntil( &from, TICKS_AHEAD );
    }
}

/* Runs on until the tick has just passed. */
static void wait_for( TickType_t tick )
{
    while( xTaskGetTickCount() != tick )
    {
    }
}

static void high( void * parameters )
{
    for( unsigned i = 0; i < LOADS; i++ )
    {
        for( unsigned repetition = 0; repetition < SAMPLES; repetition++ )
        {
            uint32_t cycles;

            wake_tick = xTaskGetTickCount() + TICKS_AHEAD;

            for( unsigned task = 0; task < WAKING; task++ )
            {
                xTaskNotifyGive( low_tasks[ task ] );
            }

            vTaskDelay( TICKS_AHEAD - 2 ); /* the low tasks run, and delay themselves */
            wait_for( wake_tick - 1 );
            traffic_on( loads[ i ] );
            cycles = compute();
            traffic_off();
            bench_sample_stolen( "tick-stolen", cycles, baseline, "load=%u", ( unsigned ) loads[ i ] );
            vTaskDelay( 2 ); /* the low tasks run, and wait for the next round */
        }
    }

    bench_end();
}

int main( void )
{
    bench_begin();
    baseline = bench_busy_loop_cycles( ROUNDS ) + bench_overhead;
    xTaskCreate( high, "high", BENCH_STACK, NULL, HIGH_PRIORITY, NULL );

    for( unsigned task = 0; task < WAKING; task++ )
    {
        xTaskCreate( low, "low", configMINIMAL_STACK_SIZE, NULL, LOW_PRIORITY, &low_tasks[ task ] );
    }

    vTaskStartScheduler();
}
