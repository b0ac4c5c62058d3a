/* SPDX-License-Identifier: Apache-2.0 */

/* Whether ticks pass while a task computes that is above a tick of priority 5, and one below. */
#include <stdio.h>

#include "FreeRTOS.h"
#include "board.h"
#include "task.h"

#define LOOPS 2000000 /* instructions, a nanosecond each: some ticks */

static int ticks_pass( void )
{
    const TickType_t start = xTaskGetTickCount();

    for( volatile int loop = 0; loop < LOOPS; loop++ )
    {
    }

    return xTaskGetTickCount() != start;
}

static void computes( void * unused )
{
    printf( "%d", ticks_pass() );
    vTaskPrioritySet( NULL, 3 );
    printf( " %d\n", ticks_pass() );
    board_exit( 0 );
}

int main( void )
{
    xTaskCreate( computes, "computes", 512, NULL, 10, NULL );
    vTaskStartScheduler();
    return 1;
}
