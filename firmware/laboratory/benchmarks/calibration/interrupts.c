/* SPDX-License-Identifier: Apache-2.0 */

/* What an interrupt costs, by a service routine or by the line: a whole job of a higher task that it
 * releases, as cycles stolen from the task below; its way to the first instruction of the released
 * task; and the waking of a lower task that is blocked. A second one that comes at any moment of such
 * a job, or a first one around a tick with a job, says what more it takes that they meet. A line
 * with a routine that does nothing says what the board takes to find it. The jobs are empty. */
#include "FreeRTOS.h"
#include "task.h"

#include "bench.h"
#include "board.h"
#include "line.h"
#include "ticks.h"
#include "windows.h"

#ifdef BENCH_NO_ISR
    #include "isochron.h"
#endif

#define LOWER_PRIORITY 1
#define LOW_PRIORITY   2
#define PHASES         64U

/* The loop lasts longer than the line takes to rise and to be served, and much shorter than a tick. */
#define LOOP_CYCLES 3000U
#define DELAY       400U

/* Another line, what it releases, and the moments at which it comes, from some cycles before the
 * first. Around a tick: those of the one line. */
#define SECOND_LINE       1U
#define CROSSING_PRIORITY 28
#define CROSSING_STEP     3U
#define CROSSING_CYCLES   900U
#define CROSSING_BEFORE   150U
#define AHEAD             3U
#define TICKED_PRIORITY   3
#define OVER_TICK         2U /* which of the distances the line's task has */
#define TICK_STEP         5U
#define TICK_CYCLES       1200U
#define TICK_BEFORE       400U

/* The priorities of the higher task over that of the low one. */
static const unsigned distances[] = { 1, 2, 9, 25 };

#define DISTANCES ( sizeof( distances ) / sizeof( distances[ 0 ] ) )

WINDOW( job_by_interrupt )
WINDOW( interrupt_for_lower )
WINDOW( interrupt_of_line )
WINDOW( interrupt_across_job )
WINDOW( interrupt_across_tick )
BENCH_LINE_STARTS( 0, interrupt_to_task );

static TaskHandle_t high_tasks[ DISTANCES ];
static TaskHandle_t timed_task;
static TaskHandle_t lower_task;
static TaskHandle_t crossing_task, ticked_task;
static volatile uint32_t timed_cycles;
static volatile TickType_t wake_tick;

static void served( void * parameters )
{
    for( ;; )
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
    for( ;; )
    {
        timed_cycles = wait();
        line_handled();
    }
}

static void acknowledge( uint32_t line )
{
    board_acknowledge_interrupt( line );
}

#ifdef BENCH_NO_ISR

static void connect_second( void )
{
    xIsochronLineToTask( SECOND_LINE, crossing_task );
}

static void second_handled( void )
{
    board_acknowledge_interrupt( SECOND_LINE );
}

#else

static void second( uint32_t line )
{
    BaseType_t woken = pdFALSE;

    board_acknowledge_interrupt( line );
    vTaskNotifyGiveFromISR( crossing_task, &woken );
    portYIELD_FROM_ISR( woken );
}

static void connect_second( void )
{
    board_set_interrupt_handler( SECOND_LINE, second );
}

static void second_handled( void )
{
}

#endif /* BENCH_NO_ISR */

static void crossing( void * parameters )
{
    for( ;; )
    {
        ulTaskNotifyTake( pdTRUE, portMAX_DELAY );
        second_handled();
    }
}

static void ticked( void * parameters )
{
    for( ;; )
    {
        TickType_t from;

        ulTaskNotifyTake( pdTRUE, portMAX_DELAY );
        from = wake_tick - AHEAD;
        vTaskDelayUntil( &from, AHEAD );
        vTaskDelayUntil( &from, AHEAD );
    }
}

/* Arms the line so that no tick comes before the end of the loop, in another phase each time. */
static void arm( unsigned phase )
{
    vTaskDelay( 1 );
    board_arm_interrupt( BENCH_LINE, DELAY + phase, 0 );
}

static void measure_lines( uint32_t rounds )
{
    for( unsigned n = 1; n < BOARD_INTERRUPT_LINES; n++ )
    {
        board_set_interrupt_handler( n, acknowledge );

        for( unsigned phase = 0; phase < 8U; phase++ )
        {
            vTaskDelay( 1 );
            board_arm_interrupt( n, DELAY + phase, 0 );
            bench_sample_stolen( "interrupt-of-line", interrupt_of_line_window( rounds ),
                                 windows_loop( rounds ), "line=%u", n );
        }

        board_set_interrupt_handler( n, NULL );
    }
}

static void measure_across_job( uint32_t rounds )
{
    line_notifies( high_tasks[ 0 ] );
    connect_second();

    for( uint32_t after = 0; after < CROSSING_CYCLES; after += CROSSING_STEP )
    {
        arm( 0 );
        board_arm_interrupt( SECOND_LINE, DELAY - CROSSING_BEFORE + after, 0 );
        bench_sample_stolen( "interrupt-across-job", interrupt_across_job_window( rounds ),
                             windows_loop( rounds ), "after=%lu", ( unsigned long ) after );
    }
}

static void measure_across_tick( uint32_t rounds )
{
    line_notifies( high_tasks[ OVER_TICK ] );

    for( uint32_t after = 0; after < TICK_CYCLES; after += TICK_STEP )
    {
        vTaskDelay( AHEAD );
        wake_tick = xTaskGetTickCount() + AHEAD;
        xTaskNotifyGive( ticked_task );
        ticks_wait_for( wake_tick - 1U );
        ticks_wait_exactly( ticks_at( wake_tick ) - LOOP_CYCLES / 2U );
        board_arm_interrupt( BENCH_LINE, LOOP_CYCLES / 2U - TICK_BEFORE + after, 0 );
        bench_sample_stolen( "interrupt-across-tick", interrupt_across_tick_window( rounds ),
                             windows_loop( rounds ), "after=%lu", ( unsigned long ) after );
    }
}

static void low( void * parameters )
{
    uint32_t rounds = LOOP_CYCLES / windows_round;
    uint32_t alone = windows_loop( rounds );

    for( unsigned n = 0; n < DISTANCES; n++ )
    {
        line_notifies( high_tasks[ n ] );

        for( unsigned phase = 0; phase < PHASES; phase++ )
        {
            arm( phase );
            bench_sample_stolen( "job-by-interrupt", job_by_interrupt_window( rounds ), alone, "distance=%u",
                                 distances[ n ] );
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

    measure_lines( rounds );
    ticks_find_epoch();
    measure_across_tick( rounds );
    measure_across_job( rounds );

    bench_end();
}

int main( void )
{
    windows_begin();
    xTaskCreate( low, "low", BENCH_STACK, NULL, LOW_PRIORITY, NULL );

    for( unsigned i = 0; i < DISTANCES; i++ )
    {
        xTaskCreate( served, "high", configMINIMAL_STACK_SIZE, NULL, LOW_PRIORITY + distances[ i ],
                     &high_tasks[ i ] );
    }

    xTaskCreate( timed, "timed", configMINIMAL_STACK_SIZE, NULL, LOW_PRIORITY + distances[ 0 ], &timed_task );
    xTaskCreate( crossing, "crossing", configMINIMAL_STACK_SIZE, NULL, CROSSING_PRIORITY, &crossing_task );
    xTaskCreate( ticked, "ticked", configMINIMAL_STACK_SIZE, NULL, TICKED_PRIORITY, &ticked_task );
    xTaskCreate( served, "lower", configMINIMAL_STACK_SIZE, NULL, LOWER_PRIORITY, &lower_task );
    line_notifies( lower_task );
    vTaskStartScheduler();
}
