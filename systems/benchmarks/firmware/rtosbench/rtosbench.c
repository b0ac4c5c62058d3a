/* SPDX-License-Identifier: Apache-2.0 */

/* The porting layer of RTOSBench for FreeRTOS on this board; the tests come from the user's tree. Time is
 * the core's cycle counter, an interrupt a line of the board's interrupt generator. A test has a number of
 * results, RTOSBENCH_RESULTS, after which the program ends. */
#include <inttypes.h>
#include <stdio.h>

#include "porting_layer.h"

#include "board.h"

#define LINE         2
#define STACK_WORDS  256
#define MOST_SIGNALS 50

static no_int_handler_t handler;
static volatile unsigned served;
static unsigned results;

void no_initialize_test( no_task_entry_t test )
{
    test( NULL );
    vTaskStartScheduler();
}

no_task_handle_t no_create_task( no_task_entry_t entry, char name[ 4 ], unsigned priority )
{
    TaskHandle_t task = NULL;

    if( xTaskCreate( entry, name, STACK_WORDS, NULL, priority, &task ) != pdPASS )
    {
        board_exit( BOARD_EXIT_FAILURE );
    }

    return task;
}

void no_task_yield( void )
{
    taskYIELD();
}

void no_task_suspend_self( void )
{
    vTaskSuspend( NULL );
}

/* Of ticks, which are milliseconds here and in the tests. */
void no_task_delay( unsigned ticks )
{
    vTaskDelay( ticks );
}

no_time_t no_time_get( void )
{
    uint32_t now;

    __asm volatile( "csrr %0, mcycle" : "=r"( now ) );
    return now;
}

long no_time_diff( const no_time_t * begin, const no_time_t * end )
{
    return ( long ) ( *end - *begin );
}

void no_cycle_reset_counter( void )
{
}

void no_serial_write( const char * text )
{
    printf( "%s:", text );
}

void no_result_report( int64_t most, int64_t least, int64_t mean )
{
    printf( " %ld %ld %ld\n", ( long ) least, ( long ) mean, ( long ) most );

    if( ++results == RTOSBENCH_RESULTS )
    {
        board_exit( BOARD_EXIT_SUCCESS );
    }
}

void no_sem_create( no_sem_t * semaphore, int count )
{
    *semaphore = xSemaphoreCreateCounting( MOST_SIGNALS, ( UBaseType_t ) count );
}

void no_sem_wait( no_sem_t * semaphore )
{
    ( void ) xSemaphoreTake( *semaphore, portMAX_DELAY );
}

void no_sem_signal( no_sem_t * semaphore )
{
    ( void ) xSemaphoreGive( *semaphore );
}

void no_mutex_create( no_mutex_t * mutex )
{
    *mutex = xSemaphoreCreateMutex();
}

void no_mutex_acquire( no_mutex_t * mutex )
{
    ( void ) xSemaphoreTake( *mutex, portMAX_DELAY );
}

void no_mutex_release( no_mutex_t * mutex )
{
    ( void ) xSemaphoreGive( *mutex );
}

void no_mq_create( no_mq_t * queue, unsigned length, unsigned bytes )
{
    *queue = xQueueCreate( length, bytes );
}

void no_mq_send( no_mq_t * queue, unsigned message )
{
    ( void ) xQueueSend( *queue, &message, portMAX_DELAY );
}

void no_mq_receive( no_mq_t * queue )
{
    unsigned message;

    ( void ) xQueueReceive( *queue, &message, portMAX_DELAY );
}

static void serve( uint32_t line )
{
    handler( ( int ) line, NULL );
    board_acknowledge_interrupt( line );
    served++;
}

void no_interrupt_register_sgi_handler( no_int_handler_t own )
{
    handler = own;
}

void no_interrupt_enable_sgi( void )
{
    board_set_interrupt_handler( LINE, serve );
}

void no_interrupt_do_sgi( void )
{
    const unsigned before = served;

    board_arm_interrupt( LINE, 0, 0 );

    while( served == before )
    {
    }
}

unsigned long rtosbench_work( void )
{
    unsigned long left = 9, rest = 0, root = 0;

    for( int bit = 0; bit < 32; bit++ )
    {
        rest = ( rest << 2 ) + ( left >> 30 );
        left <<= 2;
        root <<= 1;

        if( rest >= 2 * root + 1 )
        {
            rest -= 2 * root + 1;
            root++;
        }
    }

    return root;
}
