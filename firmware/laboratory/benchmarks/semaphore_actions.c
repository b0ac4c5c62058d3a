/* SPDX-License-Identifier: Apache-2.0 */

/* The two actions of semaphores that block and wake nobody: wait on a count above 0
 * (wait-decrement) and signal with nobody waiting (signal-increment). The thesis defines them in
 * tables 3.2 and 3.3 and plots neither. */
#include "FreeRTOS.h"
#include "semphr.h"
#include "task.h"

#include "bench.h"

#define MAXIMUM_COUNT 8

static SemaphoreHandle_t semaphore;

static BENCH_FUNCTION uint32_t wait( void )
{
    xSemaphoreTake( BENCH_START( wait_decrement, semaphore ), portMAX_DELAY );
    return BENCH_STOP( wait_decrement );
}

static BENCH_FUNCTION uint32_t signal( void )
{
    xSemaphoreGive( BENCH_START( signal_increment, semaphore ) );
    return BENCH_STOP( signal_increment );
}

static void task( void * parameters )
{
    for( unsigned count = 0; count < MAXIMUM_COUNT; count++ )
    {
        bench_sample( "signal-increment", signal(), "count=%u", count );
    }

    for( unsigned count = MAXIMUM_COUNT; count > 0; count-- )
    {
        bench_sample( "wait-decrement", wait(), "count=%u", count );
    }

    bench_end();
}

int main( void )
{
    bench_begin();
    semaphore = xSemaphoreCreateCounting( MAXIMUM_COUNT, 0 );
    xTaskCreate( task, "task", BENCH_STACK, NULL, 1, NULL );
    vTaskStartScheduler();
}
