/* SPDX-License-Identifier: Apache-2.0 */

/* Interrupt lines that make tasks ready: tasks and interrupts have one space of priorities. */
#include "board.h"
#include "check.h"
#include "isochron_hybrid.h"

#define LINE  5
#define OTHER 2
#define LOW   1
#define SELF  4
#define HIGH  6

/* Long enough for a rise to arrive. */
#define A_WHILE 50

/* A task in place of a service routine: line and mark. */
#define DRIVER( line, name ) ( ( uintptr_t ) ( line ) << 8 | ( name ) )

static void driver( void * parameter )
{
    const uintptr_t which = ( uintptr_t ) parameter;

    for( ;; )
    {
        CHECK_EQUAL( xIsochronHybridWaitForLine( which >> 8, portMAX_DELAY ), pdTRUE );
        board_acknowledge_interrupt( which >> 8 );
        mark( ( char ) ( which & 0xFFU ) );
    }
}

static void raise_line( uint32_t line )
{
    board_arm_interrupt( line, 1, 0 );

    for( volatile int i = 0; i < A_WHILE; i = i + 1 )
    {
    }
}

/* What a driver's task would acknowledge. */
static void rise_and_fall( uint32_t line )
{
    raise_line( line );
    board_acknowledge_interrupt( line );
}

static void routine( uint32_t line )
{
    board_acknowledge_interrupt( line );
    mark( 'r' );
}

/* A task above runs at once; one below waits, and the running task is not interrupted for it. */
static void test_an_interrupt_has_its_tasks_priority( void )
{
    TaskHandle_t high = create( driver, DRIVER( LINE, 'h' ), HIGH );
    TaskHandle_t low = create( driver, DRIVER( OTHER, 'l' ), LOW );

    vTaskDelay( 1 );
    CHECK_EQUAL( eTaskGetState( high ), eBlocked );
    raise_line( LINE );
    CHECK_ORDER( "h" );
    raise_line( OTHER );
    CHECK_ORDER( "" );
    vTaskDelay( 1 );
    CHECK_ORDER( "l" );
    vTaskDelete( high );
    vTaskDelete( low );
}

/* The lower line rises first, and is numbered before: still its routine, which is a task, comes behind
 * the higher one's and the task that runs. */
static void test_a_higher_lines_task_runs_before_a_lower_interrupts_routine( void )
{
    TaskHandle_t high = create( driver, DRIVER( LINE, 'h' ), HIGH );
    TaskHandle_t low = create( driver, DRIVER( OTHER, 'l' ), LOW );

    vTaskDelay( 1 );
    taskENTER_CRITICAL();
    raise_line( OTHER );
    raise_line( LINE );
    CHECK_ORDER( "" );
    taskEXIT_CRITICAL();
    CHECK_ORDER( "h" );
    mark( 's' );
    vTaskDelay( 1 );
    CHECK_ORDER( "sl" );

    /* Of two tasks above the running one the higher one is first. */
    vTaskPrioritySet( low, SELF + 1 );
    vTaskSuspendAll();
    raise_line( OTHER );
    raise_line( LINE );
    CHECK_ORDER( "" );
    CHECK_EQUAL( xTaskResumeAll(), pdTRUE );
    CHECK_ORDER( "hl" );

    /* An ordinary service routine still stands above every task. */
    vTaskPrioritySet( low, LOW );
    board_set_interrupt_handler( OTHER, routine );
    raise_line( OTHER );
    CHECK_ORDER( "r" );
    board_set_interrupt_handler( OTHER, NULL );
    vTaskDelay( 1 );
    CHECK_ORDER( "l" );
    vTaskDelete( high );
    vTaskDelete( low );
}

static void test_a_rise_is_kept_until_it_is_taken( void )
{
    CHECK_EQUAL( xIsochronHybridWaitForLine( LINE, 0 ), pdFALSE );

    for( int i = 0; i < 2; i++ )
    {
        rise_and_fall( LINE );
    }

    CHECK_EQUAL( xIsochronHybridWaitForLine( LINE, portMAX_DELAY ), pdTRUE );
    CHECK_EQUAL( xIsochronHybridWaitForLine( LINE, 0 ), pdFALSE );
}

static void tries( void * parameters )
{
    mark( ( xIsochronHybridWaitForLine( LINE, 3 ) != pdFALSE ) ? 'y' : 'n' );
    vTaskDelete( NULL );
}

/* What ends a wait otherwise, and what a line does that nobody waits for any more. */
static void test_a_wait_ends( void )
{
    const TickType_t begun = xTaskGetTickCount();
    TaskHandle_t other;

    CHECK_EQUAL( xIsochronHybridWaitForLine( LINE, 2 ), pdFALSE );
    CHECK( xTaskGetTickCount() - begun >= 2 );

    /* In time. */
    ( void ) create( tries, 0, HIGH );
    rise_and_fall( LINE );
    CHECK_ORDER( "y" );
    vTaskDelay( 4 );
    CHECK_ORDER( "" );

    /* Suspended; what has risen since is found. */
    other = create( tries, 0, HIGH );
    vTaskSuspend( other );
    rise_and_fall( LINE );
    CHECK_EQUAL( eTaskGetState( other ), eSuspended );
    vTaskResume( other );
    CHECK_ORDER( "y" );

    #if ( INCLUDE_xTaskAbortDelay == 1 )
    {
        other = create( tries, 0, HIGH );
        CHECK_EQUAL( xTaskAbortDelay( other ), pdPASS );
        CHECK_ORDER( "n" );
    }
    #endif

    /* Deleted: who gets its identifier does not wait for the line. */
    other = create( driver, DRIVER( LINE, 'o' ), HIGH );
    vTaskDelete( other );
    other = create( tries, 0, LOW );
    vTaskSuspend( other );
    rise_and_fall( LINE );
    CHECK_EQUAL( eTaskGetState( other ), eSuspended );
    vTaskDelete( other );
    CHECK_EQUAL( xIsochronHybridWaitForLine( LINE, 0 ), pdTRUE );
}

static void test_of_two_tasks_that_wait_for_a_line_the_last_one_gets_it( void )
{
    TaskHandle_t first = create( driver, DRIVER( LINE, '1' ), HIGH );
    TaskHandle_t last = create( driver, DRIVER( LINE, '2' ), HIGH );

    raise_line( LINE );
    CHECK_ORDER( "2" );
    CHECK_EQUAL( eTaskGetState( first ), eBlocked );
    vTaskDelete( first );
    vTaskDelete( last );
}

TEST_PROGRAM( SELF )
{
    test_an_interrupt_has_its_tasks_priority();
    test_a_higher_lines_task_runs_before_a_lower_interrupts_routine();
    test_a_rise_is_kept_until_it_is_taken();
    test_a_wait_ends();
    test_of_two_tasks_that_wait_for_a_line_the_last_one_gets_it();
    CHECK_EQUAL( xIsochronHybridGetError( NULL ), pdFALSE );
}
