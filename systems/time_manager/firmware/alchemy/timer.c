/* SPDX-License-Identifier: Apache-2.0 */

/* Dates and conversions. The alchemy clock's tick is the nanosecond, as Xenomai 3 has it. */
#include "time_base.h"

#include "alchemy/timer.h"

RTIME rt_timer_tsc( void )
{
    return time_base_now();
}

RTIME rt_timer_read( void )
{
    return time_base_ns( time_base_now() );
}

int rt_timer_inquire( RT_TIMER_INFO * info )
{
    info->period = 1U;
    info->tsc = time_base_now();
    info->date = time_base_ns( info->tsc );
    return 0;
}

SRTIME rt_timer_ns2ticks( SRTIME ns )
{
    return ns;
}

SRTIME rt_timer_ticks2ns( SRTIME ticks )
{
    return ticks;
}

/* Division rounds to zero, so a negative number with a remainder is one too large. */
SRTIME rt_timer_ns2tsc( SRTIME ns )
{
    return ( ns / TIME_BASE_NS ) - ( ( ns % TIME_BASE_NS ) < 0 );
}

SRTIME rt_timer_tsc2ns( SRTIME tsc )
{
    return tsc * TIME_BASE_NS;
}

void rt_timer_spin( RTIME ns )
{
    uint64_t end = time_base_now() + time_base_units( ns );

    while( time_base_now() < end )
    {
    }
}
