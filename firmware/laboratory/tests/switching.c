/* SPDX-License-Identifier: Apache-2.0 */

/* What options have a kernel do at every switch: trace, account for run time, exchange errno and
 * thread-local storage. test_trace.h is part of FreeRTOSConfig.h here. */
#include "board.h"
#include "check.h"
#include "test_trace.h"

#include <string.h>

#define SELF 4
#define HIGH 6
#define TEXT 512

extern int FreeRTOS_errno;
const char * volatile test_trace_in, * volatile test_trace_out;
volatile unsigned test_trace_switches;
int * volatile test_thread_block;

static char text[ TEXT ];

/* Uses up time, and leaves values that the others must not see. */
static void worker( void * parameter )
{
    int own = ( int ) ( uintptr_t ) parameter;

    CHECK_EQUAL( FreeRTOS_errno, 0 );
    CHECK_EQUAL( *test_thread_block, 0 );

    for( ;; )
    {
        FreeRTOS_errno = own;
        *test_thread_block = own;

        for( volatile int i = 0; i < 400; i++ )
        {
        }

        vTaskSuspend( NULL );
        CHECK_EQUAL( FreeRTOS_errno, own );
        CHECK_EQUAL( *test_thread_block, own );
    }
}

TEST_PROGRAM( SELF )
{
    TaskHandle_t first, second;
    configRUN_TIME_COUNTER_TYPE before, after;
    TaskStatus_t status;
    unsigned switches;

    FreeRTOS_errno = 1;
    *test_thread_block = 1;
    first = create( worker, 2, HIGH );
    CHECK( strcmp( test_trace_in, "task" ) == 0 );
    second = create( worker, 3, HIGH );

    /* Voluntary switches, both ways, each traced. */
    switches = test_trace_switches;
    vTaskResume( first );
    CHECK_EQUAL( test_trace_switches, switches + 2 );
    CHECK_EQUAL( FreeRTOS_errno, 1 );
    CHECK_EQUAL( *test_thread_block, 1 );

    /* The idle task runs, and an interrupt brings this one back. */
    switches = test_trace_switches;
    vTaskDelay( 2 );
    CHECK_EQUAL( test_trace_switches, switches + 2 );
    CHECK( strcmp( test_trace_out, "IDLE" ) == 0 );
    CHECK_EQUAL( FreeRTOS_errno, 1 );

    /* Some hundred rounds take thousands of cycles; a task that does not run takes none. */
    before = ulTaskGetRunTimeCounter( first );
    CHECK( before > 1600 );
    CHECK( before < 40000 );
    vTaskResume( second );
    CHECK_EQUAL( ulTaskGetRunTimeCounter( first ), before );
    vTaskResume( first );
    after = ulTaskGetRunTimeCounter( first );
    CHECK( after > before + 1200 );
    CHECK( after < 2 * before );
    CHECK( ulTaskGetIdleRunTimeCounter() > configCPU_CLOCK_HZ / configTICK_RATE_HZ / 2 );
    before = ulTaskGetRunTimeCounter( NULL );
    CHECK( ulTaskGetRunTimeCounter( NULL ) > before );
    vTaskGetInfo( first, &status, pdFALSE, eInvalid );
    CHECK_EQUAL( status.ulRunTimeCounter, after );

    /* Long after, the idle task has nearly everything. */
    vTaskDelay( 120 );
    CHECK( ulTaskGetIdleRunTimePercent() > 80 );
    CHECK_EQUAL( ulTaskGetRunTimePercent( first ), 0 );
    vTaskGetRunTimeStats( text );
    CHECK( strstr( text, "\t\t<1%\r\n" ) != NULL );
    CHECK( strstr( text, "IDLE           \t" ) != NULL );
}
