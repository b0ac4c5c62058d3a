/* SPDX-License-Identifier: Apache-2.0 */

#include <stddef.h>
#include <stdint.h>

#include "FreeRTOS.h"
#include "message_buffer.h"
#include "task.h"
#include "isochron.h"

#include "channel.h"
#include "machine.h"

#define PRIORITY     4 /* above Linux, and below all that has a date */
#define STACK_WORDS  160
#define BUFFER_BYTES 512U
#define HEAD_BYTES   offsetof( struct channel_message, words )

static volatile uint32_t start;
static volatile int closed;

/* Between tasks and the rings of a channel: message buffers, of struct channel_message. The rings' counts
 * that are the firmware's are here: Linux can overwrite what it sees of them. */
static struct carrier
{
    MessageBufferHandle_t from_linux, to_linux;
    uint32_t taken, put_in;
    TaskHandle_t sends;
    volatile uint32_t waits_for_room; /* its sending task does */
} carriers[ CHANNELS ];

/* A word of a channel at its offset from the begin. */
static volatile uint32_t * word( uint32_t channel, uint32_t at )
{
    return ( volatile uint32_t * ) ( CHANNEL_ADDRESS + channel * CHANNEL_BYTES + at );
}

static volatile uint32_t * data( uint32_t channel, uint32_t ring, uint32_t at )
{
    return word( channel, ring + RING_DATA + ( at & ( RING_BYTES - 1U ) ) );
}

/* Takes a message out, and returns its bytes, or 0. After something that is no message the ring is empty. */
static uint32_t take( uint32_t channel, uint32_t * message )
{
    struct carrier * carrier = &carriers[ channel ];
    uint32_t there, bytes = 0;

    if( closed )
    {
        return 0;
    }

    there = *word( channel, CHANNEL_TO_FREERTOS + RING_PUT ) - carrier->taken;

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

/* Puts a message in; returns whether there was room, and Linux to read it. */
static int put( uint32_t channel, const uint32_t * message, uint32_t bytes )
{
    struct carrier * carrier = &carriers[ channel ];
    uint32_t there = carrier->put_in - *word( channel, CHANNEL_TO_LINUX + RING_TAKEN );

    if( closed || ( there > RING_BYTES ) || ( RING_BYTES - there < MESSAGE_TAKES( bytes ) ) )
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

uint32_t channel_start( void )
{
    return start;
}

uint32_t channel_receive( uint32_t channel, struct channel_message * message )
{
    uint32_t bytes;

    do
    {
        bytes = xMessageBufferReceive( carriers[ channel ].from_linux, message, sizeof( *message ),
                                       portMAX_DELAY );
    } while( ( bytes == 0 ) || ( message->start != start ) );

    return bytes - HEAD_BYTES;
}

int channel_send( uint32_t channel, const struct channel_message * message, uint32_t bytes )
{
    if( message->start != start )
    {
        return 0;
    }

    ( void ) xMessageBufferSend( carriers[ channel ].to_linux, message, HEAD_BYTES + bytes, portMAX_DELAY );
    return 1;
}

/* Whoever receives may be slow: then messages stay in the ring, and Linux's programs wait. */
static void receiving_task( void * parameter )
{
    uint32_t channel = ( uint32_t ) ( uintptr_t ) parameter;
    struct carrier * carrier = &carriers[ channel ];

    for( ;; )
    {
        struct channel_message message;
        uint32_t bytes;

        ( void ) ulTaskNotifyTake( pdTRUE, portMAX_DELAY );
        DOORBELLS_PENDING = CHANNEL_BELL( channel );
        wake_who_waits_for_room( carrier );

        while( ( bytes = take( channel, message.words ) ) != 0 )
        {
            message.start = start;
            ( void ) xMessageBufferSend( carrier->from_linux, &message, HEAD_BYTES + bytes, portMAX_DELAY );
            DOORBELLS_RING = CHANNEL_BELL( channel );
        }
    }
}

/* Puts a message into the ring, as soon as there is room, unless Linux starts again before. */
static void put_when_there_is_room( uint32_t channel, const struct channel_message * message, uint32_t bytes )
{
    while( message->start == start )
    {
        if( put( channel, message->words, bytes ) != 0 )
        {
            DOORBELLS_RING = CHANNEL_BELL( channel );
            return;
        }

        ( void ) ulTaskNotifyTake( pdTRUE,
                                   1 ); /* a tick at most: who would wake it may wait for a receiver */
    }
}

static void sending_task( void * parameter )
{
    uint32_t channel = ( uint32_t ) ( uintptr_t ) parameter;
    struct carrier * carrier = &carriers[ channel ];

    for( ;; )
    {
        struct channel_message message;
        uint32_t bytes;

        /* 0 after a notification that came late: of room, for a message that has found some. */
        do
        {
            bytes = xMessageBufferReceive( carrier->to_linux, &message, sizeof( message ), portMAX_DELAY );
        } while( bytes == 0 );

        carrier->waits_for_room = 1;
        put_when_there_is_room( channel, &message, bytes - HEAD_BYTES );
        carrier->waits_for_room = 0;
    }
}

void channel_close( void )
{
    closed = 1;
}

/* The tasks between have nothing to do with the rings now. What they have in hand, and what is in the
 * buffers, is of another start. */
void channel_open( void )
{
    DOORBELLS_PENDING = DOORBELLS_ALL;
    PENDING_AT_LINUX = DOORBELLS_ALL;

    for( uint32_t channel = 0; channel < CHANNELS; channel++ )
    {
        carriers[ channel ].taken = 0;
        carriers[ channel ].put_in = 0;

        for( uint32_t at = 0; at < CHANNEL_BYTES; at += 4U )
        {
            *word( channel, at ) = 0;
        }
    }

    start++;
    closed = 0;
}

void channel_begin( void )
{
    channel_open();

    for( uint32_t channel = 0; channel < CHANNELS; channel++ )
    {
        struct carrier * carrier = &carriers[ channel ];
        void * parameter = ( void * ) ( uintptr_t ) channel;
        TaskHandle_t receives = NULL;

        carrier->from_linux = xMessageBufferCreate( BUFFER_BYTES );
        carrier->to_linux = xMessageBufferCreate( BUFFER_BYTES );
        ( void ) xTaskCreate( receiving_task, "receives", STACK_WORDS, parameter, PRIORITY, &receives );
        ( void ) xIsochronLineToTask( LINE_OF_DOORBELLS + 1U + channel, receives );
        ( void ) xTaskCreate( sending_task, "sends", STACK_WORDS, parameter, PRIORITY, &carrier->sends );
    }
}
