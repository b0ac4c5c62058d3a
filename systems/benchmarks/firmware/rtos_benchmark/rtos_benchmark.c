/* SPDX-License-Identifier: Apache-2.0 */

/* The porting layer of Zephyr's rtos-benchmark for FreeRTOS on this board; the tests come from the
 * user's tree. Time is the core's cycle counter. The timer whose interrupt's latency is measured is a
 * line of the board's interrupt generator. */
#include "rtos_benchmark.h"

#include "queue.h"
#include "semphr.h"
#include "task.h"

#include "bench_api.h"
#include "board.h"
#include "soc.h"

#define LINE              2
#define THREADS           10
#define OBJECTS           5
#define STACK_WORDS       512
#define CYCLES_OF_A_MICRO ( configCPU_CLOCK_HZ / 1000000 )

static TaskHandle_t threads[ THREADS ], ended[ THREADS ];
static unsigned num_ended;
static StaticTask_t blocks[ THREADS ];
static StackType_t stacks[ THREADS ][ STACK_WORDS ];
static SemaphoreHandle_t semaphores[ OBJECTS ], mutexes[ OBJECTS ];
static StaticSemaphore_t semaphore_blocks[ OBJECTS ], mutex_blocks[ OBJECTS ];
static QueueHandle_t queue;
static bench_isr_handler_t handler;
static BaseType_t woken;

static UBaseType_t priority_of( int priority )
{
    assert( ( priority >= 0 ) && ( priority < configMAX_PRIORITIES ) );
    return ( UBaseType_t ) ( configMAX_PRIORITIES - 1 - priority );
}

static void ( *all )( void * );

static void run_all( void * parameters )
{
    all( parameters );
    board_exit( BOARD_EXIT_SUCCESS );
}

void bench_test_init( void ( *test )( void * ) )
{
    all = test;

    if( xTaskCreate( run_all, "benchmark", STACK_WORDS, NULL, configMAX_PRIORITIES - 1, NULL ) == pdPASS )
    {
        vTaskStartScheduler();
    }
}

void bench_thread_set_priority( int priority )
{
    vTaskPrioritySet( NULL, priority_of( priority ) );
}

/* Another deletes it: a task that deletes itself needs the idle task before its memory is free. */
void bench_thread_exit( void )
{
    ended[ num_ended++ ] = xTaskGetCurrentTaskHandle();
    vTaskSuspend( NULL );
}

void bench_collect_resources( void )
{
    while( num_ended > 0 )
    {
        vTaskDelete( ended[ --num_ended ] );
    }
}

int bench_thread_spawn( int thread, const char * name, int priority, void ( *entry )( void * ), void * args )
{
    bench_collect_resources(); /* not every test does when it ends */
    threads[ thread ] = xTaskCreateStatic( entry, name, STACK_WORDS, args, priority_of( priority ),
                                           stacks[ thread ], &blocks[ thread ] );
    return ( threads[ thread ] != NULL ) ? BENCH_SUCCESS : BENCH_ERROR;
}

int bench_thread_create( int thread, const char * name, int priority, void ( *entry )( void * ), void * args )
{
    return bench_thread_spawn( thread, name, priority, entry, args );
}

void bench_thread_start( int thread )
{
}

void bench_thread_resume( int thread )
{
    vTaskResume( threads[ thread ] );
}

void bench_thread_suspend( int thread )
{
    vTaskSuspend( threads[ thread ] );
}

/* A test aborts threads that have ended, too. */
void bench_thread_abort( int thread )
{
    for( unsigned i = 0; i < num_ended; i++ )
    {
        if( ended[ i ] == threads[ thread ] )
        {
            ended[ i ] = ended[ --num_ended ];
            break;
        }
    }

    vTaskDelete( threads[ thread ] );
}

void bench_yield( void )
{
    taskYIELD();
}

void bench_sync_ticks( void )
{
    vTaskDelay( 1 );
}

static uint32_t cycles( void )
{
    uint32_t now;

    __asm volatile( "csrr %0, mcycle" : "=r"( now ) );
    return now;
}

void bench_timing_init( void )
{
}

void bench_timing_start( void )
{
}

void bench_timing_stop( void )
{
}

bench_time_t bench_timing_counter_get( void )
{
    return cycles();
}

bench_time_t bench_timing_cycles_get( bench_time_t * start, bench_time_t * end )
{
    return ( uint32_t ) ( *end - *start );
}

bench_time_t bench_timing_cycles_to_ns( bench_time_t number )
{
    return number * 1000U / CYCLES_OF_A_MICRO;
}

int bench_sem_create( int number, int initial, int maximum )
{
    semaphores[ number ] = xSemaphoreCreateCountingStatic( ( UBaseType_t ) maximum, ( UBaseType_t ) initial,
                                                           &semaphore_blocks[ number ] );
    return ( semaphores[ number ] != NULL ) ? BENCH_SUCCESS : BENCH_ERROR;
}

void bench_sem_give( int number )
{
    ( void ) xSemaphoreGive( semaphores[ number ] );
}

void bench_sem_give_from_isr( int number )
{
    ( void ) xSemaphoreGiveFromISR( semaphores[ number ], &woken );
}

int bench_sem_take( int number )
{
    return ( xSemaphoreTake( semaphores[ number ], portMAX_DELAY ) == pdPASS ) ? BENCH_SUCCESS : BENCH_ERROR;
}

int bench_mutex_create( int number )
{
    mutexes[ number ] = xSemaphoreCreateRecursiveMutexStatic( &mutex_blocks[ number ] );
    return ( mutexes[ number ] != NULL ) ? BENCH_SUCCESS : BENCH_ERROR;
}

int bench_mutex_lock( int number )
{
    return ( xSemaphoreTakeRecursive( mutexes[ number ], portMAX_DELAY ) == pdPASS ) ? BENCH_SUCCESS :
                                                                                       BENCH_ERROR;
}

int bench_mutex_unlock( int number )
{
    return ( xSemaphoreGiveRecursive( mutexes[ number ] ) == pdPASS ) ? BENCH_SUCCESS : BENCH_ERROR;
}

void * bench_malloc( size_t size )
{
    return pvPortMalloc( size );
}

void bench_free( void * memory )
{
    vPortFree( memory );
}

int bench_message_queue_create( int number, const char * name, size_t length, size_t bytes )
{
    queue = xQueueCreate( length, bytes );
    return ( ( number == 0 ) && ( queue != NULL ) ) ? BENCH_SUCCESS : BENCH_ERROR;
}

int bench_message_queue_send( int number, char * message, size_t bytes )
{
    return ( xQueueSend( queue, message, portMAX_DELAY ) == pdPASS ) ? BENCH_SUCCESS : BENCH_ERROR;
}

int bench_message_queue_receive( int number, char * message, size_t bytes )
{
    return ( xQueueReceive( queue, message, portMAX_DELAY ) == pdPASS ) ? BENCH_SUCCESS : BENCH_ERROR;
}

int bench_message_queue_delete( int number, const char * name )
{
    vQueueDelete( queue );
    return BENCH_SUCCESS;
}

static void serve( uint32_t line )
{
    woken = pdFALSE;
    handler( NULL );
    board_acknowledge_interrupt( line );
    portYIELD_FROM_ISR( woken );
}

static void end_of_timer( void * argument )
{
}

bench_isr_handler_t bench_timer_isr_get( void )
{
    return end_of_timer;
}

void bench_timer_isr_set( bench_isr_handler_t own )
{
    handler = own;
    board_set_interrupt_handler( LINE, serve );
}

void bench_timer_isr_restore( bench_isr_handler_t before )
{
    handler = before;
    board_set_interrupt_handler( LINE, NULL );
}

/* The store that arms the line completes within two cycles of the counter's load. */
bench_time_t bench_timer_isr_expiry_set( uint32_t micros )
{
    const uint32_t delay = micros * CYCLES_OF_A_MICRO;

    SOC_REGISTER_OF( SOC_INTERRUPT_GENERATOR_MASK_OFFSET, LINE ) = 0;
    SOC_REGISTER_OF( SOC_INTERRUPT_GENERATOR_DELAY_OFFSET, LINE ) = delay;
    return ( uint32_t ) ( cycles() + delay );
}

bench_time_t bench_timer_cycles_diff( bench_time_t trigger, bench_time_t sample )
{
    return ( uint32_t ) ( sample - trigger );
}

bench_time_t bench_timer_cycles_get( void )
{
    return cycles();
}

uint32_t bench_timer_cycles_per_second( void )
{
    return configCPU_CLOCK_HZ;
}

uint32_t bench_timer_cycles_per_tick( void )
{
    return configCPU_CLOCK_HZ / configTICK_RATE_HZ;
}
