/* SPDX-License-Identifier: Apache-2.0 */

/* Message-passing-1. A task sends a message to a queue that has room (send-data) and receives it
 * again (receive-data), for messages of 4 to 512 bytes. */
#include "FreeRTOS.h"
#include "queue.h"
#include "task.h"

#include "bench.h"

static const uint16_t sizes[] = { 4, 8, 16, 32, 64, 128, 192, 256, 320, 384, 448, 512 };

#define SIZES         ( sizeof( sizes ) / sizeof( sizes[ 0 ] ) )
#define LARGEST_WORDS ( 512 / 4 )

static QueueHandle_t queue;
static uint32_t message[ LARGEST_WORDS ];

static BENCH_FUNCTION uint32_t send( void )
{
    xQueueSend( BENCH_START( send_data, queue ), message, portMAX_DELAY );
    return BENCH_STOP( send_data );
}

static BENCH_FUNCTION uint32_t receive( void )
{
    xQueueReceive( BENCH_START( receive_data, queue ), message, portMAX_DELAY );
    return BENCH_STOP( receive_data );
}

static void task( void * parameters )
{
    for( unsigned i = 0; i < SIZES; i++ )
    {
        unsigned bytes = sizes[ i ];

        queue = xQueueCreate( 1, bytes );

        for( unsigned repetition = 0; repetition < BENCH_REPETITIONS; repetition++ )
        {
            bench_sample( "send-data", send(), "bytes=%u", bytes );
            bench_sample( "receive-data", receive(), "bytes=%u", bytes );
        }

        vQueueDelete( queue );
    }

    bench_end();
}

int main( void )
{
    bench_begin();
    xTaskCreate( task, "task", BENCH_STACK, NULL, 1, NULL );
    vTaskStartScheduler();
}
