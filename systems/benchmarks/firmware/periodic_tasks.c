/* SPDX-License-Identifier: Apache-2.0 */

/* The periodic tasks of Atalanta's example of this name (soc-hub-fi/Atalanta), as tasks of FreeRTOS:
 * the same periods, starts and work as shares of a base period, the shorter the more urgent. There
 * they are service routines of timers; here xTaskDelayUntil() releases them, and a base period has
 * 32 ticks. The task below them takes what time they leave. */
#include <stdint.h>
#include <stdio.h>

#include "FreeRTOS.h"
#include "task.h"

#include "board.h"
#include "soc.h"

#define BASE_TICKS     32U
#define BASE_PERIODS   10U
#define TICK_CYCLES    ( configCPU_CLOCK_HZ / configTICK_RATE_HZ )
#define BASE_CYCLES    ( BASE_TICKS * TICK_CYCLES )
#define TASKS          4U
#define REST_PRIORITY  1U
#define STACK_WORDS    256U
#define TICKS_TO_START 16U
#define ROUNDS         1000U

/* Longer than a round of the loop below, shorter than any interruption of it. */
#define LONGEST_ROUND 40U

typedef struct
{
    TickType_t period; /* in ticks */
    TickType_t start;
    uint32_t share; /* the work is one of so many shares of a base period */
} periodic_t;

static const periodic_t periodics[ TASKS ] = {
    { BASE_TICKS / 4U, BASE_TICKS / 10U, 40U },
    { BASE_TICKS / 8U, BASE_TICKS * 3U / 5U, 80U },
    { BASE_TICKS / 16U, BASE_TICKS * 3U / 8U, 200U },
    { BASE_TICKS / 32U, BASE_TICKS / 8U, 400U },
};

static volatile unsigned ended, late;
static TickType_t begin;
static uint32_t cycles_of_rounds; /* of ROUNDS */

static uint32_t now( void )
{
    return SOC_REGISTER( SOC_CLINT_MTIME_OFFSET );
}

static void work( uint32_t rounds )
{
    __asm volatile( "1: addi %0, %0, -1\n"
                    "   bnez %0, 1b\n"
                    : "+r"( rounds ) );
}

/* The tasks preempt each other. */
static void count( volatile unsigned * counter )
{
    taskENTER_CRITICAL();
    ( *counter )++;
    taskEXIT_CRITICAL();
}

static void run_periodic( void * parameter )
{
    const periodic_t * own = parameter;
    uint32_t rounds = BASE_CYCLES / own->share * ROUNDS / cycles_of_rounds;
    TickType_t wake = xTaskGetTickCount();

    ( void ) xTaskDelayUntil( &wake, begin + own->start - wake );

    for( unsigned left = BASE_PERIODS * BASE_TICKS / own->period; left > 0U; left-- )
    {
        work( rounds );

        if( ( left > 1U ) && ( xTaskDelayUntil( &wake, own->period ) == pdFALSE ) )
        {
            count( &late );
        }
    }

    count( &ended );
    vTaskSuspend( NULL );
}

static void rest( void * parameter )
{
    TickType_t tick = xTaskGetTickCount();
    uint32_t start, last, idle = 0;

    while( xTaskGetTickCount() == tick )
    {
    }

    start = now() + TICKS_TO_START * TICK_CYCLES;
    begin = tick + 1U + TICKS_TO_START;

    for( unsigned i = 0; i < TASKS; i++ )
    {
        xTaskCreate( run_periodic, "", STACK_WORDS, ( void * ) &periodics[ i ], REST_PRIORITY + 1U + i,
                     NULL );
    }

    while( ( int32_t ) ( now() - start ) < 0 )
    {
    }

    last = start;

    while( ended < TASKS )
    {
        uint32_t time = now();

        if( time - last < LONGEST_ROUND )
        {
            idle += time - last;
        }

        last = time;
    }

    printf( "busy %lu\nlate %u\n", ( unsigned long ) ( now() - start - idle ), late );
    board_exit( BOARD_EXIT_SUCCESS );
}

int main( void )
{
    uint32_t start = now();

    work( ROUNDS );
    cycles_of_rounds = now() - start;
    xTaskCreate( rest, "", STACK_WORDS, NULL, REST_PRIORITY, NULL );
    vTaskStartScheduler();
}
