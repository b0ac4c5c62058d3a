/* SPDX-License-Identifier: Apache-2.0 */

/* Table II of the co-designed FreeRTOS paper: xTaskIncrementTick() while tasks delay themselves. The
 * paper does not say for how long; here the k-th task of n does so for k ticks, again and again, and
 * the last one runs: some ticks wake nobody, others one or several. */
#include "FreeRTOS.h"
#include "task.h"

#include "bench.h"
#include "chain.h"
#include "counted.h"

/* Every combination of the first five delays comes once. */
#define TICKS 60U

static void delayed( void * number )
{
    for( ;; )
    {
        vTaskDelay( ( TickType_t ) ( uintptr_t ) number + 1U );
    }
}

static void run_for( TickType_t ticks )
{
    TickType_t from = xTaskGetTickCount();

    while( xTaskGetTickCount() - from < ticks )
    {
    }
}

static void lowest( void * parameters )
{
    for( unsigned size = CHAIN_STEP; size <= CHAIN_MOST; size += CHAIN_STEP )
    {
        chain_grow( size, delayed );
        run_for( CHAIN_WARM * size );
        counting = 1;
        run_for( TICKS );
        counting = 0;
        counted_print( "increment-tick", size );
    }

    bench_end();
}

int main( void )
{
    bench_begin();
    xTaskCreate( lowest, "lowest", BENCH_STACK, NULL, 1, NULL );
    vTaskStartScheduler();
}
