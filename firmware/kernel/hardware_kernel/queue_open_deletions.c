/* SPDX-License-Identifier: Apache-2.0 */

/* Open transfers: what a reset, or the deletion of a queue or of a task, does with what is open there
 * (queue_open.c has the whole; tests/open_transfers has resets as a model). */
#ifndef ISOCHRON_HARDWARE_KERNEL_QUEUE_OPEN_DELETIONS_C
#define ISOCHRON_HARDWARE_KERNEL_QUEUE_OPEN_DELETIONS_C

#include "kernel.h"

#include "queue_open_relief.c"

/* For a reset, a deletion, or a queue that joins a set. Nobody is in the way of a task that does not run. */
void vKernelEndOpenAt( Queue_t * pxQueue )
{
    TCB_t * const pxSelf = kernelCURRENT_TASK();
    UBaseType_t uxEnabled;

    /* As a send to the front: all are in its way. */
    pxSelf->uxTransferKind = queueSEND_TO_FRONT;
    uxEnabled = uxIsochronMask();
    ( void ) prvMakeWay( pxQueue, pxSelf, queueSEND_TO_FRONT, uxEnabled );
    vIsochronUnmask( uxEnabled );
}

/* Of a task that has just been deleted: what it copies is dropped. But the item that it has half overwritten
 * and what it copies for another one are the running task's from now on. Interrupts are masked. */
void vKernelAbandonOpen( TCB_t * pxTCB )
{
    TCB_t * const pxSelf = kernelCURRENT_TASK();
    TCB_t * pxCopier = pxTCB;

    if( ( pxTCB->xOpen.ppxRecord != NULL ) && ( pxTCB->pxTransferOwner != NULL ) &&
        ( pxTCB->pxTransferOwner != pxTCB ) )
    {
        prvTakeOver( pxSelf, pxTCB );
    }

    if( pxTCB->pxTransferCopier != NULL )
    {
        pxCopier = pxTCB->pxTransferCopier;
    }

    if( ( pxCopier->xOpen.ppxRecord != NULL ) && ( prvPlace( pxCopier ) != openCLEARED ) )
    {
        Queue_t * const pxQueue = pxTCB->pxTransferQueue;

        if( prvEndWithoutCopy( pxQueue, pxCopier ) == pdFALSE )
        {
            if( ( transferKIND( pxTCB->uxTransferKind ) == queueOVERWRITE ) &&
                ( pxCopier->xOpen.ppxRecord == &( pxQueue->pxReader ) ) )
            {
                prvTakeOver( pxSelf, pxCopier );
            }
            else
            {
                pxTCB->pxTransferCopier = NULL;
                prvRob( pxCopier );
            }
        }
    }
}

/* Copies that. Nobody else is left with the memory of the task. */
void vKernelFinishAbandoned( TCB_t * pxTCB )
{
    TCB_t * const pxSelf = kernelCURRENT_TASK();
    const UBaseType_t uxEnabled = uxIsochronMask();

    if( ( pxSelf != NULL ) && ( pxSelf->xOpen.ppxRecord != NULL ) )
    {
        prvCopyForOwner( pxSelf, uxEnabled );
    }

    while( pxTCB->pxTransferCopier != NULL )
    {
        prvTakeOver( pxSelf, pxTCB->pxTransferCopier );
        prvCopyForOwner( pxSelf, uxEnabled );
    }

    vIsochronUnmask( uxEnabled );
}

#endif /* ISOCHRON_HARDWARE_KERNEL_QUEUE_OPEN_DELETIONS_C */
