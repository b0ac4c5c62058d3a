/* SPDX-License-Identifier: Apache-2.0 */

/* The monitor's functions, on a machine whose clock runs with accesses only: what they say of one
 * another. The relation to cycles is in ../isochron/monitor.c. */
#include "attachment.h"
#include "check.h"
#include "isochron_monitor.h"

#define LOW  1
#define SELF 4
#define HIGH 6

/* Cycles: less than a job of so many calls takes. */
#define SHORT 50
#define CALLS 400

static void worker( void * parameters )
{
    for( ;; )
    {
        ulTaskNotifyTake( pdTRUE, portMAX_DELAY );

        for( int i = 0; i < CALLS; i++ )
        {
            ( void ) uxTaskPriorityGet( NULL );
        }
    }
}

static IsochronMonitor_t seen_of( TaskHandle_t task )
{
    IsochronMonitor_t seen;

    vIsochronMonitorGet( task, &seen );
    return seen;
}

static void test_time_passes( void )
{
    uint64_t before = ullIsochronMonitorCycles(), own = seen_of( NULL ).ullRunTime;

    CHECK( before > 0 );
    CHECK( seen_of( NULL ).ullRunTime > own );
    CHECK( ullIsochronMonitorCycles() > before );
}

/* Neither is so large here: upper_half.h says what is read in its place. */
static void test_times_have_an_upper_half( void )
{
    uint32_t upper = isochronREGISTER( ISOCHRON_IDENTIFICATION_OFFSET );

    CHECK( upper != 0 );
    CHECK_EQUAL( ( uint32_t ) ( ullIsochronMonitorCycles() >> 32 ), upper );
    CHECK_EQUAL( ( uint32_t ) ( seen_of( NULL ).ullRunTime >> 32 ), upper );
}

static void test_limits( void )
{
    TaskHandle_t task = create( worker, 0, HIGH );

    CHECK_EQUAL( xIsochronMonitorSetDeadline( task, SHORT ), pdPASS );
    CHECK_EQUAL( xIsochronMonitorSetBudget( task, SHORT ), pdPASS );
    CHECK_EQUAL( seen_of( task ).ulDeadline, SHORT );
    CHECK_EQUAL( seen_of( task ).ulBudget, SHORT );
    CHECK_EQUAL( seen_of( task ).usOverruns, 0 );
    xTaskNotifyGive( task );
    CHECK_EQUAL( seen_of( task ).usOverruns, 1 );
    CHECK_EQUAL( seen_of( task ).usOverloads, 1 );
    CHECK( seen_of( task ).ulLongestResponse > SHORT );
    CHECK( seen_of( task ).ulLongestRun > SHORT );
    CHECK_EQUAL( seen_of( task ).ulJobAge, 0 );
    vIsochronMonitorClear( task );
    CHECK_EQUAL( seen_of( task ).usOverruns, 0 );
    CHECK_EQUAL( seen_of( task ).usOverloads, 0 );
    CHECK_EQUAL( seen_of( task ).ulLongestRun, 0 );
    CHECK_EQUAL( seen_of( task ).ulDeadline, SHORT );
    vTaskDelete( task );
}

/* NULL is the calling task. */
static void test_oneself( void )
{
    CHECK_EQUAL( xIsochronMonitorSetDeadline( NULL, 7 ), pdPASS );
    CHECK_EQUAL( xIsochronMonitorSetBudget( NULL, 8 ), pdPASS );
    CHECK_EQUAL( seen_of( xTaskGetCurrentTaskHandle() ).ulDeadline, 7 );
    CHECK_EQUAL( seen_of( xTaskGetCurrentTaskHandle() ).ulBudget, 8 );
    CHECK_EQUAL( xIsochronMonitorSetDeadline( NULL, 0 ), pdPASS );
    CHECK_EQUAL( xIsochronMonitorSetBudget( NULL, 0 ), pdPASS );
    vIsochronMonitorClear( NULL );
    CHECK_EQUAL( seen_of( NULL ).usOverruns, 0 );
}

/* A tick wants the other of two equals, and waits for the end of the critical section: so long it is not
 * seen. */
static void test_the_longest_masked_stretch( void )
{
    TaskHandle_t task = create( worker, 0, SELF );
    uint64_t begin, period;

    vTaskDelay( 1 );
    next_tick();
    begin = ullIsochronMonitorCycles();
    next_tick();
    period = ullIsochronMonitorCycles() - begin;
    xTaskNotifyGive( task );
    vIsochronMonitorClearLongestMasked();
    taskENTER_CRITICAL();
    begin = ullIsochronMonitorCycles();

    while( ullIsochronMonitorCycles() - begin < period )
    {
    }

    for( int i = 0; i < CALLS; i++ )
    {
        ( void ) uxTaskPriorityGet( NULL );
    }

    taskEXIT_CRITICAL();
    CHECK( ulIsochronMonitorLongestMasked() > CALLS );
    vIsochronMonitorClearLongestMasked();
    CHECK( ulIsochronMonitorLongestMasked() < CALLS );
    vTaskDelete( task );
}

TEST_PROGRAM( SELF )
{
    test_time_passes();
    test_times_have_an_upper_half();
    test_limits();
    test_oneself();
    test_the_longest_masked_stretch();
}
