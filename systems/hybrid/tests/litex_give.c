/* SPDX-License-Identifier: Apache-2.0 */

/* Semaphores wake a task, and a task waits for ticks. Of the SoC it needs nothing but the core. */
#include "FreeRTOS.h"
#include "semphr.h"
#include "task.h"

#include "board.h"

#define ROUNDS 3

static SemaphoreHandle_t given;

static void waiter( void * parameters )
{
    for( ;; )
    {
        xSemaphoreTake( given, portMAX_DELAY );
        board_print( "taken\n" );
    }
}

static void giver( void * parameters )
{
    for( TickType_t round = 1; round <= ROUNDS; round++ )
    {
        board_print( "given\n" );
        xSemaphoreGive( given );
        vTaskDelay( 1 );

        if( xTaskGetTickCount() != round )
        {
            board_fail( "not one tick\n" );
        }
    }

    board_exit( 0 );
}

int main( void )
{
    given = xSemaphoreCreateBinary();
    xTaskCreate( waiter, "waiter", configMINIMAL_STACK_SIZE, NULL, 2, NULL );
    xTaskCreate( giver, "giver", configMINIMAL_STACK_SIZE, NULL, 1, NULL );
    vTaskStartScheduler();
}
