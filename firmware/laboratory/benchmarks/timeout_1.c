/* SPDX-License-Identifier: Apache-2.0 */

/* Timeout-1. The task T1 delays itself and T2, below it, goes on (delay-block), with 0 to 28 tasks
 * delayed already. T1's delay is the longest of all: a kernel that keeps them in order of time
 * walks past every other one. T2 brings T1 back by suspending and resuming it, which ends a delay. */
#include "FreeRTOS.h"
#include "task.h"

#include "bench.h"
#include "board.h"

#define LOW_PRIORITY     1
#define DELAYED_PRIORITY 2
#define HIGH_PRIORITY    3
#define MOST_DELAYED     28
#define SHORTEST_DELAY   1000
#define LONGEST_DELAY    2000

static TaskHandle_t high_task;

static BENCH_FUNCTION void delay( void )
{
    vTaskDelay( BENCH_START( delay_block, LONGEST_DELAY ) );
}

static BENCH_FUNCTION uint32_t resume_high( void )
{
    vTaskResume( high_task );
    return BENCH_STOP( delay_block );
}

static void high( void * parameters )
{
    for( ;; )
    {
        delay();
    }
}

static void delayed_task( void * parameters )
{
    vTaskDelay( ( TickType_t ) parameters );
    board_exit( BOARD_EXIT_FAILURE ); /* no tick comes while this benchmark runs */
}

static void low( void * parameters )
{
    for( unsigned delayed = 0; delayed <= MOST_DELAYED; delayed++ )
    {
        if( delayed > 0 )
        {
            xTaskCreate( delayed_task, "delayed", configMINIMAL_STACK_SIZE,
                         ( void * ) ( SHORTEST_DELAY + delayed ), DELAYED_PRIORITY, NULL );
        }

        for( unsigned repetition = 0; repetition < BENCH_REPETITIONS; repetition++ )
        {
            vTaskSuspend( high_task );
            bench_sample( "delay-block", resume_high(), "delayed=%u", delayed );
        }
    }

    bench_end();
}

int main( void )
{
    bench_begin();
    xTaskCreate( high, "high", BENCH_STACK, NULL, HIGH_PRIORITY, &high_task );
    xTaskCreate( low, "low", BENCH_STACK, NULL, LOW_PRIORITY, NULL );
    vTaskStartScheduler();
}
