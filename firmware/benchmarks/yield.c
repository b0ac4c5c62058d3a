/* SPDX-License-Identifier: Apache-2.0 */

/* Two tasks of one priority yield to each other: from a yield to the return from it. */
#include "FreeRTOS.h"
#include "task.h"

#include "bench.h"

#define PRIORITY    1
#define SAMPLES     100

static BENCH_FUNCTION uint32_t yield( void )
{
    ( void ) BENCH_START( yield_round_trip, 0 );
    taskYIELD();
    return BENCH_STOP( yield_round_trip );
}

static void measure( void * parameters )
{
    ( void ) parameters;
    taskYIELD(); /* the other task has not begun yet */

    for( unsigned sample = 0; sample < SAMPLES; sample++ )
    {
        bench_sample( "yield-round-trip", yield(), "sample=%u", sample );
    }

    bench_end();
}

static void other( void * parameters )
{
    ( void ) parameters;

    for( ; ; )
    {
        taskYIELD();
    }
}

int main( void )
{
    bench_begin();
    xTaskCreate( other, "other", BENCH_STACK, NULL, PRIORITY, NULL );
    xTaskCreate( measure, "measure", BENCH_STACK, NULL, PRIORITY, NULL );
    vTaskStartScheduler();
}
