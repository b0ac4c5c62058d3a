/* SPDX-License-Identifier: Apache-2.0 */

/* Queues of pointers, and mailboxes, which are queues of one. FreeRTOS's heap has the messages. */
#include "internal.h"

OS_EVENT * OSQCreate( void ** start, INT16U size )
{
    ( void ) start;
    return ( ucos2_interrupts != 0U ) ?
               NULL :
               ucos2_event_create( UCOS2_QUEUE, xQueueCreate( size, sizeof( void * ) ) );
}

static void * pend( OS_EVENT * event, enum ucos2_type type, INT32U timeout, INT8U * error )
{
    void * message = NULL;

    *error = ucos2_check_pend( event, type );

    if( *error == OS_ERR_NONE )
    {
        *error = ucos2_pend( event, &message, timeout );
    }

    return ( *error == OS_ERR_NONE ) ? message : NULL;
}

static INT8U post( OS_EVENT * event, enum ucos2_type type, void * message, BaseType_t position, INT8U full )
{
    INT8U error = ucos2_check( event, type );

    if( error != OS_ERR_NONE )
    {
        return error;
    }

    return ( ucos2_send( event, &message, position ) == pdPASS ) ? OS_ERR_NONE : full;
}

static void * accept( OS_EVENT * event, enum ucos2_type type, INT8U * error )
{
    void * message = NULL;
    BaseType_t received;

    *error = ucos2_check( event, type );

    if( *error != OS_ERR_NONE )
    {
        return NULL;
    }

    received = ( ucos2_interrupts == 0U ) ? xQueueReceive( event->handle, &message, 0 ) :
                                            xQueueReceiveFromISR( event->handle, &message, &ucos2_woken );
    *error = received ? OS_ERR_NONE : OS_ERR_Q_EMPTY;
    return message;
}

void * OSQPend( OS_EVENT * event, INT32U timeout, INT8U * error )
{
    return pend( event, UCOS2_QUEUE, timeout, error );
}

INT8U OSQPost( OS_EVENT * event, void * message )
{
    return post( event, UCOS2_QUEUE, message, queueSEND_TO_BACK, OS_ERR_Q_FULL );
}

INT8U OSQPostFront( OS_EVENT * event, void * message )
{
    return post( event, UCOS2_QUEUE, message, queueSEND_TO_FRONT, OS_ERR_Q_FULL );
}

void * OSQAccept( OS_EVENT * event, INT8U * error )
{
    return accept( event, UCOS2_QUEUE, error );
}

INT8U OSQFlush( OS_EVENT * event )
{
    INT8U error = ucos2_check( event, UCOS2_QUEUE );

    if( error == OS_ERR_NONE )
    {
        ( void ) xQueueReset( event->handle );
    }

    return error;
}

OS_EVENT * OSQDel( OS_EVENT * event, INT8U option, INT8U * error )
{
    return ucos2_event_delete( event, UCOS2_QUEUE, option, error );
}

OS_EVENT * OSMboxCreate( void * message )
{
    OS_EVENT * event = ( ucos2_interrupts != 0U ) ?
                           NULL :
                           ucos2_event_create( UCOS2_MAILBOX, xQueueCreate( 1U, sizeof( void * ) ) );

    if( ( event != NULL ) && ( message != NULL ) )
    {
        ( void ) xQueueSend( event->handle, &message, 0 );
    }

    return event;
}

void * OSMboxPend( OS_EVENT * event, INT32U timeout, INT8U * error )
{
    return pend( event, UCOS2_MAILBOX, timeout, error );
}

INT8U OSMboxPost( OS_EVENT * event, void * message )
{
    if( ( event != NULL ) && ( message == NULL ) )
    {
        return OS_ERR_POST_NULL_PTR;
    }

    return post( event, UCOS2_MAILBOX, message, queueSEND_TO_BACK, OS_ERR_MBOX_FULL );
}

void * OSMboxAccept( OS_EVENT * event )
{
    INT8U error;

    return accept( event, UCOS2_MAILBOX, &error );
}
