/* SPDX-License-Identifier: Apache-2.0 */

#include "internal.h"

#define MOST 0xFFFFU

OS_EVENT * OSSemCreate( INT16U count )
{
    return ( ucos2_interrupts != 0U ) ?
               NULL :
               ucos2_event_create( UCOS2_SEMAPHORE, xSemaphoreCreateCounting( MOST, count ) );
}

void OSSemPend( OS_EVENT * event, INT32U timeout, INT8U * error )
{
    *error = ucos2_check_pend( event, UCOS2_SEMAPHORE );

    if( *error == OS_ERR_NONE )
    {
        *error = ucos2_pend( event, NULL, timeout );
    }
}

INT8U OSSemPost( OS_EVENT * event )
{
    INT8U error = ucos2_check( event, UCOS2_SEMAPHORE );
    BaseType_t given;

    if( error != OS_ERR_NONE )
    {
        return error;
    }

    given = ( ucos2_interrupts == 0U ) ? xSemaphoreGive( event->handle ) :
                                         xSemaphoreGiveFromISR( event->handle, &ucos2_woken );
    return ( given == pdPASS ) ? OS_ERR_NONE : OS_ERR_SEM_OVF;
}

INT16U OSSemAccept( OS_EVENT * event )
{
    INT16U count;

    if( ucos2_check( event, UCOS2_SEMAPHORE ) != OS_ERR_NONE )
    {
        return 0;
    }

    if( ucos2_interrupts != 0U )
    {
        count = ( INT16U ) uxQueueMessagesWaitingFromISR( event->handle );
        return ( xSemaphoreTakeFromISR( event->handle, &ucos2_woken ) == pdPASS ) ? count : 0U;
    }

    taskENTER_CRITICAL();
    count = ( INT16U ) uxSemaphoreGetCount( event->handle );
    ( void ) xSemaphoreTake( event->handle, 0 );
    taskEXIT_CRITICAL();
    return count;
}

INT8U OSSemQuery( OS_EVENT * event, OS_SEM_DATA * data )
{
    INT8U error = ucos2_check( event, UCOS2_SEMAPHORE );

    if( ( error == OS_ERR_NONE ) && ( data == NULL ) )
    {
        error = OS_ERR_PDATA_NULL;
    }

    if( error == OS_ERR_NONE )
    {
        data->OSCnt = ( INT16U ) uxSemaphoreGetCount( event->handle );
    }

    return error;
}

OS_EVENT * OSSemDel( OS_EVENT * event, INT8U option, INT8U * error )
{
    return ucos2_event_delete( event, UCOS2_SEMAPHORE, option, error );
}
