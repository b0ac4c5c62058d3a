/* SPDX-License-Identifier: Apache-2.0 */

/* What mutexes cost, free and contended, in whole jobs: the low task computes across a tick that
 * releases a higher task. Either of them, none or both take the mutex and give it back; the low task
 * holds it at the tick. With both the higher one waits, the low one inherits and gives, and the
 * higher one goes on. What is more than with each alone is the cost of the contention. */
#include "FreeRTOS.h"
#include "semphr.h"
#include "task.h"

#include "bench.h"
#include "ticks.h"
#include "windows.h"

#define LOW_PRIORITY  2
#define HIGH_PRIORITY 3
#define AHEAD         5U
#define NEXT_JOB      4U
#define PHASES        16U

/* Of each of the two parts of the loop: with the mutex held, across the tick, and behind it. */
#define PART_CYCLES ( CYCLES_PER_TICK * 3U / 10U )

static const struct
{
    const char * name;
    int job;      /* whether the higher task has a job */
    int higher;   /* whether it uses the mutex */
    int low;      /* whether the low task does */
} cases[] = {
    { "none", 0, 0, 0 }, { "low", 0, 0, 1 }, { "job", 1, 0, 0 }, { "higher", 1, 1, 0 }, { "both", 1, 1, 1 },
};

static SemaphoreHandle_t mutex;
static TaskHandle_t high_task;
static volatile TickType_t wake_tick;
static volatile int high_takes;

static void high( void * parameters )
{
    for( ;; )
    {
        TickType_t from;

        ulTaskNotifyTake( pdTRUE, portMAX_DELAY );
        from = wake_tick - AHEAD;
        vTaskDelayUntil( &from, AHEAD );

        if( high_takes )
        {
            xSemaphoreTake( mutex, portMAX_DELAY );
            xSemaphoreGive( mutex );
        }

        vTaskDelayUntil( &from, NEXT_JOB );
    }
}

static BENCH_FUNCTION uint32_t compute( int takes, uint32_t rounds )
{
    takes = BENCH_START( mutex, takes );

    if( takes )
    {
        xSemaphoreTake( mutex, portMAX_DELAY );
    }

    bench_busy_loop( rounds );

    if( takes )
    {
        xSemaphoreGive( mutex );
    }

    bench_busy_loop( rounds );
    return BENCH_STOP( mutex );
}

static void low( void * parameters )
{
    uint32_t rounds = PART_CYCLES / windows_round;

    vTaskDelay( 1 ); /* the higher task waits */
    ticks_find_epoch();

    for( unsigned n = 0; n < sizeof( cases ) / sizeof( cases[ 0 ] ); n++ )
    {
        for( unsigned phase = 0; phase < PHASES; phase++ )
        {
            uint32_t cycles;

            high_takes = cases[ n ].higher;
            wake_tick = xTaskGetTickCount() + AHEAD;

            if( cases[ n ].job )
            {
                xTaskNotifyGive( high_task );
            }

            vTaskDelay( AHEAD - 2U );
            ticks_wait_for( wake_tick - 1U );
            ticks_wait_until( ticks_at( wake_tick ) - PART_CYCLES * 3U / 4U + phase );
            cycles = compute( cases[ n ].low, rounds );
            bench_sample_stolen( "mutex", cycles, 2U * windows_loop( rounds ), "users=%s", cases[ n ].name );
            vTaskDelay( NEXT_JOB + 1U );
        }
    }

    bench_end();
}

int main( void )
{
    windows_begin();
    mutex = xSemaphoreCreateMutex();
    xTaskCreate( low, "low", BENCH_STACK, NULL, LOW_PRIORITY, NULL );
    xTaskCreate( high, "high", configMINIMAL_STACK_SIZE, NULL, HIGH_PRIORITY, &high_task );
    vTaskStartScheduler();
}
