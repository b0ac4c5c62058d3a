/* SPDX-License-Identifier: Apache-2.0 */

/*
 * Open transfers: messages to a queue that is the member of a set, or was a moment ago. Software tells the
 * set of an item in the moment in which the member has it, as FreeRTOS's prvNotifyQueueSetContainer() does in
 * its critical section; so a task sends as a routine does, with interrupts masked.
 */
#ifndef ISOCHRON_HARDWARE_KERNEL_QUEUE_OPEN_MEMBERS_C
#define ISOCHRON_HARDWARE_KERNEL_QUEUE_OPEN_MEMBERS_C

#include "kernel.h"

#if ( configISOCHRON_OPEN_TRANSFERS == 1 )

#include "queue_open_records.c"
#include "queue_open_routines.c"

#if ( configUSE_QUEUE_SETS == 1 )

/* Sends, for a task, to a queue of messages that is the member of a set, or was a moment ago: as a routine
 * does. */
static BaseType_t prvTransferToMember( Queue_t * pxQueue, const void * pvItem, TickType_t xTicksToWait,
                                       UBaseType_t uxKind )
{
    const TickType_t xBegan = ( TickType_t ) isochronREGISTER( ISOCHRON_TICK_OFFSET );
    TickType_t xTicksLeft = xTicksToWait;

    for( ;; )
    {
        const UBaseType_t uxEnabled = uxIsochronMask();
        BaseType_t xWoken = pdFALSE;
        BaseType_t xSent =
            ( pxQueue->pxSet == NULL ) ?
                prvSendMessageFromISR( pxQueue, pvItem, ( BaseType_t ) uxKind, &xWoken ) :
                prvTransferFromISR( pxQueue,
                                    ( uxKind == queueOVERWRITE ) ?
                                        kernelOBJECT_COMMAND_FROM_ISR( pxQueue, ISR_QUEUE_OVERWRITE ) :
                                        kernelOBJECT_COMMAND_FROM_ISR( pxQueue, ISR_QUEUE_SEND ),
                                    ( void * ) pvItem, uxKind, &xWoken );

        if( xSent != pdFALSE )
        {
            kernelYIELD_IF_WOKEN( xWoken );
        }

        vIsochronUnmask( uxEnabled );

        if( ( xSent != pdFALSE ) || ( ulIsochronCall( kernelTRANSFER_COMMAND( pxQueue, TASK_QUEUE_SEND ),
                                                      xTicksLeft ) != ISOCHRON_RESULT_OK ) )
        {
            return xSent;
        }

        xTicksLeft = prvTicksLeft( xTicksToWait, xBegan );
    }
}
/*-----------------------------------------------------------*/

/* Ends what has begun when the wait for a message's place ended, and holds the kernel, unless a routine has
 * done it, or the message went at once. */
static BaseType_t prvEndWait( Queue_t * pxQueue, const void * pvItem, UBaseType_t uxKind )
{
    const UBaseType_t uxEnabled = uxIsochronMask();

    if( ( isochronREGISTER( ISOCHRON_STATUS_OFFSET ) & ISOCHRON_STATUS_HELD_MASK ) != 0U )
    {
        prvStoreForMember( pxQueue, pvItem, uxKind );
        prvCommitToMember( pxQueue, uxKind );
    }

    vIsochronUnmask( uxEnabled );

    return pdTRUE;
}

#endif /* configUSE_QUEUE_SETS */
/*-----------------------------------------------------------*/

/* Of such a wait: nothing else holds the kernel. */
void vKernelFinishTransfer( void )
{
    const TCB_t * const pxTCB = kernelCURRENT_TASK();

    prvCompleteForTask( pxTCB->pxTransferQueue, pxTCB );
}

#endif /* configISOCHRON_OPEN_TRANSFERS */

#endif /* ISOCHRON_HARDWARE_KERNEL_QUEUE_OPEN_MEMBERS_C */
