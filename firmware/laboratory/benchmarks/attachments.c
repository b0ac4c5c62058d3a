/* SPDX-License-Identifier: Apache-2.0 */

/* The same calls for every attachment and every core. Nothing is printed between the samples, so a
 * core's caches hold what they can from the later passes on; the first passes fill them and are told
 * apart ("pass").
 *
 * A call that blocks is measured to the next task's next instruction, one that wakes to the woken
 * task's, the interrupt line from its rising edge. */
#include "FreeRTOS.h"
#include "semphr.h"
#include "task.h"

#include "bench.h"
#include "board.h"
#include "line.h"

#define LOW    1
#define HIGH   2
#define FIRST  16
#define PASSES ( FIRST + 32 )

/* The line rises in the loop that waits for it, at one of PHASES moments. */
#define DELAY  600
#define PHASES 64

BENCH_LINE_STARTS( 0, interrupt_to_task );

enum
{
    TAKE,
    GIVE,
    YIELD,
    GIVE_UNBLOCK,
    TAKE_BLOCK,
    NOTIFY_UNBLOCK,
    NOTIFY_BLOCK,
    DELAY_BLOCK,
    INTERRUPT,
    METRICS
};

static const char * const names[ METRICS ] = { "take",         "give",        "yield-round-trip",
                                               "give-unblock", "take-block",  "notify-unblock",
                                               "notify-block", "delay-block", "interrupt-to-task" };

static SemaphoreHandle_t own, given;
static TaskHandle_t high_task, equal_task;
static uint32_t samples[ METRICS ][ PASSES ];
static volatile unsigned pass, line_awaited;

static void keep( unsigned metric, uint32_t cycles )
{
    samples[ metric ][ pass ] = cycles;
}

static BENCH_FUNCTION void take( void )
{
    xSemaphoreTake( BENCH_START( take, own ), 0 );
    keep( TAKE, BENCH_STOP( take ) );
}

static BENCH_FUNCTION void give( void )
{
    xSemaphoreGive( BENCH_START( give, own ) );
    keep( GIVE, BENCH_STOP( give ) );
}

static BENCH_FUNCTION void yield( void )
{
    ( void ) BENCH_START( yield_round_trip, 0 );
    taskYIELD();
    keep( YIELD, BENCH_STOP( yield_round_trip ) );
}

static BENCH_FUNCTION void wait_for_semaphore( void )
{
    xSemaphoreTake( BENCH_START( take_block, given ), portMAX_DELAY );
    keep( GIVE_UNBLOCK, BENCH_STOP( give_unblock ) );
}

static BENCH_FUNCTION void wait_for_notification( void )
{
    ulTaskNotifyTake( BENCH_START( notify_block, pdTRUE ), portMAX_DELAY );
    keep( NOTIFY_UNBLOCK, BENCH_STOP( notify_unblock ) );
}

static BENCH_FUNCTION void delay( void )
{
    vTaskDelay( BENCH_START( delay_block, 1 ) );
}

static BENCH_FUNCTION void wait_for_line( void )
{
    ulTaskNotifyTake( pdTRUE, portMAX_DELAY );
    keep( INTERRUPT, BENCH_STOP_LINE( interrupt_to_task ) );
}

static void high( void * parameters )
{
    line_notifies( xTaskGetCurrentTaskHandle() );

    for( ;; )
    {
        vTaskSuspend( NULL );
        wait_for_semaphore();
        wait_for_notification();
        delay();
        line_awaited = 1;
        wait_for_line();
        line_awaited = 0;
        line_handled();
    }
}

static BENCH_FUNCTION void let_high_wait( void )
{
    vTaskResume( high_task );
    keep( TAKE_BLOCK, BENCH_STOP( take_block ) );
}

static BENCH_FUNCTION void give_to_waiter( void )
{
    xSemaphoreGive( BENCH_START( give_unblock, given ) );
    keep( NOTIFY_BLOCK, BENCH_STOP( notify_block ) );
}

static BENCH_FUNCTION void notify_waiter( void )
{
    xTaskNotifyGive( BENCH_START( notify_unblock, high_task ) );
    keep( DELAY_BLOCK, BENCH_STOP( delay_block ) );
}

static void equal( void * parameters )
{
    for( ;; )
    {
        taskYIELD();
    }
}

/* Begins shortly after a tick, and leaves the core to the others until the next one and longer. */
static void measure( void )
{
    take();
    give();

    vTaskResume( equal_task );
    yield();
    vTaskSuspend( equal_task );

    let_high_wait();
    give_to_waiter();
    notify_waiter();

    while( line_awaited == 0U )
    {
    }

    BENCH_START_AT_LINE( BENCH_LINE );
    board_arm_interrupt( BENCH_LINE, DELAY, PHASES - 1 );

    while( line_awaited != 0U )
    {
    }
}

static void low( void * parameters )
{
    vTaskSuspend( equal_task );

    for( pass = 0; pass < PASSES; pass++ )
    {
        measure();
    }

    for( unsigned metric = 0; metric < METRICS; metric++ )
    {
        for( unsigned i = 0; i < PASSES; i++ )
        {
            bench_sample( names[ metric ], samples[ metric ][ i ], "pass=%s",
                          ( i < FIRST ) ? "first" : "later" );
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
