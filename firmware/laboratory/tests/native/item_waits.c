/* SPDX-License-Identifier: Apache-2.0 */

/* A send of an item in memory that has waited for room, at every point of which a routine takes that room if
 * it can: then the send goes on waiting, for what is left of its time. The queue may be the member of a set.
 */
#include <string.h>

#include "board.h"
#include "check.h"
#include "queue.h"

#define LINE 2
#define LOW  1
#define SELF 4

/* Bytes: in memory; of the member of a set a message. */
#ifndef TEST_MEMBER
    #define TEST_MEMBER 0
#endif
#define LARGE ( TEST_MEMBER ? 12 : 600 )

/* Points from the arming to well after the end of a send. */
#define LAST_OFFSET 60

/* A wait, and when there is room for a moment. */
#define TICKS 8
#define ROOM  3

static uint8_t of_director[ LARGE ], of_sender[ LARGE ], of_routine[ LARGE ], received[ LARGE ];
static QueueHandle_t queue;
static QueueSetHandle_t set;
static volatile BaseType_t sent_by_routine, sent_by_sender, ended;
static volatile TickType_t ticks;

static void sender( void * parameters )
{
    for( ;; )
    {
        TickType_t began;

        ulTaskNotifyTake( pdTRUE, portMAX_DELAY );
        began = xTaskGetTickCount();
        sent_by_sender = xQueueSend( queue, of_sender, TICKS );
        ticks = xTaskGetTickCount() - began;
        ended = pdTRUE;
    }
}

static void routine( uint32_t line )
{
    board_acknowledge_interrupt( line );
    sent_by_routine = xQueueSendFromISR( queue, of_routine, NULL );
}

static void check_received( const uint8_t * item )
{
    CHECK( ( set == NULL ) || ( xQueueSelectFromSet( set, 0 ) == queue ) );
    CHECK_EQUAL( xQueueReceive( queue, received, 0 ), pdTRUE );
    CHECK_EQUAL( memcmp( received, item, LARGE ), 0 );
}

TEST_PROGRAM( SELF )
{
    TaskHandle_t sending = create( sender, 0, LOW );
    unsigned failures = 0;

    memset( of_director, 1, LARGE );
    memset( of_sender, 2, LARGE );
    memset( of_routine, 3, LARGE );
    queue = xQueueCreate( 1, LARGE );

    if( TEST_MEMBER )
    {
        set = xQueueCreateSet( 1 );
        CHECK_EQUAL( xQueueAddToSet( queue, set ), pdPASS );
    }

    board_set_interrupt_handler( LINE, routine );
    vTaskDelay( 1 );

    for( uint32_t offset = 1; offset <= LAST_OFFSET; offset++ )
    {
        ended = pdFALSE;
        CHECK_EQUAL( xQueueSend( queue, of_director, 0 ), pdTRUE );
        xTaskNotifyGive( sending );
        vTaskDelay( ROOM );
        check_received( of_director );
        board_arm_interrupt( LINE, offset, 0 );
        vTaskDelay( TICKS + 1 - ROOM );
        CHECK_EQUAL( ended, pdTRUE );
        CHECK_EQUAL( sent_by_sender, sent_by_routine ? errQUEUE_FULL : pdTRUE );
        CHECK_EQUAL( ticks, sent_by_routine ? TICKS : ROOM );
        check_received( sent_by_routine ? of_routine : of_sender );
        CHECK_EQUAL( uxQueueMessagesWaiting( queue ), 0 );
        failures += sent_by_routine ? 1 : 0;
    }

    CHECK( ( failures > 0 ) && ( failures < LAST_OFFSET ) );
}
