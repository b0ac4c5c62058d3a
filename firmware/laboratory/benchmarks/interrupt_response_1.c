/* SPDX-License-Identifier: Apache-2.0 */

/* Interrupt-response-1. The task T1 waits for a direct notification, T2, below it, computes, and
 * an interrupt comes at a random moment: from the rising line to T1 (task-dispatch). What T2
 * computes decides how long the core takes to leave its instruction: additions, loads and
 * branches, or divisions. */
#include "FreeRTOS.h"
#include "task.h"

#include "bench.h"
#include "board.h"
#include "line.h"

#define LOW_PRIORITY  1
#define HIGH_PRIORITY 2
#define SAMPLES       1000

/* The line rises this many cycles after it is armed, plus up to PHASES - 1: T1 waits by then. */
#define DELAY  600
#define PHASES 256

BENCH_LINE_STARTS( 0, task_dispatch );

enum
{
    LOOP,
    DIVISION,
    BACKGROUNDS
};

static TaskHandle_t low_tasks[ BACKGROUNDS ];

static BENCH_FUNCTION uint32_t wait( void )
{
    ulTaskNotifyTake( pdTRUE, portMAX_DELAY );
    return BENCH_STOP_LINE( task_dispatch );
}

static void measure( const char * background )
{
    for( unsigned sample = 0; sample < SAMPLES; sample++ )
    {
        uint32_t cycles;

        BENCH_START_AT_LINE( BENCH_LINE );
        board_arm_interrupt( BENCH_LINE, DELAY, PHASES - 1 );
        cycles = wait();
        line_handled();
        bench_sample( "task-dispatch", cycles, "background=%s", background );
    }
}

static void high( void * parameters )
{
    line_notifies( xTaskGetCurrentTaskHandle() );
    vTaskSuspend( low_tasks[ DIVISION ] ); /* two tasks of one priority would take turns */
    measure( "loop" );
    vTaskSuspend( low_tasks[ LOOP ] );
    vTaskResume( low_tasks[ DIVISION ] );
    measure( "division" );
    bench_end();
}

static void low_loop( void * parameters )
{
    volatile uint32_t rounds = 0;

    for( ;; )
    {
        rounds = rounds + 1;
    }
}

static void low_division( void * parameters )
{
    volatile uint32_t dividend = 0xFFFFFFFF;

    for( ;; )
    {
        dividend = dividend / 3 + 0x12345678;
    }
}

int main( void )
{
    bench_begin();
    SOC_REGISTER( SOC_INTERRUPT_GENERATOR_SEED_OFFSET ) = 1;
    xTaskCreate( high, "high", BENCH_STACK, NULL, HIGH_PRIORITY, NULL );
    xTaskCreate( low_loop, "loop", BENCH_STACK, NULL, LOW_PRIORITY, &low_tasks[ LOOP ] );
    xTaskCreate( low_division, "division", BENCH_STACK, NULL, LOW_PRIORITY, &low_tasks[ DIVISION ] );
    vTaskStartScheduler();
}
