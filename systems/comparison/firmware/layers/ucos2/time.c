/* SPDX-License-Identifier: Apache-2.0 */

/* Delays and the time. A delay waits for the task's notification, which OSTimeDlyResume() gives. */
#include "internal.h"

#define HOURS_MINUTES   60U
#define MINUTES_SECONDS 60U
#define SECONDS_MS      1000U

/* What OSTimeSet() has moved the time by. */
static INT32U offset;

void OSTimeDly( INT32U ticks )
{
    struct ucos2_task * self;
    TickType_t start = xTaskGetTickCount(), passed = 0;

    if( ( ticks == 0U ) || ( ucos2_interrupts != 0U ) || ( ucos2_locks != 0U ) )
    {
        return;
    }

    self = ucos2_self();
    self->woken = pdFALSE;
    self->delayed = pdTRUE;

    /* A task that is suspended and resumed meanwhile goes on waiting. */
    while( ( passed < ticks ) && !self->woken )
    {
        ( void ) ulTaskNotifyTake( pdTRUE, ticks - passed );
        passed = xTaskGetTickCount() - start;
    }

    self->delayed = pdFALSE;
}

INT8U OSTimeDlyHMSM( INT8U hours, INT8U minutes, INT8U seconds, INT16U ms )
{
    INT32U ticks;

    if( ucos2_interrupts != 0U )
    {
        return OS_ERR_TIME_DLY_ISR;
    }

    if( ucos2_locks != 0U )
    {
        return OS_ERR_SCHED_LOCKED;
    }

    if( ( hours == 0U ) && ( minutes == 0U ) && ( seconds == 0U ) && ( ms == 0U ) )
    {
        return OS_ERR_TIME_ZERO_DLY;
    }

    if( minutes >= HOURS_MINUTES )
    {
        return OS_ERR_TIME_INVALID_MINUTES;
    }

    if( seconds >= MINUTES_SECONDS )
    {
        return OS_ERR_TIME_INVALID_SECONDS;
    }

    if( ms >= SECONDS_MS )
    {
        return OS_ERR_TIME_INVALID_MS;
    }

    ticks = ( ( ( INT32U ) hours * HOURS_MINUTES + minutes ) * MINUTES_SECONDS + seconds ) * OS_TICKS_PER_SEC;
    ticks += ( OS_TICKS_PER_SEC * ( INT32U ) ms + SECONDS_MS / 2U ) / SECONDS_MS;
    OSTimeDly( ticks );
    return OS_ERR_NONE;
}

INT8U OSTimeDlyResume( INT8U prio )
{
    struct ucos2_task * task;

    if( prio >= OS_LOWEST_PRIO )
    {
        return OS_ERR_PRIO_INVALID;
    }

    task = ucos2_task_of( prio );

    if( task == NULL )
    {
        return OS_ERR_TASK_NOT_EXIST;
    }

    if( !task->delayed )
    {
        return OS_ERR_TIME_NOT_DLY;
    }

    task->woken = pdTRUE;
    xTaskNotifyGive( ucos2_handle( task ) );
    return OS_ERR_NONE;
}

INT32U OSTimeGet( void )
{
    return xTaskGetTickCount() + offset;
}

void OSTimeSet( INT32U ticks )
{
    offset = ticks - xTaskGetTickCount();
}
