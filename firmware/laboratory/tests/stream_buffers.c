/* SPDX-License-Identifier: Apache-2.0 */

/* Stream buffers: bytes, trigger levels, waiting and its end to the tick, batching. */
#include "check.h"
#include "interrupt.h"
#include "stream_buffer.h"

#include <string.h>

#define LOW  1
#define SELF 4
#define HIGH 6
#define SIZE 10
#define LONG 3 /* ticks */

static StreamBufferHandle_t buffer;
static char received[ SIZE + 1 ];
static volatile TickType_t wait_ends;
static BaseType_t woken;

/* Marks what there was. */
static void mark_received( size_t length )
{
    mark( ( char ) ( '0' + length ) );

    for( size_t i = 0; i < length; i++ )
    {
        mark( received[ i ] );
    }
}

/* Receives whatever comes, again and again. */
static void receiver( void * ticks )
{
    for( ;; )
    {
        size_t length = xStreamBufferReceive( buffer, received, SIZE, ( TickType_t ) ( uintptr_t ) ticks );

        wait_ends = xTaskGetTickCount();
        mark( 'r' );
        mark_received( length );
    }
}

/* Sends six bytes. */
static void sender( void * ticks )
{
    for( ;; )
    {
        size_t length = xStreamBufferSend( buffer, "uvwxyz", 6, ( TickType_t ) ( uintptr_t ) ticks );

        wait_ends = xTaskGetTickCount();
        mark( 's' );
        mark( ( char ) ( '0' + length ) );
        vTaskSuspend( NULL );
    }
}

static size_t send( const char * text )
{
    return xStreamBufferSend( buffer, text, strlen( text ), 0 );
}

/* Receives at most so many bytes without waiting, and marks them. */
static void receive( size_t most )
{
    mark_received( xStreamBufferReceive( buffer, received, most, 0 ) );
}

static void begin( size_t trigger_level )
{
    buffer = xStreamBufferCreate( SIZE, trigger_level );
    CHECK( buffer != NULL );
}

static void test_bytes_and_spaces( void )
{
    begin( 1 );
    CHECK_EQUAL( xStreamBufferSpacesAvailable( buffer ), SIZE );
    CHECK_EQUAL( xStreamBufferBytesAvailable( buffer ), 0 );
    CHECK_EQUAL( xStreamBufferIsEmpty( buffer ), pdTRUE );
    CHECK_EQUAL( xStreamBufferIsFull( buffer ), pdFALSE );
    receive( 5 );
    CHECK_ORDER( "0" );

    /* What does not fit is not sent. */
    CHECK_EQUAL( send( "abcdef" ), 6 );
    CHECK_EQUAL( send( "ghijkl" ), 4 );
    CHECK_EQUAL( send( "m" ), 0 );
    CHECK_EQUAL( xStreamBufferIsFull( buffer ), pdTRUE );
    CHECK_EQUAL( xStreamBufferIsEmpty( buffer ), pdFALSE );
    CHECK_EQUAL( xStreamBufferSpacesAvailable( buffer ), 0 );

    /* In order, also over the end of the ring. */
    receive( 3 );
    CHECK_ORDER( "3abc" );
    CHECK_EQUAL( send( "nop" ), 3 );
    CHECK_EQUAL( xStreamBufferBytesAvailable( buffer ), SIZE );
    receive( SIZE );
    CHECK_ORDER( ":defghijnop" );
    vStreamBufferDelete( buffer );
}

static void test_a_receiver_waits_for_the_trigger_level( void )
{
    TaskHandle_t high;

    begin( 4 );
    high = create( receiver, portMAX_DELAY, HIGH );
    CHECK_EQUAL( eTaskGetState( high ), eBlocked );
    send( "abc" );
    CHECK_ORDER( "" );
    send( "d" );
    CHECK_ORDER( "r4abcd" );

    /* The level can be changed, but not above the size; 0 stands for 1. */
    CHECK_EQUAL( xStreamBufferSetTriggerLevel( buffer, SIZE + 1 ), pdFALSE );
    CHECK_EQUAL( xStreamBufferSetTriggerLevel( buffer, 0 ), pdTRUE );
    send( "e" );
    CHECK_ORDER( "r1e" );
    CHECK_EQUAL( xStreamBufferSetTriggerLevel( buffer, SIZE ), pdTRUE );
    send( "fghijklmn" );
    CHECK_ORDER( "" );
    send( "o" );
    CHECK_ORDER( "r:fghijklmno" );
    vTaskDelete( high );
    vStreamBufferDelete( buffer );
}

/* A receiver below the sender runs later, and finds all that was sent by then. */
static void test_a_lower_receiver_does_not_preempt( void )
{
    TaskHandle_t low;

    begin( 1 );
    low = create( receiver, portMAX_DELAY, LOW );
    vTaskDelay( 1 );
    send( "ab" );
    send( "c" );
    CHECK_EQUAL( eTaskGetState( low ), eReady );
    CHECK_ORDER( "" );
    vTaskDelay( 1 );
    CHECK_ORDER( "r3abc" );
    vTaskDelete( low );
    vStreamBufferDelete( buffer );
}

static void test_a_receiver_times_out_with_what_there_is( void )
{
    TickType_t now;
    TaskHandle_t high;

    begin( 4 );
    now = next_tick();
    high = create( receiver, LONG, HIGH );
    send( "ab" );
    CHECK_ORDER( "" );
    run_until( now + LONG - 1 );
    CHECK_ORDER( "" );
    run_until( now + LONG );
    CHECK_ORDER( "r2ab" );
    CHECK_EQUAL( wait_ends, now + LONG );
    run_until( now + 2 * LONG );
    CHECK_ORDER( "r0" );
    CHECK_EQUAL( wait_ends, now + 2 * LONG );
    vTaskDelete( high );
    vStreamBufferDelete( buffer );
}

static void test_a_sender_waits_for_room( void )
{
    TickType_t now;
    TaskHandle_t high;

    begin( 1 );
    send( "abcdefgh" );
    high = create( sender, portMAX_DELAY, HIGH );
    CHECK_ORDER( "" );
    receive( 3 );
    CHECK_ORDER( "3abc" ); /* five bytes of room are not enough */
    receive( 1 );
    CHECK_ORDER( "s61d" );
    receive( SIZE );
    CHECK_ORDER( ":efghuvwxyz" );

    /* When its time is up it sends what fits; waiting goes on over a wake in vain. */
    send( "abcdefgh" );
    vTaskDelete( high );
    now = next_tick();
    high = create( sender, LONG, HIGH );
    run_until( now + 1 );
    receive( 1 );
    CHECK_ORDER( "1a" );
    run_until( now + LONG - 1 );
    CHECK_ORDER( "" );
    run_until( now + LONG );
    CHECK_ORDER( "s3" );
    CHECK_EQUAL( wait_ends, now + LONG );
    receive( SIZE );
    CHECK_ORDER( ":bcdefghuvw" );
    vTaskDelete( high );
    vStreamBufferDelete( buffer );
}

/* Nobody waits for more room than there can be. */
static void test_a_sender_of_more_than_the_size( void )
{
    begin( 1 );
    CHECK_EQUAL( xStreamBufferSend( buffer, "abcdefghijkl", 12, portMAX_DELAY ), SIZE );
    receive( 2 );
    CHECK_ORDER( "2ab" );
    vStreamBufferDelete( buffer );
}

static void reset_from_isr( void )
{
    mark( xStreamBufferResetFromISR( buffer ) ? 'P' : 'F' );
}

static void test_reset( void )
{
    TaskHandle_t high;

    begin( 1 );
    send( "abc" );
    CHECK_EQUAL( xStreamBufferReset( buffer ), pdPASS );
    CHECK_EQUAL( xStreamBufferIsEmpty( buffer ), pdTRUE );
    send( "abc" );
    interrupt( reset_from_isr );
    CHECK_ORDER( "P" );
    CHECK_EQUAL( xStreamBufferIsEmpty( buffer ), pdTRUE );

    /* Not while a task waits. */
    high = create( receiver, portMAX_DELAY, HIGH );
    CHECK_EQUAL( xStreamBufferReset( buffer ), pdFAIL );
    interrupt( reset_from_isr );
    CHECK_ORDER( "F" );
    vTaskDelete( high );
    vStreamBufferDelete( buffer );
}

/* A batch is received whole or not at all. */
static void test_batching( void )
{
    TickType_t now;
    TaskHandle_t high;

    buffer = xStreamBatchingBufferCreate( SIZE, 3 );
    send( "ab" );
    receive( SIZE );
    CHECK_ORDER( "0" );
    now = next_tick();
    high = create( receiver, LONG, HIGH );
    run_until( now + LONG );
    CHECK_ORDER( "r0" );
    CHECK_EQUAL( wait_ends, now + LONG );

    /* FreeRTOS wakes the receiver at the level, but it wants more than that. */
    send( "c" );
    CHECK_ORDER( "r0" );
    send( "d" );
    CHECK_ORDER( "r4abcd" );
    vTaskDelete( high );
    vStreamBufferDelete( buffer );
}

static void send_from_isr( void )
{
    woken = pdFALSE;
    mark( ( char ) ( '0' + xStreamBufferSendFromISR( buffer, "xyz", 3, &woken ) ) );
    mark( woken ? 'W' : '-' );
    portYIELD_FROM_ISR( woken );
}

static void receive_from_isr( void )
{
    woken = pdFALSE;
    mark_received( xStreamBufferReceiveFromISR( buffer, received, 4, &woken ) );
    mark( woken ? 'W' : '-' );
    portYIELD_FROM_ISR( woken );
}

static void completed_from_isr( void )
{
    woken = pdFALSE;
    mark( xStreamBufferSendCompletedFromISR( buffer, &woken ) ? 'S' : '-' );
    mark( woken ? 'W' : '-' );
    mark( xStreamBufferReceiveCompletedFromISR( buffer, &woken ) ? 'R' : '-' );
    portYIELD_FROM_ISR( woken );
}

static void test_interrupts( void )
{
    TaskHandle_t high;

    begin( 2 );
    high = create( receiver, portMAX_DELAY, HIGH );
    interrupt( send_from_isr );
    CHECK_ORDER( "3Wr3xyz" );
    interrupt( completed_from_isr ); /* the receiver finds nothing */
    CHECK_ORDER( "SW-r0" );
    vTaskDelete( high );
    vStreamBufferDelete( buffer );

    begin( 1 );
    interrupt( completed_from_isr );
    CHECK_ORDER( "---" );
    send( "abcdefghi" );
    high = create( sender, portMAX_DELAY, HIGH );
    interrupt( receive_from_isr );
    CHECK_ORDER( "4abcdW" ); /* woken in vain: one byte is missing */
    interrupt( receive_from_isr );
    CHECK_ORDER( "4efghWs6" );
    interrupt( send_from_isr );
    CHECK_ORDER( "3-" );
    interrupt( send_from_isr );
    CHECK_ORDER( "0-" );
    vTaskDelete( high );
    vStreamBufferDelete( buffer );

    begin( 1 );
    high = create( receiver, portMAX_DELAY, LOW );
    vTaskDelay( 1 );
    interrupt( send_from_isr );
    CHECK_ORDER( "3-" );
    vTaskDelay( 1 );
    CHECK_ORDER( "r3xyz" );
    vTaskDelete( high );
    vStreamBufferDelete( buffer );
}

static void test_memory( void )
{
    static StaticStreamBuffer_t control;
    static uint8_t storage[ SIZE + 1 ];
    StaticStreamBuffer_t * control_used;
    uint8_t * storage_used;
    size_t before = xPortGetFreeHeapSize();

    buffer = xStreamBufferCreateStatic( SIZE + 1, 1, storage, &control );
    CHECK( buffer == ( StreamBufferHandle_t ) &control );
    CHECK_EQUAL( xStreamBufferGetStaticBuffers( buffer, &storage_used, &control_used ), pdTRUE );
    CHECK( ( storage_used == storage ) && ( control_used == &control ) );
    CHECK_EQUAL( xStreamBufferSpacesAvailable( buffer ), SIZE );
    vStreamBufferDelete( buffer );

    buffer = xStreamBatchingBufferCreateStatic( SIZE + 1, 2, storage, &control );
    send( "ab" );
    receive( SIZE );
    CHECK_ORDER( "0" );
    vStreamBufferDelete( buffer );
    CHECK_EQUAL( xPortGetFreeHeapSize(), before );

    begin( 1 );
    CHECK_EQUAL( xStreamBufferGetStaticBuffers( buffer, &storage_used, &control_used ), pdFALSE );
    CHECK( xPortGetFreeHeapSize() < before );
    vStreamBufferDelete( buffer );
    CHECK_EQUAL( xPortGetFreeHeapSize(), before );
}

/* What trace tools use, and at which index a task waits. */
static void test_attributes( void )
{
    begin( 1 );
    vStreamBufferSetStreamBufferNumber( buffer, 17 );
    CHECK_EQUAL( uxStreamBufferGetStreamBufferNumber( buffer ), 17 );
    CHECK_EQUAL( ucStreamBufferGetStreamBufferType( buffer ), sbTYPE_STREAM_BUFFER );
    CHECK_EQUAL( uxStreamBufferGetStreamBufferNotificationIndex( buffer ), tskDEFAULT_INDEX_TO_NOTIFY );
    vStreamBufferSetStreamBufferNotificationIndex( buffer, configTASK_NOTIFICATION_ARRAY_ENTRIES - 1 );
    CHECK_EQUAL( uxStreamBufferGetStreamBufferNotificationIndex( buffer ),
                 configTASK_NOTIFICATION_ARRAY_ENTRIES - 1 );
    vStreamBufferDelete( buffer );
}

TEST_PROGRAM( SELF )
{
    next_tick();

    test_bytes_and_spaces();
    test_a_receiver_waits_for_the_trigger_level();
    test_a_lower_receiver_does_not_preempt();
    test_a_receiver_times_out_with_what_there_is();
    test_a_sender_waits_for_room();
    test_a_sender_of_more_than_the_size();
    test_reset();
    test_batching();
    test_interrupts();
    vTaskDelay( 1 ); /* idle frees the tasks' memory */
    test_memory();
    test_attributes();
}
