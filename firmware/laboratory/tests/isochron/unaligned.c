/* SPDX-License-Identifier: Apache-2.0 */

/*
 * Items at every distance from a word's place, of every size up to some words and of some hundred bytes: each
 * byte of an item arrives where it belongs, and nothing beside it changes.
 */
#include <string.h>

#include "check.h"
#include "isochron_options.h"
#include "queue.h"

#define SMALL     75u
#define LARGE     301u
#define LENGTH    2u
#define OFFSETS   4u
#define BESIDE    4u
#define UNTOUCHED 0xA5

static uint8_t from[ LARGE + OFFSETS ], to[ BESIDE + LARGE + OFFSETS + BESIDE ];

static void pass( QueueHandle_t queue, uint32_t size, uint32_t offset )
{
    uint8_t * received = &to[ BESIDE + ( offset / OFFSETS ) ];
    uint8_t * sent = &from[ offset % OFFSETS ];

    for( uint32_t i = 0; i < size; i++ )
    {
        sent[ i ] = ( uint8_t ) ( ( i * 7u ) + offset + size );
    }

    memset( to, UNTOUCHED, sizeof( to ) );
    CHECK_EQUAL( xQueueSend( queue, sent, 0 ), pdTRUE );
    CHECK_EQUAL( xQueueReceive( queue, received, 0 ), pdTRUE );
    CHECK_EQUAL( memcmp( received, sent, size ), 0 );

    for( uint32_t i = 1; i <= BESIDE; i++ )
    {
        CHECK_EQUAL( *( received - i ), UNTOUCHED );
        CHECK_EQUAL( received[ size + i - 1u ], UNTOUCHED );
    }
}

/* The places of the queue's items are at different distances, too. */
static void pass_all( uint32_t size )
{
    QueueHandle_t queue = xQueueCreate( LENGTH, size );

    CHECK( queue != NULL );

    for( uint32_t offset = 0; offset < ( OFFSETS * OFFSETS ); offset++ )
    {
        for( uint32_t place = 0; place < LENGTH; place++ )
        {
            pass( queue, size, offset );
        }
    }

    vQueueDelete( queue );
}

TEST_PROGRAM( 2 )
{
    for( uint32_t size = 1; size <= SMALL; size++ )
    {
        pass_all( size );
    }

    for( uint32_t more = 1; more <= OFFSETS; more++ )
    {
        pass_all( 256u + ( 10u * more ) + more );
    }
}
