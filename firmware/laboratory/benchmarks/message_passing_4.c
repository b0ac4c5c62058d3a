/* SPDX-License-Identifier: Apache-2.0 */

/* Message-passing-4. The task T1 sends a message of one word to a queue that T2, below it, waits
 * for: T2 becomes ready and T1 goes on, with no switch (send-unblock). T2's priority is 1, T1's
 * is 1 + the priority drop; a third task, of priority 0, runs each round when both wait. */
#include "FreeRTOS.h"
#include "queue.h"
#include "semphr.h"
#include "task.h"

#include "bench.h"

#define LOW_PRIORITY 1

static QueueHandle_t queue;
static SemaphoreHandle_t round_start;
static TaskHandle_t high_task;
static uint32_t sent, received;
static uint32_t send_unblock_cycles;

static BENCH_FUNCTION void send( void )
{
    xQueueSend( BENCH_START( send_unblock, queue ), &sent, portMAX_DELAY );
    send_unblock_cycles = BENCH_STOP( send_unblock );
}

static void high( void * parameters )
{
    for( ;; )
    {
        xSemaphoreTake( round_start, portMAX_DELAY );
        send();
    }
}

static void low( void * parameters )
{
    for( ;; )
    {
        xQueueReceive( queue, &received, portMAX_DELAY );
    }
}

static void conductor( void * parameters )
{
    for( unsigned drop = 1; drop <= BENCH_MAXIMUM_DROP; drop++ )
    {
        vTaskPrioritySet( high_task, LOW_PRIORITY + drop );

        for( unsigned repetition = 0; repetition < BENCH_REPETITIONS; repetition++ )
        {
            xSemaphoreGive( round_start );
            bench_sample( "send-unblock", send_unblock_cycles, "priority_drop=%u", drop );
        }
    }

    bench_end();
}

int main( void )
{
    bench_begin();
    queue = xQueueCreate( 1, sizeof( sent ) );
    round_start = xSemaphoreCreateBinary();
    xTaskCreate( high, "high", BENCH_STACK, NULL, LOW_PRIORITY + 1, &high_task );
    xTaskCreate( low, "low", BENCH_STACK, NULL, LOW_PRIORITY, NULL );
    xTaskCreate( conductor, "conductor", BENCH_STACK, NULL, 0, NULL );
    vTaskStartScheduler();
}
