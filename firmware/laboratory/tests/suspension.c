/* SPDX-License-Identifier: Apache-2.0 */

/* Suspending and resuming tasks. */
#include "check_tasks.h"
#include "interrupt.h"

#define LOW  1
#define SELF 3
#define HIGH 5
#define TOP  6

static void test_resume_preempts_only_upwards( void )
{
    TaskHandle_t low = create( runner, 'l', LOW );
    TaskHandle_t high = create( runner, 'h', HIGH );

    CHECK_ORDER( "h" );
    CHECK_EQUAL( eTaskGetState( high ), eSuspended );
    CHECK_EQUAL( eTaskGetState( low ), eReady );
    CHECK_EQUAL( eTaskGetState( xTaskGetCurrentTaskHandle() ), eRunning );
    vTaskResume( high );
    CHECK_ORDER( "h" );
    vTaskDelay( 1 );
    CHECK_ORDER( "l" );
    vTaskResume( low );
    CHECK_ORDER( "" );
    vTaskDelay( 1 );
    CHECK_ORDER( "l" );
    vTaskDelete( low );
    vTaskDelete( high );
}

static void test_a_suspended_task_does_not_run( void )
{
    TaskHandle_t low = create( runner, 'l', LOW );

    vTaskSuspend( low );
    vTaskDelay( 1 );
    CHECK_ORDER( "" );
    vTaskResume( low );
    vTaskResume( low ); /* of a task that is not suspended: nothing */
    vTaskDelay( 1 );
    CHECK_ORDER( "l" );
    vTaskDelete( low );
}

/* Resumed equals run in the order in which they were resumed. */
static void test_order_of_resuming( void )
{
    TaskHandle_t a = create( runner, 'a', LOW );
    TaskHandle_t b = create( runner, 'b', LOW );

    vTaskDelay( 1 );
    CHECK_ORDER( "ab" );
    vTaskResume( b );
    vTaskResume( a );
    vTaskDelay( 1 );
    CHECK_ORDER( "ba" );
    vTaskDelete( a );
    vTaskDelete( b );
}

static void delayed( void * parameters )
{
    TickType_t begin = xTaskGetTickCount();

    ( void ) parameters;
    vTaskDelay( 100 );
    mark( ( char ) ( '0' + ( xTaskGetTickCount() - begin ) ) );
    vTaskDelete( NULL );
}

/* Suspending and resuming ends a delay. */
static void test_resume_ends_a_delay( void )
{
    TaskHandle_t task;

    next_tick();
    task = create( delayed, 0, HIGH );
    CHECK_EQUAL( eTaskGetState( task ), eBlocked );
    vTaskDelay( 2 );
    vTaskSuspend( task );
    CHECK_EQUAL( eTaskGetState( task ), eSuspended );
    vTaskDelay( 1 );
    vTaskResume( task );
    CHECK_ORDER( "3" );
}

/* A suspended task's delay does not end by itself. */
static void test_a_suspended_delay_does_not_end( void )
{
    TaskHandle_t task;

    next_tick();
    task = create( delayed, 0, HIGH );
    vTaskSuspend( task );
    vTaskDelay( 103 );
    CHECK_ORDER( "" );
    CHECK_EQUAL( eTaskGetState( task ), eSuspended );
    vTaskDelete( task );
}

static void taker( void * ticks )
{
    TickType_t begin = xTaskGetTickCount();
    BaseType_t taken = xSemaphoreTake( semaphore, ( TickType_t ) ( uintptr_t ) ticks );

    mark( taken ? 'T' : 'F' );
    mark( ( char ) ( '0' + ( xTaskGetTickCount() - begin ) ) );
    vTaskDelete( NULL );
}

/* A wait for an object outlasts suspension; its time goes on. */
static void test_resume_waits_on_for_the_remaining_time( void )
{
    TaskHandle_t task;

    next_tick();
    task = create( taker, 6, HIGH );
    vTaskSuspend( task );
    vTaskDelay( 2 );
    vTaskResume( task );
    CHECK_EQUAL( eTaskGetState( task ), eBlocked );
    vTaskDelay( 5 );
    CHECK_ORDER( "F6" );
}

/* While suspended a task is not given the object: it is still there when it comes back. */
static void test_a_suspended_waiter_finds_the_token( void )
{
    TaskHandle_t task;

    next_tick();
    task = create( taker, 6, HIGH );
    vTaskSuspend( task );
    CHECK_EQUAL( xSemaphoreGive( semaphore ), pdTRUE );
    CHECK_ORDER( "" );
    CHECK_EQUAL( uxSemaphoreGetCount( semaphore ), 1 );
    vTaskDelay( 2 );
    vTaskResume( task );
    CHECK_ORDER( "T2" );
    CHECK_EQUAL( uxSemaphoreGetCount( semaphore ), 0 );
}

/* A wait without time-out is not a suspension. */
static void test_waiting_for_ever_is_not_suspended( void )
{
    TaskHandle_t task = create( taker, portMAX_DELAY, HIGH );

    CHECK_EQUAL( eTaskGetState( task ), eBlocked );
    vTaskResume( task );
    CHECK_EQUAL( eTaskGetState( task ), eBlocked );
    CHECK_ORDER( "" );
    xSemaphoreGive( semaphore );
    CHECK_ORDER( "T0" );
}

/* Suspends itself, by NULL or by its handle, in a critical section. */
static void in_section( void * by_handle )
{
    taskENTER_CRITICAL();
    mark( 's' );
    vTaskSuspend( ( by_handle != NULL ) ? xTaskGetCurrentTaskHandle() : NULL );
    mark( 'r' );
    taskEXIT_CRITICAL();
    vTaskDelete( NULL );
}

static void test_suspended_within_a_critical_section( void )
{
    for( uintptr_t by_handle = 0; by_handle <= 1; by_handle++ )
    {
        TaskHandle_t task = create( in_section, by_handle, HIGH );

        CHECK_ORDER( "s" );
        CHECK_EQUAL( eTaskGetState( task ), eSuspended );
        vTaskDelay( 1 ); /* ends only if interrupts are not masked here */
        taskENTER_CRITICAL();
        vTaskResume( task );
        taskEXIT_CRITICAL();
        CHECK_ORDER( "r" );
    }
}

static void test_resume_waits_for_the_scheduler( void )
{
    TaskHandle_t high = create( runner, 'h', HIGH );

    CHECK_ORDER( "h" );
    vTaskSuspendAll();
    vTaskResume( high );
    CHECK_ORDER( "" );
    CHECK_EQUAL( xTaskResumeAll(), pdTRUE );
    CHECK_ORDER( "h" );
    vTaskDelete( high );
}

static TaskHandle_t never_ran[ 3 ];

/* Those that main() suspended, two of them when they were to be first. */
static void test_suspended_before_the_start( void )
{
    static const char * const marks[] = { "a", "b", "c" };

    for( unsigned i = 0; i < 3; i++ )
    {
        CHECK_ORDER( "" );
        CHECK_EQUAL( eTaskGetState( never_ran[ i ] ), eSuspended );
        vTaskResume( never_ran[ i ] );
        vTaskDelay( 1 );
        CHECK_ORDER( marks[ i ] );
        vTaskDelete( never_ran[ i ] );
    }
}

static TaskHandle_t to_resume;
static BaseType_t resumed;

static void resume_it( void )
{
    resumed = xTaskResumeFromISR( to_resume );
}

/* It asks for no switch then: the end of the suspension does. */
static void test_resumed_by_a_routine_meanwhile( void )
{
    to_resume = create( runner, 'h', HIGH );
    CHECK_ORDER( "h" );
    vTaskSuspendAll();
    resumed = pdTRUE;
    interrupt( resume_it );
    CHECK_EQUAL( resumed, pdFALSE );
    CHECK_ORDER( "" );
    CHECK_EQUAL( xTaskResumeAll(), pdTRUE );
    CHECK_ORDER( "h" );
    vTaskDelete( to_resume );
}

static void director( void * parameters )
{
    ( void ) parameters;
    test_suspended_before_the_start();
    semaphore = xSemaphoreCreateBinary();
    next_tick();

    test_resume_preempts_only_upwards();
    test_a_suspended_task_does_not_run();
    test_order_of_resuming();
    test_resume_ends_a_delay();
    test_a_suspended_delay_does_not_end();
    test_resume_waits_on_for_the_remaining_time();
    test_a_suspended_waiter_finds_the_token();
    test_waiting_for_ever_is_not_suspended();
    test_suspended_within_a_critical_section();
    test_resume_waits_for_the_scheduler();
    test_resumed_by_a_routine_meanwhile();

    #if ( configASSERT_DEFINED == 0 )
    {
        vTaskResume( NULL ); /* nobody */
    }
    #endif

    test_passed();
}

int main( void )
{
    never_ran[ 0 ] = create( runner, 'a', LOW );
    never_ran[ 1 ] = create( runner, 'b', TOP );
    vTaskSuspend( never_ran[ 1 ] );
    never_ran[ 2 ] = create( runner, 'c', HIGH );
    vTaskSuspend( NULL );
    CHECK( eTaskGetState( never_ran[ 0 ] ) != eSuspended );
    vTaskSuspend( never_ran[ 0 ] );
    test_start( director, SELF );
}
