/* SPDX-License-Identifier: Apache-2.0 */

/* A high task waits for what a low one holds, while a middle one wants to run: with a mutex the low task
 * inherits the high priority, with a semaphore it does not. */
#include "FreeRTOS.h"
#include "semphr.h"
#include "task.h"
#include "board.h"
#include <stdio.h>

#define LOW    1
#define MIDDLE 2
#define HIGH   3

static SemaphoreHandle_t xLock;

/* Runs for so many ticks; one during which others ran counts once. */
static void prvWork( unsigned uxTicks )
{
    for( TickType_t xLast = xTaskGetTickCount(); uxTicks > 0; )
    {
        TickType_t xNow = xTaskGetTickCount();

        if( xNow != xLast )
        {
            xLast = xNow;
            uxTicks--;
        }
    }
}

static void vLow( void * pvParameters )
{
    xSemaphoreTake( xLock, portMAX_DELAY );
    prvWork( 4 );
    printf( "  low holds it, and has priority %u\n", ( unsigned ) uxTaskPriorityGet( NULL ) );
    prvWork( 1 );
    xSemaphoreGive( xLock );
    vTaskSuspend( NULL );
}

static void vMiddle( void * pvParameters )
{
    vTaskDelay( 3 );
    prvWork( 20 );
    printf( "  middle has worked for 20 ticks\n" );
    vTaskSuspend( NULL );
}

static void vHigh( void * pvParameters )
{
    TickType_t xBefore;

    vTaskDelay( 2 );
    xBefore = xTaskGetTickCount();
    xSemaphoreTake( xLock, portMAX_DELAY );
    printf( "  high waited %u ticks\n", ( unsigned ) ( xTaskGetTickCount() - xBefore ) );
    vTaskSuspend( NULL );
}

/* Above all others: begins one round after the other. */
static void vRounds( void * pvParameters )
{
    for( int iRound = 0; iRound < 2; iRound++ )
    {
        if( iRound == 0 )
        {
            printf( "with a mutex\n" );
            xLock = xSemaphoreCreateMutex();
        }
        else
        {
            printf( "with a semaphore\n" );
            xLock = xSemaphoreCreateBinary();
            xSemaphoreGive( xLock );
        }

        xTaskCreate( vLow, "low", 300, NULL, LOW, NULL );
        xTaskCreate( vMiddle, "middle", 300, NULL, MIDDLE, NULL );
        xTaskCreate( vHigh, "high", 300, NULL, HIGH, NULL );
        vTaskDelay( 50 );
    }

    board_exit( BOARD_EXIT_SUCCESS );
}

int main( void )
{
    xTaskCreate( vRounds, "rounds", 300, NULL, HIGH + 1, NULL );
    vTaskStartScheduler();
    return 0;
}
