/* SPDX-License-Identifier: Apache-2.0 */

/* The first core loses ticks, since a task masks its interrupts; so the other core's count is ahead. A timer
 * that the other one starts expires when its period is over on the first core, and not at once. Told is how
 * many ticks a core is ahead, and for how many the timer ran. */
#include <stdio.h>

#include "FreeRTOS.h"
#include "board.h"
#include "task.h"
#include "timers.h"

#define PERIOD 10
#define LOST   20000000U /* instructions: longer than the period */

static volatile int started;
static volatile TickType_t begins;

static void expired( TimerHandle_t timer )
{
    printf( ", ran for %d\n", ( int ) ( xTaskGetTickCount() - begins ) );
    board_exit( 0 );
}

static void loses_ticks( void * unused )
{
    vTaskDelay( 1 );
    taskENTER_CRITICAL();

    for( volatile uint32_t i = 0; i < LOST / 4U; i++ )
    {
    }

    taskEXIT_CRITICAL();
    vTaskDelay( 1 );
    begins = xTaskGetTickCount();
    started = 1;
    vTaskSuspend( NULL );
}

static void starts( void * unused )
{
    const TimerHandle_t timer = xTimerCreate( "", PERIOD, pdFALSE, NULL, expired );

    while( !started )
    {
        vTaskDelay( 1 );
    }

    printf( "ahead: %d", xTaskGetTickCount() > begins + PERIOD );
    xTimerStart( timer, 0 );
    vTaskSuspend( NULL );
}

int main( void )
{
    xTaskCreateAffinitySet( loses_ticks, "", 512, NULL, 5, 1, NULL );
    xTaskCreateAffinitySet( starts, "", 512, NULL, 5, 2, NULL );
    vTaskStartScheduler();
    return 1;
}
