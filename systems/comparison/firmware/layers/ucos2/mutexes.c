/* SPDX-License-Identifier: Apache-2.0 */

/* FreeRTOS's mutexes: the holder inherits the priority of who waits, and not one of the mutex, which is
 * only kept free. */
#include "internal.h"

#if ( configUSE_MUTEXES != 1 )
    #error "configUSE_MUTEXES: the layer of uC/OS-II's API needs 1."
#endif

OS_EVENT * OSMutexCreate( INT8U prio, INT8U * error )
{
    OS_EVENT * event;

    *error = ( ucos2_interrupts != 0U )          ? OS_ERR_CREATE_ISR :
             ( prio >= OS_LOWEST_PRIO )          ? OS_ERR_PRIO_INVALID :
             ( ucos2_reserve( prio ) == pdFAIL ) ? OS_ERR_PRIO_EXIST :
                                                   OS_ERR_NONE;

    if( *error != OS_ERR_NONE )
    {
        return NULL;
    }

    event = ucos2_event_create( UCOS2_MUTEX, xSemaphoreCreateMutex() );

    if( event == NULL )
    {
        *error = OS_ERR_PEVENT_NULL;
        ucos2_release( prio );
        return NULL;
    }

    event->ceiling = prio;
    return event;
}

void OSMutexPend( OS_EVENT * event, INT32U timeout, INT8U * error )
{
    *error = ucos2_check_pend( event, UCOS2_MUTEX );

    if( *error == OS_ERR_NONE )
    {
        *error = ucos2_pend( event, NULL, timeout );
    }
}

INT8U OSMutexPost( OS_EVENT * event )
{
    INT8U error = ucos2_check( event, UCOS2_MUTEX );

    if( ( error == OS_ERR_NONE ) && ( ucos2_interrupts != 0U ) )
    {
        error = OS_ERR_POST_ISR;
    }

    if( ( error == OS_ERR_NONE ) &&
        ( xSemaphoreGetMutexHolder( event->handle ) != xTaskGetCurrentTaskHandle() ) )
    {
        error = OS_ERR_NOT_MUTEX_OWNER;
    }

    if( error == OS_ERR_NONE )
    {
        ( void ) xSemaphoreGive( event->handle );
    }

    return error;
}

BOOLEAN OSMutexAccept( OS_EVENT * event, INT8U * error )
{
    *error = ucos2_check( event, UCOS2_MUTEX );

    if( ( *error == OS_ERR_NONE ) && ( ucos2_interrupts != 0U ) )
    {
        *error = OS_ERR_PEND_ISR;
    }

    return ( *error == OS_ERR_NONE ) && ( xSemaphoreTake( event->handle, 0 ) == pdPASS );
}

OS_EVENT * OSMutexDel( OS_EVENT * event, INT8U option, INT8U * error )
{
    INT8U ceiling = ( event == NULL ) ? 0U : event->ceiling;
    OS_EVENT * left = ucos2_event_delete( event, UCOS2_MUTEX, option, error );

    if( *error == OS_ERR_NONE )
    {
        ucos2_release( ceiling );
    }

    return left;
}
