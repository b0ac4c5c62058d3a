/* SPDX-License-Identifier: Apache-2.0 */

/* Thread-Metric's porting layer for FreeRTOS on this board; the tests come from the user's tree.
 *
 * A test's priority 1 is its highest, FreeRTOS's highest the last. Interrupts are real ones of the
 * board's generator. FreeRTOS has no pool of blocks, so that a block comes from its heap, heap_4. A
 * second of Thread-Metric is THREAD_METRIC_SECOND ticks. */
#include <stdio.h>
#include <stdlib.h>

#include "FreeRTOS.h"
#include "queue.h"
#include "semphr.h"
#include "task.h"

#include "board.h"
#include "tm_api.h"

#ifndef THREAD_METRIC_SECOND
    #define THREAD_METRIC_SECOND configTICK_RATE_HZ
#endif

#define LINE          2
#define THREADS       10
#define STACK_WORDS   512
#define QUEUE_LENGTH  10
#define MESSAGE_BYTES ( 4 * sizeof( unsigned long ) )
#define BLOCK_BYTES   128

static TaskHandle_t threads[ THREADS ];
static void ( *entries[ THREADS ] )( void );
static QueueHandle_t queue;
static SemaphoreHandle_t semaphore;
static volatile unsigned interrupts;

void tm_main( void );

/* A test has one of the two handlers, or none. */
__attribute__( ( weak ) ) void tm_interrupt_handler( void )
{
}

__attribute__( ( weak ) ) void tm_interrupt_preemption_handler( void )
{
}

static int status_of( int is_done )
{
    return is_done ? TM_SUCCESS : TM_ERROR;
}

static int is_thread( int thread )
{
    return ( thread >= 0 ) && ( thread < THREADS );
}

static void serve( uint32_t line )
{
    board_acknowledge_interrupt( line );
    interrupts++;
    tm_interrupt_handler();
    tm_interrupt_preemption_handler();
}

static void run_thread( void * entry )
{
    ( *( void ( ** )( void ) ) entry )();
    vTaskDelete( NULL );
}

/* In a task of the highest priority: FreeRTOS cannot resume a task while there is none that runs. */
void tm_initialize( void ( *create )( void ) )
{
    static void ( *created )( void );

    created = create;
    board_set_interrupt_handler( LINE, serve );

    if( xTaskCreate( run_thread, "create", STACK_WORDS, &created, configMAX_PRIORITIES - 1, NULL ) == pdPASS )
    {
        vTaskStartScheduler();
    }
}

int tm_thread_create( int thread, int priority, void ( *entry )( void ) )
{
    if( !is_thread( thread ) || ( priority < 1 ) || ( priority >= configMAX_PRIORITIES ) )
    {
        return TM_ERROR;
    }

    entries[ thread ] = entry;

    if( xTaskCreate( run_thread, "thread", STACK_WORDS, &entries[ thread ],
                     configMAX_PRIORITIES - 1 - priority, &threads[ thread ] ) != pdPASS )
    {
        return TM_ERROR;
    }

    vTaskSuspend( threads[ thread ] );
    return TM_SUCCESS;
}

int tm_thread_resume( int thread )
{
    if( !is_thread( thread ) )
    {
        return TM_ERROR;
    }

    if( board_in_interrupt() )
    {
        portYIELD_FROM_ISR( xTaskResumeFromISR( threads[ thread ] ) );
    }
    else
    {
        vTaskResume( threads[ thread ] );
    }

    return TM_SUCCESS;
}

int tm_thread_suspend( int thread )
{
    if( !is_thread( thread ) )
    {
        return TM_ERROR;
    }

    vTaskSuspend( threads[ thread ] );
    return TM_SUCCESS;
}

void tm_thread_relinquish( void )
{
    taskYIELD();
}

void tm_thread_sleep( int seconds )
{
    vTaskDelay( ( TickType_t ) seconds * THREAD_METRIC_SECOND );
}

int tm_queue_create( int number )
{
    queue = xQueueCreate( QUEUE_LENGTH, MESSAGE_BYTES );
    return status_of( ( number == 0 ) && ( queue != NULL ) );
}

int tm_queue_send( int number, unsigned long * message )
{
    return status_of( ( number == 0 ) && ( xQueueSend( queue, message, 0 ) == pdPASS ) );
}

int tm_queue_receive( int number, unsigned long * message )
{
    return status_of( ( number == 0 ) && ( xQueueReceive( queue, message, 0 ) == pdPASS ) );
}

int tm_semaphore_create( int number )
{
    semaphore = xSemaphoreCreateBinary();
    return status_of( ( number == 0 ) && ( semaphore != NULL ) && ( xSemaphoreGive( semaphore ) == pdPASS ) );
}

int tm_semaphore_get( int number )
{
    return status_of( ( number == 0 ) && ( xSemaphoreTake( semaphore, 0 ) == pdPASS ) );
}

int tm_semaphore_put( int number )
{
    BaseType_t woken = pdFALSE;

    if( board_in_interrupt() )
    {
        const BaseType_t given = xSemaphoreGiveFromISR( semaphore, &woken );

        portYIELD_FROM_ISR( woken );
        return status_of( ( number == 0 ) && ( given == pdPASS ) );
    }

    return status_of( ( number == 0 ) && ( xSemaphoreGive( semaphore ) == pdPASS ) );
}

int tm_memory_pool_create( int number )
{
    return status_of( number == 0 );
}

int tm_memory_pool_allocate( int number, unsigned char ** block )
{
    *block = pvPortMalloc( BLOCK_BYTES );
    return status_of( ( number == 0 ) && ( *block != NULL ) );
}

int tm_memory_pool_deallocate( int number, unsigned char * block )
{
    vPortFree( block );
    return status_of( number == 0 );
}

/* Returns when the service routine has run, and what it has woken. */
void tm_cause_interrupt( void )
{
    const unsigned before = interrupts;

    board_arm_interrupt( LINE, 0, 0 );

    while( interrupts == before )
    {
    }
}

/* The interrupt is a real one here, too. */
void tm_cause_interrupt_sync( void )
{
    tm_cause_interrupt();
}

void tm_putchar( int character )
{
    ( void ) putchar( character );
}

/* The end, in trees that say TM_SEMIHOSTING. */
void tm_semihosting_exit( int code )
{
    board_exit( code );
}

int main( void )
{
    tm_main();
    return EXIT_FAILURE;
}
