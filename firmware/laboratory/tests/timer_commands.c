/* SPDX-License-Identifier: Apache-2.0 */

/* The timer daemon as a task: commands of interrupt service routines, functions that it is to call,
 * and what its priority means. */
#include "check.h"
#include "interrupt.h"
#include "semphr.h"
#include "timers.h"

#define SELF   4
#define PERIOD 3

static TimerHandle_t timer;

static void callback( TimerHandle_t which )
{
    ( void ) which;
    mark( 't' );
}

/* Whether the daemon comes first when both it and the director are ready. */
static int daemon_is_higher( void )
{
    return configTIMER_TASK_PRIORITY > SELF;
}

/* Lets the daemon do what it has been told. */
static void let_the_daemon_run( void )
{
    vTaskDelay( 1 );
}

void vApplicationDaemonTaskStartupHook( void )
{
    CHECK( xTaskGetCurrentTaskHandle() == xTimerGetTimerDaemonTaskHandle() );
    CHECK_EQUAL( xTaskGetSchedulerState(), taskSCHEDULER_RUNNING );
    mark( 'h' );
}

static void check_woken( BaseType_t woken )
{
    CHECK_EQUAL( woken, daemon_is_higher() ? pdTRUE : pdFALSE );
    portYIELD_FROM_ISR( woken );
}

static void start( void )
{
    BaseType_t woken = pdFALSE;

    CHECK_EQUAL( xTimerStartFromISR( timer, &woken ), pdPASS );
    check_woken( woken );
}

static void stop( void )
{
    BaseType_t woken = pdFALSE;

    CHECK_EQUAL( xTimerStopFromISR( timer, &woken ), pdPASS );
    check_woken( woken );
}

static void reset( void )
{
    BaseType_t woken = pdFALSE;

    CHECK_EQUAL( xTimerResetFromISR( timer, &woken ), pdPASS );
    check_woken( woken );
}

static void change_period( void )
{
    BaseType_t woken = pdFALSE;

    CHECK_EQUAL( xTimerChangePeriodFromISR( timer, PERIOD + 1, &woken ), pdPASS );
    check_woken( woken );
}

static void test_commands_of_routines( void )
{
    TickType_t now = next_tick();

    interrupt( start );
    CHECK_EQUAL( xTimerIsTimerActive( timer ), daemon_is_higher() );
    vTaskDelay( PERIOD - 1 );
    CHECK_ORDER( "" );
    CHECK_EQUAL( xTimerGetExpiryTime( timer ), now + PERIOD );
    interrupt( reset );
    let_the_daemon_run();
    CHECK_ORDER( "" );
    CHECK_EQUAL( xTimerGetExpiryTime( timer ), now + 2 * PERIOD - 1 );
    interrupt( stop );
    let_the_daemon_run();
    CHECK_EQUAL( xTimerIsTimerActive( timer ), pdFALSE );

    now = next_tick();
    interrupt( change_period );
    vTaskDelay( PERIOD );
    CHECK_ORDER( "" );
    vTaskDelay( 2 );
    CHECK_ORDER( "t" );
    CHECK_EQUAL( xTimerGetPeriod( timer ), PERIOD + 1 );
}

/* Functions that the daemon calls. */
static void pended( void * first, uint32_t second )
{
    CHECK( xTaskGetCurrentTaskHandle() == xTimerGetTimerDaemonTaskHandle() );
    CHECK_EQUAL( ( uintptr_t ) first, second + 1 );
    mark( ( char ) second );
}

static void pend( void )
{
    BaseType_t woken = pdFALSE;

    CHECK_EQUAL( xTimerPendFunctionCallFromISR( pended, ( void * ) ( 'i' + 1 ), 'i', &woken ), pdPASS );
    CHECK_EQUAL( xTimerPendFunctionCallFromISR( pended, ( void * ) ( 'j' + 1 ), 'j', &woken ), pdPASS );
    mark( '(' );
    check_woken( woken );
}

static void pend_too_many( void )
{
    BaseType_t woken = pdFALSE;

    for( int i = 0; i < configTIMER_QUEUE_LENGTH; i++ )
    {
        CHECK_EQUAL( xTimerPendFunctionCallFromISR( pended, ( void * ) ( 'm' + 1 ), 'm', &woken ), pdPASS );
    }

    CHECK_EQUAL( xTimerPendFunctionCallFromISR( pended, NULL, 0, &woken ), pdFAIL );
    CHECK_EQUAL( xTimerStartFromISR( timer, &woken ), pdFAIL );
    portYIELD_FROM_ISR( woken );
}

static void test_pended_functions( void )
{
    CHECK_EQUAL( xTimerPendFunctionCall( pended, ( void * ) ( 'a' + 1 ), 'a', 0 ), pdPASS );
    mark( '-' );
    let_the_daemon_run();
    CHECK_ORDER( daemon_is_higher() ? "a-" : "-a" );
    interrupt( pend );
    mark( ')' );
    let_the_daemon_run();
    CHECK_ORDER( daemon_is_higher() ? "(ij)" : "()ij" );
    interrupt( pend_too_many );
    let_the_daemon_run();
    CHECK_ORDER( "mmmmmmmm" );
}

/* A command and an expiry at the same time: the daemon, woken, first does what it is told. */
static void test_commands_before_expiry( void )
{
    TickType_t now = next_tick();

    xTimerChangePeriod( timer, 2, 0 );
    let_the_daemon_run();
    vTaskSuspendAll();
    run_until( now + 1 );
    {
        CHECK_EQUAL( xTimerPendFunctionCall( pended, ( void * ) ( 'x' + 1 ), 'x', 0 ), pdPASS );

        /* Until the next tick, which is pended. */
        for( volatile int i = 0; i < 5000; i = i + 1 )
        {
        }
    }
    ( void ) xTaskResumeAll();
    let_the_daemon_run();
    CHECK_ORDER( "xt" );
}

/* The director waits for what the daemon does. */
static SemaphoreHandle_t semaphore;

static void give( TimerHandle_t which )
{
    ( void ) which;
    CHECK_EQUAL( xSemaphoreGive( semaphore ), pdTRUE );
    mark( 'g' );
}

static void test_a_task_waits_for_a_timer( void )
{
    TimerHandle_t giver = xTimerCreate( "giver", PERIOD, pdTRUE, NULL, give );
    TickType_t now;

    semaphore = xSemaphoreCreateBinary();
    now = next_tick();
    CHECK_EQUAL( xTimerStart( giver, portMAX_DELAY ), pdPASS );

    for( TickType_t i = 1; i <= 2; i++ )
    {
        CHECK_EQUAL( xSemaphoreTake( semaphore, portMAX_DELAY ), pdTRUE );
        CHECK_EQUAL( xTaskGetTickCount(), now + i * PERIOD );
        mark( 'd' );
    }

    CHECK_ORDER( ( configTIMER_TASK_PRIORITY < SELF ) ? "dgd" : "gdgd" );
    xTimerDelete( giver, portMAX_DELAY );
    let_the_daemon_run();
    vSemaphoreDelete( semaphore );
}

static void director( void * parameters )
{
    ( void ) parameters;

    vTaskDelay( 1 );
    CHECK_ORDER( "h" );
    timer = xTimerCreate( "timer", PERIOD, pdFALSE, NULL, callback );

    test_commands_of_routines();
    test_pended_functions();
    test_commands_before_expiry();
    test_a_task_waits_for_a_timer();
    test_passed();
}

int main( void )
{
    test_start( director, SELF );
}
