/* SPDX-License-Identifier: Apache-2.0 */

/* What options have the kernel do at every switch, with a counter that the program itself moves:
 * run times to the unit. The relation to cycles is in ../switching.c. */
#include <string.h>

#include "board.h"
#include "check.h"
#include "machine.h"
#include "test_trace.h"

#define SELF 4
#define HIGH 6
#define TEXT 512
#define LINE 2

extern int FreeRTOS_errno;
const char * volatile test_trace_in, * volatile test_trace_out;
volatile unsigned test_trace_switches;
int * volatile test_thread_block;
volatile uint32_t test_run_time;
volatile unsigned test_counter_set_up;

static char text[ TEXT ];

/* Runs for its parameter at a time. */
static void worker( void * parameter )
{
    int own = ( int ) ( uintptr_t ) parameter;

    CHECK_EQUAL( FreeRTOS_errno, 0 );
    CHECK_EQUAL( *test_thread_block, 0 );

    for( ;; )
    {
        FreeRTOS_errno = own;
        *test_thread_block = own;
        test_run_time += ( uint32_t ) own;
        vTaskSuspend( NULL );
        CHECK_EQUAL( FreeRTOS_errno, own );
        CHECK_EQUAL( *test_thread_block, own );
    }
}

static void idle_takes_time( uint32_t line )
{
    board_acknowledge_interrupt( line );
    test_run_time += 300;
}

/* No text without memory for it. */
static void test_text_without_memory( void )
{
    static void * blocks[ 4096 ];
    unsigned taken = 0;

    for( size_t size = 16384; size >= 16; size /= 2 )
    {
        while( ( blocks[ taken ] = pvPortMalloc( size ) ) != NULL )
        {
            taken++;
        }
    }

    strcpy( text, "old" );
    vTaskGetRunTimeStatistics( text, TEXT );
    CHECK_EQUAL( strlen( text ), 0 );
    strcpy( text, "old" );
    vTaskListTasks( text, TEXT );
    CHECK_EQUAL( strlen( text ), 0 );

    while( taken != 0 )
    {
        vPortFree( blocks[ --taken ] );
    }
}

TEST_PROGRAM( SELF )
{
    TaskHandle_t first, second;
    TaskStatus_t status[ 4 ];
    configRUN_TIME_COUNTER_TYPE total = 0;

    CHECK_EQUAL( test_counter_set_up, 1 );
    FreeRTOS_errno = 1;
    *test_thread_block = 1;

    /* Less than a hundred units in all: no percentages. */
    test_run_time = 99;
    CHECK_EQUAL( ulTaskGetRunTimePercent( NULL ), 0 );
    vTaskGetRunTimeStatistics( text, TEXT );
    CHECK_EQUAL( strlen( text ), 0 );
    test_run_time = 100;
    CHECK_EQUAL( ulTaskGetRunTimePercent( NULL ), 100 );
    vTaskGetRunTimeStatistics( text, TEXT );
    CHECK( strstr( text, "IDLE           \t0\t\t<1%\r\n" ) != NULL );

    first = create( worker, 30, HIGH );
    second = create( worker, 120, HIGH );
    CHECK_EQUAL( ulTaskGetRunTimeCounter( first ), 30 );
    CHECK( !machine_is_masked() );
    CHECK_EQUAL( ulTaskGetRunTimeCounter( second ), 120 );
    CHECK_EQUAL( ulTaskGetRunTimeCounter( NULL ), 100 );
    test_run_time += 7;
    CHECK_EQUAL( ulTaskGetRunTimeCounter( NULL ), 107 );
    CHECK_EQUAL( ulTaskGetRunTimeCounter( first ), 30 );
    vTaskResume( first );
    CHECK_EQUAL( ulTaskGetRunTimeCounter( first ), 60 );
    CHECK_EQUAL( ulTaskGetRunTimeCounter( NULL ), 107 );
    CHECK_EQUAL( FreeRTOS_errno, 1 );
    CHECK_EQUAL( *test_thread_block, 1 );

    /* The whole is 287. */
    CHECK_EQUAL( uxTaskGetSystemState( status, 4, &total ), 4 );
    CHECK_EQUAL( total, 287 );
    CHECK_EQUAL( ulTaskGetRunTimePercent( second ), 60 ); /* 120 / 2 */
    CHECK_EQUAL( ulTaskGetIdleRunTimeCounter(), 0 );
    CHECK_EQUAL( ulTaskGetIdleRunTimePercent(), 0 );
    vTaskGetRunTimeStatistics( text, TEXT );
    CHECK( strstr( text, "IDLE           \t0\t\t<1%\r\n" ) != NULL );
    CHECK( strstr( text, "task           \t120\t\t60%\r\n" ) != NULL );
    test_text_without_memory();

    /* A counter that goes backwards counts for nothing. */
    test_run_time -= 20;
    vTaskResume( second );
    CHECK_EQUAL( ulTaskGetRunTimeCounter( NULL ), 107 );
    CHECK_EQUAL( ulTaskGetRunTimeCounter( second ), 240 );

    /* An interrupt ends the delay. */
    test_trace_switches = 0;
    board_set_interrupt_handler( LINE, idle_takes_time );
    board_arm_interrupt( LINE, 100, 0 );
    vTaskDelay( 2 );
    CHECK_EQUAL( test_trace_switches, 2 );
    CHECK( strcmp( test_trace_out, "IDLE" ) == 0 );
    CHECK( strcmp( test_trace_in, "task" ) == 0 );
    CHECK_EQUAL( ulTaskGetIdleRunTimeCounter(), 300 );
    CHECK_EQUAL( ulTaskGetIdleRunTimePercent(), 50 ); /* of 687 */
    test_run_time += 20000;
    vTaskGetRunTimeStatistics( text, TEXT );
    CHECK( strstr( text, "task           \t240\t\t1%\r\n" ) != NULL );
    vTaskDelete( first );
    vTaskDelete( second );
}
