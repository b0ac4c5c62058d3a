/* SPDX-License-Identifier: Apache-2.0 */

/* Items at the end of memory that may be used: nothing beyond an item is read or written, by a task or by a
 * service routine, also where it is copied by words. */
#include <string.h>
#include <sys/mman.h>

#include "check.h"
#include "interrupt.h"
#include "queue.h"

#define SELF 4
#define PAGE 4096

/* Bytes: more than a message has. */
#define LARGEST 20

static uint8_t * end;
static UBaseType_t size;
static QueueHandle_t queue;

static uint8_t * fill( uint8_t number )
{
    return memset( end - size, number, size );
}

static void check_item( uint8_t number )
{
    for( UBaseType_t i = 1; i <= size; i++ )
    {
        CHECK_EQUAL( *( end - i ), number );
    }
}

static void routine( void )
{
    CHECK_EQUAL( xQueueReceiveFromISR( queue, fill( 0 ), NULL ), pdTRUE );
    check_item( 1 );
    CHECK_EQUAL( xQueueSendFromISR( queue, fill( 2 ), NULL ), pdTRUE );
    CHECK_EQUAL( xQueuePeekFromISR( queue, fill( 0 ) ), pdTRUE );
    check_item( 2 );
}

static void test_size( void )
{
    queue = xQueueCreate( 1, size );
    CHECK_EQUAL( xQueueSend( queue, fill( 1 ), 0 ), pdTRUE );
    interrupt( routine );
    CHECK_EQUAL( xQueueReceive( queue, fill( 0 ), 0 ), pdTRUE );
    check_item( 2 );
    CHECK_EQUAL( xQueueSendToFront( queue, fill( 3 ), 0 ), pdTRUE );
    CHECK_EQUAL( xQueuePeek( queue, fill( 0 ), 0 ), pdTRUE );
    check_item( 3 );
    CHECK_EQUAL( xQueueOverwrite( queue, fill( 4 ) ), pdTRUE );
    CHECK_EQUAL( xQueueReceive( queue, fill( 0 ), 0 ), pdTRUE );
    check_item( 4 );
    vQueueDelete( queue );
}

TEST_PROGRAM( SELF )
{
    uint8_t * pages = mmap( NULL, 2 * PAGE, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0 );

    CHECK( pages != MAP_FAILED );
    end = pages + PAGE;
    CHECK_EQUAL( mprotect( end, PAGE, PROT_NONE ), 0 );

    for( size = 1; size <= LARGEST; size++ )
    {
        test_size();
    }
}
