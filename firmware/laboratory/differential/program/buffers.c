/* SPDX-License-Identifier: Apache-2.0 */

/* Stream and message buffers. */
#include "program.h"

uint32_t stream_send( uint32_t buffer,
                      uint8_t value,
                      size_t count,
                      TickType_t ticks )
{
    return ( uint32_t ) xStreamBufferSend( object[ buffer ], item( value ), count, ticks );
}

uint32_t stream_send_from_isr( uint32_t buffer,
                               uint8_t value,
                               size_t count,
                               BaseType_t * woken )
{
    return ( uint32_t ) xStreamBufferSendFromISR( object[ buffer ], item( value ), count, woken );
}

/* How many bytes came, and the first one. */
static uint32_t bytes_came( const uint8_t * bytes,
                            size_t count )
{
    return ( count != 0u ) ? ( ( uint32_t ) bytes[ 0 ] << 8 ) | ( uint32_t ) count : 0u;
}

uint32_t stream_receive( uint32_t buffer,
                         size_t count,
                         TickType_t ticks )
{
    uint8_t bytes[ LARGEST_ITEM ];
    size_t came = xStreamBufferReceive( object[ buffer ], bytes, count, ticks );

    return bytes_came( bytes, came );
}

uint32_t stream_receive_from_isr( uint32_t buffer,
                                  size_t count,
                                  BaseType_t * woken )
{
    uint8_t bytes[ LARGEST_ITEM ];
    size_t came = xStreamBufferReceiveFromISR( object[ buffer ], bytes, count, woken );

    return bytes_came( bytes, came );
}
