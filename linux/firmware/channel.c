/* SPDX-License-Identifier: Apache-2.0 */

#include <stdint.h>

#include "channel.h"
#include "isochron.h"
#include "task.h"

#include "channel_layout.h"
#include "machine.h"

#define PRIORITY        4 /* above Linux, and below all that has a date */
#define STACK_WORDS     160
#define BUFFER_BYTES    512U

/* The second of the doorbells. */
#define LINE            ( LINE_OF_DOORBELLS + 1U )

/* A word of the ring at an offset of CHANNEL_ADDRESS. */
#define WORD( ring, at )    REGISTER( CHANNEL_ADDRESS + ( ring ) + ( at ) )
#define DATA( ring, at )    WORD( ring, RING_DATA + ( ( at ) & ( RING_BYTES - 1U ) ) )

MessageBufferHandle_t channel_from_linux, channel_to_linux;

/* The rings' counts that are the firmware's: Linux can overwrite what it sees of them. */
static uint32_t taken, put_in;

/* Takes a message out, and returns its bytes, or 0. After something that is no message the ring is empty. */
static uint32_t take( uint32_t * message )
{
    uint32_t there = WORD( CHANNEL_TO_FREERTOS, RING_PUT ) - taken, bytes = 0;

    if( ( there != 0 ) && ( there <= RING_BYTES ) )
    {
        bytes = DATA( CHANNEL_TO_FREERTOS, taken );

        if( ( bytes > MESSAGE_MOST ) || ( MESSAGE_TAKES( bytes ) > there ) )
        {
            bytes = 0;
        }

        for( uint32_t at = 0; at < bytes; at += 4U )
        {
            message[ at / 4U ] = DATA( CHANNEL_TO_FREERTOS, taken + 4U + at );
        }
    }

    taken += ( bytes != 0 ) ? MESSAGE_TAKES( bytes ) : there;
    taken &= ~3U;
    WORD( CHANNEL_TO_FREERTOS, RING_TAKEN ) = taken;
    return bytes;
}

/* Puts a message in; returns whether there was room. */
static int put( const uint32_t * message,
                uint32_t bytes )
{
    uint32_t there = put_in - WORD( CHANNEL_TO_LINUX, RING_TAKEN );

    if( ( there > RING_BYTES ) || ( RING_BYTES - there < MESSAGE_TAKES( bytes ) ) )
    {
        return 0;
    }

    DATA( CHANNEL_TO_LINUX, put_in ) = bytes;

    for( uint32_t at = 0; at < bytes; at += 4U )
    {
        DATA( CHANNEL_TO_LINUX, put_in + 4U + at ) = message[ at / 4U ];
    }

    put_in += MESSAGE_TAKES( bytes );
    WORD( CHANNEL_TO_LINUX, RING_PUT ) = put_in;
    return 1;
}

/* Whoever receives may be slow: then messages stay in the ring, and Linux's programs wait. */
static void receiving_task( void * parameter )
{
    ( void ) parameter;

    for( ; ; )
    {
        uint32_t message[ MESSAGE_MOST / 4 ], bytes;

        ( void ) ulTaskNotifyTake( pdTRUE, portMAX_DELAY );
        DOORBELLS_PENDING = CHANNEL_BELL;

        while( ( bytes = take( message ) ) != 0 )
        {
            ( void ) xMessageBufferSend( channel_from_linux, message, bytes, portMAX_DELAY );
            DOORBELLS_RING = CHANNEL_BELL;
        }
    }
}

static void sending_task( void * parameter )
{
    ( void ) parameter;

    for( ; ; )
    {
        uint32_t message[ MESSAGE_MOST / 4 ];
        uint32_t bytes = xMessageBufferReceive( channel_to_linux, message, sizeof( message ), portMAX_DELAY );

        while( put( message, bytes ) == 0 )
        {
            vTaskDelay( 1 );
        }

        DOORBELLS_RING = CHANNEL_BELL;
    }
}

void channel_empty( void )
{
    taken = 0;
    put_in = 0;

    for( uint32_t at = 0; at < CHANNEL_BYTES; at += 4U )
    {
        WORD( 0, at ) = 0;
    }
}

void channel_begin( void )
{
    TaskHandle_t task = NULL;

    channel_empty();
    channel_from_linux = xMessageBufferCreate( BUFFER_BYTES );
    channel_to_linux = xMessageBufferCreate( BUFFER_BYTES );
    ( void ) xTaskCreate( receiving_task, "receives", STACK_WORDS, NULL, PRIORITY, &task );
    ( void ) xIsochronLineToTask( LINE, task );
    ( void ) xTaskCreate( sending_task, "sends", STACK_WORDS, NULL, PRIORITY, NULL );
}
