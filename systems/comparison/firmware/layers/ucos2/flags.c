/* SPDX-License-Identifier: Apache-2.0 */

/* FreeRTOS's event groups: a task can wait for flags to be set, not for them to be cleared. */
#include "FreeRTOS.h"
#include "event_groups.h"

#include "internal.h"

struct ucos2_flags
{
    EventGroupHandle_t handle;
    volatile uint32_t waiting; /* tasks that wait for flags */
    volatile BaseType_t deleted;
};

OS_FLAG_GRP * OSFlagCreate( OS_FLAGS flags, INT8U * error )
{
    OS_FLAG_GRP * group = NULL;

    *error = OS_ERR_CREATE_ISR;

    if( ucos2_interrupts == 0U )
    {
        group = pvPortMalloc( sizeof( *group ) );
        group->handle = xEventGroupCreate();
        group->waiting = 0;
        group->deleted = pdFALSE;
        ( void ) xEventGroupSetBits( group->handle, flags );
        *error = OS_ERR_NONE;
    }

    return group;
}

/* Of a task that has waited: whether the group is deleted. The last one frees it. */
static BaseType_t leave( OS_FLAG_GRP * group )
{
    BaseType_t deleted, last;

    taskENTER_CRITICAL();
    deleted = group->deleted;
    last = ( --group->waiting == 0U );
    taskEXIT_CRITICAL();

    if( deleted && last )
    {
        vPortFree( group );
    }

    return deleted;
}

OS_FLAGS OSFlagPend( OS_FLAG_GRP * group, OS_FLAGS flags, INT8U wait_type, INT32U timeout, INT8U * error )
{
    INT8U type = ( INT8U ) ( wait_type & ~OS_FLAG_CONSUME );
    BaseType_t all = ( type == OS_FLAG_WAIT_SET_ALL );
    BaseType_t consume = ( wait_type & OS_FLAG_CONSUME ) != 0U;
    EventBits_t found;

    *error = ( group == NULL )          ? OS_ERR_FLAG_INVALID_PGRP :
             ( ucos2_interrupts != 0U ) ? OS_ERR_PEND_ISR :
             ( ucos2_locks != 0U )      ? OS_ERR_PEND_LOCKED :
             ( ( type != OS_FLAG_WAIT_SET_ALL ) && ( type != OS_FLAG_WAIT_SET_ANY ) ) ?
                                     OS_ERR_FLAG_WAIT_TYPE :
                                     OS_ERR_NONE;

    if( *error != OS_ERR_NONE )
    {
        return 0;
    }

    taskENTER_CRITICAL();
    group->waiting++;
    taskEXIT_CRITICAL();
    found = xEventGroupWaitBits( group->handle, flags, consume, all, ucos2_timeout( timeout ) ) & flags;

    if( leave( group ) )
    {
        *error = OS_ERR_PEND_ABORT;
        return 0;
    }

    if( ( found == 0U ) || ( all && ( found != flags ) ) )
    {
        *error = OS_ERR_TIMEOUT;
        return 0;
    }

    return ( OS_FLAGS ) found;
}

OS_FLAGS OSFlagPost( OS_FLAG_GRP * group, OS_FLAGS flags, INT8U option, INT8U * error )
{
    *error = ( group == NULL )          ? OS_ERR_FLAG_INVALID_PGRP :
             ( option > OS_FLAG_SET )   ? OS_ERR_FLAG_INVALID_OPT :
             ( ucos2_interrupts != 0U ) ? OS_ERR_POST_ISR :
                                          OS_ERR_NONE;

    if( *error != OS_ERR_NONE )
    {
        return 0;
    }

    if( option == OS_FLAG_SET )
    {
        ( void ) xEventGroupSetBits( group->handle, flags );
    }
    else
    {
        ( void ) xEventGroupClearBits( group->handle, flags );
    }

    return ( OS_FLAGS ) xEventGroupGetBits( group->handle );
}

OS_FLAG_GRP * OSFlagDel( OS_FLAG_GRP * group, INT8U option, INT8U * error )
{
    BaseType_t waited_for;

    *error = ( group == NULL )                                            ? OS_ERR_FLAG_INVALID_PGRP :
             ( ucos2_interrupts != 0U )                                   ? OS_ERR_DEL_ISR :
             ( option > OS_DEL_ALWAYS )                                   ? OS_ERR_INVALID_OPT :
             ( ( option == OS_DEL_NO_PEND ) && ( group->waiting != 0U ) ) ? OS_ERR_TASK_WAITING :
                                                                            OS_ERR_NONE;

    if( *error != OS_ERR_NONE )
    {
        return group;
    }

    /* Nobody may run and free it before it is known who does. */
    vTaskSuspendAll();
    group->deleted = pdTRUE;
    waited_for = ( group->waiting != 0U );
    vEventGroupDelete( group->handle );

    if( !waited_for )
    {
        vPortFree( group );
    }

    ( void ) xTaskResumeAll();
    return NULL;
}
