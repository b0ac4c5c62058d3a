/* SPDX-License-Identifier: Apache-2.0 */

/* Two producers fill a queue of three places; the consumer is slower, so they wait for it. */
#include "FreeRTOS.h"
#include "queue.h"
#include "task.h"
#include "board.h"
#include <stdint.h>
#include <stdio.h>

#define ITEMS 4

typedef struct
{
    char cProducer;
    int iNumber;
    TickType_t xOffered;
} Item_t;

static QueueHandle_t xQueue;

static void vProducer( void * pvParameters )
{
    Item_t xItem = { .cProducer = ( char ) ( uintptr_t ) pvParameters };

    for( xItem.iNumber = 1; xItem.iNumber <= ITEMS; xItem.iNumber++ )
    {
        xItem.xOffered = xTaskGetTickCount();
        xQueueSend( xQueue, &xItem, portMAX_DELAY );
    }

    vTaskDelete( NULL );
}

static void vConsumer( void * pvParameters )
{
    Item_t xItem;

    for( int i = 0; i < 2 * ITEMS; i++ )
    {
        vTaskDelay( pdMS_TO_TICKS( 5 ) );
        xQueueReceive( xQueue, &xItem, portMAX_DELAY );
        printf( "tick %2u: %c%d, offered at tick %u\n", ( unsigned ) xTaskGetTickCount(), xItem.cProducer,
                xItem.iNumber, ( unsigned ) xItem.xOffered );
    }

    board_exit( BOARD_EXIT_SUCCESS );
}

int main( void )
{
    xQueue = xQueueCreate( 3, sizeof( Item_t ) );
    xTaskCreate( vConsumer, "consumer", 300, NULL, 3, NULL );
    xTaskCreate( vProducer, "a", 200, ( void * ) ( uintptr_t ) 'a', 2, NULL );
    xTaskCreate( vProducer, "b", 200, ( void * ) ( uintptr_t ) 'b', 1, NULL );
    vTaskStartScheduler();
    return 0;
}
