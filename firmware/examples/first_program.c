/* SPDX-License-Identifier: Apache-2.0 */

/* A task waits for a semaphore that a lower one gives three times. */
#include "FreeRTOS.h"
#include "semphr.h"
#include "task.h"
#include "board.h"
#include <stdio.h>

static SemaphoreHandle_t xSignal;

static void vWaiter( void * pvParameters )
{
    for( int i = 1; i <= 3; i++ )
    {
        xSemaphoreTake( xSignal, portMAX_DELAY );
        printf( "woken %d at tick %u\n", i, ( unsigned ) xTaskGetTickCount() );
    }

    board_exit( BOARD_EXIT_SUCCESS );
}

static void vGiver( void * pvParameters )
{
    for( ;; )
    {
        vTaskDelay( pdMS_TO_TICKS( 10 ) );
        xSemaphoreGive( xSignal );
    }
}

int main( void )
{
    xSignal = xSemaphoreCreateBinary();
    xTaskCreate( vWaiter, "waiter", 300, NULL, 2, NULL );
    xTaskCreate( vGiver, "giver", 300, NULL, 1, NULL );
    vTaskStartScheduler();
    return 0;
}
