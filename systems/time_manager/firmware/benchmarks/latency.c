/* SPDX-License-Identifier: Apache-2.0 */

/* Wake-up latency under load, as cyclictest has it: one of twelve periodic tasks wakes each period,
 * above tasks that exchange messages, give semaphores, divide, and are interrupted at random
 * moments. From the rising interrupt line to the task going on behind rt_task_wait_period(). */
#include "waiting.h"

#include "queue.h"
#include "semphr.h"

#include "board.h"

#define TASKS   12
#define SAMPLES 10000

/* Not a multiple of anything that the load does. */
#define PERIOD_NS 50060
#if ( ALCHEMY_SOFTWARE_TIME_BASE == 1 ) && ( ALCHEMY_TICK_NS != PERIOD_NS )
    #error "ALCHEMY_TICK_NS: this benchmark has a release at each tick, with a tick of PERIOD_NS."
#endif

#define LOAD_LINE  0
#define LOAD_DELAY 900
#define LOAD_MASK  1023

#define LOAD_PRIORITY 1
#define MEASURED_TASK 0

BENCH_LINE_STARTS( 7, wake_loaded );

static uint16_t cycles[ SAMPLES ];
static volatile unsigned samples;
static volatile BaseType_t measures;
static QueueHandle_t queue;
static SemaphoreHandle_t semaphore;
static TaskHandle_t director;

static BENCH_FUNCTION uint32_t wait( void )
{
    uint32_t waited;

    rt_task_wait_period( NULL );
    /* The load's interrupts come at any moment: none between the two instruments' ends. */
    portDISABLE_INTERRUPTS();
    waited = BENCH_STOP_LINE( wake_loaded );
    portENABLE_INTERRUPTS();
    return waited;
}

static void work( unsigned number )
{
    if( ( number == MEASURED_TASK ) && measures && ( samples < SAMPLES ) )
    {
        uint32_t waited;

        BENCH_START_AT_LINE( TIME_MANAGER_LINE );
        waited = wait();
        cycles[ samples ] = ( uint16_t ) waited;
        samples = samples + 1;

        if( samples == SAMPLES )
        {
            xTaskNotifyGive( director );
        }
    }
    else
    {
        rt_task_wait_period( NULL );
    }
}

static void service( uint32_t line )
{
    BaseType_t woken = pdFALSE;

    board_acknowledge_interrupt( line );
    xSemaphoreGiveFromISR( semaphore, &woken );
    board_arm_interrupt( line, LOAD_DELAY, LOAD_MASK );
    portYIELD_FROM_ISR( woken );
}

/* Sends, and waits when the queue is full; divides in between. */
static void send( void * parameters )
{
    volatile uint32_t dividend = 0xFFFFFFFF;

    for( uint32_t item = 0;; item++ )
    {
        xQueueSend( queue, &item, portMAX_DELAY );
        dividend = dividend / 3 + 0x12345678;
    }
}

static void receive( void * parameters )
{
    uint32_t item;

    for( ;; )
    {
        xQueueReceive( queue, &item, portMAX_DELAY );
    }
}

static void take( void * parameters )
{
    for( ;; )
    {
        xSemaphoreTake( semaphore, portMAX_DELAY );
    }
}

static void direct( void * parameters )
{
    TaskHandle_t load[ 3 ];

    director = xTaskGetCurrentTaskHandle();
    waiting_tasks( TASKS, work );
    queue = xQueueCreate( 4, sizeof( uint32_t ) );
    semaphore = xSemaphoreCreateCounting( 100, 0 );
    xTaskCreate( send, "send", BENCH_STACK, NULL, LOAD_PRIORITY, &load[ 0 ] );
    xTaskCreate( receive, "receive", BENCH_STACK, NULL, LOAD_PRIORITY, &load[ 1 ] );
    xTaskCreate( take, "take", BENCH_STACK, NULL, LOAD_PRIORITY, &load[ 2 ] );
    board_set_interrupt_handler( LOAD_LINE, service );
    board_arm_interrupt( LOAD_LINE, LOAD_DELAY, LOAD_MASK );
    measures = pdTRUE;
    waiting_release( MEASURED_TASK, rt_timer_read() + 1000 * ( RTIME ) PERIOD_NS, PERIOD_NS );

    ulTaskNotifyTake( pdTRUE, portMAX_DELAY );
    board_set_interrupt_handler( LOAD_LINE, NULL );
    waiting_release( MEASURED_TASK, TM_NOW, FAR_NS );

    for( unsigned i = 0; i < 3; i++ )
    {
        vTaskSuspend( load[ i ] );
    }

    for( unsigned i = 0; i < SAMPLES; i++ )
    {
        bench_sample( "wake-loaded", cycles[ i ], "tasks=%u", TASKS );
    }

    bench_end();
}

int main( void )
{
    bench_begin();
    SOC_REGISTER( SOC_INTERRUPT_GENERATOR_SEED_OFFSET ) = 1;
    waiting_begin( direct, LOAD_PRIORITY );
}
