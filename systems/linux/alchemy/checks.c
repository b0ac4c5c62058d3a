/* SPDX-License-Identifier: Apache-2.0 */

/* What the programs that check the alchemy layer need where Linux is a task: in place of checks.c and check.c
 * of firmware/laboratory/tests/common, which have printf(), and of the layer's pause.c. A check that fails
 * ends the machine. */
#include <string.h>
#include <unistd.h>

#include "check.h"

#include "board.h"
#include "linux_task.h"
#include "print.h"

#define MARKS    256U
#define PRIORITY 2 /* above Linux's, below the programs' tasks */

static char marks[ MARKS + 1U ];
static volatile unsigned marked;
static unsigned checks;

static void __attribute__( ( noreturn ) ) fail( const char * text, const char * file, int line )
{
    print( "FAIL: " );
    print( text );
    print( ", " );
    print( file );
    print_value( ", line", ( uint32_t ) line );
    print( "\n" );
    board_exit( BOARD_EXIT_FAILURE );
}

void check_true( int condition, const char * text, const char * file, int line )
{
    checks++;

    if( !condition )
    {
        fail( text, file, line );
    }
}

void check_equal( uint32_t actual, uint32_t expected, const char * text, const char * file, int line )
{
    checks++;

    if( actual != expected )
    {
        print_value( "it is", actual );
        print_value( ", not", expected );
        print( "\n" );
        fail( text, file, line );
    }
}

void check_order( const char * expected, const char * file, int line )
{
    marks[ marked ] = '\0';
    marked = 0;
    check_true( strcmp( marks, expected ) == 0, marks, file, line );
}

void mark( char who )
{
    check_true( marked < MARKS, "too many marks", __FILE__, __LINE__ );
    marks[ marked ] = who;
    marked = marked + 1U;
}

void test_passed( void )
{
    print_value( "passed", checks );
    print( " checks\n" );
    print( "PASS\n" );
    board_exit( BOARD_EXIT_SUCCESS );
}

TaskHandle_t create( TaskFunction_t function, uintptr_t parameter, UBaseType_t priority )
{
    TaskHandle_t task = NULL;

    CHECK_EQUAL( xTaskCreate( function, "task", TEST_STACK, ( void * ) parameter, priority, &task ), pdPASS );
    return task;
}

void test_start( TaskFunction_t director, UBaseType_t priority )
{
    create( director, 0, priority );
    pause();
}

/* Linux stands every second tick: only then can idle run, and free the memory of tasks that have ended. */
static void let_idle_run( void * parameter )
{
    TaskHandle_t linux_task = xTaskGetHandle( "linux" );

    ( void ) parameter;

    for( ;; )
    {
        vTaskSuspend( linux_task );
        vTaskDelay( 1 );
        vTaskResume( linux_task );
        vTaskDelay( 1 );
    }
}

int pause( void )
{
    if( xTaskGetSchedulerState() == taskSCHEDULER_NOT_STARTED )
    {
        linux_begin();
        create( let_idle_run, 0, PRIORITY );
        vTaskStartScheduler();
    }

    vTaskSuspend( NULL );
    return -1;
}
