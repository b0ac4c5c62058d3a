/* SPDX-License-Identifier: Apache-2.0 */

/* What was created before the scheduler starts can be forgotten. */
#include "check_tasks.h"
#include "timers.h"

#define LOW  1
#define SELF 4
#define HIGH 6

extern int FreeRTOS_errno;

static void callback( TimerHandle_t timer )
{
    mark( ( char ) ( uintptr_t ) pvTimerGetTimerID( timer ) );
}

static void director( void * parameters )
{
    TimerHandle_t timer = xTimerCreate( "new", 1, pdFALSE, ( void * ) 'n', callback );
    TaskStatus_t status;

    vTaskGetInfo( NULL, &status, pdFALSE, eReady );
    CHECK_EQUAL( status.xTaskNumber, 1 );
    CHECK_EQUAL( xTaskGetTickCount(),
                 configINITIAL_TICK_COUNT ); /* nobody ran before, but the timers' task */
    CHECK_EQUAL( uxTaskGetNumberOfTasks(), 3 ); /* idle and the timers' are the others */
    CHECK_EQUAL( xTaskGetSchedulerState(), taskSCHEDULER_RUNNING );
    vTaskDelay( 3 );
    CHECK_ORDER( "" );
    create( runner, 'h', HIGH );
    CHECK_ORDER( "h" );
    CHECK_EQUAL( xTimerStart( timer, 0 ), pdPASS );
    vTaskDelay( 2 );
    CHECK_ORDER( "n" );
    test_passed();
}

/* More often than there can be tasks: nothing runs out. */
static void forget_many( void )
{
    static StaticTask_t block;
    static StackType_t stack[ TEST_STACK ];

    for( int i = 0; i < 40; i++ )
    {
        CHECK( xTaskCreateStatic( runner, "many", TEST_STACK, NULL, LOW, stack, &block ) != NULL );
        vTaskResetState();
    }
}

int main( void )
{
    forget_many();
    create( runner, 'x', LOW );
    create( runner, 'y', configMAX_PRIORITIES - 1 );
    CHECK_EQUAL( uxTaskGetNumberOfTasks(), 2 );
    CHECK_EQUAL( xTimerStart( xTimerCreate( "old", 1, pdFALSE, ( void * ) 'o', callback ), 0 ), pdPASS );
    vTaskSuspendAll();
    FreeRTOS_errno = 1;
    vTimerResetState();
    vTaskResetState();
    CHECK_EQUAL( FreeRTOS_errno, 0 );
    CHECK_EQUAL( uxTaskGetNumberOfTasks(), 0 );
    vTaskResetState(); /* nothing is left to forget */
    test_start( director, SELF );
}
