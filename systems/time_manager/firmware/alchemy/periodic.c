/* SPDX-License-Identifier: Apache-2.0 */

/* Periods and delays of tasks. */
#include "internal.h"

#include <errno.h>

/* The release that comes next of a task that is periodic: also if it is late, the one that is to come. */
static uint64_t end_of_period( const struct alchemy_task * task, uint64_t now )
{
    uint64_t release;

    taskENTER_CRITICAL();
    release = task->release;
    taskEXIT_CRITICAL();

    return ( release > now ) ? release : release + ( ( now - release ) / task->period + 1U ) * task->period;
}

int rt_task_set_periodic( RT_TASK * task, RTIME idate, RTIME period )
{
    int error = 0;
    struct alchemy_task * set = alchemy_find_or_self( task, &error );
    uint64_t units = time_base_units( period );
    uint64_t now, release;

    if( set == NULL )
    {
        return error;
    }

    if( period == TM_INFINITE )
    {
        set->period = 0U;
        alchemy_close_timer( &set->releases );
        return 0;
    }

    if( units < TIME_BASE_SHORTEST )
    {
        return -EINVAL;
    }

    release = time_base_units( idate );
    now = time_base_now();

    if( idate == TM_NOW )
    {
        release = ( set->period == 0U ) ? now + units : end_of_period( set, now );
    }
    else if( release <= now )
    {
        return -ETIMEDOUT;
    }

    error = alchemy_open_timer( set, &set->releases, EVENT_RELEASE );

    if( error == 0 )
    {
        time_base_stop( &set->releases.timer );
        alchemy_forget( set, EVENT_RELEASE ); /* of an earlier period */
        taskENTER_CRITICAL();
        set->period = units;
        set->release = release;
        taskEXIT_CRITICAL();
        time_base_start( &set->releases.timer, release );
    }

    return error;
}

int rt_task_wait_period( unsigned long * overruns_r )
{
    struct alchemy_task * self = alchemy_self();
    uint64_t late;
    unsigned long overruns = 0;
    int error;

    if( self == NULL )
    {
        return -EPERM;
    }

    if( self->period == 0U )
    {
        return -EWOULDBLOCK;
    }

    error = alchemy_await( self, EVENT_RELEASE );

    if( error != 0 )
    {
        return error;
    }

    /* As Xenomai: a release that is late by less than a period is none that was missed. */
    late = time_base_now() - self->release;

    if( late >= self->period )
    {
        overruns = ( unsigned long ) ( late / self->period );
        error = -ETIMEDOUT;
    }

    late = ( overruns == 0U ) ? self->period : ( overruns + 1U ) * self->period;
    self->release += late;

    if( time_base_next( &self->releases.timer, late ) )
    {
        alchemy_happen( self, EVENT_RELEASE );
    }

    if( overruns_r != NULL )
    {
        *overruns_r = overruns;
    }

    return error;
}

static int sleep_until( struct alchemy_task * self, uint64_t date )
{
    int error = alchemy_open_timer( self, &self->sleep, EVENT_SLEPT );

    if( error != 0 )
    {
        return error;
    }

    time_base_start( &self->sleep.timer, date );
    error = alchemy_await( self, EVENT_SLEPT );

    if( error != 0 )
    {
        time_base_stop( &self->sleep.timer );
        alchemy_forget( self, EVENT_SLEPT );
    }

    return error;
}

int rt_task_sleep( RTIME delay )
{
    struct alchemy_task * self = alchemy_self();
    uint64_t now = time_base_now();

    if( self == NULL )
    {
        return -EPERM;
    }

    return ( delay == 0U ) ? 0 : sleep_until( self, now + time_base_units( delay ) );
}

int rt_task_sleep_until( RTIME date )
{
    struct alchemy_task * self = alchemy_self();
    uint64_t units = time_base_units( date );

    if( self == NULL )
    {
        return -EPERM;
    }

    if( date == TM_INFINITE )
    {
        return alchemy_await( self, EVENT_SLEPT ); /* nothing lets that happen */
    }

    return ( units <= time_base_now() ) ? -ETIMEDOUT : sleep_until( self, units );
}
