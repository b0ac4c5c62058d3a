/* SPDX-License-Identifier: Apache-2.0 */

/* Message-passing-3. The task T1 receives from an empty queue and T2, below it, goes on
 * (receive-block); T2 sends a message of one word and T1 goes on (send-unblock). T2's priority is
 * 1, T1's is 1 + the priority drop. */
#include "FreeRTOS.h"
#include "queue.h"
#include "task.h"

#include "bench.h"

#define LOW_PRIORITY 1

static QueueHandle_t queue;
static TaskHandle_t high_task;
static uint32_t sent, received;
static uint32_t send_unblock_cycles;

static BENCH_FUNCTION void receive( void )
{
    xQueueReceive( BENCH_START( receive_block, queue ), &received, portMAX_DELAY );
    send_unblock_cycles = BENCH_STOP( send_unblock );
}

static BENCH_FUNCTION uint32_t send( void )
{
    xQueueSend( BENCH_START( send_unblock, queue ), &sent, portMAX_DELAY );
    return BENCH_STOP( receive_block );
}

static void high( void * parameters )
{
    for( ;; )
    {
        receive();
    }
}

static void low( void * parameters )
{
    for( unsigned drop = 1; drop <= BENCH_MAXIMUM_DROP; drop++ )
    {
        vTaskPrioritySet( high_task, LOW_PRIORITY + drop );

        for( unsigned repetition = 0; repetition < BENCH_REPETITIONS; repetition++ )
        {
            uint32_t receive_block_cycles = send();

            bench_sample( "send-unblock", send_unblock_cycles, "priority_drop=%u", drop );
            bench_sample( "receive-block", receive_block_cycles, "priority_drop=%u", drop );
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
