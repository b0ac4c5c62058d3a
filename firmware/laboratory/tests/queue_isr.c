/* SPDX-License-Identifier: Apache-2.0 */

/* Queues and interrupt service routines. */
#include "board.h"
#include "check.h"
#include "queue.h"

#define LINE   3
#define LOW    1
#define SELF   4
#define HIGH   6
#define LENGTH 2

static QueueHandle_t queue;

/* What the routine is to do, and what came of it. */
typedef BaseType_t ( *Action_t )( uint32_t * item, BaseType_t * woken );
static Action_t action;
static struct
{
    uint32_t item, beyond;
} isr;
static BaseType_t isr_result, isr_woken;

static BaseType_t send_back( uint32_t * item, BaseType_t * woken )
{
    return xQueueSendFromISR( queue, item, woken );
}

static BaseType_t send_front( uint32_t * item, BaseType_t * woken )
{
    return xQueueSendToFrontFromISR( queue, item, woken );
}

static BaseType_t receive( uint32_t * item, BaseType_t * woken )
{
    return xQueueReceiveFromISR( queue, item, woken );
}

static BaseType_t overwrite( uint32_t * item, BaseType_t * woken )
{
    return xQueueOverwriteFromISR( queue, item, woken );
}

static BaseType_t peek( uint32_t * item, BaseType_t * woken )
{
    return xQueuePeekFromISR( queue, item );
}

static BaseType_t look( uint32_t * item, BaseType_t * woken )
{
    *item = uxQueueMessagesWaitingFromISR( queue );
    return xQueueIsQueueEmptyFromISR( queue ) + 2 * xQueueIsQueueFullFromISR( queue );
}

static void routine( uint32_t line )
{
    board_acknowledge_interrupt( line );
    isr_woken = pdFALSE;
    isr_result = action( &isr.item, &isr_woken );
    mark( 'i' );
    portYIELD_FROM_ISR( isr_woken );
}

/* Runs an action in an interrupt; returns its result. */
static BaseType_t interrupt( Action_t what, uint32_t item )
{
    action = what;
    isr.item = item;
    board_arm_interrupt( LINE, 1, 0 );

    for( volatile int i = 0; i < 20; i = i + 1 )
    {
    }

    CHECK_EQUAL( isr.beyond, 0 );
    return isr_result;
}

static void check_received( uint32_t expected )
{
    uint32_t item = 0;

    CHECK_EQUAL( xQueueReceive( queue, &item, 0 ), pdTRUE );
    CHECK_EQUAL( item, expected );
}

static void receiver( void * who )
{
    uint32_t item = 0;

    CHECK_EQUAL( xQueueReceive( queue, &item, portMAX_DELAY ), pdTRUE );
    mark( ( char ) ( uintptr_t ) who );
    mark( ( char ) ( '0' + item ) );
    vTaskDelete( NULL );
}

static void sender( void * item )
{
    uint32_t value = ( uint32_t ) ( uintptr_t ) item;

    CHECK_EQUAL( xQueueSend( queue, &value, portMAX_DELAY ), pdTRUE );
    mark( 's' );
    vTaskDelete( NULL );
}

static void test_nobody_waits( void )
{
    CHECK_EQUAL( interrupt( look, 0 ), 1 );
    CHECK_EQUAL( isr.item, 0 );
    CHECK_EQUAL( interrupt( receive, 5 ), pdFALSE );
    CHECK_EQUAL( interrupt( peek, 5 ), pdFALSE );
    CHECK_EQUAL( isr.item, 5 );
    CHECK_EQUAL( interrupt( send_back, 1 ), pdTRUE );
    CHECK_EQUAL( interrupt( look, 0 ), 0 );
    CHECK_EQUAL( isr.item, 1 );
    CHECK_EQUAL( interrupt( send_front, 2 ), pdTRUE );
    CHECK_EQUAL( interrupt( look, 0 ), 2 );
    CHECK_EQUAL( isr.item, 2 );
    CHECK_EQUAL( interrupt( send_back, 3 ), errQUEUE_FULL );
    CHECK_EQUAL( interrupt( peek, 0 ), pdTRUE );
    CHECK_EQUAL( isr.item, 2 );
    CHECK_EQUAL( interrupt( receive, 0 ), pdTRUE );
    CHECK_EQUAL( isr.item, 2 );
    CHECK_EQUAL( isr_woken, pdFALSE );
    check_received( 1 );
    CHECK_ORDER( "iiiiiiiiii" );
}

static void test_receivers_are_woken( void )
{
    create( receiver, 'h', HIGH );
    create( receiver, 'l', LOW );
    vTaskDelay( 1 );
    CHECK_EQUAL( interrupt( send_back, 1 ), pdTRUE );
    CHECK_EQUAL( isr_woken, pdTRUE );
    CHECK_ORDER( "ih1" );
    CHECK_EQUAL( interrupt( send_front, 2 ), pdTRUE );
    CHECK_EQUAL( isr_woken, pdFALSE );
    CHECK_ORDER( "i" );
    vTaskDelay( 1 );
    CHECK_ORDER( "l2" );
}

static void test_senders_are_woken( void )
{
    create( sender, 1, HIGH );
    create( sender, 2, HIGH );
    create( sender, 3, HIGH );
    create( sender, 4, LOW );
    vTaskDelay( 1 );
    CHECK_ORDER( "ss" );
    CHECK_EQUAL( interrupt( receive, 0 ), pdTRUE );
    CHECK_EQUAL( isr.item, 1 );
    CHECK_EQUAL( isr_woken, pdTRUE );
    CHECK_ORDER( "is" );
    CHECK_EQUAL( interrupt( receive, 0 ), pdTRUE );
    CHECK_EQUAL( isr.item, 2 );
    CHECK_EQUAL( isr_woken, pdFALSE );
    vTaskDelay( 1 );
    CHECK_ORDER( "is" );
    check_received( 3 );
    check_received( 4 );
}

static void test_overwrite( void )
{
    QueueHandle_t kept = queue;

    queue = xQueueCreate( 1, sizeof( uint32_t ) );
    CHECK_EQUAL( interrupt( overwrite, 1 ), pdTRUE );
    CHECK_EQUAL( interrupt( overwrite, 2 ), pdTRUE );
    check_received( 2 );
    create( receiver, 'h', HIGH );
    CHECK_EQUAL( interrupt( overwrite, 3 ), pdTRUE );
    CHECK_EQUAL( isr_woken, pdTRUE );
    CHECK_ORDER( "iiih3" );
    vQueueDelete( queue );
    queue = kept;
}

TEST_PROGRAM( SELF )
{
    queue = xQueueCreate( LENGTH, sizeof( uint32_t ) );
    board_set_interrupt_handler( LINE, routine );
    next_tick();

    test_nobody_waits();
    test_receivers_are_woken();
    test_senders_are_woken();
    test_overwrite();
}
