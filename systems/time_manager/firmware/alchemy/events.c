/* SPDX-License-Identifier: Apache-2.0 */

/* Waiting. Events are flags; the task's notification only makes it look at them again. */
#include "internal.h"

#include <errno.h>

void alchemy_happen( struct alchemy_task * task, uint32_t event )
{
    taskENTER_CRITICAL();
    task->events |= event;
    taskEXIT_CRITICAL();
    xTaskNotifyGive( task->handle );
}

void alchemy_happen_from_isr( struct alchemy_task * task, uint32_t event, BaseType_t * woken )
{
    task->events |= event; /* interrupts do not nest */
    vTaskNotifyGiveFromISR( task->handle, woken );
}

void alchemy_forget( struct alchemy_task * task, uint32_t events )
{
    taskENTER_CRITICAL();
    task->events &= ~events;
    taskEXIT_CRITICAL();
}

int alchemy_await( struct alchemy_task * self, uint32_t events )
{
    int error = 0;

    self->awaited = events;

    /* A notification from before, or a suspension, ends a wait for nothing. */
    while( ( self->events & ( events | EVENT_UNBLOCK ) ) == 0U )
    {
        ( void ) ulTaskNotifyTake( pdTRUE, portMAX_DELAY );
    }

    self->awaited = 0U;

    if( ( self->events & EVENT_UNBLOCK ) != 0U )
    {
        events = EVENT_UNBLOCK;
        error = -EINTR;
    }

    alchemy_forget( self, events );
    return error;
}

/* With the lock. */
static BaseType_t can_be_unblocked( const struct alchemy_task * task )
{
    if( task->awaited == EVENT_KERNEL )
    {
        #if ( INCLUDE_xTaskAbortDelay == 1 )
        return xTaskAbortDelay( task->handle );
        #else
        return pdFALSE;
        #endif
    }

    /* What has happened already has ended the wait. */
    return ( ( task->awaited & ~EVENT_START ) != 0U ) && ( ( task->awaited & task->events ) == 0U );
}

int rt_task_unblock( RT_TASK * task )
{
    int error = 0;
    struct alchemy_task * found;

    alchemy_lock();
    found = alchemy_find( task, &error );

    if( ( found != NULL ) && can_be_unblocked( found ) )
    {
        alchemy_happen( found, EVENT_UNBLOCK );
    }

    alchemy_unlock();
    return error;
}

static void expired( struct time_base_timer * timer, BaseType_t * woken )
{
    struct task_timer * self = ( struct task_timer * ) timer; /* its first member */

    alchemy_happen_from_isr( self->task, self->event, woken );
}

int alchemy_open_timer( struct alchemy_task * task, struct task_timer * timer, uint32_t event )
{
    if( timer->open == pdFALSE )
    {
        timer->task = task;
        timer->event = event;
        timer->open = time_base_open( &timer->timer, expired );
    }

    return timer->open ? 0 : -ENOMEM;
}

void alchemy_close_timer( struct task_timer * timer )
{
    if( timer->open )
    {
        time_base_close( &timer->timer );
        timer->open = pdFALSE;
    }
}
