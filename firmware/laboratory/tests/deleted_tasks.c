/* SPDX-License-Identifier: Apache-2.0 */

/* The handle of a deleted task whose control block is the application's: it says what that task was, and does
 * nothing to others, whatever has been created since. */

#include <string.h>

#include "check_tasks.h"

#define LOW    1
#define SELF   4
#define HIGH   6
#define OTHERS 6 /* created after the deletion, so that one of them has what the deleted one had */

static StackType_t stack[ TEST_STACK ];
static StaticTask_t block;
static TaskHandle_t others[ OTHERS ];
static unsigned woken;

static void suspends( void * parameters )
{
    for( ;; )
    {
        vTaskSuspend( NULL );
        woken++;
    }
}

static void delays( void * parameters )
{
    for( ;; )
    {
        vTaskDelay( 1000 );
        woken++;
    }
}

static void listens( void * parameters )
{
    for( ;; )
    {
        ulTaskNotifyTake( pdTRUE, portMAX_DELAY );
        woken++;
    }
}

static TaskHandle_t create_static( TaskFunction_t function, UBaseType_t priority )
{
    return xTaskCreateStatic( function, "static", TEST_STACK, NULL, priority, stack, &block );
}

/* What the handle says; priorities are those of the deletion. */
static void check_dead( TaskHandle_t task, UBaseType_t priority )
{
    TaskStatus_t status;

    CHECK_EQUAL( eTaskGetState( task ), eDeleted );
    vTaskGetInfo( task, &status, pdFALSE, eInvalid );
    CHECK_EQUAL( status.eCurrentState, eDeleted );
    CHECK_EQUAL( status.uxCurrentPriority, priority );
    CHECK_EQUAL( status.uxBasePriority, priority );
    CHECK( status.xHandle == task );
    CHECK_EQUAL( uxTaskPriorityGet( task ), priority );
    CHECK_EQUAL( uxTaskPriorityGetFromISR( task ), priority );
    CHECK_EQUAL( uxTaskBasePriorityGet( task ), priority );
    CHECK_EQUAL( uxTaskBasePriorityGetFromISR( task ), priority );
    CHECK( strcmp( pcTaskGetName( task ), "static" ) == 0 );
}

/* What it is used for, while others of one function are there, each of which is in a state. */
static void use( TaskHandle_t task, UBaseType_t priority, TaskFunction_t function, eTaskState state )
{
    BaseType_t higher = pdFALSE;

    for( unsigned i = 0; i < OTHERS; i++ )
    {
        others[ i ] = create( function, 0, HIGH );
    }

    woken = 0;
    check_dead( task, priority );
    vTaskResume( task );
    CHECK_EQUAL( xTaskResumeFromISR( task ), pdFALSE );
    CHECK_EQUAL( xTaskAbortDelay( task ), pdFAIL );
    xTaskNotifyGive( task );
    xTaskNotify( task, 1, eSetBits );
    vTaskNotifyGiveFromISR( task, &higher );
    xTaskNotifyFromISR( task, 1, eSetValueWithOverwrite, &higher );
    CHECK_EQUAL( higher, pdFALSE );
    vTaskPrioritySet( task, LOW );
    CHECK_EQUAL( uxTaskPriorityGet( task ), LOW );
    vTaskPrioritySet( task, priority );
    check_dead( task, priority );

    for( unsigned i = 0; i < OTHERS; i++ )
    {
        CHECK_EQUAL( eTaskGetState( others[ i ] ), state );
        CHECK_EQUAL( uxTaskPriorityGet( others[ i ] ), HIGH );
        vTaskDelete( others[ i ] );
    }

    CHECK_EQUAL( woken, 0 );
}

static void use_with_others( TaskHandle_t task, UBaseType_t priority )
{
    use( task, priority, suspends, eSuspended );
    use( task, priority, delays, eBlocked );
    use( task, priority, listens, eBlocked );
}

/* FreeRTOS itself makes a task ready again that was deleted while it waited for a notification, and gets one.
 */
static void test_deleted_by_another( void )
{
    static const TaskFunction_t functions[] = {
        suspends,
        delays,
        #if ( configUSE_HW_ACCELERATION == 1 )
        listens,
        #endif
    };

    for( unsigned i = 0; i < sizeof( functions ) / sizeof( functions[ 0 ] ); i++ )
    {
        TaskHandle_t task = create_static( functions[ i ], LOW + 1 );

        vTaskDelay( 1 );
        vTaskDelete( task );
        use_with_others( task, LOW + 1 );
    }
}

static void test_deleted_by_itself( void )
{
    TaskHandle_t task = create_static( ender, HIGH );

    /* Before the idle task has run, and after. */
    check_dead( task, HIGH );
    use_with_others( task, HIGH );
    vTaskDelay( 2 );
    use_with_others( task, HIGH );
}

/* It had another priority than at first, and another again from a mutex. */
static void inherits( void * mutex )
{
    xSemaphoreTake( mutex, portMAX_DELAY );
    vTaskSuspend( NULL );
}

static void waits( void * mutex )
{
    xSemaphoreTake( mutex, 2 );
    vTaskSuspend( NULL );
}

static void test_priorities_are_the_last( void )
{
    SemaphoreHandle_t mutex = xSemaphoreCreateMutex();
    TaskHandle_t task = xTaskCreateStatic( inherits, "static", TEST_STACK, mutex, LOW + 1, stack, &block ),
                 waiter;

    vTaskDelay( 1 );
    waiter = create( waits, ( uintptr_t ) mutex, HIGH );
    vTaskPrioritySet( task, LOW );
    vTaskDelete( task );
    CHECK_EQUAL( uxTaskPriorityGet( task ), HIGH );
    CHECK_EQUAL( uxTaskBasePriorityGet( task ), LOW );
    CHECK_EQUAL( eTaskGetState( task ), eDeleted );

    /* The mutex stays: its holder is gone, and somebody waited. */
    vTaskSuspend( waiter );
    vTaskDelete( waiter );
}

/* The same memory again, as often as there are numbers, and more. */
static void test_the_memory_is_used_again( void )
{
    for( unsigned i = 0; i < 300; i++ )
    {
        TaskHandle_t task = create_static( suspends, HIGH );

        CHECK_EQUAL( eTaskGetState( task ), eSuspended );
        CHECK_EQUAL( uxTaskPriorityGet( task ), HIGH );
        vTaskDelete( task );
        CHECK_EQUAL( eTaskGetState( task ), eDeleted );
    }
}

TEST_PROGRAM( SELF )
{
    test_deleted_by_another();
    test_deleted_by_itself();
    test_the_memory_is_used_again();
    test_priorities_are_the_last();
}
