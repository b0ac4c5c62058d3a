/* SPDX-License-Identifier: Apache-2.0 */

/* Items in memory, sent and received at random by tasks of all priorities and by a routine, which
 * interrupt one another in the middle of an item. Each item is whole, each that was sent is received
 * once, in order, and the queues are as good as new in the end. A task is deleted again and again while it
 * sends, receives or overwrites, and its queues are reset. */
#include <string.h>

#include "attachment.h"
#include "board.h"
#include "check.h"
#include "isochron.h"
#include "queue.h"

#define LINE    2
#define WORKERS 6u         /* the last one is the routine */
#define WORDS   85u        /* an item: 340 bytes */
#define LENGTH  3u
#define HIGHEST 7

/* Calls of each worker, and of deletions. */
#ifndef TEST_CALLS
    #define TEST_CALLS 400u
#endif

typedef struct
{
    uint32_t word[ WORDS ];
} Item_t;

/* In order; to both ends; and one item, which is overwritten. */
enum
{
    ORDERED,
    BOTH,
    MAILBOX,
    CRASHED,
    CRASHED_MAILBOX,
    QUEUES
};

static QueueHandle_t queues[ QUEUES ];
static const UBaseType_t lengths[ QUEUES ] = { LENGTH, LENGTH, 1, 1, 1 };
static uint8_t sent[ 2 ][ WORKERS ][ TEST_CALLS ], received[ 2 ][ WORKERS ][ TEST_CALLS ];
static uint32_t last_seen[ WORKERS ][ WORKERS ];
static volatile uint32_t finished;
static volatile uint32_t routine_calls;
static Item_t items[ WORKERS + 2u ];

static uint32_t random_below( uint32_t * state, uint32_t limit )
{
    *state = ( *state * 1664525u ) + 1013904223u;
    return ( ( *state >> 8 ) * limit ) >> 24;
}

static void fill( Item_t * item, uint32_t worker, uint32_t number )
{
    for( uint32_t i = 0; i < WORDS; i++ )
    {
        item->word[ i ] = ( worker << 24 ) | number;
    }
}

static uint32_t whole( const Item_t * item )
{
    uint32_t same = 0;

    while( ( same < WORDS ) && ( item->word[ same ] == item->word[ 0 ] ) )
    {
        same++;
    }

    CHECK_EQUAL( same, WORDS );
    return item->word[ 0 ];
}

/* Who received what, from a queue all of whose items are counted. */
static void note( const Item_t * item, uint32_t queue, uint32_t receiver )
{
    uint32_t value = whole( item ), worker = value >> 24, number = value & 0xFFFFFFu;

    CHECK( ( worker < WORKERS ) && ( number < TEST_CALLS ) );
    CHECK_EQUAL( received[ queue ][ worker ][ number ], 0 );
    received[ queue ][ worker ][ number ] = 1;

    if( queue == ORDERED )
    {
        CHECK( ( number + 1u ) > last_seen[ receiver ][ worker ] );
        last_seen[ receiver ][ worker ] = number + 1u;
    }
}

/* No call leaves interrupts masked. */
static void check_unmasked( void )
{
    UBaseType_t enabled = uxIsochronMask();

    CHECK( enabled != 0u );
    vIsochronUnmask( enabled );
}

/* One call at random. The routine's is one of those for routines. */
static void act( uint32_t worker, uint32_t number, uint32_t * state, BaseType_t * woken )
{
    Item_t * item = &items[ worker ];
    uint32_t queue = random_below( state, 3 ), what = random_below( state, 8 );
    TickType_t ticks = ( random_below( state, 3 ) == 0u ) ? random_below( state, 3 ) : 0u;
    BaseType_t done;

    fill( item, worker, number );

    if( queue == MAILBOX )
    {
        done = ( what < 4u ) ? ( woken != NULL ) ? xQueueOverwriteFromISR( queues[ queue ], item, woken ) :
                                                   xQueueOverwrite( queues[ queue ], item ) :
               ( woken != NULL ) ? xQueuePeekFromISR( queues[ queue ], item ) :
               ( what == 4u )    ? xQueueReceive( queues[ queue ], item, ticks ) :
                                   xQueuePeek( queues[ queue ], item, ticks );

        if( done != pdFALSE )
        {
            ( void ) whole( item );
        }
    }
    else if( what < 4u )
    {
        BaseType_t to_front = ( queue == BOTH ) && ( what < 2u );

        done = ( woken != NULL ) ?
                   xQueueGenericSendFromISR( queues[ queue ], item, woken,
                                             to_front ? queueSEND_TO_FRONT : queueSEND_TO_BACK ) :
                   xQueueGenericSend( queues[ queue ], item, ticks,
                                      to_front ? queueSEND_TO_FRONT : queueSEND_TO_BACK );
        sent[ queue ][ worker ][ number ] = ( uint8_t ) done;
    }
    else if( what < 7u )
    {
        done = ( woken != NULL ) ? xQueueReceiveFromISR( queues[ queue ], item, woken ) :
                                   xQueueReceive( queues[ queue ], item, ticks );

        if( done != pdFALSE )
        {
            note( item, queue, worker );
        }
    }
    else
    {
        CHECK( uxQueueMessagesWaitingFromISR( queues[ queue ] ) <= lengths[ queue ] );
    }
}

static void service( uint32_t line )
{
    static uint32_t state = 99;
    BaseType_t woken = pdFALSE;

    board_acknowledge_interrupt( line );

    if( routine_calls < TEST_CALLS )
    {
        act( WORKERS - 1u, routine_calls, &state, &woken );
        routine_calls = routine_calls + 1u;
        board_arm_interrupt( LINE, 300, 0xFFF );
    }

    portYIELD_FROM_ISR( woken );
}

static void work( void * parameters )
{
    uint32_t worker = ( uint32_t ) ( uintptr_t ) parameters, state = worker;

    for( uint32_t number = 0; number < TEST_CALLS; number++ )
    {
        act( worker, number, &state, NULL );
        check_unmasked();

        if( random_below( &state, 4 ) == 0u )
        {
            vTaskDelay( random_below( &state, 2u + worker ) );
        }
    }

    taskENTER_CRITICAL();
    finished = finished + 1u;
    taskEXIT_CRITICAL();
    vTaskSuspend( NULL );
}

/* Is deleted at any moment. */
static void victim( void * parameters )
{
    Item_t * item = &items[ WORKERS ];

    for( uint32_t number = 0;; number++ )
    {
        fill( item, WORKERS, number );
        xQueueSend( queues[ CRASHED ], item, 0 );
        xQueueOverwrite( queues[ CRASHED_MAILBOX ], item );
        ( void ) xQueueReceive( queues[ CRASHED ], item, 0 );
    }
}

static void crash( uint32_t * state )
{
    Item_t * item = &items[ WORKERS + 1u ];
    TaskHandle_t task = create( victim, 0, 1 );

    vTaskDelay( 1u + random_below( state, 3 ) );

    if( random_below( state, 4 ) == 0u )
    {
        CHECK_EQUAL( xQueueReset( queues[ CRASHED ] ), pdPASS );
        CHECK_EQUAL( uxQueueMessagesWaiting( queues[ CRASHED ] ), 0 );
    }

    vTaskDelete( task );

    if( xQueueReceive( queues[ CRASHED ], item, 0 ) == pdTRUE )
    {
        CHECK_EQUAL( whole( item ) >> 24, WORKERS );
    }

    if( xQueuePeek( queues[ CRASHED_MAILBOX ], item, 0 ) == pdTRUE )
    {
        CHECK_EQUAL( whole( item ) >> 24, WORKERS );
    }
}

/* Whether a queue holds what it should, and no more. */
static void use( uint32_t queue )
{
    Item_t * item = &items[ 0 ];

    while( xQueueReceive( queues[ queue ], item, 0 ) == pdTRUE )
    {
        if( queue <= BOTH )
        {
            note( item, queue, 0 );
        }
    }

    for( uint32_t number = 0; number < lengths[ queue ]; number++ )
    {
        fill( item, 0, number );
        CHECK_EQUAL( xQueueSend( queues[ queue ], item, 0 ), pdTRUE );
    }

    CHECK_EQUAL( xQueueSend( queues[ queue ], item, 0 ), errQUEUE_FULL );

    for( uint32_t number = 0; number < lengths[ queue ]; number++ )
    {
        CHECK_EQUAL( xQueuePeek( queues[ queue ], item, 0 ), pdTRUE );
        CHECK_EQUAL( whole( item ), number );
        CHECK_EQUAL( xQueueReceive( queues[ queue ], item, 0 ), pdTRUE );
        CHECK_EQUAL( whole( item ), number );
    }
}

static void director( void * parameters )
{
    uint32_t state = 7;

    for( uint32_t worker = 0; worker < ( WORKERS - 1u ); worker++ )
    {
        create( work, worker, ( worker < 2u ) ? 2u : worker + 1u );
    }

    board_set_interrupt_handler( LINE, service );
    board_arm_interrupt( LINE, 300, 0xFFF );

    while( ( finished < ( WORKERS - 1u ) ) || ( routine_calls < TEST_CALLS ) )
    {
        crash( &state );
    }

    /* In the end a sender may be found whose item went by. */
    memset( last_seen, 0, sizeof( last_seen ) );

    for( uint32_t queue = 0; queue < QUEUES; queue++ )
    {
        use( queue );
        vQueueDelete( queues[ queue ] );
    }

    CHECK_EQUAL( memcmp( sent, received, sizeof( sent ) ), 0 );
    CHECK_EQUAL( xIsochronGetError( NULL ), pdFALSE );
    test_passed();
}

/* Before the scheduler starts there are no tasks to interrupt. */
static void make_queues( void )
{
    for( uint32_t queue = 0; queue < QUEUES; queue++ )
    {
        queues[ queue ] = xQueueCreate( lengths[ queue ], sizeof( Item_t ) );
        CHECK( queues[ queue ] != NULL );
        use( queue );
    }

    memset( received, 0, sizeof( received ) );
}

int main( void )
{
    make_queues();
    test_start( director, HIGHEST );
}
