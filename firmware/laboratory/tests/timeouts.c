/* SPDX-License-Identifier: Apache-2.0 */

/* Time-outs of semaphores and notifications, to the exact tick. */
#include "check.h"
#include "semphr.h"

#define LOW  1
#define SELF 4
#define HIGH 6

static SemaphoreHandle_t semaphore;
static TickType_t begin;

/* Marks T or F, and the ticks since begin. */
static void taker( void * ticks )
{
    BaseType_t taken = xSemaphoreTake( semaphore, ( TickType_t ) ( uintptr_t ) ticks );

    mark( taken ? 'T' : 'F' );
    mark( ( char ) ( '0' + ( xTaskGetTickCount() - begin ) ) );
    vTaskDelete( NULL );
}

static void test_take_fails_at_its_tick( void )
{
    for( TickType_t ticks = 0; ticks <= 4; ticks++ )
    {
        begin = next_tick();
        CHECK_EQUAL( xSemaphoreTake( semaphore, ticks ), pdFALSE );
        CHECK_EQUAL( xTaskGetTickCount() - begin, ticks );
    }
}

static void test_take_in_time( void )
{
    begin = next_tick();
    create( taker, 3, HIGH );
    vTaskDelay( 2 );
    xSemaphoreGive( semaphore );
    CHECK_ORDER( "T2" );
}

static void test_waiters_time_out_each_at_its_tick( void )
{
    begin = next_tick();
    create( taker, 4, LOW );
    create( taker, 2, LOW );
    create( taker, 3, HIGH );
    vTaskDelay( 5 );
    CHECK_ORDER( "F2F3F4" );
}

/* One who timed out is not in the way of the others. */
static void test_a_timed_out_waiter_is_passed_over( void )
{
    begin = next_tick();
    create( taker, 1, LOW + 1 );
    create( taker, portMAX_DELAY, LOW );
    vTaskDelay( 2 );
    CHECK_ORDER( "F1" );
    CHECK_EQUAL( xSemaphoreGive( semaphore ), pdTRUE );
    vTaskDelay( 1 );
    CHECK_ORDER( "T2" );
}

/* Time is over, but the token is there when the task gets to run: it has it. */
static void test_a_late_token_counts( void )
{
    begin = next_tick();
    create( taker, 2, LOW );
    vTaskDelay( 1 );
    run_until( begin + 3 );
    CHECK_ORDER( "" );
    xSemaphoreGive( semaphore );
    vTaskDelay( 1 );
    CHECK_ORDER( "T3" );
}

/* Woken, but someone else has the token: what remains of the time is waited. */
static void test_a_lost_token_does_not_prolong_the_time( void )
{
    begin = next_tick();
    create( taker, 4, LOW );
    vTaskDelay( 2 );
    xSemaphoreGive( semaphore );
    CHECK_EQUAL( xSemaphoreTake( semaphore, 0 ), pdTRUE );
    vTaskDelay( 3 );
    CHECK_ORDER( "F4" );
}

/* Woken and robbed after its time was over: it fails at once. */
static void test_a_token_lost_too_late_fails( void )
{
    begin = next_tick();
    create( taker, 2, LOW );
    vTaskDelay( 1 );
    xSemaphoreGive( semaphore );
    CHECK_EQUAL( xSemaphoreTake( semaphore, 0 ), pdTRUE );
    run_until( begin + 3 );
    vTaskDelay( 1 );
    CHECK_ORDER( "F3" );
}

static void test_notify_take_times_out( void )
{
    for( TickType_t ticks = 0; ticks <= 3; ticks++ )
    {
        begin = next_tick();
        CHECK_EQUAL( ulTaskNotifyTake( pdTRUE, ticks ), 0 );
        CHECK_EQUAL( xTaskGetTickCount() - begin, ticks );
    }
}

/* For drivers: what is left of a time, looked at now and then. */
static void test_what_is_left_of_a_time( void )
{
    TimeOut_t time_out;
    TickType_t left = 5;

    next_tick();
    vTaskSetTimeOutState( &time_out );
    vTaskDelay( 2 );
    CHECK_EQUAL( xTaskCheckForTimeOut( &time_out, &left ), pdFALSE );
    CHECK_EQUAL( left, 3 );
    vTaskDelay( 1 );
    CHECK_EQUAL( xTaskCheckForTimeOut( &time_out, &left ), pdFALSE );
    CHECK_EQUAL( left, 2 );
    vTaskDelay( 2 );
    CHECK_EQUAL( xTaskCheckForTimeOut( &time_out, &left ), pdTRUE );
    CHECK_EQUAL( left, 0 );

    /* The same tick, once around. */
    left = 5;
    next_tick();
    vTaskSetTimeOutState( &time_out );
    time_out.xOverflowCount--;
    CHECK_EQUAL( xTaskCheckForTimeOut( &time_out, &left ), pdTRUE );
    CHECK_EQUAL( left, 0 );
}

TEST_PROGRAM( SELF )
{
    semaphore = xSemaphoreCreateBinary();

    test_take_fails_at_its_tick();
    test_take_in_time();
    test_waiters_time_out_each_at_its_tick();
    test_a_timed_out_waiter_is_passed_over();
    test_a_late_token_counts();
    test_a_lost_token_does_not_prolong_the_time();
    test_a_token_lost_too_late_fails();
    test_notify_take_times_out();
    test_what_is_left_of_a_time();
}
