/* SPDX-License-Identifier: Apache-2.0 */

/*
 * Open transfers: copying items while nothing is held, so that no line, tick or routine waits for a copy.
 * With configISOCHRON_OPEN_TRANSFERS, in place of queue_pieces.c. tests/open_transfers has the protocol as a
 * model.
 *
 * A queue has two *records*: who copies an item to a free place (pxWriter), and who copies one from the
 * queue, or over the only one (pxReader). That task stores itself there, asks the hardware whether there is
 * room or an item, and copies. The call takes effect at its QUEUE_COMMIT. Whoever comes meanwhile and is in
 * the way of such a task looks where that is, by its program counter (prvPlace()):
 *
 * - It has not begun to copy: its record is cleared, and it begins again.
 * - It copies to a free place: the same, and its program counter is moved to the copy's end. When that has
 *   happened twice, its transfer is taken over.
 * - It copies another item: whoever comes takes the transfer over: copies, ends it, and goes on.
 * - Only the commit is left: whoever comes commits.
 * - Only the record is left: whoever comes clears it.
 *
 * A buffer that a receive has written to is finished, for on FreeRTOS a call that fails leaves it alone. A
 * task whose transfer others have ended finds openDONE in its control block.
 *
 * Here is what a task does that sends, receives, overwrites or peeks. Beside it:
 *
 *   queue_open_records.c     who copies, how far that is, and who is in whose way
 *   queue_open_relief.c      what is done with who is in the way
 *   queue_open_routines.c    the calls of service routines
 *   queue_open_members.c     messages to the member of a queue set
 *   queue_open_deletions.c   resets, and deletions of queues and tasks
 */
#ifndef ISOCHRON_HARDWARE_KERNEL_QUEUE_OPEN_C
#define ISOCHRON_HARDWARE_KERNEL_QUEUE_OPEN_C

#include "kernel.h"

#if ( configISOCHRON_OPEN_TRANSFERS == 1 )

#if ( configISOCHRON_MESSAGES == 0 )
    #error \
        "configISOCHRON_OPEN_TRANSFERS is 1, but configISOCHRON_MESSAGES is 0: set it to 1 in FreeRTOSConfig.h."
#endif

#include "queue_open_relief.c"
#include "queue_open_routines.c"
#include "queue_open_members.c"
#include "queue_open_deletions.c"

/* The record for a call. To others, one that overwrites an item is as one that reads it. */
static portFORCE_INLINE TCB_t ** prvRecord( Queue_t * pxQueue, UBaseType_t uxKind )
{
    return ( ( uxKind >= transferRECEIVE ) ||
             ( ( uxKind == queueOVERWRITE ) && ( prvCountFromISR( pxQueue ) != 0U ) ) ) ?
               &( pxQueue->pxReader ) :
               &( pxQueue->pxWriter );
}
/*-----------------------------------------------------------*/

#if ( configUSE_QUEUE_SETS == 1 )

/* Copies to the member of a set, which is told in the moment in which the item is there. Answers as
 * ulIsochronCopy(). */
static __attribute__( ( noinline ) ) uint32_t prvCopyToMember( Queue_t * pxQueue, TCB_t * pxTCB,
                                                               const Transfer_t * pxTransfer )
{
    const UBaseType_t uxSize = pxQueue->uxItemSize;
    uint32_t ulResult = isochronLOST;
    UBaseType_t uxEnabled;

    ( void ) ulIsochronCopy( pxTransfer->pvTo, pxTransfer->pvFrom, uxSize, NULL, NULL, isochronNO_COMMAND, 0,
                             &( pxTCB->xOpen ) );
    uxEnabled = uxIsochronMask();

    if( pxTCB->xOpen.ppxRecord != NULL )
    {
        prvClearRecord( pxTCB );
        kernelYIELD_IF_WOKEN( prvEnd( pxQueue, pxTCB, uxSize ) );
        ulResult = ISOCHRON_RESULT_OK;
    }

    vIsochronUnmask( uxEnabled );

    return ulResult;
}

#endif /* configUSE_QUEUE_SETS */
/*-----------------------------------------------------------*/

/* Copies as planned, for the running task, and commits. Answers as ulIsochronCopy(). */
static portFORCE_INLINE uint32_t prvCopyOwn( Queue_t * pxQueue, TCB_t * pxTCB, const Transfer_t * pxTransfer,
                                             UBaseType_t uxKind )
{
    #if ( configUSE_QUEUE_SETS == 1 )
    if( ( prvSetToTell( pxQueue, uxKind ) != NULL ) && ( pxTCB->xOpen.ppxRecord == &( pxQueue->pxWriter ) ) )
    {
        return prvCopyToMember( pxQueue, pxTCB, pxTransfer );
    }
    #endif

    return ulIsochronCopy( pxTransfer->pvTo, pxTransfer->pvFrom, pxQueue->uxItemSize, pxTransfer->ppucRing,
                           pxTransfer->pucNext,
                           openCOMMAND( kernelTRANSFER_COMMAND( pxQueue, TASK_QUEUE_COMMIT ) ),
                           prvCommit( pxQueue, uxKind ), &( pxTCB->xOpen ) );
}
/*-----------------------------------------------------------*/

/* Sends or receives when there is no task yet. */
static __attribute__( ( noinline ) ) BaseType_t prvTransferBeforeStart( Queue_t * pxQueue, void * pvItem,
                                                                        UBaseType_t uxKind )
{
    return prvTransferFromISR(
        pxQueue,
        ( uxKind >= transferRECEIVE ) ? kernelOBJECT_COMMAND_FROM_ISR( pxQueue, ISR_QUEUE_RECEIVE ) :
        ( uxKind == queueOVERWRITE )  ? kernelOBJECT_COMMAND_FROM_ISR( pxQueue, ISR_QUEUE_OVERWRITE ) :
                                        kernelOBJECT_COMMAND_FROM_ISR( pxQueue, ISR_QUEUE_SEND ),
        pvItem, uxKind, NULL );
}
/*-----------------------------------------------------------*/

/* The command that begins a call. */
static uintptr_t prvCommand( const Queue_t * pxQueue, UBaseType_t uxKind )
{
    return openCOMMAND(
        ( uxKind >= transferRECEIVE ) ? kernelTRANSFER_COMMAND( pxQueue, TASK_QUEUE_RECEIVE ) :
        ( uxKind == queueOVERWRITE )  ? kernelTRANSFER_COMMAND( pxQueue, TASK_QUEUE_OVERWRITE ) :
                                        kernelTRANSFER_COMMAND( pxQueue, TASK_QUEUE_SEND ) );
}
/*-----------------------------------------------------------*/

/* What the commit has answered: switches, if it has woken a higher task. */
static portFORCE_INLINE BaseType_t prvAnswer( uint32_t ulResult )
{
    return ( BaseType_t ) ( ( ulResult > ISOCHRON_RESULT_OK ) ? ulIsochronFinish( ulResult ) : ulResult );
}
/*-----------------------------------------------------------*/

/* Goes on with the call of the running task that its control block describes: behind its first command, at a
 * tick, if that has such a RESULT; or from its beginning, if that is isochronLOST and interrupts are masked.
 */
static __attribute__( ( noinline ) ) BaseType_t prvTransferElse( TCB_t * pxTCB, uint32_t ulResult,
                                                                 UBaseType_t uxEnabled, TickType_t xBegan )
{
    Queue_t * const pxQueue = pxTCB->pxTransferQueue;
    void * const pvItem = pxTCB->pvTransferItem;
    const UBaseType_t uxKind = transferKIND( pxTCB->uxTransferKind );
    const TickType_t xTicksToWait = pxTCB->xTransferTicks;
    BaseType_t xWaited = pdFALSE;
    Transfer_t xTransfer;

    for( ;; )
    {
        if( ulResult == isochronLOST )
        {
            if( prvMakeWay( pxQueue, pxTCB, uxKind, uxEnabled ) != pdFALSE )
            {
                vIsochronUnmask( uxEnabled );

                return prvAnswer( isochronREGISTER( ISOCHRON_RESULT_OFFSET ) );
            }

            prvStoreRecord( prvRecord( pxQueue, uxKind ), pxTCB );

            /* Its time begins where it finds none. */
            if( xWaited == pdFALSE )
            {
                xBegan = ( TickType_t ) isochronREGISTER( ISOCHRON_TICK_OFFSET );
            }

            vIsochronIssue( prvCommand( pxQueue, uxKind ), prvTicksLeft( xTicksToWait, xBegan ) );
            vIsochronUnmask( uxEnabled );
            ulResult = isochronREGISTER( ISOCHRON_RESULT_OFFSET );
        }

        if( ulResult > ISOCHRON_RESULT_OK )
        {
            ulResult = ulIsochronFinish( ulResult );
            xWaited = pdTRUE;
        }

        if( ulResult == ISOCHRON_RESULT_FAIL )
        {
            uxEnabled = uxIsochronMask();

            if( pxTCB->xOpen.ppxRecord != NULL )
            {
                prvClearRecord( pxTCB );
            }

            vIsochronUnmask( uxEnabled );

            return pdFALSE;
        }

        prvPlan( pxQueue, pvItem, uxKind, &xTransfer );
        ulResult = prvCopyOwn( pxQueue, pxTCB, &xTransfer, uxKind );

        if( ulResult != isochronLOST )
        {
            return prvAnswer( ulResult );
        }

        uxEnabled = uxIsochronMask();
    }
}
/*-----------------------------------------------------------*/

/* Notes a call of the running task. */
static portFORCE_INLINE void prvNote( TCB_t * pxTCB, Queue_t * pxQueue, void * pvItem,
                                      TickType_t xTicksToWait, UBaseType_t uxKind )
{
    pxTCB->pxTransferQueue = pxQueue;
    pxTCB->pvTransferItem = pvItem;
    pxTCB->uxTransferKind = uxKind;
    pxTCB->xTransferTicks = xTicksToWait;
}
/*-----------------------------------------------------------*/

/* Sends to the front, overwrites or peeks, for a task. */
static __attribute__( ( noinline ) ) BaseType_t prvTransferOther( Queue_t * pxQueue, void * pvItem,
                                                                  TickType_t xTicksToWait,
                                                                  UBaseType_t uxKind )
{
    TCB_t * const pxTCB = kernelCURRENT_TASK();

    if( pxTCB == NULL )
    {
        return prvTransferBeforeStart( pxQueue, pvItem, uxKind );
    }

    prvNote( pxTCB, pxQueue, pvItem, xTicksToWait, uxKind );

    return prvTransferElse( pxTCB, isochronLOST, uxIsochronMask(), 0 );
}
/*-----------------------------------------------------------*/

/* Sends to the back or receives, for a task; what does not go at once is left to prvTransferElse(). */
static portFORCE_INLINE BaseType_t prvTransferOpen( Queue_t * pxQueue, void * pvItem, TickType_t xTicksToWait,
                                                    UBaseType_t uxKind )
{
    TCB_t ** const ppxRecord =
        ( uxKind == transferRECEIVE ) ? &( pxQueue->pxReader ) : &( pxQueue->pxWriter );
    TCB_t * const pxTCB = kernelCURRENT_TASK();
    Transfer_t xTransfer;
    TickType_t xBegan;
    UBaseType_t uxEnabled;
    uint32_t ulResult;

    /* Before the scheduler starts there is no task, and nobody interrupts. */
    if( __builtin_expect( pxTCB == NULL, 0 ) )
    {
        return prvTransferBeforeStart( pxQueue, pvItem, uxKind );
    }

    prvNote( pxTCB, pxQueue, pvItem, xTicksToWait, uxKind );
    uxEnabled = uxIsochronMask();

    if( __builtin_expect( prvInTheWay( pxQueue, uxKind ) != NULL, 0 ) )
    {
        return prvTransferElse( pxTCB, isochronLOST, uxEnabled, 0 );
    }

    prvStoreRecord( ppxRecord, pxTCB );
    xBegan = ( TickType_t ) isochronREGISTER( ISOCHRON_TICK_OFFSET );
    vIsochronIssue( prvCommand( pxQueue, uxKind ), xTicksToWait );
    vIsochronUnmask( uxEnabled );

    /* While the task would wait for RESULT; right as long as it is in the record. */
    prvPlan( pxQueue, pvItem, uxKind, &xTransfer );
    ulResult = isochronREGISTER( ISOCHRON_RESULT_OFFSET );

    if( __builtin_expect( ulResult != ISOCHRON_RESULT_OK, 0 ) )
    {
        return prvTransferElse( pxTCB, ulResult, uxEnabled, xBegan );
    }

    ulResult = prvCopyOwn( pxQueue, pxTCB, &xTransfer, uxKind );

    if( __builtin_expect( ulResult == isochronLOST, 0 ) )
    {
        return prvTransferElse( kernelCURRENT_TASK(), isochronLOST, uxIsochronMask(), 0 );
    }

    return prvAnswer( ulResult );
}
/*-----------------------------------------------------------*/

/* Sends what is no give, and no message of a queue that is in no set. */
static portFORCE_INLINE BaseType_t prvSendItem( Queue_t * pxQueue, const void * pvItem,
                                                TickType_t xTicksToWait, BaseType_t xCopyPosition )
{
    #if ( configUSE_QUEUE_SETS == 1 )
    if( pxQueue->uxMessage != 0U )
    {
        return prvTransferToMember( pxQueue, pvItem, xTicksToWait, ( UBaseType_t ) xCopyPosition );
    }
    #endif

    if( __builtin_expect( xCopyPosition != queueSEND_TO_BACK, 0 ) )
    {
        return prvTransferOther( pxQueue, ( void * ) pvItem, xTicksToWait, ( UBaseType_t ) xCopyPosition );
    }

    return prvTransferOpen( pxQueue, ( void * ) pvItem, xTicksToWait, queueSEND_TO_BACK );
}

#endif /* configISOCHRON_OPEN_TRANSFERS */

#endif /* ISOCHRON_HARDWARE_KERNEL_QUEUE_OPEN_C */
