/* SPDX-License-Identifier: Apache-2.0 */

/* Stream and message buffers and timers between tasks and routines of all cores at the same time. Senders
 * number their bytes, and receivers look whether they come in order; senders also start timers, and pend
 * functions for the timers' task. Meanwhile all are suspended, moved, and given other priorities. In the end
 * every byte has come, each timer has expired as often as it was started, and each function was called. The
 * argument is the seed. */
#include <stdio.h>

#include "FreeRTOS.h"
#include "board.h"
#include "devices.h"
#include "interrupts.h"
#include "message_buffer.h"
#include "shared.h"
#include "stream_buffer.h"
#include "task.h"
#include "timers.h"

#define PAIRS        ( 3 * CORES )
#define FROM_DEVICE  PAIRS /* on: a pair for each core, whose sender is a routine */
#define ALL          ( PAIRS + CORES )
#define PATIENCE     5000 /* ticks without a change, on a busy host */
#define TOP          20
#define MOST         9 /* bytes at once */
#define FIRST_DEVICE 50

typedef struct
{
    StreamBufferHandle_t buffer;
    TimerHandle_t timer;
    TaskHandle_t sender, receiver;
    random_t sending, receiving;
    volatile uint32_t sent, received, late;
    volatile uint32_t started, expired, pended, called;
    volatile int done;
} pair_t;

static pair_t pairs[ ALL ];
static volatile int stops;

static TickType_t time( random_t * generator )
{
    const uint32_t choice = random_below( generator, 4 );

    return ( choice == 3 ) ? portMAX_DELAY : choice;
}

static void expired( TimerHandle_t timer )
{
    ( ( pair_t * ) pvTimerGetTimerID( timer ) )->expired++;
}

static void called( void * pair, uint32_t number )
{
    pair_t * const of = pair;

    if( of->called++ != number )
    {
        fail( "called out of order", number );
    }
}

static void use_timers( pair_t * me )
{
    if( ( me->started == me->expired ) &&
        xTimerChangePeriod( me->timer, 1 + random_below( &me->sending, 4 ), time( &me->sending ) ) )
    {
        me->started++;
    }

    if( xTimerPendFunctionCall( called, me, me->pended, time( &me->sending ) ) )
    {
        me->pended++;
    }
}

static void arrive( pair_t * me )
{
    const uint32_t interrupt = FIRST_DEVICE + ( uint32_t ) ( me - pairs ) % CORES;

    if( random_below( &me->sending, 4 ) == 0 )
    {
        raise( interrupt );
    }
}

static size_t number( pair_t * me, uint8_t * bytes )
{
    const size_t count = 1 + random_below( &me->sending, MOST );

    for( size_t i = 0; i < count; i++ )
    {
        bytes[ i ] = ( uint8_t ) ( me->sent + i );
    }

    return count;
}

static void send( void * parameter )
{
    pair_t * const me = parameter;
    uint8_t bytes[ MOST ];

    while( !stops )
    {
        const size_t count = number( me, bytes );
        const size_t done = xStreamBufferSend( me->buffer, bytes, count, time( &me->sending ) );

        me->sent += done;
        me->late += ( done < count );
        arrive( me );

        if( random_below( &me->sending, 8 ) == 0 )
        {
            use_timers( me );
        }
    }

    me->done = 1;
    vTaskSuspend( NULL );
}

static void handler( void )
{
    pair_t * const me = &pairs[ FROM_DEVICE + board_core() ];
    uint8_t bytes[ MOST ];

    if( !stops )
    {
        me->sent += xStreamBufferSendFromISR( me->buffer, bytes, number( me, bytes ), NULL );

        if( xTimerPendFunctionCallFromISR( called, me, me->pended, NULL ) )
        {
            me->pended++;
        }
    }
}

static void receive( void * parameter )
{
    pair_t * const me = parameter;
    uint8_t bytes[ MOST ];

    for( ;; )
    {
        const size_t done = xStreamBufferReceive( me->buffer, bytes, MOST, time( &me->receiving ) );

        for( size_t i = 0; i < done; i++ )
        {
            if( bytes[ i ] != ( uint8_t ) ( me->received + i ) )
            {
                fail( "not what was sent", ( uint32_t ) ( me - pairs ) );
            }
        }

        me->received += done;

        if( random_below( &me->receiving, 4 ) == 0 )
        {
            vTaskDelay( 1 );
        }
    }
}

static const char * missing( const pair_t * pair )
{
    if( pair->sent != pair->received )
    {
        return "bytes are missing";
    }

    if( pair->pended != pair->called )
    {
        return "functions are missing";
    }

    return ( pair->started != pair->expired ) ? "timers are missing" : pair->done ? NULL : "sends for ever";
}

static void judge( uint32_t moved )
{
    uint32_t received = 0, by_routines = 0, timers = 0, functions = 0, late = 0;

    for( int ticks = 0, which = 0; which < ALL; )
    {
        const char * const what = missing( &pairs[ which ] );

        if( what == NULL )
        {
            which++;
        }
        else if( ticks++ < PATIENCE )
        {
            vTaskDelay( 1 );
        }
        else
        {
            fail( what, ( uint32_t ) which );
        }
    }

    for( int i = 0; i < ALL; i++ )
    {
        received += pairs[ i ].received;
        by_routines += ( i < FROM_DEVICE ) ? 0 : pairs[ i ].received;
        timers += pairs[ i ].expired;
        functions += pairs[ i ].called;
        late += pairs[ i ].late;
    }

    printf( "passed %lu %lu %lu %lu %lu %lu\n", ( unsigned long ) received, ( unsigned long ) by_routines,
            ( unsigned long ) timers, ( unsigned long ) functions, ( unsigned long ) late,
            ( unsigned long ) moved );
    board_exit( 0 );
}

static uint32_t all_received( void )
{
    uint32_t received = 0;

    for( int i = 0; i < ALL; i++ )
    {
        received += pairs[ i ].received;
    }

    return received;
}

static void disturb( void * unused )
{
    random_t generator = { board_argument() * 2654435761U + 77U };
    uint32_t moved = 0, idle = 0, before = 0;

    while( ( before < TEST_CALLS ) && ( idle < PATIENCE ) )
    {
        const pair_t * const pair = &pairs[ random_below( &generator, ALL ) ];
        const TaskHandle_t task =
            ( ( pair->sender != NULL ) && random_below( &generator, 2 ) ) ? pair->sender : pair->receiver;

        displace( task, &generator );
        moved += ( CORES > 1 );
        vTaskDelay( random_below( &generator, 2 ) );
        vTaskResume( task );
        vTaskDelay( 1 );

        const uint32_t received = all_received();

        idle = ( received == before ) ? idle + 1 : 0;
        before = received;
    }

    stops = 1;
    judge( moved );
}

int main( void )
{
    const uint32_t seed = board_argument() + 1;

    for( int i = 0; i < ALL; i++ )
    {
        pair_t * const pair = &pairs[ i ];

        pair->buffer = ( i % 2 == 0 ) ? xStreamBufferCreate( 16, 1 ) : xMessageBufferCreate( 40 );
        pair->timer = xTimerCreate( "", 1, pdFALSE, pair, expired );
        pair->sending.state = seed * 2654435761U + ( uint32_t ) i * 97U;
        pair->receiving.state = pair->sending.state + 31U;
        create_on( ( uint32_t ) ( i + 1 ) % CORES, receive, pair, 2 + ( seed * 7 + ( uint32_t ) i * 13 ) % 9,
                   &pair->receiver );

        if( i < FROM_DEVICE )
        {
            create_on( ( uint32_t ) i % CORES, send, pair, 2 + ( seed * 5 + ( uint32_t ) i * 11 ) % 9,
                       &pair->sender );
        }
        else
        {
            const uint32_t interrupt = FIRST_DEVICE + ( uint32_t ) ( i - FROM_DEVICE );

            pair->done = 1;
            take_edges( interrupt );
            board_set_handler( interrupt, handler, 2 + random_below( &pair->sending, 9 ),
                               ( uint32_t ) ( i - FROM_DEVICE ) );
        }
    }

    create( disturb, 0, TOP, NULL );
    vTaskStartScheduler();
    return 1;
}
