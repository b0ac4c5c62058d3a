/* SPDX-License-Identifier: Apache-2.0 */

/*
 * What kernel calls take on a core with caches, once these hold what they can: round after round is
 * the same, nothing is printed in between, and only the last rounds count. Each figure is from before
 * a call to after one, often another task's, by the core's cycle counter; the last one is from the
 * rising edge of an interrupt line, by the stopwatch.
 */
#include "FreeRTOS.h"
#include "task.h"
#include "semphr.h"

#include "bench.h"
#include "board.h"
#include "line.h"

#define LOW       1
#define HIGH      2
#define WARM      16
#define ROUNDS    32

/* The line rises in the loop that waits for it, at one of PHASES moments. */
#define DELAY     600
#define PHASES    64

BENCH_LINE_STARTS( 0, interrupt_to_task );

enum { TAKE, GIVE, YIELD, GIVE_UNBLOCK, NOTIFY_UNBLOCK, WAIT_BLOCK, DELAY_BLOCK, INTERRUPT, METRICS };

static const char * const names[ METRICS ] =
{
    "take",           "give",       "yield-round-trip", "give-unblock",
    "notify-unblock", "wait-block", "delay-block",      "interrupt-to-task"
};

static SemaphoreHandle_t own, given;
static TaskHandle_t high_task, equal_task;
static uint32_t samples[ METRICS ][ ROUNDS ];
static uint32_t overhead;
static volatile uint32_t begun;
static volatile unsigned round_number, waits;

static inline uint32_t cycle( void )
{
    uint32_t now;

    __asm volatile ( "csrr %0, mcycle" : "=r" ( now ) :: "memory" );
    return now;
}

static inline void begin( void )
{
    begun = cycle();
}

static inline void end( unsigned metric )
{
    uint32_t now = cycle();

    samples[ metric ][ round_number ] = now - begun - overhead;
}

static BENCH_FUNCTION uint32_t wait_for_line( void )
{
    ulTaskNotifyTake( pdTRUE, portMAX_DELAY );
    return BENCH_STOP_LINE( interrupt_to_task );
}

static void high( void * parameters )
{
    ( void ) parameters;
    line_notifies( xTaskGetCurrentTaskHandle() );

    for( ; ; )
    {
        xSemaphoreTake( given, portMAX_DELAY );
        end( GIVE_UNBLOCK );
        begin();
        ulTaskNotifyTake( pdTRUE, portMAX_DELAY );
        end( NOTIFY_UNBLOCK );
        begin();
        vTaskDelay( 1 );
        waits = 1;
        samples[ INTERRUPT ][ round_number ] = wait_for_line();
        line_handled();
        waits = 0;
    }
}

static void equal( void * parameters )
{
    ( void ) parameters;

    for( ; ; )
    {
        taskYIELD();
    }
}

/* Begins shortly after a tick, and leaves the core to the others until the next one and longer. */
static void measure( void )
{
    begin();
    xSemaphoreTake( own, 0 );
    end( TAKE );
    begin();
    xSemaphoreGive( own );
    end( GIVE );

    vTaskResume( equal_task );
    begin();
    taskYIELD();
    end( YIELD );
    vTaskSuspend( equal_task );

    begin();
    xSemaphoreGive( given );
    end( WAIT_BLOCK );
    begin();
    xTaskNotifyGive( high_task );
    end( DELAY_BLOCK );

    while( waits == 0 )
    {
    }

    BENCH_START_AT_LINE( BENCH_LINE );
    board_arm_interrupt( BENCH_LINE, DELAY, PHASES - 1 );

    while( waits != 0 )
    {
    }
}

static void low( void * parameters )
{
    ( void ) parameters;
    vTaskSuspend( equal_task );

    for( unsigned i = 0; i < WARM; i++ )
    {
        begin();
        end( TAKE );
    }

    overhead = samples[ TAKE ][ 0 ];

    for( unsigned i = 0; i < WARM + ROUNDS; i++ )
    {
        round_number = i % ROUNDS;
        measure();
    }

    for( unsigned metric = 0; metric < METRICS; metric++ )
    {
        for( unsigned i = 0; i < ROUNDS; i++ )
        {
            bench_sample( names[ metric ], samples[ metric ][ i ], "sample=%u", i );
        }
    }

    bench_end();
}

int main( void )
{
    bench_begin();
    own = xSemaphoreCreateCounting( 1, 1 );
    given = xSemaphoreCreateBinary();
    xTaskCreate( high, "high", BENCH_STACK, NULL, HIGH, &high_task );
    xTaskCreate( low, "low", BENCH_STACK, NULL, LOW, NULL );
    xTaskCreate( equal, "equal", BENCH_STACK, NULL, LOW, &equal_task );
    vTaskStartScheduler();
}
