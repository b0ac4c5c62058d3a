/* SPDX-License-Identifier: Apache-2.0 */

/* The monitor's hook: of whom it is told and why, and that it switches only to whom it wakes. The
 * relation to cycles is in ../isochron/monitor.c. */
#include "check.h"
#include "isochron_monitor.h"

#define LOW  1
#define SELF 4
#define HIGH 6

/* Cycles: less than a job of so many calls takes, which is less than a tick. */
#define SHORT 50
#define CALLS 100

static volatile unsigned calls;
static volatile uint32_t kinds;
static TaskHandle_t volatile last_task;
static TaskHandle_t volatile wakes;
static volatile unsigned runs;

void vApplicationIsochronMonitorHook( TaskHandle_t xTask, uint32_t ulKind )
{
    calls = calls + 1;
    kinds = kinds | ulKind;
    last_task = xTask;

    if( wakes != NULL )
    {
        vTaskNotifyGiveFromISR( wakes, NULL );
    }
}

static void pass_time( void )
{
    for( int i = 0; i < CALLS; i++ )
    {
        ( void ) uxTaskPriorityGet( NULL );
    }
}

static void worker( void * parameters )
{
    for( ;; )
    {
        ulTaskNotifyTake( pdTRUE, portMAX_DELAY );
        pass_time();
    }
}

static void counter( void * parameters )
{
    for( ;; )
    {
        ulTaskNotifyTake( pdTRUE, portMAX_DELAY );
        runs = runs + 1;
    }
}

static void test_what_is_told( uint32_t deadline, uint32_t budget, uint32_t expected )
{
    TaskHandle_t task = create( worker, 0, HIGH );

    CHECK_EQUAL( xIsochronMonitorSetDeadline( task, deadline ), pdPASS );
    CHECK_EQUAL( xIsochronMonitorSetBudget( task, budget ), pdPASS );
    kinds = 0;
    xTaskNotifyGive( task );
    CHECK_EQUAL( kinds, expected );
    CHECK( last_task == task );
    vTaskDelete( task );
}

/* An equal of the running task, or one above it, is ready or woken when a third one misses. */
static void test_who_runs_then( UBaseType_t priority, unsigned expected )
{
    TaskHandle_t starved = create( worker, 0, LOW ), other = create( counter, 0, priority );
    IsochronMonitor_t seen;

    vTaskDelay( 1 );
    next_tick();
    CHECK_EQUAL( xIsochronMonitorSetDeadline( starved, SHORT ), pdPASS );
    calls = 0;
    runs = 0;
    wakes = ( priority > SELF ) ? other : NULL;

    if( wakes == NULL )
    {
        xTaskNotifyGive( other );
    }

    xTaskNotifyGive( starved );
    pass_time();
    CHECK_EQUAL( calls, 1 );
    CHECK( last_task == starved );
    vIsochronMonitorGet( starved, &seen );
    CHECK( seen.ulJobAge > SHORT );
    CHECK_EQUAL( runs, expected );
    wakes = NULL;
    vTaskDelete( starved );
    vTaskDelete( other );
}

TEST_PROGRAM( SELF )
{
    test_what_is_told( SHORT, 0, isochronMONITOR_OVERRUN );
    test_what_is_told( 0, SHORT, isochronMONITOR_OVERLOAD );
    test_what_is_told( SHORT, SHORT, isochronMONITOR_OVERRUN | isochronMONITOR_OVERLOAD );
    test_who_runs_then( SELF, 0 );
    test_who_runs_then( HIGH, 1 );
}
