/* SPDX-License-Identifier: Apache-2.0 */

/* An interrupt at every point of a send to the member of a queue set, whose routine calls the kernel, and so
 * ends the send if it has begun. Who waits for the set and is above the sender runs before the send returns.
 */
#include "board.h"
#include "check.h"
#include "queue.h"

#define LINE 2
#define SELF 4
#define HIGH 6

/* Points from the arming to well after the end of a send. */
#define LAST_OFFSET 100

static QueueHandle_t queue;
static QueueSetHandle_t set;
static volatile unsigned sent;

static void selector( void * parameters )
{
    uint32_t item;

    ( void ) parameters;

    for( ;; )
    {
        CHECK( xQueueSelectFromSet( set, portMAX_DELAY ) == queue );
        CHECK_EQUAL( xQueueReceive( queue, &item, 0 ), pdTRUE );
        CHECK_EQUAL( item, sent );
        mark( 's' );
    }
}

static void ask( uint32_t line )
{
    board_acknowledge_interrupt( line );
    ( void ) uxQueueMessagesWaitingFromISR( queue );
}

TEST_PROGRAM( SELF )
{
    queue = xQueueCreate( 1, sizeof( uint32_t ) );
    set = xQueueCreateSet( 1 );
    CHECK_EQUAL( xQueueAddToSet( queue, set ), pdPASS );
    create( selector, 0, HIGH );
    board_set_interrupt_handler( LINE, ask );

    for( uint32_t offset = 1; offset <= LAST_OFFSET; offset++ )
    {
        uint32_t item = offset;

        sent = offset;
        next_tick();
        board_arm_interrupt( LINE, offset, 0 );
        CHECK_EQUAL( xQueueSend( queue, &item, 0 ), pdTRUE );
        CHECK_ORDER( "s" );

        while( board_interrupt_is_armed( LINE ) )
        {
            next_tick();
        }
    }
}
