/* SPDX-License-Identifier: Apache-2.0 */

/*
 * Items of more than a piece. A transfer of one is *open* while it is copied: the queue says whose it is,
 * and that task's control block what, and how far. The kernel is held for a piece at a time, so that others
 * wait for one piece and no longer, whatever the size.
 *
 * Whoever is about to use a queue where another's transfer is open finishes that first, piece by piece as
 * well: what it needs is in the control block, and its owner does not run meanwhile. So there is one open
 * transfer at each queue at most, what it has found stays there for it, and it takes effect when it is
 * committed, before that of whoever finished it. Its owner sees later that nothing is left to do.
 *
 * A routine that comes while a piece is copied ends the hold, and the piece is copied once more
 * (vKernelFinishTransfer()); but the last one it finishes.
 */
#ifndef ISOCHRON_HARDWARE_KERNEL_QUEUE_PIECES_C
#define ISOCHRON_HARDWARE_KERNEL_QUEUE_PIECES_C

#include "queue_transfer.c"

/* Whether an item can be copied by words. */
static portFORCE_INLINE BaseType_t prvIsAligned( const Transfer_t * pxTransfer )
{
    return ( ( ( ( uintptr_t ) pxTransfer->pvTo | ( uintptr_t ) pxTransfer->pvFrom ) % sizeof( uint32_t ) ) ==
             0U ) ?
               pdTRUE :
               pdFALSE;
}
/*-----------------------------------------------------------*/

/* Copies a piece of the owner's transfer, and commits behind the last one. The running task, the owner or
 * another one, holds the kernel, and interrupts are masked; both end. */
static void prvCopyHeldPiece( TCB_t * pxSelf, TCB_t * pxOwner, Queue_t * pxQueue, UBaseType_t uxEnabled )
{
    void * const pvItem = pxOwner->pvTransferItem;
    const UBaseType_t uxState = pxOwner->uxTransferKind;
    const UBaseType_t uxKind = transferKIND( uxState );
    const UBaseType_t uxDone = transferDONE( uxState );
    const UBaseType_t uxLeft = pxQueue->uxItemSize - uxDone;
    UBaseType_t uxPiece;
    Transfer_t xTransfer;
    uint32_t ulResult;

    prvPlan( pxQueue, pvItem, uxKind, &xTransfer );
    prvGoOn( &xTransfer, uxDone );
    uxPiece = ( prvIsAligned( &xTransfer ) != pdFALSE ) ? transferPIECE : ( UBaseType_t ) isochronBYTES;

    if( uxLeft <= uxPiece )
    {
        pxSelf->pvTransferItem = pvItem;
        pxSelf->uxTransferKind = uxState & ~transferOPEN;
        prvClose( pxQueue, pxOwner );
    }

    vIsochronUnmask( uxEnabled );

    if( uxLeft > uxPiece )
    {
        vIsochronTransfer( xTransfer.pvTo, xTransfer.pvFrom, uxPiece,
                           ( uint8_t ** ) &( pxOwner->uxTransferKind ), ( uint8_t * ) ( uxState + uxPiece ),
                           kernelTRANSFER_COMMAND( pxQueue, TASK_QUEUE_COMMIT ), isochronRELEASE );
        vIsochronPause();

        return;
    }

    #if ( configUSE_QUEUE_SETS == 1 )
    if( prvSetToTell( pxQueue, uxKind ) != NULL )
    {
        ( void ) prvEndSendToMember( pxQueue, &xTransfer, uxLeft, uxKind );

        return;
    }
    #endif

    vIsochronTransfer( xTransfer.pvTo, xTransfer.pvFrom, uxLeft, xTransfer.ppucRing, xTransfer.pucNext,
                       kernelTRANSFER_COMMAND( pxQueue, TASK_QUEUE_COMMIT ), transferCOMMIT( uxKind ) );

    ulResult = isochronREGISTER( ISOCHRON_RESULT_OFFSET );

    if( ulResult > ISOCHRON_RESULT_OK )
    {
        ( void ) isochronFINISH( ulResult, kernelTRANSFER_COMMAND( pxQueue, TASK_QUEUE_COMMIT ),
                                 transferCOMMIT( uxKind ) );
    }
}
/*-----------------------------------------------------------*/

/* Copies a piece of a task's open transfer: of a certain task, or of whoever has one at a queue. pdFALSE when
 * there is none. That and the hold are one step, for afterwards the queue may not even be there. */
static BaseType_t prvCopyPiece( TCB_t * const * ppxOwner )
{
    TCB_t * const pxSelf = kernelCURRENT_TASK();
    const UBaseType_t uxEnabled = uxIsochronMask();
    TCB_t * const pxOwner = *ppxOwner;
    Queue_t * const pxQueue =
        ( ( pxOwner != NULL ) && kernelIS_OPEN( pxOwner ) ) ? pxOwner->pxTransferQueue : NULL;

    if( pxQueue == NULL )
    {
        vIsochronUnmask( uxEnabled );

        return pdFALSE;
    }

    pxSelf->pxTransferQueue = pxQueue;

    if( pxSelf != pxOwner )
    {
        pxSelf->uxTransferKind = 0;
    }

    /* The command that holds and does not ask what is there. */
    ( void ) ulIsochronAnswer( kernelTRANSFER_COMMAND( pxQueue, TASK_QUEUE_OVERWRITE ), 0 );
    prvCopyHeldPiece( pxSelf, pxOwner, pxQueue, uxEnabled );

    return pdTRUE;
}
/*-----------------------------------------------------------*/

__attribute__( ( noinline ) ) void vKernelFinishOpen( TCB_t * const * ppxOwner )
{
    while( prvCopyPiece( ppxOwner ) != pdFALSE )
    {
    }
}
/*-----------------------------------------------------------*/

/* How long a call may wait on that began at a tick. */
static TickType_t prvTicksLeft( TickType_t xTicksToWait, TickType_t xBegan )
{
    const TickType_t xPassed = ( TickType_t ) isochronREGISTER( ISOCHRON_TICK_OFFSET ) - xBegan;

    if( xTicksToWait == portMAX_DELAY )
    {
        return portMAX_DELAY;
    }

    return ( xPassed < xTicksToWait ) ? ( xTicksToWait - xPassed ) : 0U;
}
/*-----------------------------------------------------------*/

/* Whether the fast way of the attachment may be taken: the items are aligned, and no set is told. */
static portFORCE_INLINE BaseType_t prvIsPlain( const Queue_t * pxQueue, const Transfer_t * pxTransfer,
                                               UBaseType_t uxKind )
{
    #if ( configUSE_QUEUE_SETS == 1 )
    if( prvSetToTell( pxQueue, uxKind ) != NULL )
    {
        return pdFALSE;
    }
    #endif
    ( void ) pxQueue;
    ( void ) uxKind;

    return prvIsAligned( pxTransfer );
}
/*-----------------------------------------------------------*/

/* Copies what the running task, which holds the kernel, has just opened. Interrupts are masked. */
static portFORCE_INLINE void prvCopyOwn( Queue_t * pxQueue, TCB_t * pxTCB, UBaseType_t uxKind,
                                         UBaseType_t uxEnabled )
{
    Transfer_t xTransfer;
    IsochronEnd_t xEnd;
    uint32_t ulResult;

    prvPlan( pxQueue, pxTCB->pvTransferItem, uxKind, &xTransfer );

    if( prvIsPlain( pxQueue, &xTransfer, uxKind ) == pdFALSE )
    {
        prvCopyHeldPiece( pxTCB, pxTCB, pxQueue, uxEnabled );
    }
    else
    {
        vIsochronUnmask( uxEnabled );
        xEnd.ppucRing = xTransfer.ppucRing;
        xEnd.pucNext = xTransfer.pucNext;
        xEnd.uxCommand = kernelTRANSFER_COMMAND( pxQueue, TASK_QUEUE_COMMIT );
        xEnd.ulArgument = transferCOMMIT( uxKind );
        vIsochronTransferPieces( xTransfer.pvTo, xTransfer.pvFrom, pxQueue->uxItemSize,
                                 &( pxTCB->uxTransferKind ), &( pxQueue->pxOpen ),
                                 kernelTRANSFER_COMMAND( pxQueue, TASK_QUEUE_OVERWRITE ), &xEnd );
        ulResult = isochronREGISTER( ISOCHRON_RESULT_OFFSET );

        if( ulResult > ISOCHRON_RESULT_OK )
        {
            ( void ) isochronFINISH( ulResult, kernelTRANSFER_COMMAND( pxQueue, TASK_QUEUE_COMMIT ),
                                     transferCOMMIT( uxKind ) );
        }
    }

    kernelFINISH_OPEN_OF( pxTCB );
}
/*-----------------------------------------------------------*/

/* Sends or receives, for a task, as prvTransfer(). */
static __attribute__( ( noinline ) ) BaseType_t prvTransferInPieces( Queue_t * pxQueue, void * pvItem,
                                                                     TickType_t xTicksToWait,
                                                                     UBaseType_t uxKind, uintptr_t uxCommand )
{
    TCB_t * const pxTCB = kernelCURRENT_TASK();
    const TickType_t xBegan = ( TickType_t ) isochronREGISTER( ISOCHRON_TICK_OFFSET );
    TickType_t xTicksLeft = xTicksToWait;

    /* Before the scheduler starts there is no task, and nobody interrupts. */
    if( pxTCB == NULL )
    {
        return prvTransferAtOnce( pxQueue, pvItem, xTicksToWait, uxKind, uxCommand );
    }

    for( ;; )
    {
        UBaseType_t uxEnabled;

        pxTCB->pxTransferQueue = pxQueue;
        pxTCB->pvTransferItem = pvItem;
        pxTCB->uxTransferKind = uxKind;

        if( ulIsochronCall( uxCommand, xTicksLeft ) != ISOCHRON_RESULT_OK )
        {
            return pdFALSE;
        }

        uxEnabled = uxIsochronMask();

        /* A routine may have ended the hold: then once more. */
        if( ( isochronREGISTER( ISOCHRON_STATUS_OFFSET ) & ISOCHRON_STATUS_HELD_MASK ) == 0U )
        {
            vIsochronUnmask( uxEnabled );
        }
        else if( pxQueue->pxOpen == NULL )
        {
            prvOpen( pxQueue, pxTCB );
            prvCopyOwn( pxQueue, pxTCB, uxKind, uxEnabled );

            return pdTRUE;
        }
        else
        {
            vIsochronIssue( kernelTRANSFER_COMMAND( pxQueue, TASK_QUEUE_COMMIT ), isochronRELEASE );
            vIsochronUnmask( uxEnabled );
            kernelFINISH_OPEN_AT( pxQueue );
        }

        xTicksLeft = prvTicksLeft( xTicksToWait, xBegan );
    }
}
/*-----------------------------------------------------------*/

#endif /* ISOCHRON_HARDWARE_KERNEL_QUEUE_PIECES_C */
