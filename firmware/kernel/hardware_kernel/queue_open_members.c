/* SPDX-License-Identifier: Apache-2.0 */

/*
 * Open transfers: messages to a queue that is the member of a set, or was a moment ago. Software tells the
 * set of an item in the moment in which the member has it, as FreeRTOS's prvNotifyQueueSetContainer() does in
 * its critical section; so a task sends as a routine does, with interrupts masked.
 */
#ifndef ISOCHRON_HARDWARE_KERNEL_QUEUE_OPEN_MEMBERS_C
#define ISOCHRON_HARDWARE_KERNEL_QUEUE_OPEN_MEMBERS_C

#include "kernel.h"

#include "queue_open_records.c"
#include "queue_open_routines.c"

#if ( configUSE_QUEUE_SETS == 1 ) && ( configISOCHRON_MESSAGES == 1 )

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

#endif /* configUSE_QUEUE_SETS */

#endif /* ISOCHRON_HARDWARE_KERNEL_QUEUE_OPEN_MEMBERS_C */
