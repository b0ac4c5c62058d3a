/* SPDX-License-Identifier: Apache-2.0 */

/* An interrupt at every cycle of a transfer, whose routine uses the same queue. Whatever it hits,
 * results, items and what is left in the queue are those of one after the other, in one of the two
 * orders. */
#include <stdio.h>
#include <string.h>

#include "attachment.h"
#include "board.h"
#include "check.h"
#include "isochron.h"
#include "isochron_constants.h"
#include "queue.h"
#include "queue_model.h"

#define LINE     2
#define PATIENCE 4000

#define SELF 4
#define HIGH 6

/* Cycles from the arming to well after the end of a call. */
#ifndef TEST_LAST_OFFSET
    #define TEST_LAST_OFFSET 230
#endif

/* Bytes of an item. */
#ifndef TEST_SIZE
    #define TEST_SIZE 36
#endif

/* Bytes of an item that may be a message. */
#define TEST_MESSAGE 12

/* Cycles from one moment to the next. */
#ifndef TEST_STEP
    #define TEST_STEP 1
#endif

static const char * const names[ ACTIONS ] = {
    "send", "send to the front", "overwrite", "receive", "peek", "yield", "receive in a task that is woken"
};

static uint8_t task_memory[ TEST_SIZE + 4 ], isr_memory[ TEST_SIZE + 4 ], drain[ TEST_SIZE ];
static Party_t in_task = { .buffer = task_memory }, in_isr = { .buffer = isr_memory };
static QueueHandle_t queue;
static QueueSetHandle_t set;

/* Cycles from the arming to well after the end of the call. */
static uint32_t last_offset;
static UBaseType_t size;
static TaskHandle_t urgent;
static volatile uint32_t services;

/* Whether what was seen is the first party's action, then the second's. */
static int is_order( Model_t model, const Party_t * first, const Party_t * second, const Model_t * left )
{
    if( ( perform( &model, first ) != first->result ) || ( perform( &model, second ) != second->result ) )
    {
        return 0;
    }

    return ( model.count == left->count ) &&
           ( memcmp( model.items, left->items, model.count * sizeof( uint32_t ) ) == 0 );
}

/* ------------------------------------------------------------------------- */
/* The calls.                                                                */

static void service( uint32_t line )
{
    BaseType_t woken = pdFALSE;

    board_acknowledge_interrupt( line );
    services = services + 1;

    switch( in_isr.action )
    {
        case YIELD:
            portYIELD_FROM_ISR( pdTRUE );
            break;

        case TELL_URGENT:
            vTaskNotifyGiveFromISR( urgent, &woken );
            portYIELD_FROM_ISR( woken );
            break;

        default:
            act_in_isr( queue, size, &in_isr, &woken );
            break;
    }
}

/* Of its priority: runs when it yields. */
static volatile uint32_t equal_runs;

static void equal_task( void * parameters )
{
    for( ;; )
    {
        equal_runs = equal_runs + 1;
        taskYIELD();
    }
}

/* Above the task under test: receives when an interrupt tells it to. */
static void urgent_task( void * parameters )
{
    for( ;; )
    {
        ulTaskNotifyTake( pdTRUE, portMAX_DELAY );
        act_in_task( queue, size, &in_isr );
    }
}

/* ------------------------------------------------------------------------- */

/* Empties the queue into a model; the set has heard of every item, once. */
static void look_at_what_is_left( Model_t * left )
{
    left->count = 0;

    while( xQueueReceive( queue, drain, 0 ) == pdTRUE )
    {
        left->items[ left->count++ ] = number_of( drain, size );
    }
}

static void sweep( Action_t task_action, Action_t isr_action, unsigned count, unsigned length )
{
    for( uint32_t offset = 1; offset <= last_offset; offset += TEST_STEP )
    {
        Model_t before = { .count = 0, .length = length }, left;
        uint32_t serviced = services, equal_ran;
        TickType_t tick = xTaskGetTickCount();

        /* A tick may have stopped the equal right before its own yield. */
        taskYIELD();
        taskYIELD();
        equal_ran = equal_runs;

        while( before.count < count )
        {
            before.items[ before.count ] = 1 + before.count;
            memset( drain, ( int ) before.items[ before.count ], size );
            CHECK_EQUAL( xQueueSend( queue, drain, 0 ), pdTRUE );
            before.count++;
        }

        prepare( &in_task, size, task_action, 8 );
        prepare( &in_isr, size, isr_action, 9 );
        board_arm_interrupt( LINE, offset, 0 );
        act_in_task( queue, size, &in_task );

        for( int i = 0; ( services == serviced ) && ( i < PATIENCE ); i++ )
        {
            ( void ) xTaskGetTickCount(); /* on the native machine time passes here only */
        }

        CHECK_EQUAL( services, serviced + 1 );
        CHECK( ( isr_action != YIELD ) || ( equal_runs != equal_ran ) || ( xTaskGetTickCount() != tick ) );

        if( set != NULL )
        {
            unsigned told = 0;

            while( xQueueSelectFromSet( set, 0 ) == queue )
            {
                told++;
            }

            CHECK_EQUAL( told, count + ( ( in_task.number != NOTHING ) && ( in_task.result != NOTHING ) ) +
                                   ( ( in_isr.number != NOTHING ) && ( in_isr.result != NOTHING ) ) );
        }

        look_at_what_is_left( &left );

        if( !is_order( before, &in_task, &in_isr, &left ) && !is_order( before, &in_isr, &in_task, &left ) )
        {
            printf( "%s, and %s in an interrupt %lu cycles after arming, %u of %u items of %lu bytes:\n"
                    "results %lu and %lu, %u items left, the first is %lu\n",
                    names[ task_action ], names[ isr_action ], ( unsigned long ) offset, count, length,
                    ( unsigned long ) size, ( unsigned long ) in_task.result, ( unsigned long ) in_isr.result,
                    left.count, ( unsigned long ) left.items[ 0 ] );
            CHECK( 0 );
        }
    }
}

/* Every action of a task against every one of a routine. */
static void test_pairs( unsigned length )
{
    queue = xQueueCreate( length, size );

    for( Action_t task_action = SEND; task_action <= PEEK; task_action++ )
    {
        for( Action_t isr_action = SEND; isr_action <= TELL_URGENT; isr_action++ )
        {
            int overwrites = ( task_action == OVERWRITE ) || ( isr_action == OVERWRITE );

            if( overwrites == ( length == 1 ) )
            {
                /* Full and empty matter to a send and to a receive. */
                int all =
                    ( isr_action == SEND ) || ( isr_action == RECEIVE ) || ( isr_action == TELL_URGENT );

                for( unsigned count = all ? 0 : 1; count <= ( all ? length : 1 ); count++ )
                {
                    sweep( task_action, isr_action, count, length );
                }
            }
        }
    }

    vQueueDelete( queue );
}

/* A call that waits, and finds nothing. */
static void test_wait( void )
{
    in_task.ticks = 1;
    queue = xQueueCreate( 2, size );
    sweep( RECEIVE, RECEIVE, 0, 2 );
    vQueueDelete( queue );
    in_task.ticks = 0;
}

/* The member of a set. */
static void test_set( void )
{
    set = xQueueCreateSet( 4 );
    queue = xQueueCreate( 3, size );
    CHECK_EQUAL( xQueueAddToSet( queue, set ), pdPASS );
    sweep( SEND, SEND, 1, 3 );
    sweep( SEND_TO_FRONT, RECEIVE, 1, 3 );
    sweep( SEND, TELL_URGENT, 0, 3 );
    CHECK_EQUAL( xQueueRemoveFromSet( queue, set ), pdPASS );
    vQueueDelete( queue );
    vQueueDelete( set );
    set = NULL;
}

/* Items that are not aligned: small ones, or one byte less. */
static void test_bytes( void )
{
    size = ( TEST_SIZE > 36 ) ? ( TEST_SIZE - 1 ) : 3;
    in_task.buffer = task_memory + 1;
    queue = xQueueCreate( 2, size );
    sweep( SEND, RECEIVE, 2, 2 );
    sweep( RECEIVE, SEND, 2, 2 );
    vQueueDelete( queue );
}

TEST_PROGRAM( SELF )
{
    board_set_interrupt_handler( LINE, service );
    urgent = create( urgent_task, 0, HIGH );
    create( equal_task, 0, SELF );

    size = TEST_SIZE;
    last_offset = TEST_LAST_OFFSET;
    test_pairs( 2 );
    test_bytes();
    size = TEST_SIZE;
    in_task.buffer = task_memory;
    last_offset = 2 * TEST_LAST_OFFSET; /* an overwrite copies later */
    test_pairs( 1 );
    test_wait();
    test_set();
    size = TEST_MESSAGE;
    test_set();

    CHECK_EQUAL( xIsochronGetError( NULL ), pdFALSE );
}
