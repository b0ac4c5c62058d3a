/* SPDX-License-Identifier: Apache-2.0 */

/* Time slices of tasks, for programs with alchemy_slices.h. There is one timer, for the running task: it
 * begins anew whenever a task with a slice is switched in. */
#include "internal.h"

#if ALCHEMY_TIME_SLICES

    #if ( ALCHEMY_SOFTWARE_TIME_BASE == 1 )
        #error "Time slices are shorter than the ticks of ALCHEMY_SOFTWARE_TIME_BASE 1: choose another one."
    #endif

    #include <errno.h>

static struct time_base_timer timer;
static uint64_t end;                      /* of the running task's slice */
static const struct alchemy_task * sliced; /* the running task, NULL if it has none */

static void expired( struct time_base_timer * self, BaseType_t * woken )
{
    ( void ) self;

    /* The timer may have expired for another task, just before a switch. */
    if( ( sliced != NULL ) && ( time_base_now() >= end ) )
    {
        *woken = pdTRUE;
    }
}

/* At each switch, with interrupts masked. */
void alchemy_switched_in( void )
{
    const struct alchemy_task * task = pvTaskGetThreadLocalStoragePointer( NULL, ALCHEMY_TLS_INDEX );

    sliced = ( ( task != NULL ) && ( task->slice != 0U ) ) ? task : NULL;

    if( sliced != NULL )
    {
        end = time_base_now() + task->slice;
        time_base_start_from_isr( &timer, end );
    }
}

int rt_task_slice( RT_TASK * task, RTIME quantum )
{
    int error = 0;
    struct alchemy_task * set;
    uint64_t units = time_base_units( quantum );

    if( ( quantum != 0U ) && ( units < TIME_BASE_SHORTEST ) )
    {
        return -EINVAL;
    }

    alchemy_lock();
    set = alchemy_find_or_self( task, &error );

    if( ( set != NULL ) && ( timer.expired == NULL ) && ( time_base_open( &timer, expired ) != pdPASS ) )
    {
        error = -ENOMEM;
    }
    else if( set != NULL )
    {
        taskENTER_CRITICAL();
        set->slice = units;

        if( set == alchemy_self() )
        {
            alchemy_switched_in();
        }

        taskEXIT_CRITICAL();
    }

    alchemy_unlock();
    return error;
}

#endif /* ALCHEMY_TIME_SLICES */
