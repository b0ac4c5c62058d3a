/* SPDX-License-Identifier: Apache-2.0 */

/* Stream and message buffers. FreeRTOS wants one task that sends and one that receives at a time:
 * a second one's call is skipped. */
#include "call_macros.h"
#include "message_buffer.h"
#include "stream_buffer.h"

enum side
{
    SENDER,
    RECEIVER,
    SIDES
};

/* Whether a task is in a call on one side of a buffer. Such a task is not deleted, since the buffer
 * would go on naming it. */
static bool busy[ MOST_OBJECTS ][ SIDES ];

/* Of which as many as are sent. */
static void fill( uint8_t * bytes, int32_t value )
{
    for( uint32_t i = 0; i < LARGEST_ITEM; i++ )
    {
        bytes[ i ] = ( uint8_t ) ( ( uint32_t ) value + i );
    }
}

/* What came: how many bytes, and which. */
static uint32_t received( const uint8_t * bytes, size_t count )
{
    uint32_t sum = 0;

    for( size_t i = 0; i < count; i++ )
    {
        sum = ( sum * 31u ) + bytes[ i ];
    }

    return ( sum << 7 ) | ( uint32_t ) count;
}

/* Operands: size, and the trigger level of a stream buffer. */
static void * stream_create( const int32_t * operands, uint32_t index )
{
    return xStreamBufferCreate( ( size_t ) operands[ 0 ], ( size_t ) operands[ 1 ] );
}

static void * message_create( const int32_t * operands, uint32_t index )
{
    return xMessageBufferCreate( ( size_t ) operands[ 0 ] );
}

static void stream_remove( void * handle )
{
    vStreamBufferDelete( ( StreamBufferHandle_t ) handle );
}

static uint32_t stream_look( void * handle )
{
    StreamBufferHandle_t buffer = ( StreamBufferHandle_t ) handle;

    return ( uint32_t ) ( ( xStreamBufferBytesAvailable( buffer ) << 16 ) |
                          ( xStreamBufferSpacesAvailable( buffer ) << 8 ) |
                          ( ( size_t ) xStreamBufferIsFull( buffer ) << 1 ) |
                          ( size_t ) xStreamBufferIsEmpty( buffer ) );
}

/* The same calls serve both kinds of buffer. */
static size_t send( StreamBufferHandle_t buffer, const int32_t * operands )
{
    uint8_t bytes[ LARGEST_ITEM ];
    bool * sending = &busy[ operands[ 0 ] ][ SENDER ];
    size_t count;

    fill( bytes, operands[ 1 ] );
    *sending = true;
    count = xStreamBufferSend( buffer, bytes, ( size_t ) operands[ 2 ], ticks_to_wait( operands[ 3 ] ) );
    *sending = false;
    return count;
}

static uint32_t receive( StreamBufferHandle_t buffer, const int32_t * operands )
{
    uint8_t bytes[ LARGEST_ITEM ];
    bool * receiving = &busy[ operands[ 0 ] ][ RECEIVER ];
    size_t count;

    *receiving = true;
    count = xStreamBufferReceive( buffer, bytes, ( size_t ) operands[ 1 ], ticks_to_wait( operands[ 2 ] ) );
    *receiving = false;
    return received( bytes, count );
}

CALL( stream_send )
{
    if( busy[ operands[ 0 ] ][ SENDER ] )
    {
        return SKIPPED;
    }

    ON_OBJECT( self, operands[ 0 ], send( ( StreamBufferHandle_t ) handle, operands ) );
}

CALL( stream_receive )
{
    if( busy[ operands[ 0 ] ][ RECEIVER ] )
    {
        return SKIPPED;
    }

    ON_OBJECT( self, operands[ 0 ], receive( ( StreamBufferHandle_t ) handle, operands ) );
}

CALL( stream_reset )
{
    WITH_OBJECT( operands[ 0 ], xStreamBufferReset( ( StreamBufferHandle_t ) handle ) );
}

CALL( stream_trigger )
{
    WITH_OBJECT( operands[ 0 ],
                 xStreamBufferSetTriggerLevel( ( StreamBufferHandle_t ) handle, ( size_t ) operands[ 1 ] ) );
}

CALL( message_length )
{
    WITH_OBJECT( operands[ 0 ], xStreamBufferNextMessageLengthBytes( ( StreamBufferHandle_t ) handle ) );
}

CALL( stream_send_from_isr )
{
    uint8_t bytes[ LARGEST_ITEM ];

    fill( bytes, operands[ 1 ] );
    WITH_OBJECT( operands[ 0 ],
                 xStreamBufferSendFromISR( ( StreamBufferHandle_t ) handle, bytes, ( size_t ) operands[ 2 ],
                                           WOKEN( operands[ 3 ] ) ) );
}

CALL( stream_receive_from_isr )
{
    uint8_t bytes[ LARGEST_ITEM ];

    WITH_OBJECT( operands[ 0 ], received( bytes, xStreamBufferReceiveFromISR( ( StreamBufferHandle_t ) handle,
                                                                              bytes, ( size_t ) operands[ 1 ],
                                                                              WOKEN( operands[ 2 ] ) ) ) );
}

CALL( stream_reset_from_isr )
{
    WITH_OBJECT( operands[ 0 ], xStreamBufferResetFromISR( ( StreamBufferHandle_t ) handle ) );
}

const struct object_kind stream_kind = {
    .name = "stream",
    .create = stream_create,
    .remove = stream_remove,
    .look = stream_look,
    .in_any_order = true,
    .names_tasks = true,
    .may_grow = true,
};

const struct object_kind message_kind = {
    .name = "message",
    .create = message_create,
    .remove = stream_remove,
    .look = stream_look,
    .in_any_order = true,
    .names_tasks = true,
    .may_grow = true,
};

const struct operation stream_buffer_calls[] = {
    ENTRY( stream_send ),
    ENTRY( stream_receive ),
    ENTRY( stream_reset ),
    ENTRY( stream_trigger ),
    ENTRY( message_length ),
    ENTRY( stream_send_from_isr ),
    ENTRY( stream_receive_from_isr ),
    ENTRY( stream_reset_from_isr ),
    NO_MORE,
};
