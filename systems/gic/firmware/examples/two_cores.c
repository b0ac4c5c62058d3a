/* SPDX-License-Identifier: Apache-2.0 */

/* A queue between two cores: what is sent on the first one is received on the second. */
#include <stdio.h>

#include "FreeRTOS.h"
#include "board.h"
#include "queue.h"
#include "task.h"

#define STACK    512
#define MESSAGES 3

typedef struct
{
    int number;
    uint32_t core; /* that sent it */
} message_t;

static QueueHandle_t queue;

static void send( void * unused )
{
    ( void ) unused;

    for( int number = 1; number <= MESSAGES; number++ )
    {
        const message_t message = { number, board_core() };

        xQueueSend( queue, &message, portMAX_DELAY );
        vTaskDelay( 1 );
    }

    vTaskDelete( NULL );
}

static void receive( void * unused )
{
    message_t message;

    ( void ) unused;

    for( int number = 1; number <= MESSAGES; number++ )
    {
        xQueueReceive( queue, &message, portMAX_DELAY );
        printf( "message %d: from core %d to core %d\n", message.number, ( int ) message.core,
                ( int ) board_core() );
    }

    board_exit( 0 );
}

int main( void )
{
    queue = xQueueCreate( 1, sizeof( message_t ) );
    xTaskCreateAffinitySet( send, "send", STACK, NULL, 2, 1U << 0, NULL );
    xTaskCreateAffinitySet( receive, "receive", STACK, NULL, 2, 1U << 1, NULL );
    vTaskStartScheduler();
    return 1;
}
