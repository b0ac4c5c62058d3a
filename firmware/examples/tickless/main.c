/* SPDX-License-Identifier: Apache-2.0 */

/* The idle task lets the core sleep. How often is it woken? */
#include "FreeRTOS.h"
#include "task.h"
#include "board.h"
#include <stdio.h>

static volatile unsigned uxSleeps;

/* FreeRTOS's hook, in the idle task: sleeps until the next interrupt. */
void vApplicationIdleHook( void )
{
    uxSleeps = uxSleeps + 1;
    __asm volatile( "wfi" );
}

static void vWorker( void * pvParameters )
{
    for( int i = 0; i < 3; i++ )
    {
        unsigned uxBefore = uxSleeps;

        vTaskDelay( 40 );
        printf( "tick %u: the core slept %u times\n", ( unsigned ) xTaskGetTickCount(), uxSleeps - uxBefore );
    }

    board_exit( BOARD_EXIT_SUCCESS );
}

int main( void )
{
    xTaskCreate( vWorker, "worker", 300, NULL, 1, NULL );
    vTaskStartScheduler();
    return 0;
}
