/* SPDX-License-Identifier: Apache-2.0 */

/* Calls that neither wake nor block anybody, and that FreeRTOS does with a few loads and stores: a
 * command to hardware cannot be much less. A task makes them, and those for service routines one. */
#include "FreeRTOS.h"
#include "queue.h"
#include "semphr.h"
#include "task.h"

#include "bench.h"
#include "board.h"
#include "line.h"

#define SAMPLES 8
#define LENGTH  2

static SemaphoreHandle_t mutex;
static QueueHandle_t queue;
static TaskHandle_t self;
static uint32_t sent = 42, received;
static uint32_t send_from_isr_cycles, receive_from_isr_cycles;
static volatile int served;

static BENCH_FUNCTION uint32_t suspend_all( void )
{
    ( void ) BENCH_START( suspend_all, 0 );
    vTaskSuspendAll();
    return BENCH_STOP( suspend_all );
}

static BENCH_FUNCTION uint32_t resume_all( void )
{
    ( void ) BENCH_START( resume_all, 0 );
    xTaskResumeAll();
    return BENCH_STOP( resume_all );
}

static BENCH_FUNCTION uint32_t take_again( void )
{
    xSemaphoreTakeRecursive( BENCH_START( take_again, mutex ), portMAX_DELAY );
    return BENCH_STOP( take_again );
}

static BENCH_FUNCTION uint32_t give_inner( void )
{
    xSemaphoreGiveRecursive( BENCH_START( give_inner, mutex ) );
    return BENCH_STOP( give_inner );
}

static BENCH_FUNCTION uint32_t messages_waiting( void )
{
    uxQueueMessagesWaiting( BENCH_START( messages_waiting, queue ) );
    return BENCH_STOP( messages_waiting );
}

static BENCH_FUNCTION uint32_t priority_get( void )
{
    uxTaskPriorityGet( BENCH_START( priority_get, self ) );
    return BENCH_STOP( priority_get );
}

static BENCH_FUNCTION uint32_t tick_count( void )
{
    ( void ) BENCH_START( tick_count, 0 );
    xTaskGetTickCount();
    return BENCH_STOP( tick_count );
}

static BENCH_FUNCTION uint32_t send_from_isr( BaseType_t * woken )
{
    xQueueSendFromISR( BENCH_START( send_from_isr, queue ), &sent, woken );
    return BENCH_STOP( send_from_isr );
}

static BENCH_FUNCTION uint32_t receive_from_isr( BaseType_t * woken )
{
    xQueueReceiveFromISR( BENCH_START( receive_from_isr, queue ), &received, woken );
    return BENCH_STOP( receive_from_isr );
}

static void service( uint32_t line )
{
    BaseType_t woken = pdFALSE;

    board_acknowledge_interrupt( line );
    send_from_isr_cycles = send_from_isr( &woken );
    receive_from_isr_cycles = receive_from_isr( &woken );
    served = 1;
}

static void interrupt( void )
{
    served = 0;
    board_arm_interrupt( BENCH_LINE, 1, 0 );

    while( !served )
    {
    }
}

static void task( void * parameters )
{
    self = xTaskGetCurrentTaskHandle();
    board_set_interrupt_handler( BENCH_LINE, service );
    xSemaphoreTakeRecursive( mutex, portMAX_DELAY );

    for( unsigned sample = 0; sample < SAMPLES; sample++ )
    {
        const uint32_t suspended = suspend_all();
        const uint32_t resumed = resume_all();

        bench_sample( "suspend-all", suspended, "sample=%u", sample );
        bench_sample( "resume-all", resumed, "sample=%u", sample );
        bench_sample( "take-again", take_again(), "sample=%u", sample );
        bench_sample( "give-inner", give_inner(), "sample=%u", sample );
        bench_sample( "messages-waiting", messages_waiting(), "sample=%u", sample );
        bench_sample( "priority-get", priority_get(), "sample=%u", sample );
        bench_sample( "tick-count", tick_count(), "sample=%u", sample );
        interrupt();
        bench_sample( "send-from-isr", send_from_isr_cycles, "sample=%u", sample );
        bench_sample( "receive-from-isr", receive_from_isr_cycles, "sample=%u", sample );
    }

    bench_end();
}

int main( void )
{
    bench_begin();
    mutex = xSemaphoreCreateRecursiveMutex();
    queue = xQueueCreate( LENGTH, sizeof( sent ) );
    xTaskCreate( task, "task", BENCH_STACK, NULL, 1, NULL );
    vTaskStartScheduler();
}
