/* SPDX-License-Identifier: Apache-2.0 */

/* The benchmarks one after the other in one program, for a board: it prints their samples and ends.
 *
 * Each benchmark is a module with a main of its own (SELF_TESTS), written to be a whole program. Here a
 * task above all others, the conductor, is who calls it: where the benchmark starts the scheduler the
 * conductor waits, and where it ends the conductor goes on, and deletes its tasks. */
#include <stdio.h>

#include "FreeRTOS.h"
#include "task.h"

#include "board.h"

#define STRING_OF( text ) #text
#define STRING( text )    STRING_OF( text )

#define CONDUCTOR_STACK    320
#define CONDUCTOR_PRIORITY ( configMAX_PRIORITIES - 1 )

/* What the linker puts in the place of functions that the modules call, and these themselves. */
void __wrap_board_exit( int code ) __attribute__( ( noreturn ) );
void __real_board_exit( int code ) __attribute__( ( noreturn ) );
void __wrap_vTaskStartScheduler( void );
void __real_vTaskStartScheduler( void );
BaseType_t __wrap_xTaskCreate( TaskFunction_t function, const char * name, configSTACK_DEPTH_TYPE stack,
                               void * parameters, UBaseType_t priority, TaskHandle_t * handle );
BaseType_t __real_xTaskCreate( TaskFunction_t function, const char * name, configSTACK_DEPTH_TYPE stack,
                               void * parameters, UBaseType_t priority, TaskHandle_t * handle );

/* The modules' mains. */
#define TEST( name ) int name( void );
SELF_TESTS
#undef TEST
#define TEST( name ) name,
static int ( *const tests[] )( void ) = { SELF_TESTS };
#define TESTS ( sizeof( tests ) / sizeof( tests[ 0 ] ) )

static TaskHandle_t conductor_task;
static TaskHandle_t tasks[ configMAX_HW_ACCELERATION_TASKS ];
static unsigned number_of_tasks;

BaseType_t __wrap_xTaskCreate( TaskFunction_t function, const char * name, configSTACK_DEPTH_TYPE stack,
                               void * parameters, UBaseType_t priority, TaskHandle_t * handle )
{
    TaskHandle_t created;

    if( __real_xTaskCreate( function, name, stack, parameters, priority, &created ) != pdPASS )
    {
        printf( "self-test: no memory for a task\n" );
        __real_board_exit( BOARD_EXIT_OUT_OF_MEMORY );
    }

    tasks[ number_of_tasks++ ] = created;

    if( handle != NULL )
    {
        *handle = created;
    }

    return pdPASS;
}

/* The benchmark has created its tasks. */
void __wrap_vTaskStartScheduler( void )
{
    ulTaskNotifyTake( pdTRUE, portMAX_DELAY );
}

/* A benchmark ends, or the program does: an error, of one of them or of the kernel. */
void __wrap_board_exit( int code )
{
    if( code != BOARD_EXIT_SUCCESS )
    {
        printf( "self-test: failed with exit code %d\n", code );
        __real_board_exit( code );
    }

    xTaskNotifyGive( conductor_task );

    for( ;; )
    {
    }
}

static void conductor( void * parameters )
{
    for( unsigned test = 0; test < TESTS; test++ )
    {
        tests[ test ]();

        while( number_of_tasks > 0 )
        {
            vTaskDelete( tasks[ --number_of_tasks ] );
        }

        for( uint32_t line = 0; line < BOARD_INTERRUPT_LINES; line++ )
        {
            board_set_interrupt_handler( line, NULL );
        }
    }

    printf( "self-test: end\n" );
    __real_board_exit( BOARD_EXIT_SUCCESS );
}

int main( void )
{
    printf( "self-test: kernel " STRING( SELF_TEST_KERNEL ) "\n" );
    __real_xTaskCreate( conductor, "conductor", CONDUCTOR_STACK, NULL, CONDUCTOR_PRIORITY, &conductor_task );
    __real_vTaskStartScheduler();
    return BOARD_EXIT_FAILURE;
}
