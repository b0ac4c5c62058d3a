/* SPDX-License-Identifier: Apache-2.0 */

/* Queue sets of all cores: each item of a member is told once, and is there for who was told of it. With both
 * schedulers. */
#include <stdio.h>

#include "judge.h"
#include "queue.h"

#define STACK     300
#define SENDERS   ( 2 * configNUMBER_OF_CORES )
#define SELECTORS configNUMBER_OF_CORES
#define ITEMS     48U /* of each sender to each queue */
#define ROUTINE   SENDERS
#define OF_TICKS  20U /* items of the tick hook */
#define SHORT     2U /* lengths, and the semaphore's maximum */
#define LONG      3U
#define TOKENS    4U
#define JUDGE     5 /* its priority: above all */

typedef struct
{
    uint32_t sender, number, sum, rest;
} Item_t;

static QueueSetHandle_t set;
static QueueHandle_t words, items;
static SemaphoreHandle_t tokens;
static uint8_t of_words[ SENDERS + 1 ][ ITEMS ], of_items[ SENDERS + 1 ][ ITEMS ];
static volatile uint32_t given, taken, routines_given, cores_seen, to_come;

static void send( void * argument )
{
    const uint32_t sender = ( uint32_t ) ( uintptr_t ) argument;

    for( uint32_t number = 0; number < ITEMS; number++ )
    {
        const TickType_t ticks = ( number % 3 == 0 ) ? portMAX_DELAY : number % 3;
        const uint32_t word = sender << 8 | number;
        const Item_t item = { sender, number, sender + number, ~number };

        cores_seen |= 1U << portGET_CORE_ID();

        while( xQueueSend( words, &word, ticks ) != pdPASS )
        {
        }

        while( ( number % 2 == 0 ? xQueueSendToFront( items, &item, ticks ) :
                                   xQueueSendToBack( items, &item, ticks ) ) != pdPASS )
        {
        }

        if( xSemaphoreGive( tokens ) == pdPASS )
        {
            taskENTER_CRITICAL();
            given++;
            taskEXIT_CRITICAL();
        }
    }

    end();
}

/* What the set tells of is there. */
static void select( void * argument )
{
    for( ;; )
    {
        const QueueSetMemberHandle_t member = xQueueSelectFromSet( set, 3 );
        uint32_t word;
        Item_t item;

        if( member == words )
        {
            CHECK( xQueueReceive( words, &word, 0 ) == pdPASS );
            CHECK( word >> 8 <= ROUTINE && ( word & 0xFF ) < ITEMS );
            of_words[ word >> 8 ][ word & 0xFF ]++;
        }
        else if( member == items )
        {
            CHECK( xQueueReceive( items, &item, 0 ) == pdPASS );
            CHECK( item.sender < SENDERS && item.number < ITEMS );
            CHECK( item.sum == item.sender + item.number && item.rest == ~item.number );
            of_items[ item.sender ][ item.number ]++;
        }
        else if( member != NULL )
        {
            CHECK( member == tokens );
            CHECK( xSemaphoreTake( tokens, 0 ) == pdPASS );
            taskENTER_CRITICAL();
            taken++;
            taskEXIT_CRITICAL();
        }
    }
}

/* A routine sends, too, and gives. */
void vApplicationTickHook( void )
{
    if( to_come != 0 )
    {
        const uint32_t word = ROUTINE << 8 | ( to_come - 1 );

        if( xQueueSendFromISR( words, &word, NULL ) == pdPASS )
        {
            to_come--;
        }

        if( xSemaphoreGiveFromISR( tokens, NULL ) == pdPASS )
        {
            routines_given++;
        }
    }
}

static void check_conservation( void )
{
    TaskHandle_t selectors[ SELECTORS ];

    set = xQueueCreateSet( SHORT + LONG + TOKENS );
    words = xQueueCreate( SHORT, sizeof( uint32_t ) );
    items = xQueueCreate( LONG, sizeof( Item_t ) );
    tokens = xSemaphoreCreateCounting( TOKENS, 0 );
    CHECK( set != NULL && words != NULL && items != NULL && tokens != NULL );
    CHECK( xQueueAddToSet( words, set ) == pdPASS );
    CHECK( xQueueAddToSet( words, set ) == pdFAIL );
    CHECK( xQueueAddToSet( items, set ) == pdPASS );
    CHECK( xQueueAddToSet( tokens, set ) == pdPASS );

    for( unsigned task = 0; task < SELECTORS; task++ )
    {
        CHECK( xTaskCreate( select, "", STACK, NULL, 1 + task % ( JUDGE - 1 ), &selectors[ task ] ) ==
               pdPASS );
    }

    to_come = OF_TICKS;

    for( unsigned task = 0; task < SENDERS; task++ )
    {
        CHECK( xTaskCreate( send, "", STACK, ( void * ) ( uintptr_t ) task, 1 + task % ( JUDGE - 1 ),
                            NULL ) == pdPASS );
    }

    wait_for( SENDERS );

    while( to_come != 0 || uxQueueMessagesWaiting( set ) != 0 )
    {
        vTaskDelay( 1 );
    }

    vTaskDelay( 2 );

    for( unsigned task = 0; task < SELECTORS; task++ )
    {
        vTaskDelete( selectors[ task ] );
    }

    for( unsigned sender = 0; sender < SENDERS; sender++ )
    {
        for( unsigned number = 0; number < ITEMS; number++ )
        {
            CHECK( of_words[ sender ][ number ] == 1 && of_items[ sender ][ number ] == 1 );
        }
    }

    for( unsigned number = 0; number < OF_TICKS; number++ )
    {
        CHECK( of_words[ ROUTINE ][ number ] == 1 );
    }

    CHECK( taken == given + routines_given && routines_given != 0 );
    printf( "each item of a member, and each token, was told once\n" );
}

/* Waits at a member itself: nobody tells it. */
static void wait_at_member( void * argument )
{
    const TickType_t begin = xTaskGetTickCount();
    uint32_t word = 0;

    CHECK( xQueueReceive( words, &word, 6 ) == pdPASS && word == 7 );
    CHECK( xTaskGetTickCount() - begin >= 6 );
    end();
}

static void check_who_is_told( void )
{
    const uint32_t word = 7;

    CHECK( xTaskCreate( wait_at_member, "", STACK, NULL, JUDGE - 1, NULL ) == pdPASS );
    vTaskDelay( 2 );
    CHECK( xQueueSend( words, &word, 0 ) == pdPASS );
    CHECK( xQueueSelectFromSet( set, 0 ) == words );
    wait_for( 1 );
    printf( "only the set is told of a member's item\n" );
}

static void send_and_end( void * argument )
{
    const uint32_t word = 9;

    CHECK( xQueueSend( argument, &word, portMAX_DELAY ) == pdPASS );
    end();
}

/* A queue joins the set while a task waits to send to it, and leaves it; a mailbox is told of once. */
static void check_members( void )
{
    QueueHandle_t mailbox = xQueueCreate( 1, sizeof( uint32_t ) );
    uint32_t word = 8;

    CHECK( xQueueSend( mailbox, &word, 0 ) == pdPASS );
    CHECK( xQueueAddToSet( mailbox, set ) == pdFAIL );
    CHECK( xTaskCreate( send_and_end, "", STACK, mailbox, JUDGE - 1, NULL ) == pdPASS );
    vTaskDelay( 2 );
    taskENTER_CRITICAL();
    {
        CHECK( xQueueReceive( mailbox, &word, 0 ) == pdPASS );
        CHECK( xQueueAddToSet( mailbox, set ) == pdPASS );
    }
    taskEXIT_CRITICAL();
    wait_for( 1 );
    CHECK( xQueueSelectFromSet( set, 0 ) == mailbox );
    CHECK( xQueueReceive( mailbox, &word, 0 ) == pdPASS && word == 9 );
    CHECK( xQueueOverwrite( mailbox, &word ) == pdPASS );
    word = 10;
    CHECK( xQueueOverwrite( mailbox, &word ) == pdPASS );
    CHECK( xQueueSelectFromSet( set, 0 ) == mailbox );
    CHECK( xQueueSelectFromSet( set, 1 ) == NULL );
    CHECK( xQueueRemoveFromSet( mailbox, set ) == pdFAIL );
    CHECK( xQueueReceive( mailbox, &word, 0 ) == pdPASS && word == 10 );
    CHECK( xQueueRemoveFromSet( mailbox, set ) == pdPASS );
    CHECK( xQueueSend( mailbox, &word, 0 ) == pdPASS );
    CHECK( xQueueSelectFromSet( set, 1 ) == NULL );
    printf( "a queue joined and left a set\n" );
}

static void run_judge( void * argument )
{
    check_conservation();
    check_who_is_told();
    check_members();
    CHECK( cores_seen == ( 1U << configNUMBER_OF_CORES ) - 1U );
    board_exit( BOARD_EXIT_SUCCESS );
}

int main( void )
{
    CHECK( xTaskCreate( run_judge, "", STACK, NULL, JUDGE, &judge ) == pdPASS );
    vTaskStartScheduler();
    return BOARD_EXIT_FAILURE;
}
