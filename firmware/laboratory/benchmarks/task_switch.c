/* SPDX-License-Identifier: Apache-2.0 */

/* Table I of the co-designed FreeRTOS paper: vTaskSwitchContext() while each task suspends itself,
 * which dispatches the next. The lowest one starts the next pass. No tick comes. */
#include "FreeRTOS.h"
#include "task.h"

#include "bench.h"
#include "chain.h"
#include "counted.h"

static void suspended( void * parameters )
{
    for( ;; )
    {
        vTaskSuspend( NULL );
    }
}

static void lowest( void * parameters )
{
    for( unsigned size = CHAIN_STEP; size <= CHAIN_MOST; size += CHAIN_STEP )
    {
        chain_grow( size, suspended );

        for( unsigned pass = 0; pass < CHAIN_WARM + CHAIN_MEASURED; pass++ )
        {
            counting = pass >= CHAIN_WARM;
            chain_pass();
        }

        counting = 0;
        counted_print( "switch-context", size );
    }

    bench_end();
}

int main( void )
{
    bench_begin();
    xTaskCreate( lowest, "lowest", BENCH_STACK, NULL, 1, NULL );
    vTaskStartScheduler();
}
