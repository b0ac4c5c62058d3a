/* SPDX-License-Identifier: Apache-2.0 */

/* Kernel calls beside a second bus master. The task T1, above T2, waits for a semaphore, a
 * notification or a time; both are measured while the traffic generator takes a part of the buses
 * that BENCH_TRAFFIC names (CONTROL of the generator). The sweep is over the part, in per cent of
 * the cycles, that it would take without competition. Samples include the store that stops the
 * stopwatch; what that is without traffic is told as the baseline. */
#include "FreeRTOS.h"
#include "queue.h"
#include "semphr.h"
#include "task.h"

#include "bench.h"
#include "board.h"
#include "line.h"
#include "traffic.h"

#define LOW_PRIORITY  1
#define HIGH_PRIORITY 2
#define SAMPLES       16
#define LONGEST_DELAY 2000

/* The line rises this many cycles after it is armed, plus up to PHASES - 1: T1 waits by then. */
#define LINE_DELAY 3000
#define PHASES     256

BENCH_LINE_STARTS( 0, task_dispatch );

static SemaphoreHandle_t awaited;
static SemaphoreHandle_t counted;
static QueueHandle_t queue;
static TaskHandle_t delayed_task;
static uint32_t message[ 4 ];
static uint32_t load;
static volatile uint32_t answer; /* what the high task measured */

static void sample( const char * metric, uint32_t cycles )
{
    bench_sample( metric, cycles - bench_overhead, "load=%lu baseline=%lu", ( unsigned long ) load,
                  ( unsigned long ) bench_overhead );
}

static BENCH_FUNCTION void wait_for_semaphore( void )
{
    START( wait_block );
    xSemaphoreTake( awaited, portMAX_DELAY );
    answer = STOP( signal_unblock );
}

static BENCH_FUNCTION uint32_t signal_waiter( void )
{
    START( signal_unblock );
    xSemaphoreGive( awaited );
    return STOP( wait_block );
}

static BENCH_FUNCTION uint32_t take( void )
{
    START( wait_decrement );
    xSemaphoreTake( counted, portMAX_DELAY );
    return STOP( wait_decrement );
}

static BENCH_FUNCTION uint32_t give( void )
{
    START( signal_increment );
    xSemaphoreGive( counted );
    return STOP( signal_increment );
}

static BENCH_FUNCTION uint32_t send( void )
{
    START( send_data );
    xQueueSend( queue, message, portMAX_DELAY );
    return STOP( send_data );
}

static BENCH_FUNCTION uint32_t receive( void )
{
    START( receive_data );
    xQueueReceive( queue, message, portMAX_DELAY );
    return STOP( receive_data );
}

static BENCH_FUNCTION void delay( void )
{
    START( delay_block );
    vTaskDelay( LONGEST_DELAY );
}

static BENCH_FUNCTION uint32_t resume_delayed( void )
{
    vTaskResume( delayed_task );
    return STOP( delay_block );
}

static BENCH_FUNCTION uint32_t wait_for_line( void )
{
    ulTaskNotifyTake( pdTRUE, portMAX_DELAY );
    return STOP( task_dispatch );
}

static void semaphore_task( void * parameters )
{
    for( ;; )
    {
        wait_for_semaphore();
    }
}

static void delaying_task( void * parameters )
{
    for( ;; )
    {
        delay();
    }
}

static void line_task( void * parameters )
{
    line_notifies( xTaskGetCurrentTaskHandle() );

    for( ;; )
    {
        answer = wait_for_line();
        line_handled();
    }
}

static void measure_line( void )
{
    answer = 0;
    BENCH_START_AT_LINE( BENCH_LINE );
    board_arm_interrupt( BENCH_LINE, LINE_DELAY, PHASES - 1 );

    while( answer == 0 )
    {
    }
}

static void low( void * parameters )
{
    for( unsigned i = 0; i < LOADS; i++ )
    {
        load = loads[ i ];

        for( unsigned repetition = 0; repetition < SAMPLES; repetition++ )
        {
            uint32_t wait_block, increment, decrement, sent, received, delayed;

            vTaskSuspend( delayed_task );
            traffic_on( load );
            wait_block = signal_waiter();
            increment = give();
            decrement = take();
            sent = send();
            received = receive();
            delayed = resume_delayed();
            traffic_off();
            sample( "signal-unblock", answer );
            sample( "wait-block", wait_block );
            sample( "signal-increment", increment );
            sample( "wait-decrement", decrement );
            sample( "send-data", sent );
            sample( "receive-data", received );
            sample( "delay-block", delayed );
            traffic_on( load );
            measure_line();
            traffic_off();
            /* the stopwatch started in the cycle in which the line rose */
            bench_sample( "task-dispatch", answer - 1, "load=%lu baseline=1", ( unsigned long ) load );
        }
    }

    bench_end();
}

int main( void )
{
    bench_begin();
    awaited = xSemaphoreCreateBinary();
    counted = xSemaphoreCreateCounting( 1, 0 );
    queue = xQueueCreate( 1, sizeof( message ) );
    xTaskCreate( semaphore_task, "semaphore", BENCH_STACK, NULL, HIGH_PRIORITY, NULL );
    xTaskCreate( delaying_task, "delaying", BENCH_STACK, NULL, HIGH_PRIORITY, &delayed_task );
    xTaskCreate( line_task, "line", BENCH_STACK, NULL, HIGH_PRIORITY, NULL );
    xTaskCreate( low, "low", BENCH_STACK, NULL, LOW_PRIORITY, NULL );
    vTaskStartScheduler();
}
