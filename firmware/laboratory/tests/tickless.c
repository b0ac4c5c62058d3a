/* SPDX-License-Identifier: Apache-2.0 */

/* Tickless idle: how long FreeRTOS expects to be idle, and ticks that are stepped over. Nothing
 * sleeps here: time jumps. */
#include "check.h"
#include "interrupt.h"
#include "semphr.h"

#define DIRECTOR 2
#define SLEEPS   8

static volatile TickType_t most = 0; /* ticks to step over at once; 0: none */
static volatile TickType_t expected[ SLEEPS ];
static volatile unsigned sleeps;
static volatile int forbidden;
static SemaphoreHandle_t semaphore;

static eSleepModeStatus confirm( void )
{
    eSleepModeStatus status;

    taskENTER_CRITICAL();
    status = eTaskConfirmSleepModeStatus();
    taskEXIT_CRITICAL();
    return status;
}

static void give( void )
{
    BaseType_t woken = pdFALSE;

    CHECK_EQUAL( xSemaphoreGiveFromISR( semaphore, &woken ), pdTRUE );
    portYIELD_FROM_ISR( woken );
}

void test_before_sleep( uint32_t * ticks )
{
    if( forbidden )
    {
        *ticks = 0;
    }
}

void test_sleep( uint32_t ticks )
{
    TickType_t step = ( ticks < most ) ? ticks : most;

    CHECK( xTaskGetCurrentTaskHandle() == xTaskGetIdleTaskHandle() );
    CHECK_EQUAL( xTaskGetSchedulerState(), taskSCHEDULER_SUSPENDED );

    if( ( most == 0 ) || ( sleeps == SLEEPS ) )
    {
        return;
    }

    expected[ sleeps++ ] = ticks;

    switch( confirm() )
    {
        case eNoTasksWaitingTimeout:
            interrupt( give );
            CHECK_EQUAL( confirm(), eAbortSleep );
            mark( 'n' );
            break;

        case eStandardSleep:
            vTaskStepTick( step );

            /* The last tick before somebody is due waits for the end of the suspension. */
            CHECK_EQUAL( confirm(), ( step == ticks ) ? eAbortSleep : eStandardSleep );
            break;

        default:
            /* A tick has come meanwhile. */
            sleeps--;
            break;
    }
}

/* From now on time jumps by at most so many ticks. */
static TickType_t begin( TickType_t ticks )
{
    TickType_t now = next_tick();

    sleeps = 0;
    most = ticks;
    return now;
}

static void end( void )
{
    most = 0;
}

static void test_a_delay( void )
{
    TickType_t now = begin( portMAX_DELAY );

    vTaskDelay( 10 );
    end();
    CHECK_EQUAL( xTaskGetTickCount(), now + 10 );
    CHECK_EQUAL( sleeps, 1 );
    CHECK_EQUAL( expected[ 0 ], 10 );
}

static void test_part_of_a_delay( void )
{
    TickType_t now = begin( 40 );

    vTaskDelay( 100 );
    end();
    CHECK_EQUAL( xTaskGetTickCount(), now + 100 );
    CHECK_EQUAL( sleeps, 3 );
    CHECK_EQUAL( expected[ 0 ], 100 );
    CHECK_EQUAL( expected[ 1 ], 60 );
    CHECK_EQUAL( expected[ 2 ], 20 );
}

/* One tick is not worth it, two are. */
static void test_a_short_delay( void )
{
    begin( portMAX_DELAY );
    vTaskDelay( 1 );
    end();
    CHECK_EQUAL( sleeps, 0 );
    begin( portMAX_DELAY );
    vTaskDelay( 2 );
    end();
    CHECK_EQUAL( sleeps, 1 );
    CHECK_EQUAL( expected[ 0 ], 2 );
}

static void delayed( void * ticks )
{
    vTaskDelay( ( TickType_t ) ( uintptr_t ) ticks );
    mark( 'd' );
    vTaskSuspend( NULL );
}

static void test_the_nearest_of_several( void )
{
    TickType_t now = begin( portMAX_DELAY );
    TaskHandle_t first, second;

    end();
    first = create( delayed, 30, DIRECTOR + 1 );
    second = create( delayed, 50, DIRECTOR + 1 );
    most = portMAX_DELAY;
    vTaskDelay( 90 );
    end();
    CHECK_ORDER( "dd" );
    CHECK_EQUAL( xTaskGetTickCount(), now + 90 );
    CHECK_EQUAL( sleeps, 3 );
    CHECK_EQUAL( expected[ 0 ], 30 );
    CHECK_EQUAL( expected[ 1 ], 20 );
    CHECK_EQUAL( expected[ 2 ], 40 );
    vTaskDelete( first );
    vTaskDelete( second );
}

static void test_the_application_forbids_it( void )
{
    begin( portMAX_DELAY );
    forbidden = 1;
    vTaskDelay( 10 );
    forbidden = 0;
    end();
    CHECK_EQUAL( sleeps, 0 );
}

static volatile int working;

static void worker( void * parameters )
{
    while( working )
    {
        ( void ) xTaskGetTickCount(); /* on the native machine time passes here only */
    }

    vTaskSuspend( NULL );
}

/* Who is of idle's priority may run. */
static void test_an_equal_of_idle( void )
{
    TaskHandle_t task;

    working = 1;
    task = create( worker, 0, tskIDLE_PRIORITY );
    begin( portMAX_DELAY );
    vTaskDelay( 5 );
    end();
    CHECK_EQUAL( sleeps, 0 );
    working = 0;
    vTaskDelay( 3 );
    vTaskDelete( task );
}

static void giver( void * ticks )
{
    vTaskDelay( ( TickType_t ) ( uintptr_t ) ticks );
    xSemaphoreGive( semaphore );
    vTaskSuspend( NULL );
}

/* One that is not the first task. */
static void test_somebody_waits_for_a_tick( void )
{
    TaskHandle_t task = create( giver, 30, DIRECTOR - 1 );
    TickType_t now = begin( portMAX_DELAY );

    vTaskDelay( 1 );
    CHECK_EQUAL( xSemaphoreTake( semaphore, portMAX_DELAY ), pdTRUE );
    end();
    CHECK_ORDER( "" );
    CHECK_EQUAL( xTaskGetTickCount(), now + 30 );
    vTaskDelete( task );
}

static void test_nobody_waits_for_a_tick( void )
{
    TickType_t now = begin( portMAX_DELAY );

    CHECK_EQUAL( xSemaphoreTake( semaphore, portMAX_DELAY ), pdTRUE );
    end();
    CHECK_ORDER( "n" );
    CHECK_EQUAL( sleeps, 1 );
    CHECK_EQUAL( expected[ 0 ], portMAX_DELAY - now );
}

/* Nobody sleeps through the tick's wrap. */
static void test_the_wrap( void )
{
    const TickType_t after = 20;
    TickType_t now = begin( portMAX_DELAY );

    CHECK( now > portMAX_DELAY / 2 );
    vTaskDelay( after - now );
    end();
    CHECK_EQUAL( xTaskGetTickCount(), after );
    CHECK_EQUAL( sleeps, 2 );
    CHECK_EQUAL( expected[ 0 ], portMAX_DELAY - now );
    CHECK_EQUAL( expected[ 1 ], after );
}

TEST_PROGRAM( DIRECTOR )
{
    semaphore = xSemaphoreCreateBinary();

    #if ( configINITIAL_TICK_COUNT != 0 )
    test_the_wrap();
    #endif
    test_a_delay();
    test_part_of_a_delay();
    test_a_short_delay();
    test_the_nearest_of_several();
    test_the_application_forbids_it();
    test_an_equal_of_idle();
    test_somebody_waits_for_a_tick();
    test_nobody_waits_for_a_tick();
}
