/* SPDX-License-Identifier: Apache-2.0 */

/* A low task's call on a queue, a high task that comes in the middle of it, and a routine that interrupts
 * either: at random moments, with random calls on the same queue, some with a time-out. Results, items and
 * what is left in the queue are those of one after the other, in some order. The high task may also reset
 * the queue. Instead of the routine's call a task above both may delete one of them; the item of that one is
 * left alone from then on. */
#include <stdio.h>
#include <string.h>

#include "board.h"
#include "check.h"
#include "isochron.h"
#include "queue.h"
#include "queue_model.h"

#define LINE_HIGH    2
#define LINE_ROUTINE 3
#define LOW          1
#define HIGH         3
#define HIGHEST      4

/* Meetings. */
#ifndef TEST_RUNS
    #define TEST_RUNS 400
#endif

#ifndef TEST_SEED
    #define TEST_SEED 1
#endif

/* Bytes of the largest item, and items of the longest queue. */
#define LARGEST 300u
#define LONGEST 2u

/* What the high task does besides. */
#define RESET_QUEUE ( ( Action_t ) ACTIONS )

/* In the item of a task that is deleted. */
#define FREED 0xEE

enum
{
    OF_LOW,
    OF_HIGH,
    OF_ROUTINE,
    PARTIES
};

/* Items, and where they begin: aligned and not; cycles of a call, or, on the native machine, points. */
static const struct
{
    UBaseType_t size, offset;
    uint32_t time;
} forms[] =
#ifdef TEST_POINTS
    { { 36, 0, TEST_POINTS } };
#else
    { { 36, 0, 200 }, { 64, 0, 220 }, { 300, 0, 500 }, { 35, 1, 260 }, { 299, 1, 900 } };
#endif

static uint8_t memory[ PARTIES ][ LARGEST + 4u ] __attribute__( ( aligned( 4 ) ) );
static uint8_t storage[ LONGEST * LARGEST ] __attribute__( ( aligned( 4 ) ) );
static uint8_t drain[ LARGEST ] __attribute__( ( aligned( 4 ) ) );
static Party_t parties[ PARTIES ];
static StaticQueue_t structure;
static QueueHandle_t queue;
static UBaseType_t size;
static TaskHandle_t director_task, killer_task, tasks[ OF_HIGH + 1 ];
static volatile uint32_t services;
static volatile int done[ PARTIES ];
static int deleted; /* the party, or PARTIES */
static uint32_t until_high, until_routine;
static uint32_t state = TEST_SEED;

static uint32_t random_below( uint32_t limit )
{
    state = ( state * 1664525u ) + 1013904223u;
    return ( ( state >> 8 ) * limit ) >> 24;
}

/* ------------------------------------------------------------------------- */
/* The calls.                                                                */

static void service( uint32_t line )
{
    BaseType_t woken = pdFALSE;

    board_acknowledge_interrupt( line );
    services = services + 1;

    if( line == LINE_HIGH )
    {
        vTaskNotifyGiveFromISR( tasks[ OF_HIGH ], &woken );
    }
    else if( deleted != PARTIES )
    {
        vTaskNotifyGiveFromISR( killer_task, &woken );
    }
    else
    {
        act_in_isr( queue, size, &parties[ OF_ROUTINE ], &woken );
        done[ OF_ROUTINE ] = 1;
    }

    portYIELD_FROM_ISR( woken );
}

static void end( int party )
{
    done[ party ] = 1;
    xTaskNotifyGive( director_task );
    vTaskSuspend( NULL );
}

static void low( void * parameters )
{
    board_arm_interrupt( LINE_HIGH, until_high, 0 );
    board_arm_interrupt( LINE_ROUTINE, until_routine, 0 );
    act_in_task( queue, size, &parties[ OF_LOW ] );

    while( services < 2 )
    {
        ( void ) xTaskGetTickCount(); /* on the native machine time passes here only */
    }

    end( OF_LOW );
}

static void high( void * parameters )
{
    ulTaskNotifyTake( pdTRUE, portMAX_DELAY );

    if( parties[ OF_HIGH ].action == RESET_QUEUE )
    {
        CHECK_EQUAL( xQueueReset( queue ), pdPASS );
    }
    else
    {
        act_in_task( queue, size, &parties[ OF_HIGH ] );
    }

    end( OF_HIGH );
}

/* Nobody is left with the memory of a task when its deletion returns. */
static void killer( void * parameters )
{
    for( ;; )
    {
        ulTaskNotifyTake( pdTRUE, portMAX_DELAY );
        vTaskDelete( tasks[ deleted ] );
        memset( parties[ deleted ].buffer, FREED, size );
        done[ OF_ROUTINE ] = 1;
        xTaskNotifyGive( director_task );
    }
}

/* ------------------------------------------------------------------------- */
/* Whether there is an order.                                                */

/* A party's call, with the result that was seen. */
static int follows( Model_t * model, int party )
{
    const Party_t * const call = &parties[ party ];

    if( call->action == RESET_QUEUE )
    {
        model->count = 0;
    }
    else if( ( party != OF_ROUTINE ) || ( deleted == PARTIES ) )
    {
        return ( perform( model, call ) == call->result ) || !done[ party ];
    }

    return 1;
}

/* Of the parties that are not in the mask. One that was deleted may not have come to its call. */
static int is_some_order( const Model_t * model, unsigned mask, const Model_t * left )
{
    const unsigned may_lack = ( ( deleted != PARTIES ) && !done[ deleted ] ) ? ( 1u << deleted ) : 0u;

    if( ( mask | may_lack ) == ( 1u << PARTIES ) - 1u )
    {
        if( ( model->count == left->count ) &&
            ( memcmp( model->items, left->items, model->count * sizeof( uint32_t ) ) == 0 ) )
        {
            return 1;
        }
    }

    for( int party = 0; party < PARTIES; party++ )
    {
        Model_t next = *model;

        if( ( ( mask & ( 1u << party ) ) == 0u ) && follows( &next, party ) &&
            is_some_order( &next, mask | ( 1u << party ), left ) )
        {
            return 1;
        }
    }

    return 0;
}

/* ------------------------------------------------------------------------- */

static void choose_calls( unsigned length, unsigned form )
{
    for( int party = 0; party < PARTIES; party++ )
    {
        Action_t action = ( Action_t ) random_below( PEEK + 1u );

        /* As FreeRTOS demands. */
        if( ( action == OVERWRITE ) && ( length != 1u ) )
        {
            action = SEND;
        }

        parties[ party ].buffer = memory[ party ] + forms[ form ].offset;
        parties[ party ].ticks = ( random_below( 4 ) == 0u ) ? 1u + random_below( 2 ) : 0u;
        prepare( &parties[ party ], size, action, ( uint8_t ) ( 7u + ( unsigned ) party ) );
        done[ party ] = 0;
    }

    if( random_below( 8 ) == 0u )
    {
        parties[ OF_HIGH ].action = RESET_QUEUE;
    }

    deleted = ( random_below( 2 ) == 0u ) ? ( int ) random_below( OF_HIGH + 1u ) : PARTIES;
    services = 0;
    until_high = 1u + random_below( forms[ form ].time );
    until_routine = until_high + random_below( forms[ form ].time );
}

/* Lets the tasks make their calls, and deletes them. */
static void make_calls( void )
{
    tasks[ OF_HIGH ] = create( high, 0, HIGH );
    tasks[ OF_LOW ] = create( low, 0, LOW );

    while( !done[ OF_ROUTINE ] || ( ( deleted != OF_LOW ) && !done[ OF_LOW ] ) ||
           ( ( deleted != OF_HIGH ) && !done[ OF_HIGH ] ) )
    {
        ulTaskNotifyTake( pdTRUE, portMAX_DELAY );
    }

    for( int party = OF_LOW; party <= OF_HIGH; party++ )
    {
        if( party != deleted )
        {
            vTaskDelete( tasks[ party ] );
        }
    }

    for( UBaseType_t i = 0; ( deleted != PARTIES ) && ( i < size ); i++ )
    {
        CHECK_EQUAL( parties[ deleted ].buffer[ i ], FREED );
    }
}

static void meet( unsigned number )
{
    const unsigned form = random_below( sizeof( forms ) / sizeof( forms[ 0 ] ) );
    const unsigned length = 1u + random_below( LONGEST );
    Model_t before = { .count = 0, .length = length }, left = { .count = 0 };
    unsigned count = random_below( length + 1u );

    size = forms[ form ].size;
    queue = xQueueCreateStatic( length, size, storage, &structure );

    while( before.count < count )
    {
        before.items[ before.count ] = 1u + before.count;
        memset( drain, ( int ) before.items[ before.count ], size );
        CHECK_EQUAL( xQueueSend( queue, drain, 0 ), pdTRUE );
        before.count++;
    }

    choose_calls( length, form );
    make_calls();

    while( xQueueReceive( queue, drain, 0 ) == pdTRUE )
    {
        left.items[ left.count++ ] = number_of( drain, size );
    }

    if( !is_some_order( &before, 0, &left ) )
    {
        printf(
            "meeting %u: %u of %u items of %lu bytes, calls %d %d %d, the high one after %lu, the routine "
            "after %lu: results %lu %lu %lu, deleted: %d, %u items left, the first is %lu\n",
            number, count, length, ( unsigned long ) size, ( int ) parties[ OF_LOW ].action,
            ( int ) parties[ OF_HIGH ].action, ( int ) parties[ OF_ROUTINE ].action,
            ( unsigned long ) until_high, ( unsigned long ) until_routine,
            ( unsigned long ) parties[ OF_LOW ].result, ( unsigned long ) parties[ OF_HIGH ].result,
            ( unsigned long ) parties[ OF_ROUTINE ].result, deleted, left.count,
            ( unsigned long ) left.items[ 0 ] );
        CHECK( 0 );
    }

    vQueueDelete( queue );
}

TEST_PROGRAM( HIGHEST )
{
    director_task = xTaskGetCurrentTaskHandle();
    killer_task = create( killer, 0, HIGHEST );
    board_set_interrupt_handler( LINE_HIGH, service );
    board_set_interrupt_handler( LINE_ROUTINE, service );

    for( unsigned number = 0; number < TEST_RUNS; number++ )
    {
        meet( number );
    }

    CHECK_EQUAL( xIsochronGetError( NULL ), pdFALSE );
}
