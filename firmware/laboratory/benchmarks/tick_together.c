/* SPDX-License-Identifier: Apache-2.0 */

/* From a tick at which n + 1 delays end to the highest of their tasks, which began to wait last. That
 * task measures from one tick, at which it wakes alone, to this one; the baseline is the same with no
 * other task. Meanwhile the lowest task waits for interrupts, so that none meets an instruction. */
#include "FreeRTOS.h"
#include "task.h"

#include "bench.h"

#define REST_PRIORITY 1
#define LOW_PRIORITY  2
#define HIGH_PRIORITY 3

/* The numbers n that are measured, the highest last. */
#ifndef BENCH_WAKING
    #define BENCH_WAKING 0, 1, 2, 4, 8, 16
#endif

/* Ticks until all wake together: the low tasks have to get there, one after the other. */
#define TICKS_AHEAD    6
#define TICKS_MEASURED 2

static const unsigned numbers[] = { BENCH_WAKING };

#define NUMBERS     ( sizeof( numbers ) / sizeof( numbers[ 0 ] ) )
#define MOST_WAKING ( numbers[ NUMBERS - 1U ] )

static TaskHandle_t low_tasks[ configMAX_HW_ACCELERATION_TASKS ];
static TickType_t begin_tick;

/* At a line of a cache, so that both fetch alike. */
#define ALIGNED_FUNCTION BENCH_FUNCTION __attribute__( ( aligned( 32 ) ) )

static ALIGNED_FUNCTION uint32_t wait( TickType_t * from )
{
    xTaskDelayUntil( BENCH_START( tick_together, from ), TICKS_MEASURED );
    return BENCH_STOP( tick_together );
}

/* The same, unseen by the probes. */
static ALIGNED_FUNCTION uint32_t wait_alone( TickType_t * from )
{
    xTaskDelayUntil( BENCH_START_AT( "alone_start", from ), TICKS_MEASURED );
    BENCH_STOP_AT( "alone_stop" );
    return bench_stopwatch() - bench_overhead;
}

static void low( void * parameters )
{
    for( ;; )
    {
        TickType_t from;

        ulTaskNotifyTake( pdTRUE, portMAX_DELAY );
        from = begin_tick;
        xTaskDelayUntil( &from, TICKS_AHEAD );
    }
}

static void rest( void * parameters )
{
    for( ;; )
    {
        __asm volatile( "wfi" );
    }
}

/* Lets so many tasks wait for the same tick as its caller will. */
static void prepare( TickType_t * from, unsigned waking )
{
    begin_tick = *from;

    for( unsigned i = 0; i < waking; i++ )
    {
        xTaskNotifyGive( low_tasks[ i ] );
    }

    xTaskDelayUntil( from, TICKS_AHEAD - TICKS_MEASURED ); /* the low tasks run, and delay themselves */
}

static void high( void * parameters )
{
    TickType_t from = xTaskGetTickCount();
    uint32_t baseline;

    prepare( &from, 0 );
    baseline = wait_alone( &from );

    for( unsigned n = 0; n < NUMBERS; n++ )
    {
        for( unsigned repetition = 0; repetition < BENCH_REPETITIONS; repetition++ )
        {
            uint32_t cycles;

            prepare( &from, numbers[ n ] );
            cycles = wait( &from );
            bench_sample_stolen( "tick-together", cycles, baseline, "waking=%u", numbers[ n ] );
            from = xTaskGetTickCount(); /* printing has taken some */
            xTaskDelayUntil( &from, 2 ); /* the low tasks run, and wait for the next round */
        }
    }

    bench_end();
}

int main( void )
{
    bench_begin();
    xTaskCreate( high, "high", BENCH_STACK, NULL, HIGH_PRIORITY, NULL );
    xTaskCreate( rest, "rest", configMINIMAL_STACK_SIZE, NULL, REST_PRIORITY, NULL );

    for( unsigned i = 0; i < MOST_WAKING; i++ )
    {
        xTaskCreate( low, "low", configMINIMAL_STACK_SIZE, NULL, LOW_PRIORITY, &low_tasks[ i ] );
    }

    vTaskStartScheduler();
}
