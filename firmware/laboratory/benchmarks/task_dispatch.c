/* SPDX-License-Identifier: Apache-2.0 */

/* The whole of a switch in the control flow of the co-designed FreeRTOS paper: from the call with
 * which a task suspends itself to the next task going on behind its own. */
#include "FreeRTOS.h"
#include "task.h"

#include "bench.h"
#include "chain.h"
#include "counted.h"

static volatile uint32_t measured;

static void suspended( void * number )
{
    for( ;; )
    {
        /* After the last of them the lowest goes on, which has called something else. */
        counted_suspend( ( ( uintptr_t ) number > 0U ) ? measured : 0U );
    }
}

static void lowest( void * parameters )
{
    for( unsigned size = CHAIN_STEP; size <= CHAIN_MOST; size += CHAIN_STEP )
    {
        chain_grow( size, suspended );

        for( unsigned pass = 0; pass < CHAIN_WARM + CHAIN_MEASURED; pass++ )
        {
            measured = pass >= CHAIN_WARM;
            chain_pass();
        }

        measured = 0;
        counted_print( "suspend-dispatch", size );
    }

    bench_end();
}

int main( void )
{
    bench_begin();
    xTaskCreate( lowest, "lowest", BENCH_STACK, NULL, 1, NULL );
    vTaskStartScheduler();
}
