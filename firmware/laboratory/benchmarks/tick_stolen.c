/* SPDX-License-Identifier: Apache-2.0 */

/* What a tick costs a running task while k lower-priority tasks wake at that very tick: the high
 * task computes, for a known number of cycles, across exactly one tick, and whatever that takes
 * longer was stolen. */
#include "FreeRTOS.h"
#include "task.h"

#include "bench.h"

#define LOW_PRIORITY  1
#define HIGH_PRIORITY 2

/* The numbers k that are measured, the highest last. */
#ifndef BENCH_WAKING
    #define BENCH_WAKING 0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16
#endif

/* Ticks until the low tasks wake: they have to get there, one after the other. */
#define TICKS_AHEAD 6

/* The loop lasts longer than one tick, and much shorter than two. */
#define CYCLES_PER_TICK ( configCPU_CLOCK_HZ / configTICK_RATE_HZ )
#define LOOP_CYCLES     ( CYCLES_PER_TICK * 11 / 10 )
#define TRIAL_ROUNDS    1000

static const unsigned numbers[] = { BENCH_WAKING };

#define NUMBERS     ( sizeof( numbers ) / sizeof( numbers[ 0 ] ) )
#define MOST_WAKING ( numbers[ NUMBERS - 1U ] )

static TaskHandle_t low_tasks[ configMAX_HW_ACCELERATION_TASKS ];
static TickType_t wake_tick;
static uint32_t rounds;
static uint32_t baseline;

static BENCH_FUNCTION uint32_t compute( void )
{
    bench_busy_loop( BENCH_START( tick_stolen, rounds ) );
    return BENCH_STOP( tick_stolen );
}

static void low( void * parameters )
{
    for( ;; )
    {
        TickType_t from;

        ulTaskNotifyTake( pdTRUE, portMAX_DELAY );
        /* until a tick, not for a number of them: one may pass before the call */
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
    for( unsigned n = 0; n < NUMBERS; n++ )
    {
        unsigned waking = numbers[ n ];

        for( unsigned repetition = 0; repetition < BENCH_REPETITIONS; repetition++ )
        {
            wake_tick = xTaskGetTickCount() + TICKS_AHEAD;

            for( unsigned i = 0; i < waking; i++ )
            {
                xTaskNotifyGive( low_tasks[ i ] );
            }

            vTaskDelay( TICKS_AHEAD - 2 ); /* the low tasks run, and delay themselves */
            wait_for( wake_tick - 1 );
            bench_sample_stolen( "tick-stolen", compute(), baseline, "waking=%u", waking );
            vTaskDelay( 2 ); /* the low tasks run, and wait for the next round */
        }
    }

    bench_end();
}

int main( void )
{
    bench_begin();
    rounds = LOOP_CYCLES * TRIAL_ROUNDS / bench_busy_loop_cycles( TRIAL_ROUNDS );
    baseline = bench_busy_loop_cycles( rounds );
    xTaskCreate( high, "high", BENCH_STACK, NULL, HIGH_PRIORITY, NULL );

    for( unsigned i = 0; i < MOST_WAKING; i++ )
    {
        xTaskCreate( low, "low", configMINIMAL_STACK_SIZE, NULL, LOW_PRIORITY, &low_tasks[ i ] );
    }

    vTaskStartScheduler();
}
