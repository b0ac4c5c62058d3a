/* SPDX-License-Identifier: Apache-2.0 */

/* What calls take beside other tasks: a semaphore is waited for and given, and a delay begins while
 * others sleep. The two words say how many sleep, and how far the priority drops; a debugger may change
 * them before the start, and the page of the site does. */
#include "FreeRTOS.h"
#include "semphr.h"
#include "task.h"
#include "board.h"
#include <stdio.h>

#define LOW            1
#define TIMES          4
#define SLEEP          pdMS_TO_TICKS( 2 )
#define PROBE( label ) __asm volatile( ".global probe_" #label "\nprobe_" #label ": nop" ::: "memory" )
#define MEASURED       __attribute__( ( noipa ) )

volatile unsigned uxSleepers = 8; /* 1 to 24 */
volatile unsigned uxDrop = 8;     /* 1 to 30 */

static SemaphoreHandle_t xSignal;

static MEASURED void prvWait( void )
{
    PROBE( start_wait );
    xSemaphoreTake( xSignal, portMAX_DELAY );
    PROBE( stop_give );
}

static MEASURED void prvDelay( void )
{
    PROBE( start_delay );
    vTaskDelay( 2 * SLEEP );
}

static MEASURED void prvGive( void )
{
    PROBE( start_give );
    xSemaphoreGive( xSignal );
    PROBE( stop_wait );
    PROBE( stop_delay );
}

/* All of them wake before vWaiter does. */
static void vSleeper( void * pvParameters )
{
    vTaskDelay( SLEEP );
    vTaskSuspend( NULL );
}

static void vWaiter( void * pvParameters )
{
    xSemaphoreTake( xSignal, portMAX_DELAY );
    prvDelay();
    xSemaphoreTake( xSignal, portMAX_DELAY );

    for( int i = 0; i < TIMES; i++ )
    {
        prvWait();
    }

    board_exit( BOARD_EXIT_SUCCESS );
}

static void vGiver( void * pvParameters )
{
    prvGive();
    vTaskDelay( 3 * SLEEP );

    for( ;; )
    {
        prvGive();
    }
}

int main( void )
{
    printf( "%u tasks sleep, and one waits %u priorities above the one that gives\n", uxSleepers, uxDrop );
    xSignal = xSemaphoreCreateBinary();

    for( unsigned i = 0; i < uxSleepers; i++ )
    {
        xTaskCreate( vSleeper, "sleeper", 150, NULL, LOW + uxDrop, NULL );
    }

    xTaskCreate( vWaiter, "waiter", 300, NULL, LOW + uxDrop, NULL );
    xTaskCreate( vGiver, "giver", 300, NULL, LOW, NULL );
    vTaskStartScheduler();
    return 0;
}
