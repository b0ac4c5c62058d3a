/* SPDX-License-Identifier: Apache-2.0 */

/* Open transfers: copying items while nothing is held, so that no line, tick or routine waits for a copy.
 * tests/open_transfers has the protocol as a model.
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
 *   queue_open_deletions.c   resets, and deletions of queues and tasks */
#ifndef ISOCHRON_HARDWARE_KERNEL_QUEUE_OPEN_C
#define ISOCHRON_HARDWARE_KERNEL_QUEUE_OPEN_C

#include "kernel.h"

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

/* Copies to the member of a set, which is told in the moment in which the item is there. Answers as
 * ulIsochronCopy(). */
static uint32_t prvCopyToMember( Queue_t * pxQueue, TCB_t * pxTCB, const Transfer_t * pxTransfer )
{
    const UBaseType_t uxSize = pxQueue->uxItemSize;
    uint32_t ulResult = isochronLOST;
    UBaseType_t uxEnabled;

    ( void ) ulIsochronCopy( pxTransfer->pvTo, pxTransfer->pvFrom, uxSize, NULL, NULL, 0U, 0,
                             &( pxTCB->xOpen ) );
    uxEnabled = uxIsochronMask();

    if( pxTCB->xOpen.ppxRecord != NULL )
    {
        BaseType_t xWoken;

        prvClearRecord( pxTCB );
        xWoken = prvEnd( pxQueue, pxTCB, uxSize );
        kernelYIELD_IF_WOKEN( xWoken );
        ulResult = ISOCHRON_RESULT_OK;
    }

    vIsochronUnmask( uxEnabled );

    return ulResult;
}

/* Whether the item of a call goes to the member of a set, to a free place. */
static portFORCE_INLINE BaseType_t prvIsForMember( const Queue_t * pxQueue, const TCB_t * pxTCB,
                                                   UBaseType_t uxKind )
{
    #if ( configUSE_QUEUE_SETS == 1 )
    return ( prvSetToTell( pxQueue, uxKind ) != NULL ) &&
           ( pxTCB->xOpen.ppxRecord == &( pxQueue->pxWriter ) );
    #else
    ( void ) pxQueue;
    ( void ) pxTCB;
    ( void ) uxKind;

    return pdFALSE;
    #endif
}

/* The arguments of ulIsochronCopy() for a transfer of the running task. */
#define openARGUMENTS( pxQueue, pxTCB, xTransfer, uxKind )                                     \
    ( xTransfer ).pvTo, ( xTransfer ).pvFrom, ( pxQueue )->uxItemSize, ( xTransfer ).ppucRing, \
        ( xTransfer ).pucNext, kernelTRANSFER_COMMAND( ( pxQueue ), TASK_QUEUE_COMMIT ),       \
        prvCommit( ( pxQueue ), ( uxKind ) ), &( ( pxTCB )->xOpen )

/* Sends, receives or peeks when there is no task yet. */
static __attribute__( ( noinline ) ) BaseType_t prvTransferBeforeStart( Queue_t * pxQueue, void * pvItem,
                                                                        UBaseType_t uxKind )
{
    return ( uxKind == transferRECEIVE ) ? prvReceiveItemFromISR( pxQueue, pvItem, NULL ) :
           ( uxKind == transferPEEK )    ? prvPeekItemFromISR( pxQueue, pvItem ) :
                                           prvSendItemFromISR( pxQueue, pvItem, uxKind, NULL );
}

/* The command that begins a call. */
static uintptr_t prvCommand( const Queue_t * pxQueue, UBaseType_t uxKind )
{
    return ( uxKind >= transferRECEIVE ) ? kernelTRANSFER_COMMAND( pxQueue, TASK_QUEUE_RECEIVE ) :
           ( uxKind == queueOVERWRITE )  ? kernelTRANSFER_COMMAND( pxQueue, TASK_QUEUE_OVERWRITE ) :
                                           kernelTRANSFER_COMMAND( pxQueue, TASK_QUEUE_SEND );
}

/* Of the running task, unless others have done so. Interrupts are masked. */
static void prvClearOwn( TCB_t * pxTCB )
{
    if( pxTCB->xOpen.ppxRecord != NULL )
    {
        prvClearRecord( pxTCB );
    }
}

/* How long the first command of a call waits, for which no time is noted: for ever, or not at all. */
static portFORCE_INLINE TickType_t prvFirstTicks( TickType_t xTicksToWait )
{
    return ( xTicksToWait == portMAX_DELAY ) ? portMAX_DELAY : 0U;
}

/* Goes on with the call of the running task that its control block describes: behind its first command, if
 * that has such a RESULT; or from its beginning, if that is isochronLOST and interrupts are masked. */
static __attribute__( ( noinline ) ) BaseType_t prvTransferElse( TCB_t * pxTCB, uint32_t ulResult,
                                                                 UBaseType_t uxEnabled )
{
    Queue_t * const pxQueue = pxTCB->pxTransferQueue;
    void * const pvItem = pxTCB->pvTransferItem;
    const UBaseType_t uxKind = transferKIND( pxTCB->uxTransferKind );
    const TickType_t xTicksToWait = pxTCB->xTransferTicks;
    BaseType_t xWaited = pdFALSE;
    TickType_t xBegan = 0;
    Transfer_t xTransfer;

    if( ( ulResult == ISOCHRON_RESULT_FAIL ) && ( prvFirstTicks( xTicksToWait ) != xTicksToWait ) )
    {
        uxEnabled = uxIsochronMask();
        prvClearOwn( pxTCB );
        ulResult = isochronLOST;
    }

    for( ;; )
    {
        if( ulResult == isochronLOST )
        {
            if( prvMakeWay( pxQueue, pxTCB, uxKind, uxEnabled ) != pdFALSE )
            {
                vIsochronUnmask( uxEnabled );

                ulResult = isochronREGISTER( ISOCHRON_RESULT_OFFSET );

                return ( BaseType_t ) ( ( ulResult > ISOCHRON_RESULT_OK ) ?
                                            isochronFINISH( ulResult, prvCommand( pxQueue, uxKind ), 0U ) :
                                            ulResult );
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
            ulResult = isochronFINISH( ulResult, prvCommand( pxQueue, uxKind ), xTicksToWait );
            xWaited = pdTRUE;
        }

        if( ulResult == ISOCHRON_RESULT_FAIL )
        {
            uxEnabled = uxIsochronMask();

            prvClearOwn( pxTCB );
            vIsochronUnmask( uxEnabled );

            return pdFALSE;
        }

        prvPlan( pxQueue, pvItem, uxKind, &xTransfer );
        ulResult = ( prvIsForMember( pxQueue, pxTCB, uxKind ) != pdFALSE ) ?
                       prvCopyToMember( pxQueue, pxTCB, &xTransfer ) :
                       ulIsochronCopy( openARGUMENTS( pxQueue, pxTCB, xTransfer, uxKind ) );

        if( ulResult != isochronLOST )
        {
            return ( BaseType_t ) ulResult;
        }

        uxEnabled = uxIsochronMask();
    }
}

/* Others have come before the end of the running task's call: begins it again. */
BaseType_t xKernelTransferLost( void )
{
    return prvTransferElse( kernelCURRENT_TASK(), isochronLOST, uxIsochronMask() );
}

/* Notes a call of the running task. */
static portFORCE_INLINE void prvNote( TCB_t * pxTCB, Queue_t * pxQueue, void * pvItem,
                                      TickType_t xTicksToWait, UBaseType_t uxKind )
{
    pxTCB->pxTransferQueue = pxQueue;
    pxTCB->pvTransferItem = pvItem;
    pxTCB->uxTransferKind = uxKind;
    pxTCB->xTransferTicks = xTicksToWait;
}

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

    return prvTransferElse( pxTCB, isochronLOST, uxIsochronMask() );
}

/* Whether nobody copies whom a call may meet that sends to the back or receives. */
static portFORCE_INLINE BaseType_t prvIsAlone( const Queue_t * pxQueue, UBaseType_t uxKind )
{
    const uintptr_t uxReader = ( uxKind == transferRECEIVE ) ? ( uintptr_t ) pxQueue->pxReader : 0U;

    return ( ( ( uintptr_t ) pxQueue->pxWriter | uxReader ) == 0U ) ? pdTRUE : pdFALSE;
}

/* Sends to the back or receives, for a task; what does not go at once is left to prvTransferElse(). */
static portFORCE_INLINE BaseType_t prvTransferOpen( Queue_t * pxQueue, void * pvItem, TickType_t xTicksToWait,
                                                    UBaseType_t uxKind )
{
    TCB_t ** const ppxRecord =
        ( uxKind == transferRECEIVE ) ? &( pxQueue->pxReader ) : &( pxQueue->pxWriter );
    const uintptr_t uxCommand = prvCommand( pxQueue, uxKind );
    TCB_t * const pxTCB = kernelCURRENT_TASK();
    Transfer_t xTransfer;
    UBaseType_t uxEnabled;
    uint32_t ulResult;

    /* Before the scheduler starts there is no task, and nobody interrupts. */
    if( __builtin_expect( pxTCB == NULL, 0 ) )
    {
        return prvTransferBeforeStart( pxQueue, pvItem, uxKind );
    }

    prvNote( pxTCB, pxQueue, pvItem, xTicksToWait, uxKind );
    uxEnabled = uxIsochronMask();

    if( __builtin_expect( prvIsAlone( pxQueue, uxKind ) == pdFALSE, 0 ) )
    {
        return prvTransferElse( pxTCB, isochronLOST, uxEnabled );
    }

    prvStoreRecord( ppxRecord, pxTCB );
    vIsochronUnmask( uxEnabled );
    vIsochronIssue( uxCommand, prvFirstTicks( xTicksToWait ) );

    /* While the task would wait for RESULT; right as long as it is in the record. */
    prvPlan( pxQueue, pvItem, uxKind, &xTransfer );
    ulResult = isochronREGISTER( ISOCHRON_RESULT_OFFSET );

    if( __builtin_expect( ulResult != ISOCHRON_RESULT_OK, 0 ) ||
        ( prvIsForMember( pxQueue, pxTCB, uxKind ) != pdFALSE ) )
    {
        return prvTransferElse( pxTCB, ulResult, uxEnabled );
    }

    return xIsochronTransfer( openARGUMENTS( pxQueue, pxTCB, xTransfer, uxKind ) );
}

/* Sends what is no give, and no message of a queue that is in no set. */
static portFORCE_INLINE BaseType_t prvSendItem( Queue_t * pxQueue, const void * pvItem,
                                                TickType_t xTicksToWait, BaseType_t xCopyPosition )
{
    #if ( configUSE_QUEUE_SETS == 1 ) && ( configISOCHRON_MESSAGES == 1 )
    if( pxQueue->uxMessage != 0U )
    {
        return prvTransferToMember( pxQueue, pvItem, xTicksToWait, ( UBaseType_t ) xCopyPosition,
                                    ( TickType_t ) isochronREGISTER( ISOCHRON_TICK_OFFSET ) );
    }
    #endif

    if( __builtin_expect( xCopyPosition != queueSEND_TO_BACK, 0 ) )
    {
        return prvTransferOther( pxQueue, ( void * ) pvItem, xTicksToWait, ( UBaseType_t ) xCopyPosition );
    }

    return prvTransferOpen( pxQueue, ( void * ) pvItem, xTicksToWait, queueSEND_TO_BACK );
}

#endif /* ISOCHRON_HARDWARE_KERNEL_QUEUE_OPEN_C */
