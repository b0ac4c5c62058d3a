/* SPDX-License-Identifier: Apache-2.0 */

/*
 * What an interrupt costs, by a service routine or by the line: a whole job of a higher task that it
 * releases, as cycles stolen from the task below; its way to the first instruction of the released
 * task; and the waking of a lower task that is blocked. The jobs are empty.
 */
#include "FreeRTOS.h"
#include "task.h"

#include "bench.h"
#include "board.h"
#include "line.h"
#include "windows.h"

#define LOWER_PRIORITY    1
#define LOW_PRIORITY      2
#define PHASES            64U

/* The loop lasts longer than the line takes to rise and to be served, and much shorter than a tick. */
#define LOOP_CYCLES       3000U
#define DELAY             400U

/* The priorities of the higher task over that of the low one. */
static const unsigned distances[] = { 1, 2, 9, 25 };

#define DISTANCES         ( sizeof( distances ) / sizeof( distances[ 0 ] ) )

WINDOW( job_by_interrupt )
WINDOW( interrupt_for_lower )
BENCH_LINE_STARTS( 0, interrupt_to_task );

static TaskHandle_t high_tasks[ DISTANCES ];
static TaskHandle_t timed_task;
static TaskHandle_t lower_task;
static volatile uint32_t timed_cycles;

static void served( void * parameters )
{
    ( void ) parameters;

    for( ; ; )
    {
        ulTaskNotifyTake( pdTRUE, portMAX_DELAY );
        line_handled();
    }
}

static BENCH_FUNCTION uint32_t wait( void )
{
    ulTaskNotifyTake( pdTRUE, portMAX_DELAY );
    return BENCH_STOP_LINE( interrupt_to_task );
}

static void timed( void * parameters )
{
    ( void ) parameters;

    for( ; ; )
    {
        timed_cycles = wait();
        line_handled();
    }
}

/* Arms the line so that no tick comes before the end of the loop, in another phase each time. */
static void arm( unsigned phase )
{
    vTaskDelay( 1 );
    board_arm_interrupt( BENCH_LINE, DELAY + phase, 0 );
}

static void low( void * parameters )
{
    uint32_t rounds = LOOP_CYCLES / windows_round;
    uint32_t alone = windows_loop( rounds );

    ( void ) parameters;

    for( unsigned n = 0; n < DISTANCES; n++ )
    {
        line_notifies( high_tasks[ n ] );

        for( unsigned phase = 0; phase < PHASES; phase++ )
        {
            arm( phase );
            bench_sample_stolen( "job-by-interrupt", job_by_interrupt_window( rounds ), alone, "distance=%u", distances[ n ] );
        }
    }

    line_notifies( timed_task );

    for( unsigned phase = 0; phase < PHASES; phase++ )
    {
        vTaskDelay( 1 );
        BENCH_START_AT_LINE( BENCH_LINE );
        board_arm_interrupt( BENCH_LINE, DELAY + phase, 0 );
        bench_busy_loop( rounds );
        bench_sample( "interrupt-to-task", timed_cycles, "sample=%u", phase );
    }

    line_notifies( lower_task );

    for( unsigned phase = 0; phase < PHASES; phase++ )
    {
        uint32_t cycles;

        arm( phase ); /* the lower task waits meanwhile */

        if( eTaskGetState( lower_task ) != eBlocked )
        {
            board_exit( BOARD_EXIT_FAILURE );
        }

        cycles = interrupt_for_lower_window( rounds );
        bench_sample_stolen( "interrupt-for-lower", cycles, alone, "sample=%u", phase );
    }

    bench_end();
}

int main( void )
{
    windows_begin();
    xTaskCreate( low, "low", BENCH_STACK, NULL, LOW_PRIORITY, NULL );

    for( unsigned i = 0; i < DISTANCES; i++ )
    {
        xTaskCreate( served, "high", configMINIMAL_STACK_SIZE, NULL, LOW_PRIORITY + distances[ i ], &high_tasks[ i ] );
    }

    xTaskCreate( timed, "timed", configMINIMAL_STACK_SIZE, NULL, LOW_PRIORITY + distances[ 0 ], &timed_task );
    xTaskCreate( served, "lower", configMINIMAL_STACK_SIZE, NULL, LOWER_PRIORITY, &lower_task );
    line_notifies( lower_task );
    vTaskStartScheduler();
}
