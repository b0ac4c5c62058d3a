/* SPDX-License-Identifier: Apache-2.0 */

/* Software timers: when they expire, to the tick, in which order, and what commands do. */
#include "check.h"
#include "timers.h"

#include <string.h>

#define SELF   4 /* below the daemon, which thus obeys at once */
#define ABOVE  ( configTIMER_TASK_PRIORITY + 1 )
#define PERIOD 3

/* What a timer's number (its identifier) is marked with, and the tick of its last expiry. */
static volatile TickType_t expired_at[ 10 ];

static void callback( TimerHandle_t timer )
{
    uintptr_t number = ( uintptr_t ) pvTimerGetTimerID( timer );

    CHECK( xTaskGetCurrentTaskHandle() == xTimerGetTimerDaemonTaskHandle() );
    expired_at[ number ] = xTaskGetTickCount();
    mark( ( char ) ( '0' + number ) );
}

static TimerHandle_t timer_of( uintptr_t number, TickType_t period, BaseType_t reload )
{
    TimerHandle_t timer = xTimerCreate( "timer", period, reload, ( void * ) number, callback );

    CHECK( timer != NULL );
    return timer;
}

/* Started before the scheduler: runs from the first tick. */
static TimerHandle_t early;

static void test_early( void )
{
    TickType_t due = ( TickType_t ) ( configINITIAL_TICK_COUNT ) + PERIOD;

    CHECK_EQUAL( xTimerIsTimerActive( early ), pdTRUE );
    CHECK_EQUAL( xTimerGetExpiryTime( early ), due );
    run_until( due );
    CHECK_ORDER( "9" );
    CHECK_EQUAL( expired_at[ 9 ], due );
    CHECK_EQUAL( xTimerDelete( early, 0 ), pdPASS );
}

static void test_one_shot( void )
{
    TimerHandle_t timer = timer_of( 1, PERIOD, pdFALSE );
    TickType_t now = next_tick();

    CHECK_EQUAL( xTimerIsTimerActive( timer ), pdFALSE );
    CHECK_EQUAL( xTimerStart( timer, 0 ), pdPASS );
    CHECK_EQUAL( xTimerIsTimerActive( timer ), pdTRUE );
    CHECK_EQUAL( xTimerGetExpiryTime( timer ), now + PERIOD );
    run_until( now + PERIOD - 1 );
    CHECK_ORDER( "" );
    run_until( now + PERIOD );
    CHECK_ORDER( "1" );
    CHECK_EQUAL( expired_at[ 1 ], now + PERIOD );
    CHECK_EQUAL( xTimerIsTimerActive( timer ), pdFALSE );
    run_until( now + 3 * PERIOD );
    CHECK_ORDER( "" );
    xTimerDelete( timer, 0 );
}

static void test_auto_reload( void )
{
    TimerHandle_t timer = timer_of( 1, PERIOD, pdTRUE );
    TickType_t now = next_tick();

    xTimerStart( timer, 0 );

    for( TickType_t i = 1; i <= 3; i++ )
    {
        run_until( now + i * PERIOD );
        CHECK_ORDER( "1" );
        CHECK_EQUAL( expired_at[ 1 ], now + i * PERIOD );
        CHECK_EQUAL( xTimerGetExpiryTime( timer ), now + ( i + 1 ) * PERIOD );
    }

    CHECK_EQUAL( xTimerStop( timer, 0 ), pdPASS );
    CHECK_EQUAL( xTimerIsTimerActive( timer ), pdFALSE );
    run_until( now + 5 * PERIOD );
    CHECK_ORDER( "" );

    /* It need not stay one. */
    CHECK_EQUAL( xTimerGetReloadMode( timer ), pdTRUE );
    vTimerSetReloadMode( timer, pdFALSE );
    CHECK_EQUAL( xTimerGetReloadMode( timer ), pdFALSE );
    CHECK_EQUAL( uxTimerGetReloadMode( timer ), pdFALSE );
    now = next_tick();
    xTimerStart( timer, 0 );
    run_until( now + 2 * PERIOD );
    CHECK_ORDER( "1" );
    xTimerDelete( timer, 0 );
}

/* A reset counts from now; so does another period, which also starts a timer. */
static void test_reset_and_period( void )
{
    TimerHandle_t timer = timer_of( 1, PERIOD, pdFALSE );
    TickType_t now = next_tick();

    xTimerStart( timer, 0 );
    run_until( now + 2 );
    CHECK_EQUAL( xTimerReset( timer, 0 ), pdPASS );
    run_until( now + 2 + PERIOD - 1 );
    CHECK_ORDER( "" );
    run_until( now + 2 + PERIOD );
    CHECK_ORDER( "1" );

    now = next_tick();
    CHECK_EQUAL( xTimerChangePeriod( timer, 5, 0 ), pdPASS );
    CHECK_EQUAL( xTimerGetPeriod( timer ), 5 );
    CHECK_EQUAL( xTimerIsTimerActive( timer ), pdTRUE );
    run_until( now + 4 );
    CHECK_ORDER( "" );
    CHECK_EQUAL( xTimerChangePeriod( timer, 1, 0 ), pdPASS );
    run_until( now + 5 );
    CHECK_ORDER( "1" );
    CHECK_EQUAL( expired_at[ 1 ], now + 5 );
    xTimerDelete( timer, 0 );
}

/* At one tick, the timer started first is first; an earlier one always is. */
static void test_order( void )
{
    TimerHandle_t first = timer_of( 1, 4, pdFALSE ), second = timer_of( 2, 4, pdFALSE );
    TimerHandle_t third = timer_of( 3, 2, pdTRUE );
    TickType_t now = next_tick();

    xTimerStart( first, 0 );
    xTimerStart( second, 0 );
    xTimerStart( third, 0 );
    run_until( now + 2 );
    CHECK_ORDER( "3" );
    run_until( now + 4 );
    CHECK_ORDER( "123" );
    run_until( now + 6 );
    CHECK_ORDER( "3" );
    xTimerDelete( first, 0 );
    xTimerDelete( second, 0 );
    xTimerDelete( third, 0 );
}

/* While a task above the daemon runs, nothing expires; then everything that is due does, a reload
 * timer as often as its period has passed. */
static void busy( void * ticks )
{
    run_until( xTaskGetTickCount() + ( TickType_t ) ( uintptr_t ) ticks );
    mark( 'b' );
    vTaskSuspend( NULL );
}

static void test_a_late_daemon( void )
{
    TimerHandle_t reload = timer_of( 1, 2, pdTRUE ), once = timer_of( 2, PERIOD, pdFALSE );
    TickType_t now = next_tick();
    TaskHandle_t task;

    xTimerStart( reload, 0 );
    xTimerStart( once, 0 );
    task = create( busy, 7, ABOVE );
    CHECK_ORDER( "b1112" );
    CHECK_EQUAL( expired_at[ 1 ], now + 7 );
    CHECK_EQUAL( xTimerGetExpiryTime( reload ), now + 8 );
    run_until( now + 8 );
    CHECK_ORDER( "1" );
    vTaskDelete( task );
    xTimerDelete( reload, 0 );
    xTimerDelete( once, 0 );
}

/* A task above the daemon finds the command queue full; or waits until it is not. */
static TimerHandle_t many[ configTIMER_QUEUE_LENGTH + 1 ];

static void commander( void * parameters )
{
    for( int i = 0; i < configTIMER_QUEUE_LENGTH; i++ )
    {
        CHECK_EQUAL( xTimerStart( many[ i ], 0 ), pdPASS );
    }

    CHECK_EQUAL( xTimerIsTimerActive( many[ 0 ] ), pdFALSE );
    CHECK_EQUAL( xTimerStart( many[ configTIMER_QUEUE_LENGTH ], 0 ), pdFAIL );
    mark( 'f' );
    CHECK_EQUAL( xTimerStart( many[ configTIMER_QUEUE_LENGTH ], 1 ), pdPASS );
    mark( 'p' );
    CHECK_EQUAL( xTimerIsTimerActive( many[ 0 ] ), pdFALSE ); /* received only */
    vTaskSuspend( NULL );
}

static void test_a_full_command_queue( void )
{
    TickType_t now;
    TaskHandle_t task;

    for( int i = 0; i <= configTIMER_QUEUE_LENGTH; i++ )
    {
        many[ i ] = timer_of( ( uintptr_t ) i, PERIOD, pdFALSE );
    }

    now = next_tick();
    task = create( commander, 0, ABOVE );
    CHECK_ORDER( "fp" );
    CHECK_EQUAL( xTimerIsTimerActive( many[ configTIMER_QUEUE_LENGTH ] ), pdTRUE );
    run_until( now + PERIOD );
    CHECK_ORDER( "012345678" );
    vTaskDelete( task );

    for( int i = 0; i <= configTIMER_QUEUE_LENGTH; i++ )
    {
        xTimerDelete( many[ i ], 0 );
    }
}

/* A callback may command its own timer and others. */
static TimerHandle_t other;

static void commanding( TimerHandle_t timer )
{
    callback( timer );
    CHECK_EQUAL( xTimerStart( other, 0 ), pdPASS );
    CHECK_EQUAL( xTimerStop( timer, 0 ), pdPASS );
    vTimerSetTimerID( timer, ( void * ) 7 );
}

static void test_commands_of_a_callback( void )
{
    TimerHandle_t timer = xTimerCreate( "commanding", 2, pdTRUE, ( void * ) 1, commanding );
    TickType_t now;

    other = timer_of( 2, 1, pdFALSE );
    now = next_tick();
    xTimerStart( timer, 0 );
    run_until( now + 2 );
    CHECK_ORDER( "1" );
    CHECK_EQUAL( xTimerIsTimerActive( timer ), pdFALSE );
    CHECK_EQUAL( pvTimerGetTimerID( timer ), 7 );
    run_until( now + 3 );
    CHECK_ORDER( "2" );
    run_until( now + 5 );
    CHECK_ORDER( "" );
    xTimerDelete( timer, 0 );
    xTimerDelete( other, 0 );
}

static void test_attributes_and_memory( void )
{
    static StaticTimer_t memory;
    StaticTimer_t * memory_used;
    size_t before = xPortGetFreeHeapSize();
    TimerHandle_t timer = timer_of( 1, PERIOD, pdTRUE );

    CHECK( xPortGetFreeHeapSize() < before );
    CHECK_EQUAL( strcmp( pcTimerGetName( timer ), "timer" ), 0 );
    CHECK_EQUAL( xTimerGetPeriod( timer ), PERIOD );
    CHECK_EQUAL( xTimerGetStaticBuffer( timer, &memory_used ), pdFALSE );
    vTimerSetTimerNumber( timer, 23 );
    CHECK_EQUAL( uxTimerGetTimerNumber( timer ), 23 );
    xTimerStart( timer, 0 );
    CHECK_EQUAL( xTimerDelete( timer, 0 ), pdPASS );
    CHECK_EQUAL( xPortGetFreeHeapSize(), before );

    timer = xTimerCreateStatic( "static", 1, pdFALSE, ( void * ) 1, callback, &memory );
    CHECK( timer == ( TimerHandle_t ) &memory );
    CHECK_EQUAL( xTimerGetStaticBuffer( timer, &memory_used ), pdTRUE );
    CHECK( memory_used == &memory );
    next_tick();
    xTimerStart( timer, 0 );
    next_tick();
    CHECK_ORDER( "1" );
    xTimerDelete( timer, 0 );
    CHECK_EQUAL( xPortGetFreeHeapSize(), before );
}

static TaskHandle_t daemon_began;

void vApplicationDaemonTaskStartupHook( void )
{
    daemon_began = xTaskGetCurrentTaskHandle();
}

static void test_the_daemon( void )
{
    TaskHandle_t daemon = xTimerGetTimerDaemonTaskHandle();

    CHECK( daemon_began == daemon );
    CHECK_EQUAL( strcmp( pcTaskGetName( daemon ), "Tmr Svc" ), 0 );
    CHECK_EQUAL( uxTaskPriorityGet( daemon ), configTIMER_TASK_PRIORITY );
    CHECK_EQUAL( eTaskGetState( daemon ), eBlocked );
}

static void director( void * parameters )
{
    test_early();
    test_the_daemon();
    test_one_shot();
    test_auto_reload();
    test_reset_and_period();
    test_order();
    test_a_late_daemon();
    test_a_full_command_queue();
    test_commands_of_a_callback();
    test_attributes_and_memory();
    test_passed();
}

int main( void )
{
    early = timer_of( 9, PERIOD, pdFALSE );
    CHECK_EQUAL( xTaskGetTickCount(), configINITIAL_TICK_COUNT );
    CHECK_EQUAL( xTimerStart( early, 0 ), pdPASS );
    CHECK_EQUAL( xTimerIsTimerActive( early ), pdFALSE );
    test_start( director, SELF );
}
