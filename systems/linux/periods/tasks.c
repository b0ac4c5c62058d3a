/* SPDX-License-Identifier: Apache-2.0 */

/* Periodic tasks of the alchemy layer that do nothing but wait, as many as the program below them asks for,
 * and a director, who gives them their periods. The figures of systems/time_manager/firmware/benchmarks, with
 * another program in the place of the task that computes. */
#include "FreeRTOS.h"
#include "task.h"
#include "isochron.h"

#include <alchemy/task.h>

#include "board.h"
#include "linux_task.h"
#include "machine.h"
#include "periods.h"
#include "releases.h"
#include "time_base.h"

#define PRIORITY    3 /* the director's is one less, so that they wait again before he goes on */
#define STACK_WORDS 160
#define STACK_LEFT  8U /* words that no task has used */
#define BELL        1U
#define NS_PER_MS   1000000
#define SHORTEST_MS ( ( TIME_BASE_NS < NS_PER_MS ) ? 1U : TIME_BASE_NS / NS_PER_MS )

/* Longer than any run. */
#define FAR_NS ( ( RTIME ) 1000 * NS_PER_SECOND )

static RT_TASK tasks[ WAITERS ];
static TaskHandle_t handles[ WAITERS ];
static uint32_t created, wanted, woken;
static uint32_t date, period; /* of the next release, in clock cycles */
static BaseType_t looks;
static uint32_t begun;  /* when the time base was: its count 0, in clock cycles */

static void check( int error )
{
    if( error != 0 )
    {
        vIsochronConfigurationError( "a task of the alchemy layer has no memory, or no period" );
    }
}

static void note( uint32_t now )
{
    uint32_t release = PERIODS->releases;

    if( release == MOST_RELEASES )
    {
        return;
    }

    if( woken == 0U )
    {
        PERIODS->first[ release ] = now - date;
    }

    if( ++woken == wanted )
    {
        PERIODS->last[ release ] = now - date;
        PERIODS->releases = release + 1U;
        woken = 0;
        date += period;
    }
}

static void run( void * parameter )
{
    *( TaskHandle_t * ) parameter = xTaskGetCurrentTaskHandle();
    check( rt_task_set_periodic( NULL, TM_NOW, FAR_NS ) );

    for( ;; )
    {
        ( void ) rt_task_wait_period( NULL );

        if( looks )
        {
            note( RELEASES_TIME );
        }
    }
}

/* All tasks have their next release at once, when all have been told. */
static void set_periods( uint32_t period_ms )
{
    RTIME length = ( period_ms == 0U ) ? FAR_NS : ( RTIME ) period_ms * NS_PER_MS;
    RTIME lead = ( period_ms == 0U ) ? FAR_NS : ( RTIME ) 2 * SHORTEST_MS * NS_PER_MS;
    RTIME release = rt_timer_read() + lead;

    for( uint32_t i = 0; i < created; i++ )
    {
        check( rt_task_set_periodic( &tasks[ i ], release, length ) );
    }

    period = period_ms * CYCLES_PER_MS;
    date = begun + ( uint32_t ) ( release / NS_PER_CYCLE );
}

static void check_stacks( void )
{
    for( uint32_t i = 0; i < created; i++ )
    {
        if( uxTaskGetStackHighWaterMark( handles[ i ] ) < STACK_LEFT )
        {
            vIsochronConfigurationError( "a stack of the periodic tasks is too short" );
        }
    }
}

static void director( void * parameter )
{
    for( ;; )
    {
        ( void ) ulTaskNotifyTake( pdTRUE, portMAX_DELAY );
        DOORBELLS_PENDING = BELL;

        if( created == 0U )
        {
            time_base_begin();
            begun = ( ALCHEMY_SOFTWARE_TIME_BASE == 1 ) ? RELEASES_TIME : 0U;
        }

        if( looks )
        {
            check_stacks();
        }

        looks = pdFALSE;
        wanted = PERIODS->tasks;

        for( ; created < wanted; created++ )
        {
            check( rt_task_spawn( &tasks[ created ], NULL, 0, PRIORITY, 0, run, &handles[ created ] ) );
        }

        woken = 0;
        PERIODS->releases = 0;
        set_periods( PERIODS->period_ms );
        looks = PERIODS->looks != 0U;
        PERIODS->date = date;
        PERIODS->shortest_ms = SHORTEST_MS;
        PERIODS->answers++;
    }
}

int main( void )
{
    TaskHandle_t task = NULL;

    linux_begin();
    PERIODS->answers = 0;
    ( void ) xTaskCreate( director, "director", STACK_WORDS, NULL, PRIORITY - 1, &task );
    ( void ) xIsochronLineToTask( LINE_OF_DOORBELLS, task );
    vTaskStartScheduler();
    return BOARD_EXIT_FAILURE;
}
