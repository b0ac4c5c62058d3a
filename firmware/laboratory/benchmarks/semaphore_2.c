/* SPDX-License-Identifier: Apache-2.0 */

/* Semaphore-2. The task T1 waits for a semaphore of count 0 and T2, below it, goes on
 * (wait-block); T2 signals the semaphore and T1 goes on (signal-unblock). T2's priority is 1, T1's
 * is 1 + the priority drop. */
#include "FreeRTOS.h"
#include "semphr.h"
#include "task.h"

#include "bench.h"

#define LOW_PRIORITY 1

static SemaphoreHandle_t semaphore;
static TaskHandle_t high_task;
static uint32_t signal_unblock_cycles;

static BENCH_FUNCTION void wait( void )
{
    xSemaphoreTake( BENCH_START( wait_block, semaphore ), portMAX_DELAY );
    signal_unblock_cycles = BENCH_STOP( signal_unblock );
}

static BENCH_FUNCTION uint32_t signal( void )
{
    xSemaphoreGive( BENCH_START( signal_unblock, semaphore ) );
    return BENCH_STOP( wait_block );
}

static void high( void * parameters )
{
    for( ;; )
    {
        wait();
    }
}

static void low( void * parameters )
{
    for( unsigned drop = 1; drop <= BENCH_MAXIMUM_DROP; drop++ )
    {
        vTaskPrioritySet( high_task, LOW_PRIORITY + drop );

        for( unsigned repetition = 0; repetition < BENCH_REPETITIONS; repetition++ )
        {
            uint32_t wait_block_cycles = signal();

            bench_sample( "signal-unblock", signal_unblock_cycles, "priority_drop=%u", drop );
            bench_sample( "wait-block", wait_block_cycles, "priority_drop=%u", drop );
        }
    }

    bench_end();
}

int main( void )
{
    bench_begin();
    semaphore = xSemaphoreCreateBinary();
    xTaskCreate( high, "high", BENCH_STACK, NULL, LOW_PRIORITY + 1, &high_task );
    xTaskCreate( low, "low", BENCH_STACK, NULL, LOW_PRIORITY, NULL );
    vTaskStartScheduler();
}
