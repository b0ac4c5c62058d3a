/* SPDX-License-Identifier: Apache-2.0 */

/*
 * Direct notifications: a higher task waits for one (wait-block, to the lower task going on); the
 * lower one notifies it (notify-unblock, to the return from its wait).
 */
#include "FreeRTOS.h"
#include "task.h"

#include "bench.h"

#define LOW_PRIORITY     1
#define HIGH_PRIORITY    2
#define SAMPLES          100

static TaskHandle_t high_task;
static uint32_t notify_unblock_cycles;

static BENCH_FUNCTION void wait( void )
{
    ulTaskNotifyTake( BENCH_START( wait_block, pdTRUE ), portMAX_DELAY );
    notify_unblock_cycles = BENCH_STOP( notify_unblock );
}

static BENCH_FUNCTION uint32_t notify( void )
{
    xTaskNotifyGive( BENCH_START( notify_unblock, high_task ) );
    return BENCH_STOP( wait_block );
}

static void high( void * parameters )
{
    ( void ) parameters;

    for( ; ; )
    {
        wait();
    }
}

static void low( void * parameters )
{
    ( void ) parameters;

    for( unsigned sample = 0; sample < SAMPLES; sample++ )
    {
        uint32_t wait_block_cycles = notify();

        bench_sample( "notify-unblock", notify_unblock_cycles, "sample=%u", sample );
        bench_sample( "wait-block", wait_block_cycles, "sample=%u", sample );
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
