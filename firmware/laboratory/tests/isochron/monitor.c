/* SPDX-License-Identifier: Apache-2.0 */

/* The monitor: deadlines, budgets, run times, and the hook. Ticks are 20,000 cycles. */
#include "board.h"
#include "check.h"
#include "isochron_monitor.h"

#define LOW  1
#define SELF 4
#define HIGH 6

/* Cycles: of a short and of a long job, and of the deadline and the budget in between. */
#define SHORT 2000
#define LIMIT 6000
#define LONG  15000

/* What a measurement may differ by: the calls around it, and the caches that they fill. */
#ifdef BOARD_CORE_VEXRISCV
    #define CLOSE 1500
#else
    #define CLOSE 600
#endif

static volatile uint32_t work;
static volatile unsigned calls;
static TaskHandle_t volatile last_task;
static volatile uint32_t last_kind;

void vApplicationIsochronMonitorHook( TaskHandle_t xTask, uint32_t ulKind )
{
    calls = calls + 1;
    last_task = xTask;
    last_kind = ulKind;
}

/* Keeps the core busy for so many cycles of the clock. */
static void busy( uint32_t cycles )
{
    uint64_t start = ullIsochronMonitorCycles();

    while( ullIsochronMonitorCycles() - start < cycles )
    {
    }
}

/* Each notification is a job, as long as `work` says. */
static void worker( void * parameters )
{
    for( ;; )
    {
        ulTaskNotifyTake( pdTRUE, portMAX_DELAY );
        busy( work );
    }
}

static IsochronMonitor_t seen_of( TaskHandle_t task )
{
    IsochronMonitor_t seen;

    vIsochronMonitorGet( task, &seen );
    return seen;
}

static void job( TaskHandle_t task, uint32_t cycles )
{
    work = cycles;
    xTaskNotifyGive( task );
}

static void test_a_deadline( void )
{
    TaskHandle_t task = create( worker, 0, HIGH );

    calls = 0;
    CHECK_EQUAL( xIsochronMonitorSetDeadline( task, LIMIT ), pdPASS );
    job( task, SHORT );
    CHECK_EQUAL( calls, 0 );
    CHECK_EQUAL( seen_of( task ).usOverruns, 0 );

    /* Once for each job. */
    job( task, LONG );
    CHECK_EQUAL( calls, 1 );
    CHECK( last_task == task );
    CHECK_EQUAL( last_kind, isochronMONITOR_OVERRUN );
    job( task, LONG );
    CHECK_EQUAL( calls, 2 );
    CHECK_EQUAL( seen_of( task ).usOverruns, 2 );
    CHECK_EQUAL( seen_of( task ).usOverloads, 0 );
    CHECK_EQUAL( seen_of( task ).ulDeadline, LIMIT );
    CHECK( seen_of( task ).ulLongestResponse >= LONG );
    CHECK( seen_of( task ).ulLongestResponse < LONG + CLOSE );
    CHECK_EQUAL( seen_of( task ).ulJobAge, 0 );

    vIsochronMonitorClear( task );
    CHECK_EQUAL( seen_of( task ).usOverruns, 0 );
    CHECK_EQUAL( seen_of( task ).ulLongestResponse, 0 );
    CHECK_EQUAL( seen_of( task ).ulDeadline, LIMIT );

    CHECK_EQUAL( xIsochronMonitorSetDeadline( task, 0 ), pdPASS );
    job( task, LONG );
    CHECK_EQUAL( calls, 2 );
    vTaskDelete( task );
}

/* One that does not run at all misses its deadline, too, and is heard of meanwhile. */
static void test_a_starved_task( void )
{
    TaskHandle_t task = create( worker, 0, LOW );

    vTaskDelay( 1 );
    calls = 0;
    CHECK_EQUAL( xIsochronMonitorSetDeadline( task, LIMIT ), pdPASS );
    CHECK_EQUAL( xIsochronMonitorSetBudget( task, LIMIT ), pdPASS );
    job( task, SHORT );
    busy( SHORT );
    CHECK_EQUAL( calls, 0 );
    busy( LONG );
    CHECK_EQUAL( calls, 1 );
    CHECK( last_task == task );
    CHECK_EQUAL( last_kind, isochronMONITOR_OVERRUN );
    CHECK( seen_of( task ).ulJobAge >= SHORT + LONG );
    CHECK_EQUAL( seen_of( task ).ulJobRun, 0 );
    vTaskDelay( 2 );
    CHECK_EQUAL( calls, 1 );
    vTaskDelete( task );
}

/* A job may be preempted for long, and still be short. */
static void test_a_budget( void )
{
    TaskHandle_t task = create( worker, 0, HIGH );

    calls = 0;
    CHECK_EQUAL( xIsochronMonitorSetBudget( task, LIMIT ), pdPASS );
    job( task, SHORT );
    CHECK_EQUAL( calls, 0 );
    job( task, LONG );
    CHECK_EQUAL( calls, 1 );
    CHECK( last_task == task );
    CHECK_EQUAL( last_kind, isochronMONITOR_OVERLOAD );
    CHECK_EQUAL( seen_of( task ).usOverloads, 1 );
    CHECK_EQUAL( seen_of( task ).usOverruns, 0 );
    CHECK_EQUAL( seen_of( task ).ulBudget, LIMIT );
    CHECK( seen_of( task ).ulLongestRun >= LONG );
    CHECK( seen_of( task ).ulLongestRun < LONG + CLOSE );

    /* Both at once are one call. */
    CHECK_EQUAL( xIsochronMonitorSetDeadline( task, LIMIT ), pdPASS );
    calls = 0;
    job( task, LONG );
    CHECK( ( calls == 1 ) || ( calls == 2 ) );
    CHECK_EQUAL( seen_of( task ).usOverloads, 2 );
    CHECK_EQUAL( seen_of( task ).usOverruns, 1 );
    vTaskDelete( task );
}

/* The time of the tasks that ran is the time that passed. */
static void test_run_times( void )
{
    TaskHandle_t task = create( worker, 0, HIGH );
    uint64_t cycles = ullIsochronMonitorCycles();
    uint64_t own = seen_of( NULL ).ullRunTime, other = seen_of( task ).ullRunTime;

    busy( SHORT );
    job( task, LONG );
    own = seen_of( NULL ).ullRunTime - own;
    other = seen_of( task ).ullRunTime - other;
    cycles = ullIsochronMonitorCycles() - cycles;

    CHECK( other >= LONG );
    CHECK( other < LONG + CLOSE );
    CHECK( own >= SHORT );
    CHECK( own < SHORT + ( 2 * CLOSE ) );
    CHECK( own + other <= cycles );
    CHECK( own + other + CLOSE > cycles );
    vTaskDelete( task );
}

/* A tick wants the other of two equals, and has to wait for the end of the critical section. */
static void test_the_longest_masked_stretch( void )
{
    TaskHandle_t task;

    next_tick();
    task = create( worker, 0, SELF );
    job( task, 10 * LONG );
    taskENTER_CRITICAL();
    vIsochronMonitorClearLongestMasked();
    busy( 2 * LONG );
    taskEXIT_CRITICAL();
    vTaskDelete( task );
    CHECK( ulIsochronMonitorLongestMasked() > LONG / 2 );
    CHECK( ulIsochronMonitorLongestMasked() < 2 * LONG );
    vIsochronMonitorClearLongestMasked();
    CHECK( ulIsochronMonitorLongestMasked() < LONG / 2 );
}

TEST_PROGRAM( SELF )
{
    test_a_deadline();
    test_a_starved_task();
    test_a_budget();
    test_run_times();
    test_the_longest_masked_stretch();
}
