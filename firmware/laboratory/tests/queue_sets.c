/* SPDX-License-Identifier: Apache-2.0 */

/* Queue sets: who is told of what, in which order, and who is woken. */
#include "board.h"
#include "check.h"
#include "semphr.h"

#define LINE 3
#define LOW  1
#define SELF 4
#define HIGH 6

/* Bytes of an item that is none of the small ones. */
#define LARGE 600

static QueueSetHandle_t set;
static QueueHandle_t queue, mailbox, late;
static SemaphoreHandle_t binary, counting;
static uint32_t isr_item = 7;
static BaseType_t isr_result, isr_woken;

static char letter( QueueSetMemberHandle_t member )
{
    return ( member == NULL )     ? '-' :
           ( member == queue )    ? 'q' :
           ( member == mailbox )  ? 'm' :
           ( member == binary )   ? 'b' :
           ( member == counting ) ? 'c' :
           ( member == late )     ? 'l' :
                                    '?';
}

static void selector( void * ticks )
{
    for( ;; )
    {
        mark( letter( xQueueSelectFromSet( set, ( TickType_t ) ( uintptr_t ) ticks ) ) );
    }
}

static void queue_receiver( void * parameters )
{
    uint32_t item;

    CHECK_EQUAL( xQueueReceive( queue, &item, portMAX_DELAY ), pdTRUE );
    mark( 'r' );
    vTaskDelete( NULL );
}

static void send( QueueHandle_t to, uint32_t item )
{
    CHECK_EQUAL( xQueueSend( to, &item, 0 ), pdTRUE );
}

static void check_received( QueueHandle_t from, uint32_t expected )
{
    uint32_t item = 0;

    CHECK_EQUAL( xQueueReceive( from, &item, 0 ), pdTRUE );
    CHECK_EQUAL( item, expected );
}

static void check_selected( const char * expected )
{
    for( ; *expected != '\0'; expected++ )
    {
        CHECK_EQUAL( letter( xQueueSelectFromSet( set, 0 ) ), *expected );
    }

    CHECK( xQueueSelectFromSet( set, 0 ) == NULL );
}

static void test_membership( void )
{
    QueueSetHandle_t other = xQueueCreateSet( 1 );

    CHECK_EQUAL( xQueueAddToSet( queue, other ), pdFAIL );
    CHECK_EQUAL( xQueueRemoveFromSet( queue, other ), pdFAIL );
    send( queue, 1 );
    CHECK_EQUAL( xQueueRemoveFromSet( queue, set ), pdFAIL );
    check_selected( "q" );
    check_received( queue, 1 );
    CHECK_EQUAL( xQueueRemoveFromSet( queue, set ), pdPASS );
    send( queue, 1 );
    CHECK_EQUAL( xQueueAddToSet( queue, other ), pdFAIL );
    check_received( queue, 1 );
    check_selected( "" );
    CHECK_EQUAL( xQueueAddToSet( queue, other ), pdPASS );
    send( queue, 2 );
    check_selected( "" );
    CHECK( xQueueSelectFromSet( other, 0 ) == queue );
    check_received( queue, 2 );
    CHECK_EQUAL( xQueueRemoveFromSet( queue, other ), pdPASS );
    CHECK_EQUAL( xQueueAddToSet( queue, set ), pdPASS );
    vQueueDelete( other );
}

/* One entry for each item and each give, in their order. */
static void test_order( void )
{
    send( queue, 1 );
    CHECK_EQUAL( xSemaphoreGive( binary ), pdTRUE );
    CHECK_EQUAL( xSemaphoreGive( binary ), pdFALSE );
    CHECK_EQUAL( xSemaphoreGive( counting ), pdTRUE );
    send( queue, 2 );
    CHECK_EQUAL( xSemaphoreGive( counting ), pdTRUE );
    check_selected( "qbcqc" );
    check_received( queue, 1 );
    check_received( queue, 2 );
    CHECK_EQUAL( xSemaphoreTake( binary, 0 ), pdTRUE );
    CHECK_EQUAL( xSemaphoreTake( counting, 0 ), pdTRUE );
    CHECK_EQUAL( xSemaphoreTake( counting, 0 ), pdTRUE );
    CHECK_EQUAL( xSemaphoreTake( counting, 0 ), pdFALSE );
}

/* An item that takes another's place is no news. */
static void test_overwrite( void )
{
    uint32_t item = 1;

    CHECK_EQUAL( xQueueOverwrite( mailbox, &item ), pdTRUE );
    item = 0;
    CHECK_EQUAL( xQueuePeek( mailbox, &item, 0 ), pdTRUE );
    CHECK_EQUAL( item, 1 );
    item = 2;
    CHECK_EQUAL( xQueueOverwrite( mailbox, &item ), pdTRUE );
    check_selected( "m" );
    check_received( mailbox, 2 );
}

/* Of a queue without items a set is told, too. */
static void test_no_items( void )
{
    late = xQueueCreate( 1, 0 );
    CHECK_EQUAL( xQueueAddToSet( late, set ), pdPASS );
    CHECK_EQUAL( xQueueSend( late, NULL, 0 ), pdTRUE );
    CHECK_EQUAL( xQueueSend( late, NULL, 0 ), errQUEUE_FULL );
    check_selected( "l" );
    CHECK_EQUAL( xQueueReceive( late, NULL, 0 ), pdTRUE );
    CHECK_EQUAL( xQueueRemoveFromSet( late, set ), pdPASS );
    vQueueDelete( late );
    late = NULL;
}

/* A mutex can be a member while it is taken. */
static void test_mutex( void )
{
    SemaphoreHandle_t mutex = xSemaphoreCreateMutex();

    CHECK_EQUAL( xQueueAddToSet( mutex, set ), pdFAIL );
    CHECK_EQUAL( xSemaphoreTake( mutex, 0 ), pdTRUE );
    CHECK_EQUAL( xQueueAddToSet( mutex, set ), pdPASS );
    CHECK_EQUAL( xSemaphoreGive( mutex ), pdTRUE );
    CHECK_EQUAL( xSemaphoreGive( mutex ), pdFALSE );
    CHECK( xQueueSelectFromSet( set, 0 ) == mutex );
    CHECK( xQueueSelectFromSet( set, 0 ) == NULL );
    CHECK_EQUAL( xSemaphoreTake( mutex, 0 ), pdTRUE );
    CHECK_EQUAL( xQueueRemoveFromSet( mutex, set ), pdPASS );
    vSemaphoreDelete( mutex );
}

/* Who waits for the set is woken, and runs at once if it is above the sender. */
static void test_waiting( void )
{
    TaskHandle_t task = create( selector, portMAX_DELAY, HIGH );

    send( queue, 1 );
    CHECK_ORDER( "q" );
    CHECK_EQUAL( xSemaphoreGive( binary ), pdTRUE );
    CHECK_ORDER( "b" );
    vTaskDelete( task );
    task = create( selector, portMAX_DELAY, LOW );
    vTaskDelay( 1 );
    send( queue, 2 );
    CHECK_ORDER( "" );
    vTaskDelay( 1 );
    CHECK_ORDER( "q" );
    vTaskDelete( task );
    task = create( selector, 2, HIGH );
    vTaskDelay( 2 );
    CHECK_ORDER( "-" );
    vTaskDelete( task );
    check_received( queue, 1 );
    check_received( queue, 2 );
    CHECK_EQUAL( xSemaphoreTake( binary, 0 ), pdTRUE );
}

static void send_from_isr( uint32_t line )
{
    uint32_t item = isr_item;

    board_acknowledge_interrupt( line );
    isr_woken = pdFALSE;
    isr_result = xQueueSendFromISR( queue, &item, &isr_woken );
    portYIELD_FROM_ISR( isr_woken );
}

static void give_from_isr( uint32_t line )
{
    board_acknowledge_interrupt( line );
    isr_woken = pdFALSE;
    isr_result = xSemaphoreGiveFromISR( binary, &isr_woken );
    CHECK_EQUAL( xSemaphoreGiveFromISR( binary, &isr_woken ), pdFALSE ); /* which is no news */
    portYIELD_FROM_ISR( isr_woken );
}

static void interrupt( void ( *routine )( uint32_t ) )
{
    board_set_interrupt_handler( LINE, routine );
    board_arm_interrupt( LINE, 1, 0 );

    for( volatile int i = 0; i < 20; i = i + 1 )
    {
    }

    CHECK_EQUAL( isr_result, pdTRUE );
}

/* Who waits for the member itself is not. */
static void test_waiting_for_the_member( void )
{
    TaskHandle_t task = create( queue_receiver, 0, HIGH );

    send( queue, 1 );
    CHECK_ORDER( "" );
    check_selected( "q" );
    vTaskDelay( 1 );
    CHECK_ORDER( "" );
    check_received( queue, 1 );
    interrupt( send_from_isr );
    CHECK_EQUAL( isr_woken, pdFALSE );
    check_selected( "q" );
    vTaskDelay( 1 );
    CHECK_ORDER( "" );
    check_received( queue, 7 );
    vTaskDelete( task );
}

/* Who was the member of a set is sent to as before. */
static void test_former_member( void )
{
    CHECK_EQUAL( xQueueRemoveFromSet( queue, set ), pdPASS );
    isr_item = 8;
    interrupt( send_from_isr );
    check_received( queue, 8 );
    send( queue, 9 );
    check_received( queue, 9 );
    isr_item = 7;
    check_selected( "" );
    CHECK_EQUAL( xQueueAddToSet( queue, set ), pdPASS );
}

static void test_from_isr( void )
{
    TaskHandle_t task;

    interrupt( send_from_isr );
    CHECK_EQUAL( isr_woken, pdFALSE );
    interrupt( give_from_isr );
    CHECK_EQUAL( isr_woken, pdFALSE );
    check_selected( "qb" );
    CHECK_EQUAL( xSemaphoreTake( binary, 0 ), pdTRUE );
    check_received( queue, 7 );
    task = create( selector, portMAX_DELAY, HIGH );
    interrupt( send_from_isr );
    CHECK_EQUAL( isr_woken, pdTRUE );
    interrupt( give_from_isr );
    CHECK_EQUAL( isr_woken, pdTRUE );
    CHECK_ORDER( "qb" );
    vTaskDelete( task );
    CHECK_EQUAL( xSemaphoreTake( binary, 0 ), pdTRUE );
    check_received( queue, 7 );
}

static void late_sender( void * parameters )
{
    uint32_t item = 2;

    CHECK_EQUAL( xQueueSend( late, &item, portMAX_DELAY ), pdTRUE );
    mark( 's' );
    vTaskDelete( NULL );
}

/* The set learns of what is sent by a task that began to wait before the queue was its member. */
static void test_joins_while_one_waits( void )
{
    late = xQueueCreate( 1, sizeof( uint32_t ) );
    send( late, 1 );
    create( late_sender, 0, LOW );
    vTaskDelay( 1 );
    CHECK_ORDER( "" );
    check_received( late, 1 );
    CHECK_EQUAL( xQueueAddToSet( late, set ), pdPASS );
    check_selected( "" );
    vTaskDelay( 1 );
    CHECK_ORDER( "s" );
    check_selected( "l" );
    check_received( late, 2 );
    CHECK_EQUAL( xQueueRemoveFromSet( late, set ), pdPASS );
    vQueueDelete( late );
    late = NULL;
}

static void late_loser( void * parameters )
{
    uint32_t item = 2;

    CHECK_EQUAL( xQueueSend( late, &item, 2 ), errQUEUE_FULL );
    mark( 'x' );
    vTaskDelete( NULL );
}

/* Nor does it learn of what finds no room after all. */
static void test_joins_and_stays_full( void )
{
    late = xQueueCreate( 1, sizeof( uint32_t ) );
    send( late, 1 );
    create( late_loser, 0, LOW );
    vTaskDelay( 1 );
    check_received( late, 1 );
    CHECK_EQUAL( xQueueAddToSet( late, set ), pdPASS );
    send( late, 3 );
    vTaskDelay( 3 );
    CHECK_ORDER( "x" );
    check_selected( "l" );
    check_received( late, 3 );
    CHECK_EQUAL( xQueueRemoveFromSet( late, set ), pdPASS );
    vQueueDelete( late );
    late = NULL;
}

static void director( void * parameters )
{
    static StaticQueue_t memory;
    static uint8_t storage[ 6 * sizeof( QueueSetMemberHandle_t ) ] __attribute__( ( aligned( 4 ) ) );

    next_tick();
    set = xQueueCreateSetStatic( 6, storage, &memory );
    queue = xQueueCreate( 2, sizeof( uint32_t ) );
    mailbox = xQueueCreate( 1, sizeof( uint32_t ) );
    binary = xSemaphoreCreateBinary();
    counting = xSemaphoreCreateCounting( 2, 0 );
    CHECK_EQUAL( xQueueAddToSet( queue, set ), pdPASS );
    CHECK_EQUAL( xQueueAddToSet( mailbox, set ), pdPASS );
    CHECK_EQUAL( xQueueAddToSet( binary, set ), pdPASS );
    CHECK_EQUAL( xQueueAddToSet( counting, set ), pdPASS );

    test_membership();
    test_order();
    test_overwrite();
    test_no_items();
    test_mutex();
    test_waiting();
    test_waiting_for_the_member();
    test_from_isr();
    test_former_member();
    test_joins_while_one_waits();
    test_joins_and_stays_full();
    test_passed();
}

/* Before there is a task; of items in memory, too. */
static void test_early( void )
{
    static uint8_t item[ LARGE ];

    set = xQueueCreateSet( 2 );
    late = xQueueCreate( 1, LARGE );
    CHECK_EQUAL( xQueueAddToSet( late, set ), pdPASS );
    CHECK_EQUAL( xQueueOverwrite( late, item ), pdTRUE );
    CHECK_EQUAL( xQueueOverwrite( late, item ), pdTRUE );
    check_selected( "l" );
    CHECK_EQUAL( xQueueReceive( late, item, 0 ), pdTRUE );
    CHECK_EQUAL( xQueueSend( late, item, 0 ), pdTRUE );
    check_selected( "l" );
    CHECK_EQUAL( xQueueReceive( late, item, 0 ), pdTRUE );
    CHECK_EQUAL( xQueueRemoveFromSet( late, set ), pdPASS );
    vQueueDelete( late );
    vQueueDelete( set );
    late = NULL;
}

int main( void )
{
    test_early();
    test_start( director, SELF );
}
