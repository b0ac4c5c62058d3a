/* SPDX-License-Identifier: Apache-2.0 */

/* Two tasks, a queue and a delay: if this prints three lines, ticks and switches work. */
#include "FreeRTOS.h"
#include "queue.h"
#include "task.h"

#include "board.h"

static QueueHandle_t queue;

static void sender( void * parameters )
{
    ( void ) parameters;

    for( char digit = '1';; digit++ )
    {
        vTaskDelay( 1 );
        xQueueSend( queue, &digit, portMAX_DELAY );
    }
}

static void receiver( void * parameters )
{
    char line[] = "received ?\n";

    ( void ) parameters;

    do
    {
        xQueueReceive( queue, &line[ sizeof( line ) - 3 ], portMAX_DELAY );
        board_print( line );
    } while( line[ sizeof( line ) - 3 ] < '3' );

    board_exit( 0 );
}

int main( void )
{
    queue = xQueueCreate( 1, 1 );
    xTaskCreate( sender, "sender", configMINIMAL_STACK_SIZE, NULL, 1, NULL );
    xTaskCreate( receiver, "receiver", configMINIMAL_STACK_SIZE, NULL, 2, NULL );
    vTaskStartScheduler();
    return 0;
}
