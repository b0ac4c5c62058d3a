/* SPDX-License-Identifier: Apache-2.0 */

/* What semaphores, mutexes, queues and mailboxes have in common: a FreeRTOS queue. */
#include "internal.h"

OS_EVENT * ucos2_event_create( enum ucos2_type type, QueueHandle_t handle )
{
    OS_EVENT * event = ( handle == NULL ) ? NULL : pvPortMalloc( sizeof( *event ) );

    if( event != NULL )
    {
        event->type = type;
        event->handle = handle;
        event->waiting = 0;
        event->deleted = pdFALSE;
    }
    else if( handle != NULL )
    {
        vQueueDelete( handle );
    }

    return event;
}

INT8U ucos2_check( const OS_EVENT * event, enum ucos2_type type )
{
    if( event == NULL )
    {
        return OS_ERR_PEVENT_NULL;
    }

    return ( event->type == type ) ? OS_ERR_NONE : OS_ERR_EVENT_TYPE;
}

INT8U ucos2_check_pend( const OS_EVENT * event, enum ucos2_type type )
{
    INT8U error = ucos2_check( event, type );

    if( error == OS_ERR_NONE )
    {
        error = ( ucos2_interrupts != 0U ) ? OS_ERR_PEND_ISR :
                ( ucos2_locks != 0U )      ? OS_ERR_PEND_LOCKED :
                                             OS_ERR_NONE;
    }

    return error;
}

static BaseType_t receive( OS_EVENT * event, void * message, TickType_t ticks )
{
    return ( message == NULL ) ? xSemaphoreTake( event->handle, ticks ) :
                                 xQueueReceive( event->handle, message, ticks );
}

BaseType_t ucos2_send( OS_EVENT * event, const void * message, BaseType_t position )
{
    return ( ucos2_interrupts == 0U ) ?
               xQueueGenericSend( event->handle, message, 0, position ) :
               xQueueGenericSendFromISR( event->handle, message, &ucos2_woken, position );
}

static void free_event( OS_EVENT * event )
{
    vQueueDelete( event->handle );
    event->type = 0;
    vPortFree( event );
}

/* Lets the next one that waits go on and see that it is deleted; the last one frees it. */
static void pass_deletion_on( OS_EVENT * event )
{
    void * nothing = NULL;

    if( event->waiting != 0U )
    {
        ( void ) ucos2_send( event, &nothing, queueSEND_TO_BACK );
    }
    else
    {
        free_event( event );
    }
}

INT8U ucos2_pend( OS_EVENT * event, void * message, INT32U timeout )
{
    BaseType_t received = receive( event, message, 0 );

    if( received == pdFALSE )
    {
        taskENTER_CRITICAL();
        event->waiting++;
        taskEXIT_CRITICAL();
        received = receive( event, message, ucos2_timeout( timeout ) );
        taskENTER_CRITICAL();
        event->waiting--;
        taskEXIT_CRITICAL();

        if( event->deleted )
        {
            pass_deletion_on( event );
            return OS_ERR_PEND_ABORT;
        }
    }

    return received ? OS_ERR_NONE : OS_ERR_TIMEOUT;
}

OS_EVENT * ucos2_event_delete( OS_EVENT * event, enum ucos2_type type, INT8U option, INT8U * error )
{
    *error = ucos2_check( event, type );

    if( ( *error == OS_ERR_NONE ) && ( ucos2_interrupts != 0U ) )
    {
        *error = OS_ERR_DEL_ISR;
    }

    if( ( *error == OS_ERR_NONE ) && ( option > OS_DEL_ALWAYS ) )
    {
        *error = OS_ERR_INVALID_OPT;
    }

    /* Only its holder could let those go on that wait for a mutex. */
    if( ( *error == OS_ERR_NONE ) && ( event->waiting != 0U ) &&
        ( ( option == OS_DEL_NO_PEND ) || ( type == UCOS2_MUTEX ) ) )
    {
        *error = OS_ERR_TASK_WAITING;
    }

    if( *error != OS_ERR_NONE )
    {
        return event;
    }

    event->deleted = pdTRUE;
    pass_deletion_on( event );
    return NULL;
}
