/* SPDX-License-Identifier: Apache-2.0 */

/* What a whole job of a higher task, released by a tick, costs the task below it: the tick, the
 * switch to the job, its end and the switch back. The low task computes, for a known number of
 * cycles, across a tick; what that takes longer was stolen. The jobs are empty. A job
 * that ends walks past those that are delayed for less long. */
#include "FreeRTOS.h"
#include "task.h"

#include "bench.h"
#include "ticks.h"
#include "windows.h"

#define LOWER_PRIORITY 1
#define LOW_PRIORITY   2

/* Ticks until the tasks wake: they have to get there; until a job's next; until a sleeper wakes;
 * for how long another one is delayed. */
#define AHEAD    6U
#define NEXT_JOB 5U
#define SLEEPS   3U
#define STAYS    12U
#define PHASES   8U

/* Shorter than a tick; half of it is before the tick. */
#define LOOP_CYCLES ( CYCLES_PER_TICK * 8U / 10U )

/* The sweeps: tasks that wake at the tick, those that are delayed meanwhile, the priority of the
 * higher task over that of the low one. */
static const unsigned waking[] = { 0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16 };
static const unsigned waking_beside[] = { 0, 1, 2, 4, 8, 16 };
static const unsigned delayed[] = { 0, 1, 2, 5, 10 };
static const unsigned distances[] = { 1, 2, 9, 25 };
static const unsigned due[] = { 0, 1, 2, 5, 10 };

#define COUNT( array ) ( sizeof( array ) / sizeof( array[ 0 ] ) )
#define MOST_LOWER     16U
#define MOST_DELAYED   10U

/* A tick at any moment of a job's end: steps of the job's rounds, up to a tick. */
#define END_CYCLES 600U
#define END_STEP   3U

/* An end of an earlier job, before the tick before: moments of it at which that tick comes. */
#define LAST_END_CYCLES 420U
#define LAST_END_STEP   3U
#define LAST_END_BEFORE 400U

WINDOW( tick )
WINDOW( tick_beside_delayed )
WINDOW( job_by_tick )
WINDOW( jobs_in_turn )
WINDOW( job_past_delayed )
WINDOW( tick_at_job_end )
WINDOW_ACROSS( tick_to_task )
WINDOW_ACROSS( tick_behind_tick )

static TaskHandle_t high_tasks[ COUNT( distances ) ];
static TaskHandle_t lower_tasks[ MOST_LOWER ];
static TaskHandle_t timed_task, staying_task;
static volatile TickType_t wake_tick;
static volatile TickType_t lower_later; /* how much later than wake_tick the lower tasks wake */
static volatile uint32_t job_rounds;
static volatile uint32_t timed_cycles;
static volatile TickType_t high_earlier; /* how much earlier than wake_tick the higher task wakes */
static volatile uint32_t last_end;       /* when the timed task's earlier job ends; 0: at once */

static void high( void * parameters )
{
    TickType_t from;

    ulTaskNotifyTake( pdTRUE, portMAX_DELAY );

    for( ;; )
    {
        from = wake_tick - AHEAD;
        vTaskDelayUntil( &from, AHEAD - high_earlier );

        if( job_rounds != 0U )
        {
            bench_busy_loop( job_rounds );
        }

        vTaskDelayUntil( &from, NEXT_JOB );
        ulTaskNotifyTake( pdTRUE, portMAX_DELAY );
    }
}

static void timed( void * parameters )
{
    for( ;; )
    {
        TickType_t from;

        ulTaskNotifyTake( pdTRUE, portMAX_DELAY );
        from = wake_tick - AHEAD;

        if( last_end == 0U )
        {
            vTaskDelayUntil( &from, AHEAD );
            timed_cycles = tick_to_task_end();
        }
        else
        {
            ticks_wait_exactly( last_end );
            vTaskDelayUntil( &from, AHEAD );
            timed_cycles = tick_behind_tick_end();
        }
    }
}

static void staying( void * parameters )
{
    for( ;; )
    {
        ulTaskNotifyTake( pdTRUE, portMAX_DELAY );
        vTaskDelay( STAYS );
    }
}

static void lower( void * parameters )
{
    for( ;; )
    {
        TickType_t from;

        ulTaskNotifyTake( pdTRUE, portMAX_DELAY );
        from = wake_tick - AHEAD;
        vTaskDelayUntil( &from, AHEAD + lower_later );
    }
}

/* Lets some lower tasks and a higher one delay themselves; returns so many cycles before the tick. */
static void prepare( TaskHandle_t higher, unsigned lower_ones, TickType_t later, uint32_t before )
{
    wake_tick = xTaskGetTickCount() + AHEAD;
    lower_later = later;

    for( unsigned i = 0; i < lower_ones; i++ )
    {
        xTaskNotifyGive( lower_tasks[ i ] );
    }

    if( higher != NULL )
    {
        xTaskNotifyGive( higher );
    }

    vTaskDelay( AHEAD - 2U );
    ticks_wait_for( wake_tick - 1U );
    ticks_wait_until( ticks_at( wake_tick ) - before );
}

static void measure_ticks( uint32_t rounds )
{
    for( unsigned n = 0; n < COUNT( waking ); n++ )
    {
        for( unsigned phase = 0; phase < 2U; phase++ )
        {
            prepare( NULL, waking[ n ], 0, LOOP_CYCLES / 2U + phase );
            bench_sample_stolen( "tick", tick_window( rounds ), windows_loop( rounds ), "waking=%u",
                                 waking[ n ] );
            vTaskDelay( NEXT_JOB );
        }
    }
}

/* The same while a further task stays delayed. */
static void measure_ticks_beside( uint32_t rounds )
{
    for( unsigned n = 0; n < COUNT( waking_beside ); n++ )
    {
        for( unsigned phase = 0; phase < 2U; phase++ )
        {
            xTaskNotifyGive( staying_task );
            prepare( NULL, waking_beside[ n ], 0, LOOP_CYCLES / 2U + phase );
            bench_sample_stolen( "tick-beside-delayed", tick_beside_delayed_window( rounds ),
                                 windows_loop( rounds ), "waking=%u", waking_beside[ n ] );
            vTaskDelay( STAYS );
        }
    }
}

/* Several jobs at one tick, one behind the other. */
static void measure_turns( uint32_t rounds )
{
    for( unsigned number = 1; number <= COUNT( distances ); number++ )
    {
        for( unsigned phase = 0; phase < PHASES; phase++ )
        {
            for( unsigned n = 1; n < number; n++ )
            {
                wake_tick = xTaskGetTickCount() + AHEAD;
                xTaskNotifyGive( high_tasks[ n ] );
            }

            prepare( high_tasks[ 0 ], 0, 0, LOOP_CYCLES / 2U + phase );
            bench_sample_stolen( "jobs-in-turn", jobs_in_turn_window( rounds ), windows_loop( rounds ),
                                 "jobs=%u", number );
            vTaskDelay( NEXT_JOB + 1U );
        }
    }
}

static void measure_jobs( uint32_t rounds )
{
    for( unsigned n = 0; n < COUNT( distances ); n++ )
    {
        for( unsigned phase = 0; phase < PHASES; phase++ )
        {
            prepare( high_tasks[ n ], 0, 0, LOOP_CYCLES / 2U + phase );
            bench_sample_stolen( "job-by-tick", job_by_tick_window( rounds ), windows_loop( rounds ),
                                 "distance=%u", distances[ n ] );
            vTaskDelay( NEXT_JOB + 1U );
        }
    }

    for( unsigned n = 0; n < COUNT( delayed ); n++ )
    {
        for( unsigned phase = 0; phase < PHASES; phase++ )
        {
            prepare( high_tasks[ 0 ], delayed[ n ], SLEEPS, LOOP_CYCLES / 2U + phase );
            bench_sample_stolen( "job-past-delayed", job_past_delayed_window( rounds ),
                                 windows_loop( rounds ), "delayed=%u", delayed[ n ] );
            vTaskDelay( NEXT_JOB + 1U );
        }
    }
}

static void measure_latency( uint32_t rounds )
{
    for( unsigned n = 0; n < COUNT( due ); n++ )
    {
        for( unsigned phase = 0; phase < PHASES; phase++ )
        {
            prepare( timed_task, due[ n ], 0, LOOP_CYCLES / 2U + phase );
            tick_to_task_begin( rounds );
            bench_sample_stolen( "tick-to-task", timed_cycles,
                                 windows_to_tick( tick_to_task_from, wake_tick ), "due=%u", due[ n ] );
            vTaskDelay( NEXT_JOB );
        }
    }
}

/* The tick before the one that is measured comes at any moment of the end of the task's earlier job, and
 * releases a higher task: so the task waits from another place on. */
static void measure_latency_behind( uint32_t rounds )
{
    high_earlier = 1;

    for( uint32_t end = 0; end < LAST_END_CYCLES; end += LAST_END_STEP )
    {
        wake_tick = xTaskGetTickCount() + AHEAD;
        last_end = ticks_at( wake_tick - 1U ) - LAST_END_BEFORE + end;
        xTaskNotifyGive( high_tasks[ COUNT( distances ) - 1U ] );
        xTaskNotifyGive( timed_task ); /* returns when that has delayed itself */
        ticks_wait_for( wake_tick - 1U );
        ticks_wait_until( ticks_at( wake_tick ) - LOOP_CYCLES / 2U );
        tick_behind_tick_begin( rounds );
        bench_sample_stolen( "tick-behind-tick", timed_cycles,
                             windows_to_tick( tick_behind_tick_from, wake_tick ), "end=%lu",
                             ( unsigned long ) end );
        vTaskDelay( NEXT_JOB + 1U );
    }

    last_end = 0;
    high_earlier = 0;
}

/* The job computes until shortly before, at, or after the next tick. */
static void measure_ends( uint32_t rounds )
{
    uint32_t last = CYCLES_PER_TICK / windows_round;

    for( uint32_t r = last - END_CYCLES / windows_round; r < last; r += END_STEP )
    {
        job_rounds = r;
        prepare( high_tasks[ 0 ], MOST_DELAYED, SLEEPS, LOOP_CYCLES / 8U );
        bench_sample_stolen( "tick-at-job-end", tick_at_job_end_window( rounds ),
                             windows_loop( rounds ) + windows_loop( r ), "left=%lu",
                             ( unsigned long ) ( ( last - r ) * windows_round ) );
        vTaskDelay( NEXT_JOB + 1U );
    }

    job_rounds = 0;
}

static void low( void * parameters )
{
    uint32_t rounds = LOOP_CYCLES / windows_round;

    vTaskDelay( 1 ); /* the others run, and wait */
    ticks_find_epoch();
    measure_ticks( rounds );
    measure_ticks_beside( rounds );
    measure_jobs( rounds );
    measure_turns( rounds );
    measure_latency( rounds );
    measure_latency_behind( rounds );
    measure_ends( rounds );
    bench_end();
}

int main( void )
{
    windows_begin();
    xTaskCreate( low, "low", BENCH_STACK, NULL, LOW_PRIORITY, NULL );

    for( unsigned i = 0; i < COUNT( distances ); i++ )
    {
        xTaskCreate( high, "high", configMINIMAL_STACK_SIZE, NULL, LOW_PRIORITY + distances[ i ],
                     &high_tasks[ i ] );
    }

    xTaskCreate( timed, "timed", configMINIMAL_STACK_SIZE, NULL, LOW_PRIORITY + distances[ 0 ], &timed_task );

    xTaskCreate( staying, "staying", configMINIMAL_STACK_SIZE, NULL, LOWER_PRIORITY, &staying_task );

    for( unsigned i = 0; i < MOST_LOWER; i++ )
    {
        xTaskCreate( lower, "lower", configMINIMAL_STACK_SIZE, NULL, LOWER_PRIORITY, &lower_tasks[ i ] );
    }

    vTaskStartScheduler();
}
