/* SPDX-License-Identifier: Apache-2.0 */

/* At every point of a send, for whose item a higher task waits, a routine sends to the same queue, and ends
 * that send if it has begun. The routine asks for no switch. If the send's item comes first, the higher task
 * has it before the send returns. */
#include <string.h>

#include "board.h"
#include "check.h"
#include "queue.h"

#define LINE 2
#define SELF 4
#define HIGH 6

/* Bytes of an item: more than a message has. */
#define LARGE 36

/* Who sent it. */
#define DIRECTOR 1
#define ROUTINE  2

/* Points from the arming to well after the end of a send. */
#define LAST_OFFSET 60

static uint8_t of_director[ LARGE ], of_routine[ LARGE ];
static QueueHandle_t queue;
static volatile unsigned received;
static volatile uint8_t first;

static void receiver( void * parameters )
{
    uint8_t item[ LARGE ];

    for( ;; )
    {
        CHECK_EQUAL( xQueueReceive( queue, item, portMAX_DELAY ), pdTRUE );
        first = ( received == 0 ) ? item[ 0 ] : first;
        received++;
    }
}

static void routine( uint32_t line )
{
    board_acknowledge_interrupt( line );
    CHECK_EQUAL( xQueueSendFromISR( queue, of_routine, NULL ), pdTRUE );
}

TEST_PROGRAM( SELF )
{
    unsigned firsts = 0;

    memset( of_director, DIRECTOR, LARGE );
    memset( of_routine, ROUTINE, LARGE );
    queue = xQueueCreate( 2, LARGE );
    create( receiver, 0, HIGH );
    board_set_interrupt_handler( LINE, routine );

    for( uint32_t offset = 1; offset <= LAST_OFFSET; offset++ )
    {
        unsigned received_before;

        received = 0;
        next_tick();
        board_arm_interrupt( LINE, offset, 0 );
        CHECK_EQUAL( xQueueSend( queue, of_director, 0 ), pdTRUE );
        received_before = received;

        while( board_interrupt_is_armed( LINE ) )
        {
            next_tick();
        }

        vTaskDelay( 1 );
        CHECK_EQUAL( received, 2 );
        CHECK( ( received_before > 0 ) || ( first == ROUTINE ) );
        firsts += ( first == DIRECTOR ) ? 1 : 0;
    }

    CHECK( ( firsts > 0 ) && ( firsts < LAST_OFFSET ) );
}
