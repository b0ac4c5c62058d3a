/* SPDX-License-Identifier: Apache-2.0 */

/* Open transfers: what a task or a routine does with one that is in its way. It cancels it, takes it over, or
 * does the little that is left (queue_open.c says when; tests/open_transfers has the protocol as a model). */
#ifndef ISOCHRON_HARDWARE_KERNEL_QUEUE_OPEN_RELIEF_C
#define ISOCHRON_HARDWARE_KERNEL_QUEUE_OPEN_RELIEF_C

#include "kernel.h"

#include "queue_open_records.c"

/* What another task copies has not happened, or is another's to end: ulIsochronCopy() returns
 * isochronLOST there. */
static void prvRob( TCB_t * pxCopier )
{
    prvClearRecord( pxCopier );

    if( prvPlace( pxCopier ) != openELSEWHERE )
    {
        isochronMOVE( pxCopier, isochronOPEN_LOST );
    }
}

/* Behind a commit on behalf of another task, which would have switched. */
static void prvSwitch( BaseType_t xWoken )
{
    #if ( configUSE_PREEMPTION == 1 )
    kernelSWITCH_BEHIND_ISR( xWoken );
    #else
    ( void ) xWoken;
    #endif
}

/* Ends a transfer of which so much is copied. Interrupts are masked. */
static BaseType_t prvEnd( Queue_t * pxQueue, TCB_t * pxOwner, UBaseType_t uxDone )
{
    BaseType_t xWoken = pdFALSE;

    prvCompleteRestFromISR( pxQueue, pxOwner->pvTransferItem, transferKIND( pxOwner->uxTransferKind ), uxDone,
                            &xWoken );
    pxOwner->uxTransferKind |= openDONE;
    pxOwner->pxTransferCopier = NULL;

    return xWoken;
}

/* Ends another task's transfer without a copy: cancels it, or does what is left. pdFALSE: it has to be
 * copied. Interrupts are masked. */
static __attribute__( ( noinline ) ) BaseType_t prvEndWithoutCopy( Queue_t * pxQueue, TCB_t * pxCopier )
{
    BaseType_t xWoken = pdFALSE;

    if( pxCopier->pxTransferOwner != NULL )
    {
        return pdFALSE;
    }

    switch( prvPlace( pxCopier ) )
    {
        case openELSEWHERE:
            break;

        case openCOPIES:
            if( ( pxCopier == pxQueue->pxReader ) || ( pxCopier->uxTransferKind >= openPATIENCE ) )
            {
                return pdFALSE;
            }

            pxCopier->uxTransferKind += openCANCELLED;
            break;

        case openCOMMITS:
            ( void ) xKernelFinishFromISR(
                ulIsochronCallFromISR( kernelOBJECT_COMMAND_FROM_ISR( pxQueue, ISR_QUEUE_COMMIT ),
                                       prvCommit( pxQueue, transferKIND( pxCopier->uxTransferKind ) ) ),
                &xWoken );
            prvSwitch( xWoken );
            pxCopier->uxTransferKind |= openDONE;
            break;

        default:
            pxCopier->uxTransferKind |= openDONE;
            break;
    }

    prvRob( pxCopier );

    return pdTRUE;
}

/* From now on the running task copies, for the same owner. Interrupts are masked. */
static void prvTakeOver( TCB_t * pxSelf, TCB_t * pxCopier )
{
    TCB_t ** const ppxRecord = pxCopier->xOpen.ppxRecord;
    TCB_t * const pxOwner = prvOwner( pxCopier );

    prvRob( pxCopier );
    prvStoreRecord( ppxRecord, pxSelf );
    pxSelf->pxTransferOwner = pxOwner;
    pxOwner->pxTransferCopier = pxSelf;
}

/* Copies what the running task has taken over, and ends it, unless another one has taken that over.
 * Interrupts are masked at both ends, and not in between, unless they were. */
static void prvCopyForOwner( TCB_t * pxSelf, UBaseType_t uxEnabled )
{
    TCB_t * const pxOwner = pxSelf->pxTransferOwner;
    Queue_t * const pxQueue = pxOwner->pxTransferQueue;
    const UBaseType_t uxSize = pxQueue->uxItemSize;
    Transfer_t xTransfer;

    prvPlan( pxQueue, pxOwner->pvTransferItem, transferKIND( pxOwner->uxTransferKind ), &xTransfer );
    vIsochronUnmask( uxEnabled );
    ( void ) ulIsochronCopy( xTransfer.pvTo, xTransfer.pvFrom, uxSize, NULL, NULL, 0U, 0,
                             &( pxSelf->xOpen ) );
    ( void ) uxIsochronMask();

    if( pxSelf->xOpen.ppxRecord != NULL )
    {
        prvClearRecord( pxSelf );
        prvSwitch( prvEnd( pxQueue, pxOwner, uxSize ) );
    }
}

/* Ends whatever is in the way of the running task's call. Returns pdTRUE when others have ended that itself.
 * Interrupts are masked at both ends. */
static __attribute__( ( noinline ) ) BaseType_t prvMakeWay( Queue_t * pxQueue, TCB_t * pxSelf,
                                                            UBaseType_t uxKind, UBaseType_t uxEnabled )
{
    while( ( pxSelf->uxTransferKind & openDONE ) == 0U )
    {
        TCB_t * const pxCopier = prvInTheWay( pxQueue, uxKind );

        if( pxCopier == NULL )
        {
            return pdFALSE;
        }

        if( prvEndWithoutCopy( pxQueue, pxCopier ) == pdFALSE )
        {
            prvTakeOver( pxSelf, pxCopier );
            prvCopyForOwner( pxSelf, uxEnabled );
        }
    }

    return pdTRUE;
}

#endif /* ISOCHRON_HARDWARE_KERNEL_QUEUE_OPEN_RELIEF_C */
