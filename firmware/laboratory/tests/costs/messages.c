/* SPDX-License-Identifier: Apache-2.0 */

/* Cycles of sending and receiving items of 4 and 16 bytes without a switch, and from a send to the return of
 * the task that waited for it. The simulator looks at the labels (tests/test_messages.py). */
#include "FreeRTOS.h"
#include "queue.h"
#include "task.h"
#include "board.h"

#define PROBE( label ) __asm volatile( ".global probe_" #label "\nprobe_" #label ": nop" ::: "memory" )
#define MEASURED       static __attribute__( ( noipa ) ) void

#define ROUNDS 4

static QueueHandle_t words, items, awaited;
static uint32_t sent[ 4 ], received[ 4 ];

MEASURED send_4( QueueHandle_t queue )
{
    PROBE( start_send_4 );
    xQueueSend( queue, sent, 0 );
    PROBE( stop_send_4 );
}

MEASURED receive_4( QueueHandle_t queue )
{
    PROBE( start_receive_4 );
    xQueueReceive( queue, received, 0 );
    PROBE( stop_receive_4 );
}

MEASURED send_16( QueueHandle_t queue )
{
    PROBE( start_send_16 );
    xQueueSend( queue, sent, 0 );
    PROBE( stop_send_16 );
}

MEASURED receive_16( QueueHandle_t queue )
{
    PROBE( start_receive_16 );
    xQueueReceive( queue, received, 0 );
    PROBE( stop_receive_16 );
}

MEASURED wait( QueueHandle_t queue )
{
    xQueueReceive( queue, received, portMAX_DELAY );
    PROBE( stop_send_to_waiter );
}

MEASURED wake( QueueHandle_t queue )
{
    PROBE( start_send_to_waiter );
    xQueueSend( queue, sent, 0 );
}

static void expect( uint32_t value )
{
    if( received[ value % 4U ] != value )
    {
        board_exit( BOARD_EXIT_FAILURE );
    }
}

static void waiter( void * parameters )
{
    for( uint32_t round = 0; round < ROUNDS; round++ )
    {
        wait( awaited );
        expect( 4U * round );
    }

    board_exit( BOARD_EXIT_SUCCESS );
}

static void sender( void * parameters )
{
    for( uint32_t round = 0;; round++ )
    {
        for( uint32_t word = 0; word < 4U; word++ )
        {
            sent[ word ] = ( 4U * round ) + word;
        }

        send_4( words );
        receive_4( words );
        expect( 4U * round );
        send_16( items );
        receive_16( items );
        expect( ( 4U * round ) + 3U );
        wake( awaited );
    }
}

int main( void )
{
    words = xQueueCreate( 2, 4 );
    items = xQueueCreate( 2, 16 );
    awaited = xQueueCreate( 1, 4 );
    xTaskCreate( waiter, "waiter", 300, NULL, 2, NULL );
    xTaskCreate( sender, "sender", 300, NULL, 1, NULL );
    vTaskStartScheduler();

    return 0;
}
