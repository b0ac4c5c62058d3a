/* SPDX-License-Identifier: Apache-2.0 */

/* A queue becomes the member of a set at every point of a send, also of one that has waited, and a routine
 * ends the send at every point: whatever comes first, the set is told of an item once, if the queue is its
 * member when the item is there. */
#include <string.h>

#include "board.h"
#include "check.h"
#include "queue.h"

#define LINE 2
#define LOW  1
#define SELF 4
#define HIGH 6

/* Points from the arming to well after the end of a send. */
#define LAST_OFFSET 60

/* Long enough to tell a wait from a time-out. */
#define TICKS 10

/* Bytes: of a message, and of an item that is none. */
#define MOST  16
#define LARGE 20

/* Another item than those of the offsets. */
#define FIRST     0xFF
#define ELSEWHERE 0x12345678

static QueueHandle_t queue, orders, other;
static QueueSetHandle_t set;
static UBaseType_t size;
static TaskHandle_t joining;
static volatile BaseType_t joined, fills;

static BaseType_t send( uint8_t number, TickType_t ticks, BaseType_t position )
{
    uint8_t item[ MOST ];

    memset( item, number, size );
    return xQueueGenericSend( queue, item, ticks, position );
}

static void check_received( uint8_t number )
{
    uint8_t item[ MOST ] = { 0 };

    CHECK_EQUAL( xQueueReceive( queue, item, 0 ), pdTRUE );

    for( UBaseType_t i = 0; i < size; i++ )
    {
        CHECK_EQUAL( item[ i ], number );
    }
}

/* The set has been told once of an item of a member, which is its member no longer afterwards. */
static void check_told( uint8_t number )
{
    CHECK( xQueueSelectFromSet( set, 0 ) == ( joined ? queue : NULL ) );
    CHECK( xQueueSelectFromSet( set, 0 ) == NULL );
    check_received( number );

    if( joined )
    {
        CHECK_EQUAL( xQueueRemoveFromSet( queue, set ), pdPASS );
    }
}

/* Above the sender. May fill the queue before the item of the send is there. */
static void joiner( void * parameters )
{
    for( ;; )
    {
        ulTaskNotifyTake( pdTRUE, portMAX_DELAY );
        joined = xQueueAddToSet( queue, set );

        if( joined && fills )
        {
            CHECK_EQUAL( send( FIRST, 0, queueSEND_TO_BACK ), pdTRUE );
        }
    }
}

/* Below the sender: runs while that one waits. */
static void selector( void * parameters )
{
    for( ;; )
    {
        CHECK( xQueueSelectFromSet( set, portMAX_DELAY ) == queue );
        mark( 'f' );
        check_received( FIRST );
    }
}

static void wake_joiner( uint32_t line )
{
    BaseType_t woken = pdFALSE;

    board_acknowledge_interrupt( line );
    vTaskNotifyGiveFromISR( joining, &woken );
    portYIELD_FROM_ISR( woken );
}

static void send_elsewhere( uint32_t line )
{
    uint32_t item = ELSEWHERE;

    board_acknowledge_interrupt( line );
    CHECK_EQUAL( xQueueSendFromISR( other, &item, NULL ), pdTRUE );
}

static void check_elsewhere( void )
{
    uint32_t item = 0;

    CHECK_EQUAL( xQueueReceive( other, &item, 0 ), pdTRUE );
    CHECK_EQUAL( item, ELSEWHERE );
}

static void wait_for_the_interrupt( void )
{
    while( board_interrupt_is_armed( LINE ) )
    {
        ( void ) xTaskGetTickCount(); /* time passes here only */
    }
}

static void test_joins_in_a_send( BaseType_t position )
{
    TaskHandle_t selecting = create( selector, 0, LOW );
    unsigned joins = 0;

    board_set_interrupt_handler( LINE, wake_joiner );

    for( uint32_t offset = 1; offset <= LAST_OFFSET; offset++ )
    {
        joined = pdFAIL;
        board_arm_interrupt( LINE, offset, 0 );
        CHECK_EQUAL( send( offset, TICKS, position ), pdTRUE );
        wait_for_the_interrupt();
        CHECK_ORDER( ( joined && fills && ( position != queueOVERWRITE ) ) ? "f" : "" );
        check_told( offset );
        joins += joined ? 1 : 0;
    }

    CHECK( ( joins > 0 ) && ( joins < LAST_OFFSET ) );
    vTaskDelete( selecting );
}

/* Sends what it is ordered to. The order is a transfer, too, of another kind. */
static void waiting_sender( void * position )
{
    uint8_t order[ LARGE ];

    for( ;; )
    {
        CHECK_EQUAL( xQueueReceive( orders, order, portMAX_DELAY ), pdTRUE );
        CHECK_EQUAL( send( order[ 0 ], portMAX_DELAY, ( BaseType_t ) ( uintptr_t ) position ), pdTRUE );
    }
}

static void test_joined_while_one_waits( BaseType_t position )
{
    TaskHandle_t sender = create( waiting_sender, ( uintptr_t ) position, LOW );

    board_set_interrupt_handler( LINE, send_elsewhere );
    joined = pdPASS;

    for( uint32_t offset = 1; offset <= LAST_OFFSET; offset++ )
    {
        uint8_t order[ LARGE ] = { ( uint8_t ) offset };

        CHECK_EQUAL( send( FIRST, 0, queueSEND_TO_BACK ), pdTRUE );
        CHECK_EQUAL( xQueueSend( orders, order, 0 ), pdTRUE );
        vTaskDelay( 1 );
        check_received( FIRST );
        CHECK_EQUAL( xQueueAddToSet( queue, set ), pdPASS );
        board_arm_interrupt( LINE, offset, 0 );
        vTaskDelay( 1 );
        wait_for_the_interrupt();
        check_told( offset );
        check_elsewhere();
    }

    vTaskDelete( sender );
}

static void test_size( UBaseType_t bytes )
{
    size = bytes;
    queue = xQueueCreate( 1, size );

    for( fills = pdFALSE; fills <= pdTRUE; fills = fills + 1 )
    {
        test_joins_in_a_send( queueSEND_TO_BACK );
        test_joins_in_a_send( queueSEND_TO_FRONT );
        test_joins_in_a_send( queueOVERWRITE );
    }

    test_joined_while_one_waits( queueSEND_TO_BACK );
    test_joined_while_one_waits( queueSEND_TO_FRONT );
    vQueueDelete( queue );
}

TEST_PROGRAM( SELF )
{
    orders = xQueueCreate( 1, LARGE );
    other = xQueueCreate( 1, sizeof( uint32_t ) );
    set = xQueueCreateSet( 2 );
    joining = create( joiner, 0, HIGH );

    /* By a word, by four, and by way of a copy. */
    test_size( 4 );
    test_size( MOST );
    test_size( 5 );
}
