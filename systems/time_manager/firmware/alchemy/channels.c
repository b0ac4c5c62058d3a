/* SPDX-License-Identifier: Apache-2.0 */

#include "channels.h"

#include "task.h"

struct time_base_timer * channel_timers[ TIME_BASE_TIMERS ];

/* The free ones, the next to be taken last: taking and returning one takes the same time however
 * many there are. */
static uint8_t free_channels[ TIME_BASE_TIMERS ];
static uint32_t free_count;

void channels_begin( uint32_t first, uint32_t end )
{
    for( uint32_t channel = end; channel > first; channel-- )
    {
        free_channels[ free_count++ ] = ( uint8_t ) ( channel - 1U );
    }
}

BaseType_t time_base_open( struct time_base_timer * timer,
                           void ( *expired )( struct time_base_timer * self, BaseType_t * woken ) )
{
    BaseType_t opened = pdFAIL;

    time_base_begin();
    taskENTER_CRITICAL();

    if( free_count > 0U )
    {
        timer->expired = expired;
        timer->channel = free_channels[ --free_count ];
        channel_timers[ timer->channel ] = timer;
        opened = pdPASS;
    }

    taskEXIT_CRITICAL();
    return opened;
}

void time_base_close( struct time_base_timer * timer )
{
    time_base_stop( timer );
    taskENTER_CRITICAL();
    channel_timers[ timer->channel ] = NULL;
    free_channels[ free_count++ ] = ( uint8_t ) timer->channel;
    taskEXIT_CRITICAL();
}

uint64_t time_base_units( uint64_t ns )
{
    return ( ns / TIME_BASE_NS ) + ( ( ( ns % TIME_BASE_NS ) != 0U ) ? 1U : 0U );
}
