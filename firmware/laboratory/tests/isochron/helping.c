/* SPDX-License-Identifier: Apache-2.0 */

/*
 * A low task's large item, finished by a high one that comes between its pieces: when a routine interrupts
 * the helper at any moment, what is left of the helper's own time-out, what one sees who looks, and what a
 * reset leaves.
 */
#include <string.h>

#include "board.h"
#include "check.h"
#include "isochron.h"
#include "queue.h"

#define LINE     2
#define LOW      1
#define HIGH     3
#define DIRECTOR 4

/* Some ticks of copying; two pieces and some more; both are aligned. */
#define LARGE  8192u
#define SMALL  340u
#define LENGTH 2u

/* Cycles from the low task's call to the middle of its item, and from the arming to well after the help. */
#define MIDDLE      300u
#define LAST_OFFSET 900u

static uint8_t storage[ LENGTH * LARGE ], low_item[ LARGE ], high_item[ LARGE ], isr_item[ LARGE ];
static StaticQueue_t structure;
static QueueHandle_t queue, other;
static uint32_t size;
static TaskHandle_t low_task, high_task;
static volatile int low_sends, high_sends;
static volatile BaseType_t low_done;
static volatile uint32_t offset, services;

static void fill( uint8_t * item, uint32_t number )
{
    memset( item, ( int ) number, size );
}

/* The number of an item that is whole. */
static uint32_t number_of( const uint8_t * item )
{
    uint32_t same = 0;

    while( ( same < size ) && ( item[ same ] == item[ 0 ] ) )
    {
        same++;
    }

    CHECK_EQUAL( same, size );
    return item[ 0 ];
}

static void make( uint32_t bytes )
{
    size = bytes;
    queue = xQueueCreateStatic( LENGTH, size, storage, &structure );
    CHECK( queue != NULL );
}

static void send( uint32_t number )
{
    fill( high_item, number );
    CHECK_EQUAL( xQueueSend( queue, high_item, 0 ), pdTRUE );
}

static void expect( uint32_t number )
{
    CHECK_EQUAL( xQueueReceive( queue, high_item, 0 ), pdTRUE );
    CHECK_EQUAL( number_of( high_item ), number );
}

/* Sends or receives, when it is told to. */
static void low( void * parameters )
{
    ( void ) parameters;

    for( ;; )
    {
        ulTaskNotifyTake( pdTRUE, portMAX_DELAY );
        low_done = low_sends ? xQueueSend( queue, low_item, 0 ) : xQueueReceive( queue, low_item, 0 );
    }
}

static void begin_low( int sends )
{
    low_sends = sends;
    low_done = pdFALSE;
    xTaskNotifyGive( low_task );
}

/* ------------------------------------------------------------------------- */
/* A routine interrupts the helper.                                          */

static void service( uint32_t line )
{
    BaseType_t woken = pdFALSE;

    board_acknowledge_interrupt( line );
    services = services + 1;

    if( services == 1 )
    {
        vTaskNotifyGiveFromISR( high_task, &woken );
    }
    else
    {
        CHECK_EQUAL( xQueueSendFromISR( other, isr_item, &woken ), pdTRUE );
    }

    portYIELD_FROM_ISR( woken );
}

/* Comes in the middle of the low task's item, and is interrupted itself. */
static void high( void * parameters )
{
    ( void ) parameters;

    for( ;; )
    {
        ulTaskNotifyTake( pdTRUE, portMAX_DELAY );
        board_arm_interrupt( LINE, offset, 0 );

        if( high_sends )
        {
            CHECK_EQUAL( xQueueSend( queue, high_item, 0 ), pdTRUE );
        }
        else
        {
            CHECK_EQUAL( xQueueReceive( queue, high_item, 0 ), pdTRUE );
        }
    }
}

/* The low task's call and the high one's, in this order. */
static void test_interrupted_help( int low_one_sends, int high_one_sends )
{
    make( SMALL );
    high_sends = high_one_sends;

    for( offset = 1; offset <= LAST_OFFSET; offset += TEST_STEP )
    {
        services = 0;

        for( int number = 1; number <= 2 - low_one_sends - high_one_sends; number++ )
        {
            send( ( uint32_t ) number );
        }

        fill( low_item, low_one_sends ? 8 : 0 );
        fill( high_item, high_one_sends ? 9 : 0 );
        fill( isr_item, 7 );
        vTaskDelay( 1 );
        begin_low( low_one_sends );
        board_arm_interrupt( LINE, MIDDLE, 0 );
        vTaskDelay( 5 );

        CHECK_EQUAL( services, 2 );
        CHECK_EQUAL( low_done, pdTRUE );

        if( !low_one_sends )
        {
            CHECK_EQUAL( number_of( low_item ), 1 );
        }

        if( !high_one_sends )
        {
            CHECK_EQUAL( number_of( high_item ), low_one_sends ? 1 : 2 );
        }

        if( low_one_sends )
        {
            expect( 8 );
        }

        if( high_one_sends )
        {
            expect( 9 );
        }

        CHECK_EQUAL( uxQueueMessagesWaiting( queue ), 0 );
        CHECK_EQUAL( xQueueReceive( other, isr_item, 0 ), pdTRUE );
        CHECK_EQUAL( number_of( isr_item ), 7 );
    }

    vQueueDelete( queue );
}

/* ------------------------------------------------------------------------- */
/* The director helps.                                                       */

/* The low task begins to send the second item; returns in the middle of that, at a tick. */
static void begin_large( void )
{
    make( LARGE );
    send( 1 );
    fill( low_item, 8 );
    vTaskDelay( 1 );
    begin_low( 1 );
    vTaskDelay( 1 );
    CHECK_EQUAL( low_done, pdFALSE );
}

/* Finds a place that is the low task's, helps for some ticks, and waits for as many as are left. Returns how
 * many it took. */
static TickType_t time_out( TickType_t ticks )
{
    TickType_t began, took;

    begin_large();
    began = xTaskGetTickCount();
    CHECK_EQUAL( xQueueSend( queue, high_item, ticks ), errQUEUE_FULL );
    took = xTaskGetTickCount() - began;

    vTaskDelay( 2 );
    CHECK_EQUAL( low_done, pdTRUE );
    expect( 1 );
    expect( 8 );
    vQueueDelete( queue );

    return took;
}

/* Who looks sees the item whole: in FreeRTOS it would have been copied before. */
static void test_look( void )
{
    begin_large();
    CHECK_EQUAL( uxQueueMessagesWaiting( queue ), 2 );
    CHECK_EQUAL( low_done, pdFALSE );

    vTaskDelay( 2 );
    CHECK_EQUAL( low_done, pdTRUE );
    expect( 1 );
    expect( 8 );
    vQueueDelete( queue );

    begin_large();
    CHECK_EQUAL( uxQueueSpacesAvailable( queue ), 0 );
    vTaskDelay( 2 );
    vQueueDelete( queue );
}

/* The item that is finished first is gone as well. */
static void test_reset( void )
{
    begin_large();
    CHECK_EQUAL( xQueueReset( queue ), pdPASS );
    CHECK_EQUAL( uxQueueMessagesWaiting( queue ), 0 );

    vTaskDelay( 10 );
    CHECK_EQUAL( low_done, pdTRUE );
    CHECK_EQUAL( uxQueueMessagesWaiting( queue ), 0 );
    send( 3 );
    expect( 3 );
    vQueueDelete( queue );
}

static void director( void * parameters )
{
    TickType_t help;

    ( void ) parameters;
    low_task = create( low, 0, LOW );
    high_task = create( high, 0, HIGH );
    board_set_interrupt_handler( LINE, service );
    size = SMALL;
    other = xQueueCreate( 1, SMALL );

    for( int pair = 0; pair < 4; pair++ )
    {
        test_interrupted_help( pair & 1, pair >> 1 );
    }

    help = time_out( 0 );
    CHECK( help >= 2 );
    CHECK( time_out( 1 ) <= ( help + 1 ) );
    CHECK_EQUAL( time_out( help + 3 ), help + 3 );
    test_look();
    test_reset();

    CHECK_EQUAL( xIsochronGetError( NULL ), pdFALSE );
    test_passed();
}

int main( void )
{
    test_start( director, DIRECTOR );
}
