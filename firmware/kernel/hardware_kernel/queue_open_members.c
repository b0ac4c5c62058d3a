/* SPDX-License-Identifier: Apache-2.0 */

/* Open transfers: messages to a queue that is the member of a set, or was a moment ago. Software tells the
 * set of an item in the moment in which the member has it, as FreeRTOS's prvNotifyQueueSetContainer() does in
 * its critical section; so a task sends as a routine does, with interrupts masked. With several cores both do
 * so in a section. */
#ifndef ISOCHRON_HARDWARE_KERNEL_QUEUE_OPEN_MEMBERS_C
#define ISOCHRON_HARDWARE_KERNEL_QUEUE_OPEN_MEMBERS_C

#include "kernel.h"

#include "queue_open_records.c"
#include "queue_open_routines.c"

#if ( configUSE_QUEUE_SETS == 1 ) && ( configISOCHRON_MESSAGES == 1 )

    #if ( configNUMBER_OF_CORES == 1 )

/* Sends, for a task, to a queue of messages that is the member of a set, or was a moment ago: as a routine
 * does. The call may have waited already, since a tick. */
static BaseType_t prvTransferToMember( Queue_t * pxQueue, const void * pvItem, TickType_t xTicksToWait,
                                       UBaseType_t uxKind, TickType_t xBegan )
{
    for( ;; )
    {
        const UBaseType_t uxEnabled = uxIsochronMask();
        BaseType_t xWoken = pdFALSE;
        BaseType_t xSent = ( pxQueue->pxSet == NULL ) ?
                               prvSendMessageFromISR( pxQueue, pvItem, ( BaseType_t ) uxKind, &xWoken ) :
                               prvSendItemFromISR( pxQueue, pvItem, uxKind, &xWoken );

        if( xSent != pdFALSE )
        {
            kernelYIELD_IF_WOKEN( xWoken );
        }

        vIsochronUnmask( uxEnabled );

        if( ( xSent != pdFALSE ) ||
            ( ulIsochronCall( kernelTRANSFER_COMMAND( pxQueue, TASK_QUEUE_SEND ),
                              prvTicksLeft( xTicksToWait, xBegan ) ) != ISOCHRON_RESULT_OK ) )
        {
            return xSent;
        }
    }
}

    #else

/* Sends, in a section, to a queue that is the member of a set, or was a moment ago. */
static BaseType_t prvSendToMember( Queue_t * pxQueue, const void * pvItem, UBaseType_t uxKind,
                                   BaseType_t * const pxHigherPriorityTaskWoken )
{
    UBaseType_t uxCount;

    if( pxQueue->pxSet == NULL )
    {
        return prvSendMessageFromISR( pxQueue, pvItem, ( BaseType_t ) uxKind, pxHigherPriorityTaskWoken );
    }

    uxCount = prvCountFromISR( pxQueue );

    if( ( uxKind != queueOVERWRITE ) && ( uxCount >= pxQueue->uxLength ) )
    {
        return pdFALSE;
    }

    prvStoreMessage( messageOF_ISR, pvItem, pxQueue->uxItemSize );
    ( void ) xKernelFinishFromISR(
        ulIsochronCallFromISR( kernelOBJECT_COMMAND_FROM_ISR( pxQueue, ISR_QUEUE_COMMIT ),
                               transferCOMMIT( uxKind ) | kernelWAKE_NOBODY ),
        NULL );

    if( transferIS_NEWS( uxKind, uxCount ) )
    {
        prvPostFromISR( pxQueue->pxSet, pxQueue, pxHigherPriorityTaskWoken );
    }

    return pdTRUE;
}

/* For a task, which may have waited already, since a tick. The end of the section switches. */
static BaseType_t prvTransferToMember( Queue_t * pxQueue, const void * pvItem, TickType_t xTicksToWait,
                                       UBaseType_t uxKind, TickType_t xBegan )
{
    for( ;; )
    {
        BaseType_t xSent;

        taskENTER_CRITICAL();
        {
            xSent = prvSendToMember( pxQueue, pvItem, uxKind, NULL );
        }
        taskEXIT_CRITICAL();

        if( ( xSent != pdFALSE ) ||
            ( ulIsochronCall( kernelTRANSFER_COMMAND( pxQueue, TASK_QUEUE_SEND ),
                              prvTicksLeft( xTicksToWait, xBegan ) ) != ISOCHRON_RESULT_OK ) )
        {
            return xSent;
        }
    }
}

/* Sends a message, for a service routine. The hardware tells that the queue is a member, also if another core
 * has made it one just now. */
static BaseType_t prvSendFromRoutine( Queue_t * pxQueue, const void * pvItem, BaseType_t xCopyPosition,
                                      BaseType_t * const pxHigherPriorityTaskWoken )
{
    const uint32_t ulResult = prvIssueFromISR( pxQueue, pvItem, xCopyPosition );
    UBaseType_t uxSaved;
    BaseType_t xReturn;

    if( kernelISR_CODE( ulResult ) != ISOCHRON_RESULT_MEMBER )
    {
        return xKernelFinishFromISR( ulResult, pxHigherPriorityTaskWoken );
    }

    uxSaved = taskENTER_CRITICAL_FROM_ISR();
    {
        xReturn =
            prvSendToMember( pxQueue, pvItem, ( UBaseType_t ) xCopyPosition, pxHigherPriorityTaskWoken );
    }
    taskEXIT_CRITICAL_FROM_ISR( uxSaved );

    return xReturn;
}

    #endif /* configNUMBER_OF_CORES */

#endif /* configUSE_QUEUE_SETS */

#endif /* ISOCHRON_HARDWARE_KERNEL_QUEUE_OPEN_MEMBERS_C */
