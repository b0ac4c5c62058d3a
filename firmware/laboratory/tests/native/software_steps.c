/* SPDX-License-Identifier: Apache-2.0 */

/* An interrupt at every point of a take and of a receive in software, whose routine gives what they
 * want: whoever waits, or is just about to, gets it at once. */
#include "board.h"
#include "check.h"
#include "isochron.h"
#include "queue.h"
#include "semphr.h"

#define LINE           2
#define SELF           4

/* Points from the arming to well after the end of the call: there are fewer up to the wait, and no
 * interrupt comes later than in it. */
#define LAST_OFFSET    300

/* Long enough to tell a wake from a time-out. */
#define TICKS          10

static SemaphoreHandle_t semaphore;
static QueueHandle_t queue;
static volatile unsigned services;

static void give( uint32_t line )
{
    BaseType_t woken = pdFALSE;

    board_acknowledge_interrupt( line );
    services++;
    CHECK_EQUAL( xSemaphoreGiveFromISR( semaphore, &woken ), pdTRUE );
    portYIELD_FROM_ISR( woken );
}

static void send( uint32_t line )
{
    BaseType_t woken = pdFALSE;
    unsigned item;

    board_acknowledge_interrupt( line );
    item = ++services;
    CHECK_EQUAL( xQueueSendFromISR( queue, &item, &woken ), pdTRUE );
    portYIELD_FROM_ISR( woken );
}

static void test_take( void )
{
    CHECK_EQUAL( xSemaphoreTake( semaphore, TICKS ), pdTRUE );
    CHECK_EQUAL( uxSemaphoreGetCount( semaphore ), 0 );
}

static void test_receive( void )
{
    unsigned item = 0;

    CHECK_EQUAL( xQueueReceive( queue, &item, TICKS ), pdTRUE );
    CHECK_EQUAL( item, services );
    CHECK_EQUAL( uxQueueMessagesWaiting( queue ), 0 );
}

/* Does it with an interrupt after so many points, for all of them. */
static void sweep( void ( * test )( void ),
                   board_interrupt_handler_t handler )
{
    TickType_t begun;

    board_set_interrupt_handler( LINE, handler );
    services = 0;

    for( uint32_t offset = 1; offset <= LAST_OFFSET; offset++ )
    {
        begun = next_tick();
        board_arm_interrupt( LINE, offset, 0 );
        test();
        CHECK_EQUAL( services, offset );
        CHECK( xTaskGetTickCount() - begun < TICKS );
    }
}

static void director( void * parameters )
{
    ( void ) parameters;
    semaphore = xSemaphoreCreateBinary();
    queue = xQueueCreate( 1, sizeof( unsigned ) );
    CHECK_EQUAL( uxIsochronSoftwareObjects(), 2 );
    sweep( test_take, give );
    sweep( test_receive, send );
    test_passed();
}

int main( void )
{
    test_start( director, SELF );
}
