/* SPDX-License-Identifier: Apache-2.0 */

/* The time base of a native program (firmware/laboratory/host): a microsecond is a point, at which an
 * interrupt may come. So programs about the layer's objects run without a simulated core, and repeat exactly.
 */
#include "time_base.h"

#include "board.h"
#include "channels.h"
#include "machine.h"

#define POINTS_PER_TICK ( configCPU_CLOCK_HZ / configTICK_RATE_HZ )

static uint64_t now;
static uint64_t dates[ TIME_BASE_TIMERS ]; /* 0: the timer does not run */
static int serving;

static void serve( uint32_t argument )
{
    BaseType_t woken = pdFALSE;

    serving = 1;

    for( uint32_t channel = 0; channel < TIME_BASE_TIMERS; channel++ )
    {
        if( ( dates[ channel ] != 0U ) && ( dates[ channel ] <= now ) )
        {
            dates[ channel ] = 0U;
            channel_timers[ channel ]->expired( channel_timers[ channel ], &woken );
        }
    }

    serving = 0;
    portYIELD_FROM_ISR( woken );
}

static void tick( uint32_t argument )
{
    machine_port_tick();
}

static void at_point( void )
{
    now++;

    for( uint32_t channel = 0; channel < TIME_BASE_TIMERS; channel++ )
    {
        if( ( dates[ channel ] != 0U ) && ( dates[ channel ] <= now ) && !machine_is_pending() )
        {
            machine_raise( serve, 0 );
        }
    }

    if( ( now % POINTS_PER_TICK ) == 0U )
    {
        machine_raise( tick, 0 ); /* as FreeRTOS's port wants it: what is woken runs at once */
    }
}

int board_in_interrupt( void )
{
    return serving;
}

void time_base_begin( void )
{
    static BaseType_t begun = pdFALSE;

    if( begun == pdFALSE )
    {
        begun = pdTRUE;
        channels_begin( 0, TIME_BASE_TIMERS );
        machine_observe( at_point );
    }
}

uint64_t time_base_now( void )
{
    machine_point();
    return now;
}

void time_base_start( struct time_base_timer * timer, uint64_t date )
{
    dates[ timer->channel ] = ( date > now ) ? date : now + 1U;
}

void time_base_start_from_isr( struct time_base_timer * timer, uint64_t date )
{
    time_base_start( timer, date );
}

BaseType_t time_base_next( struct time_base_timer * timer, uint64_t units )
{
    machine_fail( "periods are tried on the core" );
}

BaseType_t time_base_next_from_isr( struct time_base_timer * timer, uint64_t units )
{
    return time_base_next( timer, units );
}

void time_base_stop( struct time_base_timer * timer )
{
    dates[ timer->channel ] = 0U;
}
