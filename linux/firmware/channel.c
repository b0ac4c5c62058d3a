/* SPDX-License-Identifier: Apache-2.0 */

#include <stdint.h>

#include "channel.h"
#include "isochron.h"
#include "task.h"

#include "machine.h"

#define PRIORITY        4 /* above Linux, and below all that has a date */
#define STACK_WORDS     160
#define BUFFER_BYTES    512U

MessageBufferHandle_t channel_from_linux[ CHANNELS ], channel_to_linux[ CHANNELS ];

/* Between the buffers and the rings of a channel. The rings' counts that are the firmware's are here: Linux can
 * overwrite what it sees of them. */
static struct carrier
{
    uint32_t taken, put_in;
    TaskHandle_t sends;
    volatile uint32_t waits_for_room; /* its sending task does */
} carriers[ CHANNELS ];

/* A word of a channel at its offset from the begin. */
static volatile uint32_t * word( uint32_t channel,
                                 uint32_t at )
{
    return ( volatile uint32_t * ) ( CHANNEL_ADDRESS + channel * CHANNEL_BYTES + at );
}

static volatile uint32_t * data( uint32_t channel,
                                 uint32_t ring,
                                 uint32_t at )
{
    return word( channel, ring + RING_DATA + ( at & ( RING_BYTES - 1U ) ) );
}

/* Takes a message out, and returns its bytes, or 0. After something that is no message the ring is empty. */
static uint32_t take( uint32_t channel,
                      uint32_t * message )
{
    struct carrier * carrier = &carriers[ channel ];
    uint32_t there = *word( channel, CHANNEL_TO_FREERTOS + RING_PUT ) - carrier->taken, bytes = 0;

    if( ( there != 0 ) && ( there <= RING_BYTES ) )
    {
        bytes = *data( channel, CHANNEL_TO_FREERTOS, carrier->taken );

        if( ( bytes > MESSAGE_MOST ) || ( MESSAGE_TAKES( bytes ) > there ) )
        {
            bytes = 0;
        }

        for( uint32_t at = 0; at < bytes; at += 4U )
        {
            message[ at / 4U ] = *data( channel, CHANNEL_TO_FREERTOS, carrier->taken + 4U + at );
        }
    }

    carrier->taken += ( bytes != 0 ) ? MESSAGE_TAKES( bytes ) : there;
    carrier->taken &= ~3U;
    *word( channel, CHANNEL_TO_FREERTOS + RING_TAKEN ) = carrier->taken;
    return bytes;
}

/* Puts a message in; returns whether there was room. */
static int put( uint32_t channel,
                const uint32_t * message,
                uint32_t bytes )
{
    struct carrier * carrier = &carriers[ channel ];
    uint32_t there = carrier->put_in - *word( channel, CHANNEL_TO_LINUX + RING_TAKEN );

    if( ( there > RING_BYTES ) || ( RING_BYTES - there < MESSAGE_TAKES( bytes ) ) )
    {
        return 0;
    }

    *data( channel, CHANNEL_TO_LINUX, carrier->put_in ) = bytes;

    for( uint32_t at = 0; at < bytes; at += 4U )
    {
        *data( channel, CHANNEL_TO_LINUX, carrier->put_in + 4U + at ) = message[ at / 4U ];
    }

    carrier->put_in += MESSAGE_TAKES( bytes );
    *word( channel, CHANNEL_TO_LINUX + RING_PUT ) = carrier->put_in;
    return 1;
}

static void wake_who_waits_for_room( struct carrier * carrier )
{
    if( carrier->waits_for_room != 0 )
    {
        ( void ) xTaskNotifyGive( carrier->sends );
    }
}

/* Whoever receives may be slow: then messages stay in the ring, and Linux's programs wait. */
static void receiving_task( void * parameter )
{
    uint32_t channel = ( uint32_t ) ( uintptr_t ) parameter;

    for( ; ; )
    {
        uint32_t message[ MESSAGE_MOST / 4 ], bytes;

        ( void ) ulTaskNotifyTake( pdTRUE, portMAX_DELAY );
        DOORBELLS_PENDING = CHANNEL_BELL( channel );
        wake_who_waits_for_room( &carriers[ channel ] );

        while( ( bytes = take( channel, message ) ) != 0 )
        {
            ( void ) xMessageBufferSend( channel_from_linux[ channel ], message, bytes, portMAX_DELAY );
            DOORBELLS_RING = CHANNEL_BELL( channel );
        }
    }
}

static void sending_task( void * parameter )
{
    uint32_t channel = ( uint32_t ) ( uintptr_t ) parameter;
    struct carrier * carrier = &carriers[ channel ];

    for( ; ; )
    {
        uint32_t message[ MESSAGE_MOST / 4 ], bytes;

        /* 0 after a notification that came late: of room, for a message that has found some. */
        do
        {
            bytes = xMessageBufferReceive( channel_to_linux[ channel ], message, sizeof( message ), portMAX_DELAY );
        } while( bytes == 0 );

        carrier->waits_for_room = 1;

        while( put( channel, message, bytes ) == 0 )
        {
            ( void ) ulTaskNotifyTake( pdTRUE, 1 ); /* a tick at most: who would wake it may wait for a receiver */
        }

        carrier->waits_for_room = 0;
        DOORBELLS_RING = CHANNEL_BELL( channel );
    }
}

void channel_empty( void )
{
    for( uint32_t channel = 0; channel < CHANNELS; channel++ )
    {
        carriers[ channel ].taken = 0;
        carriers[ channel ].put_in = 0;

        for( uint32_t at = 0; at < CHANNEL_BYTES; at += 4U )
        {
            *word( channel, at ) = 0;
        }

        wake_who_waits_for_room( &carriers[ channel ] );
    }
}

void channel_begin( void )
{
    channel_empty();

    for( uint32_t channel = 0; channel < CHANNELS; channel++ )
    {
        void * parameter = ( void * ) ( uintptr_t ) channel;
        TaskHandle_t receives = NULL;

        channel_from_linux[ channel ] = xMessageBufferCreate( BUFFER_BYTES );
        channel_to_linux[ channel ] = xMessageBufferCreate( BUFFER_BYTES );
        ( void ) xTaskCreate( receiving_task, "receives", STACK_WORDS, parameter, PRIORITY, &receives );
        ( void ) xIsochronLineToTask( LINE_OF_DOORBELLS + 1U + channel, receives );
        ( void ) xTaskCreate( sending_task, "sends", STACK_WORDS, parameter, PRIORITY, &carriers[ channel ].sends );
    }
}
