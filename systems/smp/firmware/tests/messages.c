/* SPDX-License-Identifier: Apache-2.0 */

/* Messages between tasks of all cores: none is lost, doubled or torn, and what one task sends comes in order.
 * With both schedulers. */
#include <stdio.h>
#include <string.h>

#include "FreeRTOS.h"
#include "task.h"
#include "queue.h"

#include "board.h"
#include "check.h"

#define STACK     300
#define SENDERS   ( 2 * configNUMBER_OF_CORES )
#define RECEIVERS ( configNUMBER_OF_CORES + 1 )
#define MESSAGES  60 /* of each sender */
#define STOP      0xFF
#define LARGEST   16
#define JUDGE     5 /* its priority: above all */

static const struct
{
    UBaseType_t size, length;
    BaseType_t front; /* every other one is sent to the front: there is no order then */
} runs[] = { { 4, 1, 0 }, { 4, 3, 0 }, { 5, 2, 0 }, { 8, 2, 0 }, { 12, 3, 0 }, { 16, 4, 0 }, { 16, 3, 1 } };

#define RUNS ( sizeof( runs ) / sizeof( runs[ 0 ] ) )

static volatile unsigned run;
static QueueHandle_t queue;
static TaskHandle_t judge, workers[ SENDERS + RECEIVERS ];
static uint8_t received[ SENDERS ][ MESSAGES ];
static volatile uint32_t cores_seen;

/* An item is its sender, its number, and bytes that follow from these. */
static uint8_t byte_of( const uint8_t * item, unsigned index )
{
    return ( uint8_t ) ( 7U * item[ 0 ] + 13U * item[ 1 ] + 29U * item[ 2 ] + index );
}

static void fill( uint8_t * item, UBaseType_t size, unsigned sender, unsigned number )
{
    item[ 0 ] = ( uint8_t ) sender;
    item[ 1 ] = ( uint8_t ) number;
    item[ 2 ] = ( uint8_t ) ( number >> 8 );

    for( unsigned index = 3; index < size; index++ )
    {
        item[ index ] = byte_of( item, index );
    }
}

static unsigned number_of( const uint8_t * item, UBaseType_t size )
{
    for( unsigned index = 3; index < size; index++ )
    {
        CHECK( item[ index ] == byte_of( item, index ) );
    }

    return item[ 1 ] + 256U * item[ 2 ];
}

static void send( unsigned sender )
{
    uint8_t item[ LARGEST ] __attribute__( ( aligned( 4 ) ) );

    for( unsigned number = 0; number < MESSAGES; number++ )
    {
        const BaseType_t front = runs[ run ].front && ( number % 2 == 0 );

        fill( item, runs[ run ].size, sender, number );
        cores_seen |= 1U << portGET_CORE_ID();

        while( ( front ? xQueueSendToFront( queue, item, number % 3 ) :
                         xQueueSend( queue, item, number % 4 == 3 ? portMAX_DELAY : number % 4 ) ) != pdPASS )
        {
        }
    }
}

static void receive( void )
{
    uint8_t item[ LARGEST ] __attribute__( ( aligned( 4 ) ) );
    int last[ SENDERS ];

    memset( last, -1, sizeof( last ) );

    for( unsigned round = 0;; round++ )
    {
        if( xQueueReceive( queue, item, round % 4 == 3 ? portMAX_DELAY : round % 4 ) == pdPASS )
        {
            const int number = ( int ) number_of( item, runs[ run ].size );
            const unsigned sender = item[ 0 ];

            if( sender == STOP )
            {
                break;
            }

            CHECK( sender < SENDERS && number < MESSAGES );
            CHECK( runs[ run ].front || ( number > last[ sender ] ) );
            last[ sender ] = number;
            received[ sender ][ number ]++;
        }
    }
}

/* Looks at the mailbox: what is there is whole, and not older than before. */
static void look( void )
{
    uint8_t item[ LARGEST ] __attribute__( ( aligned( 4 ) ) );
    unsigned number = 0;

    while( number < MESSAGES )
    {
        const unsigned before = number;

        CHECK( xQueuePeek( queue, item, portMAX_DELAY ) == pdPASS );
        number = number_of( item, LARGEST );
        CHECK( number >= before );
        taskYIELD();
    }
}

/* The senders, and behind them the receivers, who look after the last run. */
static void work( void * argument )
{
    const unsigned task = ( unsigned ) ( uintptr_t ) argument;

    for( ;; )
    {
        ulTaskNotifyTake( pdTRUE, portMAX_DELAY );

        if( task < SENDERS )
        {
            send( task );
        }
        else if( run < RUNS )
        {
            receive();
        }
        else
        {
            look();
        }

        xTaskNotifyGive( judge );
    }
}

static void start( unsigned first, unsigned tasks )
{
    for( unsigned task = first; task < first + tasks; task++ )
    {
        xTaskNotifyGive( workers[ task ] );
    }
}

static void await( unsigned tasks )
{
    for( unsigned task = 0; task < tasks; task++ )
    {
        CHECK( ulTaskNotifyTake( pdFALSE, portMAX_DELAY ) != 0 );
    }
}

static void conserve( void )
{
    uint8_t item[ LARGEST ] __attribute__( ( aligned( 4 ) ) );

    memset( received, 0, sizeof( received ) );
    queue = xQueueCreate( runs[ run ].length, runs[ run ].size );
    CHECK( queue != NULL );
    start( SENDERS, RECEIVERS );
    start( 0, SENDERS );
    await( SENDERS );
    fill( item, runs[ run ].size, STOP, 0 );

    for( unsigned receiver = 0; receiver < RECEIVERS; receiver++ )
    {
        CHECK( xQueueSend( queue, item, portMAX_DELAY ) == pdPASS );
    }

    await( RECEIVERS );
    CHECK( uxQueueMessagesWaiting( queue ) == 0 );

    for( unsigned message = 0; message < SENDERS * MESSAGES; message++ )
    {
        CHECK( received[ message / MESSAGES ][ message % MESSAGES ] == 1 );
    }

    vQueueDelete( queue );
    printf( "%u bytes%s: each message came once\n", ( unsigned ) runs[ run ].size,
            runs[ run ].front ? ", to both ends" : "" );
}

static void overwrite( void )
{
    uint8_t item[ LARGEST ] __attribute__( ( aligned( 4 ) ) );

    queue = xQueueCreate( 1, LARGEST );
    start( SENDERS, RECEIVERS );

    for( unsigned number = 1; number <= MESSAGES; number++ )
    {
        fill( item, LARGEST, 0, number );
        CHECK( xQueueOverwrite( queue, item ) == pdPASS );
        if( number % 8 == 0 )
        {
            vTaskDelay( 1 );
        }
    }

    await( RECEIVERS );
    printf( "a mailbox was whole, and never older than before\n" );
}

static void order( void )
{
    static const uint32_t sent[] = { 1, 2, 3 }, wanted[] = { 3, 1, 2 };
    uint32_t item = 0;

    queue = xQueueCreate( 3, sizeof( item ) );
    CHECK( xQueueReceive( queue, &item, 0 ) == pdFAIL );
    CHECK( xQueueSend( queue, &sent[ 0 ], 0 ) == pdPASS );
    CHECK( xQueueSend( queue, &sent[ 1 ], 0 ) == pdPASS );
    CHECK( xQueueSendToFront( queue, &sent[ 2 ], 0 ) == pdPASS );
    CHECK( xQueueSend( queue, &sent[ 0 ], 2 ) == errQUEUE_FULL );
    CHECK( xQueuePeek( queue, &item, 0 ) == pdPASS && item == wanted[ 0 ] );

    for( unsigned index = 0; index < 3; index++ )
    {
        CHECK( xQueueReceive( queue, &item, 0 ) == pdPASS && item == wanted[ index ] );
    }

    CHECK( xQueueSend( queue, &sent[ 0 ], 0 ) == pdPASS );
    CHECK( xQueueReset( queue ) == pdPASS );
    CHECK( xQueuePeek( queue, &item, 2 ) == pdFAIL );
    vQueueDelete( queue );
    printf( "what is sent to the front comes first\n" );
}

static void run_judge( void * argument )
{
    judge = xTaskGetCurrentTaskHandle();
    order();

    for( run = 0; run < RUNS; run++ )
    {
        conserve();
    }

    overwrite();
    CHECK( cores_seen == ( 1U << configNUMBER_OF_CORES ) - 1U );
    board_exit( BOARD_EXIT_SUCCESS );
}

int main( void )
{
    for( unsigned task = 0; task < SENDERS + RECEIVERS; task++ )
    {
        CHECK( xTaskCreate( work, "", STACK, ( void * ) ( uintptr_t ) task, 1 + task % ( JUDGE - 1 ),
                            &workers[ task ] ) == pdPASS );
    }

    CHECK( xTaskCreate( run_judge, "", STACK, NULL, JUDGE, NULL ) == pdPASS );
    vTaskStartScheduler();
    return BOARD_EXIT_FAILURE;
}
