/* SPDX-License-Identifier: Apache-2.0 */

/* The two actions on queues that the thesis defines (3.3.2) and does not plot. The task T1 sends a
 * message of one word to a full queue and T2, below it, goes on (send-block); T2 receives, which
 * makes room, and T1 goes on (receive-unblock). T2's priority is 1, T1's is 1 + the priority drop. */
#include "FreeRTOS.h"
#include "queue.h"
#include "task.h"

#include "bench.h"

#define LOW_PRIORITY 1

static QueueHandle_t queue;
static TaskHandle_t high_task;
static uint32_t sent, received;
static uint32_t receive_unblock_cycles;

static BENCH_FUNCTION void send( void )
{
    xQueueSend( BENCH_START( send_block, queue ), &sent, portMAX_DELAY );
    receive_unblock_cycles = BENCH_STOP( receive_unblock );
}

static BENCH_FUNCTION uint32_t receive( void )
{
    xQueueReceive( BENCH_START( receive_unblock, queue ), &received, portMAX_DELAY );
    return BENCH_STOP( send_block );
}

static void high( void * parameters )
{
    xQueueSend( queue, &sent, portMAX_DELAY );

    for( ;; )
    {
        send();
    }
}

static void low( void * parameters )
{
    for( unsigned drop = 1; drop <= BENCH_MAXIMUM_DROP; drop++ )
    {
        vTaskPrioritySet( high_task, LOW_PRIORITY + drop );

        for( unsigned repetition = 0; repetition < BENCH_REPETITIONS; repetition++ )
        {
            uint32_t send_block_cycles = receive();

            bench_sample( "receive-unblock", receive_unblock_cycles, "priority_drop=%u", drop );
            bench_sample( "send-block", send_block_cycles, "priority_drop=%u", drop );
        }
    }

    bench_end();
}

int main( void )
{
    bench_begin();
    queue = xQueueCreate( 1, sizeof( sent ) );
    xTaskCreate( high, "high", BENCH_STACK, NULL, LOW_PRIORITY + 1, &high_task );
    xTaskCreate( low, "low", BENCH_STACK, NULL, LOW_PRIORITY, NULL );
    vTaskStartScheduler();
}
