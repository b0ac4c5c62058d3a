/* SPDX-License-Identifier: Apache-2.0 */

/* Mutex-6. TB holds a mutex when TA, above it, is released and waits for the mutex: TB inherits
 * TA's priority and goes on (wait-block). TB signals the mutex, falls back to its own priority,
 * and TA goes on (signal-unblock). TB's priority is 1, TA's is 1 + the priority drop. */
#include "FreeRTOS.h"
#include "semphr.h"
#include "task.h"

#include "bench.h"

#define LOW_PRIORITY 1

static SemaphoreHandle_t mutex;
static SemaphoreHandle_t release;
static TaskHandle_t high_task;
static uint32_t signal_unblock_cycles;

static BENCH_FUNCTION void wait( void )
{
    xSemaphoreTake( BENCH_START( wait_block, mutex ), portMAX_DELAY );
    signal_unblock_cycles = BENCH_STOP( signal_unblock );
}

static BENCH_FUNCTION uint32_t release_high( void )
{
    xSemaphoreGive( release );
    return BENCH_STOP( wait_block );
}

static BENCH_FUNCTION void signal( void )
{
    xSemaphoreGive( BENCH_START( signal_unblock, mutex ) );
}

static void high( void * parameters )
{
    for( ;; )
    {
        xSemaphoreTake( release, portMAX_DELAY );
        wait();
        xSemaphoreGive( mutex );
    }
}

static void low( void * parameters )
{
    for( unsigned drop = 1; drop <= BENCH_MAXIMUM_DROP; drop++ )
    {
        vTaskPrioritySet( high_task, LOW_PRIORITY + drop );

        for( unsigned repetition = 0; repetition < BENCH_REPETITIONS; repetition++ )
        {
            uint32_t wait_block_cycles;

            xSemaphoreTake( mutex, portMAX_DELAY );
            wait_block_cycles = release_high();
            signal();
            bench_sample( "wait-block", wait_block_cycles, "priority_drop=%u", drop );
            bench_sample( "signal-unblock", signal_unblock_cycles, "priority_drop=%u", drop );
        }
    }

    bench_end();
}

int main( void )
{
    bench_begin();
    mutex = xSemaphoreCreateMutex();
    release = xSemaphoreCreateBinary();
    xTaskCreate( high, "high", BENCH_STACK, NULL, LOW_PRIORITY + 1, &high_task );
    xTaskCreate( low, "low", BENCH_STACK, NULL, LOW_PRIORITY, NULL );
    vTaskStartScheduler();
}
