/* SPDX-License-Identifier: Apache-2.0 */

/* How late the highest task starts, by a line bound to it and by a tick, at every moment at which a lower
 * task sends or receives a large item, and what such a call takes. tests/test_queue_open.py reads what is
 * printed. */
#include <stdio.h>

#include "FreeRTOS.h"
#include "queue.h"
#include "task.h"
#include "board.h"
#include "isochron.h"

#define LINE    2
#define LARGEST 2048u
#define PERIOD  ( ( uint32_t ) ( configCPU_CLOCK_HZ / configTICK_RATE_HZ ) )

/* Cycles before a call and behind its end at which the event still comes; from one moment to the next. */
#define AROUND 40u

#ifndef TEST_STEP
    #define TEST_STEP 1u
#endif

/* Bytes by which the item is away from a word's place. */
#ifndef TEST_OFFSET
    #define TEST_OFFSET 0u
#endif

static uint8_t storage[ LARGEST + sizeof( uint32_t ) ] __attribute__( ( aligned( sizeof( uint32_t ) ) ) );
static uint8_t * const item = &storage[ TEST_OFFSET ];
static QueueHandle_t queue;
static volatile uint32_t started;
static volatile int by_tick;
static TaskHandle_t high_task;

static inline uint32_t now( void )
{
    uint32_t cycles;

    __asm volatile( "csrr %0, mcycle" : "=r"( cycles )::"memory" );
    return cycles;
}

static void high( void * parameters )
{
    for( ;; )
    {
        ulTaskNotifyTake( pdTRUE, portMAX_DELAY );

        if( by_tick )
        {
            vTaskDelay( 1 );
        }

        started = now();
    }
}

static __attribute__( ( noipa ) ) uint32_t call( int sends )
{
    uint32_t from = now();
    BaseType_t done = sends ? xQueueSend( queue, item, 0 ) : xQueueReceive( queue, item, 0 );
    uint32_t taken = now() - from;

    if( done != pdTRUE )
    {
        board_exit( BOARD_EXIT_FAILURE );
    }

    return taken;
}

/* Undoes a call, so that the next one finds the same. */
static void undo( int sends )
{
    ( void ) call( !sends );
}

static void wait_until( uint32_t cycle )
{
    while( ( int32_t ) ( now() - cycle ) < 0 )
    {
    }
}

static uint32_t longest_by_line( int sends, uint32_t taken )
{
    uint32_t longest = 0;

    for( uint32_t offset = 1; offset < taken + AROUND; offset += TEST_STEP )
    {
        uint32_t armed;

        started = 0;
        armed = now();
        board_arm_interrupt( LINE, offset, 0 );
        ( void ) call( sends );

        while( started == 0 )
        {
        }

        board_acknowledge_interrupt( LINE );

        if( started - armed - offset > longest )
        {
            longest = started - armed - offset;
        }

        undo( sends );
    }

    return longest;
}

/* When the highest task starts within a period, if the call begins so many cycles before the tick. */
static uint32_t start_in_period( int sends, uint32_t tick, uint32_t before )
{
    by_tick = 1;
    started = 0;
    xTaskNotifyGive( high_task );

    while( ( int32_t ) ( tick - before - now() ) < 0 )
    {
        tick += PERIOD;
    }

    wait_until( tick - before );
    ( void ) call( sends );

    while( started == 0 )
    {
    }

    undo( sends );
    return started % PERIOD;
}

static uint32_t longest_by_tick( int sends, uint32_t taken )
{
    uint32_t tick, alone, longest = 0;

    by_tick = 1;
    started = 0;
    xTaskNotifyGive( high_task );

    while( started == 0 )
    {
    }

    tick = started;
    alone = start_in_period( sends, tick, taken + 8u * AROUND );

    for( uint32_t before = 1; before < taken + AROUND; before += TEST_STEP )
    {
        uint32_t later = ( start_in_period( sends, tick, before + AROUND ) + PERIOD - alone ) % PERIOD;

        if( ( later < PERIOD / 2u ) && ( later > longest ) )
        {
            longest = later;
        }
    }

    by_tick = 0;
    return longest;
}

static void low( void * parameters )
{
    static const uint32_t sizes[] = { 64, 128, 512, 2048 };

    xTaskCreate( high, "high", 300, NULL, 3, &high_task );
    xIsochronLineToTask( LINE, high_task );

    for( unsigned i = 0; i < sizeof( sizes ) / sizeof( sizes[ 0 ] ); i++ )
    {
        for( int sends = 1; sends >= 0; sends-- )
        {
            uint32_t taken, by_line;

            queue = xQueueCreate( 2, sizes[ i ] );
            ( void ) call( 1 );
            taken = call( sends );
            undo( sends );
            by_line = longest_by_line( sends, taken );
            printf( "%s %lu %lu %lu %lu\n", sends ? "send" : "receive", ( unsigned long ) sizes[ i ],
                    ( unsigned long ) taken, ( unsigned long ) by_line,
                    ( unsigned long ) longest_by_tick( sends, taken ) );
            vQueueDelete( queue );
        }
    }

    board_exit( BOARD_EXIT_SUCCESS );
}

int main( void )
{
    xTaskCreate( low, "low", 400, NULL, 1, NULL );
    vTaskStartScheduler();

    return 0;
}
