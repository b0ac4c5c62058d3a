/* SPDX-License-Identifier: Apache-2.0 */

/* xTaskAbortDelay and xTaskCatchUpTicks. */
#include "check.h"
#include "semphr.h"

#define LOW  1
#define SELF 4
#define HIGH 6

static SemaphoreHandle_t semaphore, mutex;
static TickType_t begin;

/* Marks what became of a wait, and after how many ticks. */
static void ended( char how )
{
    mark( how );
    mark( ( char ) ( '0' + ( xTaskGetTickCount() - begin ) ) );
}

static void delays( void * ticks )
{
    vTaskDelay( ( TickType_t ) ( uintptr_t ) ticks );
    ended( 'D' );
    vTaskSuspend( NULL );
}

static void takes( void * ticks )
{
    ended( xSemaphoreTake( semaphore, ( TickType_t ) ( uintptr_t ) ticks ) ? 'T' : 'F' );
    vTaskSuspend( NULL );
}

static void takes_mutex( void * ticks )
{
    ended( xSemaphoreTake( mutex, ( TickType_t ) ( uintptr_t ) ticks ) ? 'T' : 'F' );
    vTaskSuspend( NULL );
}

static void waits_for_notification( void * ticks )
{
    ended( ( char ) ( '0' + ulTaskNotifyTake( pdTRUE, ( TickType_t ) ( uintptr_t ) ticks ) ) );
    vTaskSuspend( NULL );
}

static void runs( void * parameters )
{
    ( void ) parameters;

    for( ;; )
    {
    }
}

/* Every kind of wait ends at once, with and without time-out; a higher task runs at once. */
static void test_every_wait( void )
{
    static const struct
    {
        TaskFunction_t function;
        TickType_t ticks;
        const char * order;
    } cases[] = {
        { delays, 5, "D1" },
        { takes, 5, "F1" },
        { takes, portMAX_DELAY, "F1" },
        { waits_for_notification, 5, "01" },
        { waits_for_notification, portMAX_DELAY, "01" },
    };

    for( unsigned i = 0; i < sizeof( cases ) / sizeof( cases[ 0 ] ); i++ )
    {
        for( UBaseType_t priority = LOW; priority <= HIGH; priority += HIGH - LOW )
        {
            TaskHandle_t task = create( cases[ i ].function, cases[ i ].ticks, priority );

            begin = xTaskGetTickCount();
            vTaskDelay( 1 );
            CHECK_EQUAL( eTaskGetState( task ), eBlocked );
            CHECK_EQUAL( xTaskAbortDelay( task ), pdPASS );
            CHECK_ORDER( ( priority == HIGH ) ? cases[ i ].order : "" );
            vTaskDelay( 1 );

            if( priority == LOW )
            {
                mark( '-' );
            }

            vTaskDelete( task );
            CHECK_ORDER( ( priority == HIGH ) ? "" :
                                                ( ( cases[ i ].order[ 0 ] == 'D' ) ? "D1-" :
                                                  ( cases[ i ].order[ 0 ] == 'F' ) ? "F1-" :
                                                                                     "01-" ) );
        }
    }
}

/* Only a task that is blocked can be aborted. */
static void test_nothing_to_abort( void )
{
    TaskHandle_t ready, suspended;

    begin = xTaskGetTickCount();
    ready = create( runs, 0, LOW );
    suspended = create( delays, 0, HIGH );
    CHECK_ORDER( "D0" );
    CHECK_EQUAL( eTaskGetState( suspended ), eSuspended );
    CHECK_EQUAL( xTaskAbortDelay( suspended ), pdFAIL );
    CHECK_EQUAL( xTaskAbortDelay( ready ), pdFAIL );
    CHECK_EQUAL( xTaskAbortDelay( xTaskGetCurrentTaskHandle() ), pdFAIL );
    CHECK_ORDER( "" );
    vTaskDelete( ready );
    vTaskDelete( suspended );
}

/* Aborted, but the token is there when the task runs: it has it. */
static void test_a_token_counts( void )
{
    TaskHandle_t task = create( takes, portMAX_DELAY, LOW );

    vTaskDelay( 1 );
    begin = xTaskGetTickCount();
    CHECK_EQUAL( xTaskAbortDelay( task ), pdPASS );
    xSemaphoreGive( semaphore );
    CHECK_ORDER( "" );
    vTaskDelay( 1 );
    CHECK_ORDER( "T0" );
    vTaskDelete( task );
}

/* Who is aborted is passed over by the next give. */
static void test_the_next_waiter_is_served( void )
{
    TaskHandle_t first = create( takes, portMAX_DELAY, HIGH ), second = create( takes, portMAX_DELAY, HIGH );

    begin = xTaskGetTickCount();
    CHECK_EQUAL( xTaskAbortDelay( first ), pdPASS );
    CHECK_ORDER( "F0" );
    xSemaphoreGive( semaphore );
    CHECK_ORDER( "T0" );
    vTaskDelete( first );
    vTaskDelete( second );
}

/* The holder of a mutex loses what an aborted waiter had lent. */
static void test_inheritance_ends( void )
{
    TaskHandle_t task;

    CHECK_EQUAL( xSemaphoreTake( mutex, 0 ), pdTRUE );
    task = create( takes_mutex, portMAX_DELAY, HIGH );
    begin = xTaskGetTickCount();
    CHECK_EQUAL( uxTaskPriorityGet( NULL ), HIGH );
    CHECK_EQUAL( xTaskAbortDelay( task ), pdPASS );
    CHECK_EQUAL( uxTaskPriorityGet( NULL ), HIGH );
    CHECK_ORDER( "" );
    vTaskDelay( 1 );
    CHECK_EQUAL( uxTaskPriorityGet( NULL ), SELF );
    CHECK_ORDER( "F0" );
    CHECK_EQUAL( xSemaphoreGive( mutex ), pdTRUE );
    vTaskDelete( task );
}

/* While the scheduler is suspended the task becomes ready, and runs afterwards. */
static void test_with_the_scheduler_suspended( void )
{
    TaskHandle_t task = create( takes, portMAX_DELAY, HIGH );

    begin = xTaskGetTickCount();
    vTaskSuspendAll();
    CHECK_EQUAL( xTaskAbortDelay( task ), pdPASS );
    CHECK_EQUAL( eTaskGetState( task ), eReady );
    CHECK_ORDER( "" );
    CHECK_EQUAL( xTaskResumeAll(), pdTRUE );
    CHECK_ORDER( "F0" );
    vTaskDelete( task );
}

/* Drivers learn of it from xTaskCheckForTimeOut, once. */
static void driver( void * parameters )
{
    TimeOut_t time_out;
    TickType_t ticks = portMAX_DELAY;

    ( void ) parameters;
    vTaskSetTimeOutState( &time_out );
    CHECK_EQUAL( xTaskCheckForTimeOut( &time_out, &ticks ), pdFALSE );
    vTaskDelay( 5 );
    CHECK_EQUAL( xTaskCheckForTimeOut( &time_out, &ticks ), pdFALSE ); /* a delay is no event */
    CHECK_EQUAL( xSemaphoreTake( semaphore, portMAX_DELAY ), pdFALSE );
    CHECK_EQUAL( xTaskCheckForTimeOut( &time_out, &ticks ), pdFALSE ); /* the take has asked */
    mark( 'd' );
    vTaskSuspend( NULL );
}

static void test_time_out_state( void )
{
    TaskHandle_t task = create( driver, 0, HIGH );

    CHECK_EQUAL( xTaskAbortDelay( task ), pdPASS );
    CHECK_EQUAL( xTaskAbortDelay( task ), pdPASS );
    CHECK_ORDER( "d" );
    vTaskDelete( task );
}

/* Ticks that passed unseen: delays end in their order, all before anyone runs. */
static void test_catching_up( void )
{
    TaskHandle_t tasks[ 4 ];

    begin = next_tick();
    tasks[ 0 ] = create( delays, 6, HIGH );
    tasks[ 1 ] = create( delays, 4, HIGH );
    tasks[ 2 ] = create( delays, 8, HIGH );
    tasks[ 3 ] = create( takes, 6, HIGH );
    CHECK_EQUAL( xTaskCatchUpTicks( 3 ), pdFALSE );
    CHECK_EQUAL( xTaskGetTickCount() - begin, 3 );
    CHECK_ORDER( "" );
    mark( 'c' );
    CHECK_EQUAL( xTaskCatchUpTicks( 4 ), pdTRUE );
    CHECK_ORDER( "cD7D7F7" );
    vTaskDelay( 1 );
    CHECK_ORDER( "D8" );

    for( unsigned i = 0; i < 4; i++ )
    {
        vTaskDelete( tasks[ i ] );
    }
}

static void test_catching_up_nothing( void )
{
    TickType_t now = next_tick();

    CHECK_EQUAL( xTaskCatchUpTicks( 0 ), pdFALSE );
    CHECK_EQUAL( xTaskGetTickCount(), now );
}

/* Far more than any delay. */
static void test_catching_up_many( void )
{
    TaskHandle_t task;

    begin = next_tick();
    task = create( takes, 4, HIGH );
    begin += 100 - 1;
    CHECK_EQUAL( xTaskCatchUpTicks( 100 ), pdTRUE );
    CHECK_ORDER( "F1" );
    vTaskDelete( task );
}

TEST_PROGRAM( SELF )
{
    semaphore = xSemaphoreCreateBinary();
    mutex = xSemaphoreCreateMutex();
    next_tick();

    test_every_wait();
    test_nothing_to_abort();
    test_a_token_counts();
    test_the_next_waiter_is_served();
    test_inheritance_ends();
    test_with_the_scheduler_suspended();
    test_time_out_state();
    test_catching_up();
    test_catching_up_nothing();
    test_catching_up_many();
}
