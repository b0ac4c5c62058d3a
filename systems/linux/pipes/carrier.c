/* SPDX-License-Identifier: Apache-2.0 */

#include "carrier.h"

#include <errno.h>
#include <stdint.h>

#include <alchemy/pipe_device.h>
#include <alchemy/task.h>

#include "FreeRTOS.h"
#include "channel.h"

#define PRIORITY 2       /* above Linux, and below what the application does in time */
#define STACK    640     /* bytes: a message and the calls */
#define AGAIN    1000000 /* nanoseconds until a pipe is there, or has room again */

static RT_TASK to_linux[ CHANNELS ], from_linux[ CHANNELS ];

/* A message that is longer than a channel's would stay in the pipe for ever. */
static void carry_to_linux( void * argument )
{
    int minor = ( int ) ( intptr_t ) argument;

    for( ;; )
    {
        struct channel_message message;
        ssize_t bytes = alchemy_device_read( minor, message.words, MESSAGE_MOST, TM_INFINITE );

        if( bytes == -ENOBUFS )
        {
            vIsochronConfigurationError( "a pipe to Linux carries at most 128 bytes a message" );
        }
        else if( bytes > 0 )
        {
            message.start = channel_start();
            ( void ) channel_send( ( uint32_t ) minor, &message, ( uint32_t ) bytes );
        }
        else
        {
            ( void ) rt_task_sleep( AGAIN );
        }
    }
}

/* What arrives while there is no such pipe is lost, as what is written to a device that nobody has opened. */
static void carry_from_linux( void * argument )
{
    int minor = ( int ) ( intptr_t ) argument;

    for( ;; )
    {
        struct channel_message message;
        uint32_t bytes = channel_receive( ( uint32_t ) minor, &message );

        while( alchemy_device_write( minor, message.words, bytes ) == -ENOMEM )
        {
            ( void ) rt_task_sleep( AGAIN );
        }
    }
}

void carrier_begin( void )
{
    for( int minor = 0; minor < CHANNELS; minor++ )
    {
        void * argument = ( void * ) ( intptr_t ) minor;

        ( void ) rt_task_spawn( &to_linux[ minor ], NULL, STACK, PRIORITY, 0, carry_to_linux, argument );
        ( void ) rt_task_spawn( &from_linux[ minor ], NULL, STACK, PRIORITY, 0, carry_from_linux, argument );
    }
}
