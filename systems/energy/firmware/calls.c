/* SPDX-License-Identifier: Apache-2.0 */

/* PAIRS of a give and a take in a row, right after a tick: first by one task, then a give by a task for which
 * another one, above it, waits, and that one's next take, which blocks. */
#include "FreeRTOS.h"
#include "task.h"
#include "semphr.h"

#include "board.h"
#include "counted.h"

#define STACK 256

static SemaphoreHandle_t xAlone, xWaited;

static void prvWait( void * pvParameters )
{
    for( ;; )
    {
        ( void ) xSemaphoreTake( xWaited, portMAX_DELAY );
    }
}

static void prvCall( void * pvParameters )
{
    vTaskDelay( 1 );
    vRead();

    for( int n = 0; n < PAIRS; n++ )
    {
        ( void ) xSemaphoreGive( xAlone );
        ( void ) xSemaphoreTake( xAlone, 0 );
    }

    vRead();
    vTaskDelay( 1 );
    vRead();

    for( int n = 0; n < PAIRS; n++ )
    {
        ( void ) xSemaphoreGive( xWaited );
    }

    vRead();
    board_exit( BOARD_EXIT_SUCCESS );
}

int main( void )
{
    xAlone = xSemaphoreCreateBinary();
    xWaited = xSemaphoreCreateBinary();
    xTaskCreate( prvCall, "call", STACK, NULL, 1, NULL );
    xTaskCreate( prvWait, "wait", STACK, NULL, 2, NULL );
    vTaskStartScheduler();
    return 0;
}
