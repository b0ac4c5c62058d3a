/* SPDX-License-Identifier: Apache-2.0 */

/* Queues: contents, order of items and of tasks, waiting at both ends, all calls. */
#include <string.h>

#include "check.h"
#include "isochron_choice.h"
#include "queue.h"

#define LOW    1
#define SELF   4
#define HIGH   6
#define LENGTH 3

/* Bytes of an item: all sizes up to the first, then some that long copies come apart into differently. */
#define EACH    40
#define STEP    31
#define LARGEST ( EACH + 8 * STEP )
#define LARGE   600

/* Bytes in front of an item and behind it, which nobody may write. */
#define AROUND 32

static QueueHandle_t queue, early;
static TickType_t begin;

/* Marks what became of a wait, and after how many ticks. */
static void ended( BaseType_t result, char value )
{
    mark( result ? value : 'F' );
    mark( ( char ) ( '0' + ( xTaskGetTickCount() - begin ) ) );
}

static void receiver( void * ticks )
{
    char item = '?';
    BaseType_t result = xQueueReceive( queue, &item, ( TickType_t ) ( uintptr_t ) ticks );

    ended( result, item );
    vTaskDelete( NULL );
}

static void peeker( void * ticks )
{
    char item = '?';
    BaseType_t result = xQueuePeek( queue, &item, ( TickType_t ) ( uintptr_t ) ticks );

    ended( result, ( char ) ( item - 'a' + 'A' ) );
    vTaskDelete( NULL );
}

/* Sends its letter, for ever. */
static void sender( void * letter )
{
    char item = ( char ) ( uintptr_t ) letter;
    BaseType_t result = xQueueSend( queue, &item, portMAX_DELAY );

    ended( result, item );
    vTaskDelete( NULL );
}

/* Sends 'z' within some ticks. */
static void hasty_sender( void * ticks )
{
    char item = 'z';
    BaseType_t result = xQueueSend( queue, &item, ( TickType_t ) ( uintptr_t ) ticks );

    ended( result, item );
    vTaskDelete( NULL );
}

static void send( char item )
{
    CHECK_EQUAL( xQueueSend( queue, &item, 0 ), pdTRUE );
}

static void check_received( char expected )
{
    char item = '?';

    CHECK_EQUAL( xQueueReceive( queue, &item, 0 ), pdTRUE );
    CHECK_EQUAL( item, expected );
}

static void check_empty( void )
{
    char item = '?';

    CHECK_EQUAL( xQueueReceive( queue, &item, 0 ), pdFALSE );
    CHECK_EQUAL( item, '?' );
    CHECK_EQUAL( uxQueueMessagesWaiting( queue ), 0 );
    CHECK_EQUAL( uxQueueSpacesAvailable( queue ), uxQueueGetQueueLength( queue ) );
}

/* First in, first out, over the end of the memory; full and empty. */
static void test_order( void )
{
    char item = 'x';

    for( char first = 'a'; first < 'a' + 2 * LENGTH; first++ )
    {
        for( char i = 0; i < LENGTH; i++ )
        {
            CHECK_EQUAL( uxQueueMessagesWaiting( queue ), i );
            send( ( char ) ( first + i ) );
        }

        CHECK_EQUAL( uxQueueSpacesAvailable( queue ), 0 );
        CHECK_EQUAL( xQueueSend( queue, &item, 0 ), errQUEUE_FULL );

        for( char i = 0; i < LENGTH; i++ )
        {
            check_received( ( char ) ( first + i ) );
        }

        check_empty();
        send( 'r' );
        check_received( 'r' );
    }
}

static void test_front( void )
{
    char item = 'b';

    send( 'c' );
    CHECK_EQUAL( xQueueSendToFront( queue, &item, 0 ), pdTRUE );
    item = 'a';
    CHECK_EQUAL( xQueueSendToFront( queue, &item, 0 ), pdTRUE );
    CHECK_EQUAL( xQueueSendToFront( queue, &item, 1 ), errQUEUE_FULL );
    check_received( 'a' );
    send( 'd' );
    check_received( 'b' );
    check_received( 'c' );
    check_received( 'd' );
    check_empty();
}

static void test_peek( void )
{
    char item = '?';

    CHECK_EQUAL( xQueuePeek( queue, &item, 0 ), pdFALSE );
    CHECK_EQUAL( item, '?' );
    send( 'a' );
    send( 'b' );

    for( int i = 0; i < 3; i++ )
    {
        item = '?';
        CHECK_EQUAL( xQueuePeek( queue, &item, 0 ), pdTRUE );
        CHECK_EQUAL( item, 'a' );
        CHECK_EQUAL( uxQueueMessagesWaiting( queue ), 2 );
    }

    check_received( 'a' );
    check_received( 'b' );
    check_empty();
}

static uint8_t from[ LARGEST + 8 ], to[ LARGEST + AROUND ], expected[ LARGEST + AROUND ];

/* Of so many bytes none is written but those of the item. */
static void check_written( UBaseType_t bytes, const uint8_t * copy, const uint8_t * item, UBaseType_t size )
{
    memset( expected, 0xA5, bytes );
    memcpy( expected + ( copy - to ), item, size );
    CHECK_EQUAL( memcmp( to, expected, bytes ), 0 );
}

/* Sizes; nothing else is written, and nothing at all where nothing is received. Items come from each distance
 * to a word's place, and go to each, by either place of the queue. A receive of an odd size waits for a tick,
 * and a peek of an even one. */
static void test_sizes( void )
{
    for( UBaseType_t size = 1; size <= LARGEST; size += ( size < EACH ) ? 1u : STEP )
    {
        const UBaseType_t bytes = size + AROUND;
        QueueHandle_t sized = xQueueCreate( 2, size );

        CHECK( sized != NULL );
        CHECK_EQUAL( uxQueueGetQueueItemSize( sized ), size );
        CHECK_EQUAL( uxQueueGetQueueLength( sized ), 2 );

        for( unsigned round = 0; round < 8; round++ )
        {
            const unsigned distance = ( round + round / 4u ) & 3u;
            uint8_t * item = from + distance;
            uint8_t * copy = to + 4 - distance;
            const TickType_t ticks = ( round == 0 );

            for( UBaseType_t i = 0; i < size; i++ )
            {
                item[ i ] = ( uint8_t ) ( i * 7u + size + round );
            }

            memset( to, 0xA5, bytes );
            CHECK_EQUAL( xQueueReceive( sized, copy, ticks & size ), pdFALSE );
            CHECK_EQUAL( xQueuePeek( sized, copy, ticks & ~size ), pdFALSE );
            check_written( bytes, copy, item, 0 );
            CHECK_EQUAL( xQueueSend( sized, item, 0 ), pdTRUE );
            CHECK_EQUAL( xQueuePeek( sized, copy, 0 ), pdTRUE );
            check_written( bytes, copy, item, size );
            memset( to, 0xA5, bytes );
            CHECK_EQUAL( xQueueReceive( sized, copy, 0 ), pdTRUE );
            check_written( bytes, copy, item, size );
        }

        vQueueDelete( sized );
    }
}

static void test_overwrite( void )
{
    QueueHandle_t mailbox = xQueueCreate( 1, 1 );
    char item;

    for( char c = 'a'; c < 'd'; c++ )
    {
        CHECK_EQUAL( xQueueOverwrite( mailbox, &c ), pdPASS );
        CHECK_EQUAL( uxQueueMessagesWaiting( mailbox ), 1 );
        CHECK_EQUAL( xQueuePeek( mailbox, &item, 0 ), pdTRUE );
        CHECK_EQUAL( item, c );
    }

    CHECK_EQUAL( xQueueReceive( mailbox, &item, 0 ), pdTRUE );
    CHECK_EQUAL( item, 'c' );
    CHECK_EQUAL( xQueueReceive( mailbox, &item, 0 ), pdFALSE );
    vQueueDelete( mailbox );
}

/* A task that waits is woken by an item: a higher one runs at once, before the send returns. */
static void test_waiting_to_receive( void )
{
    begin = next_tick();
    create( receiver, portMAX_DELAY, HIGH );
    create( receiver, portMAX_DELAY, LOW );
    vTaskDelay( 1 );
    CHECK_ORDER( "" );
    send( 'a' );
    CHECK_ORDER( "a1" );
    send( 'b' );
    CHECK_ORDER( "" );
    CHECK_EQUAL( uxQueueMessagesWaiting( queue ), 1 );
    vTaskDelay( 1 );
    CHECK_ORDER( "b1" );
    check_empty();
}

static QueueHandle_t large;

static void large_receiver( void * parameters )
{
    static uint8_t item[ LARGE ];

    CHECK_EQUAL( xQueueReceive( large, item, portMAX_DELAY ), pdTRUE );
    mark( 'r' );
    vTaskDelete( NULL );
}

static void large_sender( void * parameters )
{
    static uint8_t item[ LARGE ];

    CHECK_EQUAL( xQueueSend( large, item, portMAX_DELAY ), pdTRUE );
    mark( 's' );
    vTaskDelete( NULL );
}

/* Nor does an item in memory let it wait. */
static void test_large_items_wake( void )
{
    static uint8_t item[ LARGE ];

    large = xQueueCreate( 1, LARGE );
    create( large_receiver, 0, HIGH );
    CHECK_EQUAL( xQueueSend( large, item, 0 ), pdTRUE );
    CHECK_ORDER( "r" );
    CHECK_EQUAL( xQueueSend( large, item, 0 ), pdTRUE );
    create( large_sender, 0, HIGH );
    CHECK_EQUAL( xQueueReceive( large, item, 0 ), pdTRUE );
    CHECK_ORDER( "s" );
    vQueueDelete( large );
}

/* A woken task that finds the item taken waits on, for what is left of its time. */
static void test_a_lost_item( void )
{
    begin = next_tick();
    create( receiver, 3, LOW );
    vTaskDelay( 1 );
    send( 'a' );
    check_received( 'a' );
    vTaskDelay( 3 );
    CHECK_ORDER( "F3" );
}

static void test_receiving_times_out( void )
{
    char item;

    for( TickType_t ticks = 0; ticks <= 3; ticks++ )
    {
        begin = next_tick();
        CHECK_EQUAL( xQueueReceive( queue, &item, ticks ), pdFALSE );
        CHECK_EQUAL( xTaskGetTickCount() - begin, ticks );
        CHECK_EQUAL( xQueuePeek( queue, &item, ticks ), pdFALSE );
        CHECK_EQUAL( xTaskGetTickCount() - begin, 2 * ticks );
    }
}

static void fill( void )
{
    for( char i = 0; i < LENGTH; i++ )
    {
        send( ( char ) ( 'a' + i ) );
    }
}

/* Those who wait to send are served by priority, equals in their order, each when there is room. */
static void test_waiting_to_send( void )
{
    begin = next_tick();
    fill();
    create( sender, 'l', LOW );
    create( sender, 'm', LOW );
    create( sender, 'h', HIGH );
    vTaskDelay( 1 );
    check_received( 'a' );
    CHECK_ORDER( "h1" );
    check_received( 'b' );
    CHECK_ORDER( "" );
    vTaskDelay( 1 );
    CHECK_ORDER( "l1" );
    check_received( 'c' );
    vTaskDelay( 1 );
    CHECK_ORDER( "m2" );
    check_received( 'h' );
    check_received( 'l' );
    check_received( 'm' );
    check_empty();
}

static void test_sending_times_out( void )
{
    begin = next_tick();
    fill();
    create( hasty_sender, 3, LOW );
    create( hasty_sender, 1, HIGH );
    vTaskDelay( 2 );
    CHECK_ORDER( "F1" );
    vTaskDelay( 2 );
    CHECK_ORDER( "F3" );
    create( hasty_sender, 5, HIGH );
    check_received( 'a' );
    CHECK_ORDER( "z4" );
    check_received( 'b' );
    check_received( 'c' );
    check_received( 'z' );
    check_empty();
}

/* A peek leaves the item, and wakes the next who waits for one. */
static void test_peeking_wakes_the_next( void )
{
    begin = next_tick();
    create( peeker, portMAX_DELAY, HIGH );
    create( peeker, portMAX_DELAY, SELF + 1 );
    create( receiver, portMAX_DELAY, LOW );
    send( 'a' );
    CHECK_ORDER( "A0A0" );
    CHECK_EQUAL( uxQueueMessagesWaiting( queue ), 1 );
    vTaskDelay( 1 );
    CHECK_ORDER( "a0" );
    check_empty();
}

/* A receiver that is woken takes the item before an equal that comes later. */
static void test_equal_receivers( void )
{
    begin = next_tick();
    create( receiver, portMAX_DELAY, LOW );
    create( receiver, portMAX_DELAY, LOW );
    vTaskDelay( 1 );
    send( 'a' );
    send( 'b' );
    vTaskDelay( 1 );
    CHECK_ORDER( "a1b1" );
}

static void test_reset( void )
{
    begin = next_tick();
    fill();
    CHECK_EQUAL( xQueueReset( queue ), pdPASS );
    check_empty();
    fill();
    create( sender, 'h', HIGH );
    create( sender, 'i', HIGH );
    CHECK_ORDER( "" );
    CHECK_EQUAL( xQueueReset( queue ), pdPASS );
    CHECK_ORDER( "h0" );
    CHECK_EQUAL( uxQueueMessagesWaiting( queue ), 1 );
    send( 'k' );
    CHECK_ORDER( "" );
    check_received( 'h' );
    CHECK_ORDER( "i0" );
    check_received( 'k' );
    check_received( 'i' );
    check_empty();
}

/* Woken while the scheduler is suspended: it runs when that is over. */
static void test_with_the_scheduler_suspended( void )
{
    begin = next_tick();
    create( receiver, portMAX_DELAY, HIGH );
    vTaskSuspendAll();
    send( 'a' );
    CHECK_EQUAL( uxQueueMessagesWaiting( queue ), 1 );
    CHECK_ORDER( "" );
    CHECK_EQUAL( xTaskResumeAll(), pdTRUE );
    CHECK_ORDER( "a0" );
}

/* A send that wakes a higher task inside a critical section switches at once. */
static void test_in_a_critical_section( void )
{
    char item = '?';

    begin = next_tick();
    create( receiver, portMAX_DELAY, HIGH );
    taskENTER_CRITICAL();
    send( 'a' );
    CHECK_ORDER( "a0" );
    taskEXIT_CRITICAL();
    create( sender, 'l', LOW );
    taskENTER_CRITICAL();
    CHECK_EQUAL( xQueueReceive( queue, &item, portMAX_DELAY ), pdTRUE );
    taskEXIT_CRITICAL();
    CHECK_EQUAL( item, 'l' );
    vTaskDelay( 1 );
    CHECK_ORDER( "l0" );
}

static void test_no_items( void )
{
    QueueHandle_t kept = queue;

    queue = xQueueCreate( 2, 0 );
    CHECK_EQUAL( xQueueSend( queue, NULL, 0 ), pdTRUE );
    CHECK_EQUAL( xQueueSend( queue, NULL, 0 ), pdTRUE );
    CHECK_EQUAL( xQueueSend( queue, NULL, 0 ), errQUEUE_FULL );
    begin = next_tick();
    CHECK_EQUAL( xQueueSend( queue, NULL, 2 ), errQUEUE_FULL );
    CHECK_EQUAL( xTaskGetTickCount() - begin, 2 );
    CHECK_EQUAL( xQueueReceive( queue, NULL, 0 ), pdTRUE );
    CHECK_EQUAL( uxQueueMessagesWaiting( queue ), 1 );
    CHECK_EQUAL( xQueueReset( queue ), pdPASS );
    CHECK_EQUAL( xQueueReceive( queue, NULL, 1 ), pdFALSE );
    vQueueDelete( queue );
    queue = kept;
}

static void test_static( void )
{
    static StaticQueue_t memory;
    static uint8_t storage[ 2 * sizeof( uint32_t ) ] __attribute__( ( aligned( 4 ) ) );
    StaticQueue_t * got_memory = NULL;
    uint8_t * got_storage = NULL;
    QueueHandle_t fixed = xQueueCreateStatic( 2, sizeof( uint32_t ), storage, &memory );
    uint32_t item = 0x12345678;

    CHECK( fixed != NULL );
    CHECK_EQUAL( xQueueGetStaticBuffers( fixed, &got_storage, &got_memory ), pdTRUE );
    CHECK( ( got_storage == storage ) && ( got_memory == &memory ) );
    CHECK_EQUAL( xQueueGetStaticBuffers( queue, &got_storage, &got_memory ), pdFALSE );
    CHECK_EQUAL( xQueueSend( fixed, &item, 0 ), pdTRUE );
    #if ( isochronHARDWARE_KERNEL == 0 ) || \
        ( defined( configISOCHRON_MESSAGES ) && ( configISOCHRON_MESSAGES == 0 ) )
    CHECK_EQUAL( memcmp( storage, &item, sizeof( item ) ), 0 ); /* else it is in the hardware */
    #endif
    vQueueDelete( fixed );
}

/* Creating and deleting loses nothing. */
static void test_many( void )
{
    for( int i = 0; i < 200; i++ )
    {
        QueueHandle_t a = xQueueCreate( 2, 4 ), b = xQueueCreate( 1, 8 );

        CHECK( ( a != NULL ) && ( b != NULL ) );
        vQueueDelete( a );
        vQueueDelete( b );
    }
}

/* Items sent before the scheduler starts are there afterwards. */
static void send_early( void )
{
    for( uint32_t item = 1; item <= 3; item++ )
    {
        CHECK_EQUAL( xQueueSend( early, &item, 0 ), ( item == 3 ) ? errQUEUE_FULL : pdTRUE );
    }
}

static void test_early( void )
{
    uint32_t item = 0;

    CHECK_EQUAL( xQueueReceive( early, &item, 0 ), pdTRUE );
    CHECK_EQUAL( item, 1 );
    CHECK_EQUAL( xQueueReceive( early, &item, 0 ), pdTRUE );
    CHECK_EQUAL( item, 2 );
    CHECK_EQUAL( xQueueReceive( early, &item, 0 ), pdFALSE );
    vQueueDelete( early );
}

static void director( void * parameters )
{
    queue = xQueueCreate( LENGTH, 1 );

    test_early();
    test_order();
    test_front();
    test_peek();
    test_sizes();
    test_overwrite();
    test_waiting_to_receive();
    test_large_items_wake();
    test_a_lost_item();
    test_receiving_times_out();
    test_waiting_to_send();
    test_sending_times_out();
    test_peeking_wakes_the_next();
    test_equal_receivers();
    test_reset();
    test_with_the_scheduler_suspended();
    test_in_a_critical_section();
    test_no_items();
    test_static();
    test_many();
    test_passed();
}

int main( void )
{
    early = xQueueCreate( 2, sizeof( uint32_t ) );
    send_early();
    test_start( director, SELF );
}
