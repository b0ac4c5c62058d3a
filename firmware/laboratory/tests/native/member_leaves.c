/* SPDX-License-Identifier: Apache-2.0 */

/* A queue leaves its set at every point of a send, if it is empty there. The item is in the queue, whole, and
 * the set is told of it if the queue did not leave before. */
#include <string.h>

#include "board.h"
#include "check.h"
#include "queue.h"

#define LINE 2
#define LOW  1
#define SELF 4
#define HIGH 6

/* Points from the arming to well after the end of a send. */
#define LAST_OFFSET 60

/* Bytes: of a message, and of an item that is none. */
#define MESSAGE 12
#define LARGE   20

static QueueHandle_t queue;
static QueueSetHandle_t set;
static UBaseType_t size;
static TaskHandle_t director_task, leaving;
static volatile BaseType_t has_left;

static void leaver( void * parameters )
{
    ( void ) parameters;

    for( ;; )
    {
        ulTaskNotifyTake( pdTRUE, portMAX_DELAY );
        has_left = xQueueRemoveFromSet( queue, set );
    }
}

static void interrupt( uint32_t line )
{
    BaseType_t woken = pdFALSE;

    board_acknowledge_interrupt( line );
    vTaskNotifyGiveFromISR( leaving, &woken );
    portYIELD_FROM_ISR( woken );
}

static void sender( void * parameters )
{
    uint8_t item[ LARGE ];

    memset( item, ( int ) ( uintptr_t ) parameters, sizeof( item ) );
    CHECK_EQUAL( xQueueSend( queue, item, 0 ), pdTRUE );

    while( board_interrupt_is_armed( LINE ) )
    {
        ( void ) xTaskGetTickCount(); /* time passes here only */
    }

    xTaskNotifyGive( director_task );
    vTaskDelete( NULL );
}

static unsigned sweep( void )
{
    unsigned left = 0;

    for( uint32_t offset = 1; offset <= LAST_OFFSET; offset++ )
    {
        uint8_t item[ LARGE ] = { 0 };

        CHECK_EQUAL( xQueueAddToSet( queue, set ), pdPASS );
        has_left = pdFALSE;
        create( sender, offset, LOW );
        board_arm_interrupt( LINE, offset, 0 );
        ulTaskNotifyTake( pdTRUE, portMAX_DELAY );
        CHECK( xQueueSelectFromSet( set, 0 ) == ( has_left ? NULL : queue ) );
        CHECK_EQUAL( xQueueReceive( queue, item, 0 ), pdTRUE );

        for( UBaseType_t i = 0; i < size; i++ )
        {
            CHECK_EQUAL( item[ i ], offset );
        }

        CHECK_EQUAL( uxQueueMessagesWaiting( queue ), 0 );
        left += has_left ? 1 : 0;
        vTaskDelay( 1 ); /* the sender's memory is given back */

        if( !has_left )
        {
            CHECK_EQUAL( xQueueRemoveFromSet( queue, set ), pdPASS );
        }
    }

    return left;
}

TEST_PROGRAM( SELF )
{
    static const UBaseType_t sizes[] = { MESSAGE, LARGE };

    director_task = xTaskGetCurrentTaskHandle();
    set = xQueueCreateSet( 1 );
    leaving = create( leaver, 0, HIGH );
    board_set_interrupt_handler( LINE, interrupt );

    for( unsigned i = 0; i < sizeof( sizes ) / sizeof( sizes[ 0 ] ); i++ )
    {
        unsigned left;

        size = sizes[ i ];
        queue = xQueueCreate( 1, size );
        left = sweep();
        CHECK( ( left > 0 ) && ( left < LAST_OFFSET ) );
        vQueueDelete( queue );
    }
}
