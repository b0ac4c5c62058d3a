/* SPDX-License-Identifier: Apache-2.0 */

/* What calls take, in clock cycles, on any number of cores: a line for each, with each duration and how often
 * it was seen. The other cores run tasks that call nothing, but where their calls are to be in the way. There
 * is no tick: the program ends before the first one. */
#include <stdio.h>

#include "FreeRTOS.h"
#include "task.h"
#include "queue.h"
#include "semphr.h"

#include "board.h"

#define OTHERS  ( configNUMBER_OF_CORES - 1 )
#define LONGEST 4095 /* cycles */
#define SAMPLES 50
#ifndef CALLS
    #define CALLS 200 /* samples of a call that switches nothing */
#endif
#define PHASES      649 /* in which these come to what the other cores do */
#define STACK       200
#define WAITS_AGAIN 5000 /* cycles after which the waiter has blocked again */

/* Priorities. */
#define LOW    5 /* the other cores' tasks */
#define GIVER  10
#define WAITER 15
#define HIGH   20

#define INLINE static inline __attribute__( ( always_inline ) )

/* The cores left reset in the same cycle, so all count alike. */
INLINE uint32_t cycles( void )
{
    uint32_t count;

    __asm volatile( "csrr %0, mcycle" : "=r"( count )::"memory" );
    return count;
}

static void busy( uint32_t duration )
{
    const uint32_t begin = cycles();

    while( cycles() - begin < duration )
    {
    }
}

static uint32_t seen[ LONGEST + 1 ];

static void add_sample( uint32_t duration )
{
    if( duration > LONGEST )
    {
        printf( "longer than %d: %lu\n", LONGEST, ( unsigned long ) duration );
        board_exit( BOARD_EXIT_FAILURE );
    }

    seen[ duration ]++;
}

static void print_samples( const char * name )
{
    printf( "%s", name );

    for( int duration = 0; duration <= LONGEST; duration++ )
    {
        if( seen[ duration ] != 0 )
        {
            printf( " %d:%lu", duration, ( unsigned long ) seen[ duration ] );
            seen[ duration ] = 0;
        }
    }

    printf( "\n" );
}

/* Each sample is in another phase to what the other cores do. */
#define MEASURE( samples, name, before, call )            \
    do                                                    \
    {                                                     \
        for( int sample = 0; sample < samples; sample++ ) \
        {                                                 \
            uint32_t begin, end;                          \
            before;                                       \
            busy( 100 + 13 * sample % PHASES );           \
            begin = cycles();                             \
            call;                                         \
            end = cycles();                               \
            add_sample( end - begin - overhead );         \
        }                                                 \
        print_samples( name );                            \
    } while( 0 )

static SemaphoreHandle_t nobody_waits, signal;
static TaskHandle_t others[ OTHERS ];
static volatile int others_call;
static volatile uint32_t asleep, woken;
static uint32_t overhead, overhead_of_store;

/* Another core's task. */
static void other( void * argument )
{
    const SemaphoreHandle_t own = argument;

    for( ;; )
    {
        if( others_call != 0 )
        {
            xSemaphoreGive( own );
            xSemaphoreTake( own, 0 );
        }
    }
}

static void wait( void * argument )
{
    for( ;; )
    {
        asleep = cycles();
        xSemaphoreTake( signal, portMAX_DELAY );
        woken = cycles();
    }
}

static void calls( const char * suffix )
{
    char name[ 40 ];

    sprintf( name, "section%s", suffix );
    MEASURE( CALLS, name, , taskENTER_CRITICAL(); taskEXIT_CRITICAL() );
    sprintf( name, "give%s", suffix );
    MEASURE( CALLS, name, xSemaphoreTake( nobody_waits, 0 ), xSemaphoreGive( nobody_waits ) );
    sprintf( name, "take%s", suffix );
    MEASURE( CALLS, name, xSemaphoreGive( nobody_waits ), xSemaphoreTake( nobody_waits, 0 ) );
    sprintf( name, "suspension%s", suffix );
    MEASURE( CALLS, name, , vTaskSuspendAll(); ( void ) xTaskResumeAll() );
}

/* To the return of who waits on another core: that of a task below the caller. */
#define MEASURE_ACROSS( name, call )                      \
    do                                                    \
    {                                                     \
        for( int sample = 0; sample < SAMPLES; sample++ ) \
        {                                                 \
            uint32_t begin;                               \
            busy( WAITS_AGAIN + 13 * sample );            \
            begin = cycles();                             \
            call;                                         \
            busy( WAITS_AGAIN );                          \
            add_sample( woken - begin - overhead );       \
        }                                                 \
        print_samples( name );                            \
    } while( 0 )

static void give_to_another_core( void )
{
    MEASURE( SAMPLES, "give-interrupts", busy( WAITS_AGAIN ), xSemaphoreGive( signal ) );
    MEASURE_ACROSS( "give-to-another-core", xSemaphoreGive( signal ) );
}

/* Messages of 16 bytes. */
typedef struct
{
    uint32_t words[ 4 ];
} Message_t;

static QueueHandle_t messages;

static void receive( void * argument )
{
    Message_t message;

    for( ;; )
    {
        xQueueReceive( messages, &message, portMAX_DELAY );
        woken = cycles();
    }
}

static void send_messages( void )
{
    Message_t message = { { 1, 2, 3, 4 } };

    for( int core = 0; core < OTHERS; core++ )
    {
        vTaskPrioritySet( others[ core ], LOW );
    }

    messages = xQueueCreate( 5, sizeof( message ) );
    MEASURE( CALLS, "send", xQueueReceive( messages, &message, 0 ), xQueueSend( messages, &message, 0 ) );
    MEASURE( CALLS, "receive", xQueueSend( messages, &message, 0 ), xQueueReceive( messages, &message, 0 ) );
    xQueueReset( messages );

    if( OTHERS > 0 )
    {
        xTaskCreate( receive, "", STACK, NULL, WAITER, NULL );
        MEASURE_ACROSS( "send-to-another-core", xQueueSend( messages, &message, 0 ) );
    }
}

/* The waiter runs on the giver's core: on the others are tasks above it. */
static void give_to_the_same_core( void )
{
    for( int core = 0; core < OTHERS; core++ )
    {
        vTaskPrioritySet( others[ core ], HIGH );
    }

    for( int blocks = 0; blocks < 2; blocks++ )
    {
        for( int sample = 0; sample < SAMPLES; sample++ )
        {
            uint32_t begin, end;

            busy( WAITS_AGAIN + 13 * sample );
            begin = cycles();
            xSemaphoreGive( signal );
            end = cycles();
            add_sample( blocks ? end - asleep - overhead_of_store : woken - begin - overhead );
        }

        print_samples( blocks ? "take-blocks" : "give-to-the-same-core" );
    }
}

static void give( void * argument )
{
    uint32_t begin, end;

    busy( 20000 ); /* the others run, and the waiter waits */
    begin = cycles();
    end = cycles();
    overhead = end - begin;
    asleep = begin = cycles();
    end = cycles();
    overhead_of_store = end - begin;

    calls( "" );

    if( OTHERS > 0 )
    {
        give_to_another_core();
        others_call = 1;
        calls( "-contended" );
        others_call = 0;
    }

    give_to_the_same_core();
    send_messages();
    board_exit( BOARD_EXIT_SUCCESS );
}

int main( void )
{
    nobody_waits = xSemaphoreCreateCounting( 5, 0 );
    signal = xSemaphoreCreateCounting( 5, 0 );

    for( int core = 0; core < OTHERS; core++ )
    {
        xTaskCreate( other, "", STACK, xSemaphoreCreateBinary(), LOW, &others[ core ] );
    }

    xTaskCreate( give, "", 300, NULL, GIVER, NULL );
    xTaskCreate( wait, "", STACK, NULL, WAITER, NULL );
    vTaskStartScheduler();
    return BOARD_EXIT_FAILURE;
}
