/* SPDX-License-Identifier: Apache-2.0 */

/* Message buffers: whole messages, in order. Of stream buffers what random calls do not have. */
#include "check.h"
#include "interrupt.h"
#include "message_buffer.h"

#include <string.h>

#define SELF       4
#define HIGH       6
#define LENGTH     ( sizeof( configMESSAGE_BUFFER_LENGTH_TYPE ) )
#define SIZE       ( 20 + 3 * LENGTH ) /* bytes, in three messages */
#define LONGEST    ( SIZE - LENGTH )
#define TICKS      3
#define LAST_INDEX ( configTASK_NOTIFICATION_ARRAY_ENTRIES - 1 )

static MessageBufferHandle_t buffer;
static char received[ SIZE ];
static volatile TickType_t wait_ends;

static void mark_received( size_t length )
{
    mark( ( char ) ( '0' + length ) );

    for( size_t i = 0; i < length; i++ )
    {
        mark( received[ i ] );
    }
}

static void receiver( void * ticks )
{
    for( ;; )
    {
        size_t length = xMessageBufferReceive( buffer, received, SIZE, ( TickType_t ) ( uintptr_t ) ticks );

        wait_ends = xTaskGetTickCount();
        mark( 'r' );
        mark_received( length );
    }
}

static void sender( void * ticks )
{
    size_t length = xMessageBufferSend( buffer, "uvwxyz", 6, ( TickType_t ) ( uintptr_t ) ticks );

    wait_ends = xTaskGetTickCount();
    mark( 's' );
    mark( ( char ) ( '0' + length ) );
    vTaskSuspend( NULL );
}

static size_t send( const char * text )
{
    return xMessageBufferSend( buffer, text, strlen( text ), 0 );
}

static void receive( size_t most )
{
    mark_received( xMessageBufferReceive( buffer, received, most, 0 ) );
}

static void test_messages_stay_whole( void )
{
    buffer = xMessageBufferCreate( SIZE );
    CHECK_EQUAL( xMessageBufferIsEmpty( buffer ), pdTRUE );
    CHECK_EQUAL( xMessageBufferNextLengthBytes( buffer ), 0 );
    CHECK_EQUAL( xMessageBufferSpacesAvailable( buffer ), SIZE );
    CHECK_EQUAL( xMessageBufferSpaceAvailable( buffer ), SIZE );
    CHECK_EQUAL( send( "abc" ), 3 );
    CHECK_EQUAL( send( "d" ), 1 );
    CHECK_EQUAL( send( "0123456789ABCDEF" ), 16 );
    CHECK_EQUAL( xMessageBufferIsFull( buffer ), pdTRUE );
    CHECK_EQUAL( send( "e" ), 0 );

    /* A message for which there is no room at the receiver stays. */
    CHECK_EQUAL( xMessageBufferNextLengthBytes( buffer ), 3 );
    receive( 2 );
    CHECK_ORDER( "0" );
    receive( 3 );
    CHECK_ORDER( "3abc" );
    CHECK_EQUAL( xMessageBufferNextLengthBytes( buffer ), 1 );
    CHECK_EQUAL( xMessageBufferSpacesAvailable( buffer ), 3 + LENGTH );
    receive( SIZE );
    CHECK_ORDER( "1d" );
    CHECK_EQUAL( xMessageBufferReset( buffer ), pdPASS );
    CHECK_EQUAL( xMessageBufferIsEmpty( buffer ), pdTRUE );

    /* One that can never be sent is not waited for. */
    CHECK_EQUAL( xMessageBufferSend( buffer, received, LONGEST + 1, portMAX_DELAY ), 0 );
    CHECK_EQUAL( xMessageBufferSend( buffer, received, LONGEST, portMAX_DELAY ), LONGEST );
    vMessageBufferDelete( buffer );
}

static void test_waiting( void )
{
    TickType_t now;
    TaskHandle_t high;

    buffer = xMessageBufferCreate( SIZE );
    now = next_tick();
    high = create( receiver, TICKS, HIGH );
    send( "abc" );
    CHECK_ORDER( "r3abc" );
    run_until( now + TICKS - 1 );
    CHECK_ORDER( "" );
    run_until( now + TICKS );
    CHECK_ORDER( "r0" );
    CHECK_EQUAL( wait_ends, now + TICKS );
    vTaskDelete( high );
    vMessageBufferDelete( buffer );

    /* A sender waits until the whole message fits. */
    buffer = xMessageBufferCreate( SIZE );
    send( "0123456789ABCDEFGH" );
    high = create( sender, portMAX_DELAY, HIGH );
    CHECK_ORDER( "s6" );
    vTaskDelete( high );
    high = create( sender, portMAX_DELAY, HIGH );
    CHECK_ORDER( "" );
    receive( SIZE );
    CHECK_ORDER( "s6B0123456789ABCDEFGH" );
    receive( SIZE );
    receive( SIZE );
    CHECK_ORDER( "6uvwxyz6uvwxyz" );
    vTaskDelete( high );

    /* If it never does, nothing is sent. */
    send( "0123456789ABCDEFGHIJKLM" );
    now = next_tick();
    high = create( sender, TICKS, HIGH );
    run_until( now + TICKS - 1 );
    CHECK_ORDER( "" );
    run_until( now + TICKS );
    CHECK_ORDER( "s0" );
    CHECK_EQUAL( wait_ends, now + TICKS );
    vTaskDelete( high );
    vMessageBufferDelete( buffer );
}

static void send_from_isr( void )
{
    BaseType_t woken = pdFALSE;

    mark( ( char ) ( '0' + xMessageBufferSendFromISR( buffer, "xy", 2, &woken ) ) );
    mark( woken ? 'W' : '-' );
    portYIELD_FROM_ISR( woken );
}

static void receive_from_isr( void )
{
    BaseType_t woken = pdFALSE;

    mark_received( xMessageBufferReceiveFromISR( buffer, received, SIZE, &woken ) );
    mark( woken ? 'W' : '-' );
    portYIELD_FROM_ISR( woken );
}

static void completed_and_reset_from_isr( void )
{
    BaseType_t woken = pdFALSE;

    mark( xMessageBufferSendCompletedFromISR( buffer, &woken ) ? 'S' : '-' );
    mark( xMessageBufferReceiveCompletedFromISR( buffer, &woken ) ? 'R' : '-' );
    mark( xMessageBufferResetFromISR( buffer ) ? 'P' : 'F' );
}

static void test_interrupts( void )
{
    TaskHandle_t high;

    buffer = xMessageBufferCreate( SIZE );
    interrupt( receive_from_isr );
    CHECK_ORDER( "0-" );
    high = create( receiver, portMAX_DELAY, HIGH );
    interrupt( send_from_isr );
    CHECK_ORDER( "2Wr2xy" );
    CHECK_EQUAL( xMessageBufferReset( buffer ), pdFAIL ); /* a task waits */
    vTaskDelete( high );
    vMessageBufferDelete( buffer );

    buffer = xMessageBufferCreate( SIZE );
    send( "0123456789ABCDEFGHIJKLM" );
    high = create( sender, portMAX_DELAY, HIGH );
    interrupt( receive_from_isr );
    CHECK_ORDER( "G0123456789ABCDEFGHIJKLMWs6" );
    interrupt( completed_and_reset_from_isr );
    CHECK_ORDER( "--P" );
    CHECK_EQUAL( xMessageBufferIsEmpty( buffer ), pdTRUE );
    vTaskDelete( high );
    vMessageBufferDelete( buffer );
}

#if ( configUSE_SB_COMPLETED_CALLBACK == 1 )

/* Called in place of waking a task. */
static void sent( StreamBufferHandle_t which, BaseType_t in_isr, BaseType_t * const woken )
{
    CHECK( which == buffer );
    CHECK_EQUAL( woken != NULL, in_isr );
    mark( in_isr ? 'T' : 't' );
}

static void taken( StreamBufferHandle_t which, BaseType_t in_isr, BaseType_t * const woken )
{
    CHECK( which == buffer );
    CHECK_EQUAL( woken != NULL, in_isr );
    mark( in_isr ? 'K' : 'k' );
}

static void test_callbacks( void )
{
    static StaticMessageBuffer_t control;
    static uint8_t storage[ SIZE ];

    buffer = xMessageBufferCreateWithCallback( SIZE, sent, taken );
    send( "ab" );
    receive( SIZE );
    CHECK_ORDER( "tk2ab" );
    interrupt( send_from_isr );
    CHECK_ORDER( "T2-" );
    interrupt( receive_from_isr );
    CHECK_ORDER( "K2xy-" );
    vMessageBufferDelete( buffer );

    buffer = xMessageBufferCreateStaticWithCallback( SIZE, storage, &control, sent, taken );
    send( "ab" );
    CHECK_ORDER( "t" );
    vMessageBufferDelete( buffer );

    buffer = xStreamBufferCreateWithCallback( SIZE, 3, sent, taken );
    xStreamBufferSend( buffer, "abc", 3, 0 );
    CHECK_ORDER( "t" );
    vStreamBufferDelete( buffer );
    buffer = xStreamBufferCreateStaticWithCallback( SIZE, 3, storage, &control, sent, taken );
    xStreamBufferSend( buffer, "ab", 2, 0 );
    CHECK_ORDER( "" );
    vStreamBufferDelete( buffer );

    buffer = xStreamBatchingBufferCreateWithCallback( SIZE, 1, sent, taken );
    xStreamBufferSend( buffer, "ab", 2, 0 );
    CHECK_ORDER( "t" );
    vStreamBufferDelete( buffer );
    buffer = xStreamBatchingBufferCreateStaticWithCallback( SIZE, 1, storage, &control, sent, taken );
    xStreamBufferSend( buffer, "ab", 2, 0 );
    CHECK_ORDER( "t" );
    vStreamBufferDelete( buffer );
}

#endif /* configUSE_SB_COMPLETED_CALLBACK */

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
    high = create( receiver, TICKS, HIGH );
    run_until( now + TICKS );
    CHECK_ORDER( "r0" );

    /* FreeRTOS wakes the receiver at the level, but it wants more than that. */
    send( "c" );
    CHECK_ORDER( "r0" );
    send( "d" );
    CHECK_ORDER( "r4abcd" );
    vTaskDelete( high );
    vStreamBufferDelete( buffer );
}

/* What trace tools use, and at which index a task waits for the trigger level. */
static void test_attributes( void )
{
    static StaticStreamBuffer_t control;
    static uint8_t storage[ SIZE ];
    StaticStreamBuffer_t * control_used;
    uint8_t * storage_used;
    TaskHandle_t high;

    buffer = xStreamBufferCreateStatic( SIZE, 4, storage, &control );
    CHECK_EQUAL( xStreamBufferGetStaticBuffers( buffer, &storage_used, &control_used ), pdTRUE );
    CHECK( ( storage_used == storage ) && ( control_used == &control ) );
    vStreamBufferSetStreamBufferNumber( buffer, 17 );
    CHECK_EQUAL( uxStreamBufferGetStreamBufferNumber( buffer ), 17 );
    CHECK_EQUAL( ucStreamBufferGetStreamBufferType( buffer ), sbTYPE_STREAM_BUFFER );
    CHECK_EQUAL( uxStreamBufferGetStreamBufferNotificationIndex( buffer ), tskDEFAULT_INDEX_TO_NOTIFY );
    vStreamBufferSetStreamBufferNotificationIndex( buffer, LAST_INDEX );
    CHECK_EQUAL( uxStreamBufferGetStreamBufferNotificationIndex( buffer ), LAST_INDEX );
    high = create( receiver, portMAX_DELAY, HIGH );
    send( "abc" );
    CHECK_ORDER( "" );
    send( "d" );
    CHECK_ORDER( "r4abcd" );
    vTaskDelete( high );
    vStreamBufferDelete( buffer );
}

static void test_memory( void )
{
    static StaticMessageBuffer_t control;
    static uint8_t storage[ SIZE ];
    StaticMessageBuffer_t * control_used;
    uint8_t * storage_used;

    buffer = xMessageBufferCreateStatic( SIZE, storage, &control );
    CHECK_EQUAL( xMessageBufferGetStaticBuffers( buffer, &storage_used, &control_used ), pdTRUE );
    CHECK( ( storage_used == storage ) && ( control_used == &control ) );
    vMessageBufferDelete( buffer );
    buffer = xStreamBatchingBufferCreateStatic( SIZE, 2, storage, &control );
    send( "ab" );
    receive( SIZE );
    CHECK_ORDER( "0" );
    vStreamBufferDelete( buffer );
}

TEST_PROGRAM( SELF )
{
    next_tick();

    test_messages_stay_whole();
    test_waiting();
    test_interrupts();
    #if ( configUSE_SB_COMPLETED_CALLBACK == 1 )
    test_callbacks();
    #endif
    test_batching();
    test_attributes();
    test_memory();
}
