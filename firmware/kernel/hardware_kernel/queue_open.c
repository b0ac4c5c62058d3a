/* SPDX-License-Identifier: Apache-2.0 */

/*
 * Open transfers: copying items while nothing is held, so that no line, tick or routine waits for a copy.
 * With configISOCHRON_OPEN_TRANSFERS, in place of queue_pieces.c. tests/open_transfers has the protocol as a
 * model.
 *
 * A queue has two *records*: who copies an item to a free place (pxWriter), and who copies one from the
 * queue, or over the only one (pxReader). That task stores itself there, asks the hardware whether there is
 * room or an item, and copies. The call takes effect at its QUEUE_COMMIT. Whoever comes meanwhile and is in
 * the way of such a task looks where that is, by its program counter (openPLACE):
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
 */
#ifndef ISOCHRON_HARDWARE_KERNEL_QUEUE_OPEN_C
#define ISOCHRON_HARDWARE_KERNEL_QUEUE_OPEN_C

#include "kernel.h"

#if ( configISOCHRON_OPEN_TRANSFERS == 1 )

#include "queue_transfer.c"

#if ( configISOCHRON_MESSAGES == 0 )
    #error \
        "configISOCHRON_OPEN_TRANSFERS is 1, but configISOCHRON_MESSAGES is 0: set it to 1 in FreeRTOSConfig.h."
#endif

/* The commands that begin and end such a transfer, from those that hold the kernel. */
#define openCOMMAND( uxCommand ) ( ( uxCommand ) + 3U * ( uintptr_t ) ISOCHRON_NOTIFICATION_STRIDE )

/* In uxTransferKind, with the kind: that others have ended it; how often it has been cancelled, and how often
 * it is before it is finished. */
#define openDONE      ( ( UBaseType_t ) 0x08U )
#define openCANCELLED ( ( UBaseType_t ) 0x10U )
#define openPATIENCE  ( 2U * openCANCELLED )

/* Where a task is. */
typedef enum
{
    openELSEWHERE,
    openCOPIES,
    openCOMMITS,
    openCLEARS,
    openCLEARED
} OpenPlace_t;
/*-----------------------------------------------------------*/

/* Of a task that does not run, or that a routine has interrupted. */
static OpenPlace_t prvPlace( const TCB_t * pxTCB )
{
    const uintptr_t uxPlace = isochronPLACE( pxTCB );

    return ( ( uxPlace < isochronOPEN_BEGIN ) || ( uxPlace > isochronOPEN_CLEARED ) ) ? openELSEWHERE :
           ( uxPlace < isochronOPEN_COMMIT )                                          ? openCOPIES :
           ( uxPlace == isochronOPEN_COMMIT )                                         ? openCOMMITS :
           ( uxPlace < isochronOPEN_CLEARED )                                         ? openCLEARS :
                                                                                        openCLEARED;
}
/*-----------------------------------------------------------*/

/* The task whose item is copied. */
static TCB_t * prvOwner( TCB_t * pxCopier )
{
    return ( pxCopier->pxTransferOwner != NULL ) ? pxCopier->pxTransferOwner : pxCopier;
}
/*-----------------------------------------------------------*/

static portFORCE_INLINE void prvStoreRecord( TCB_t ** ppxRecord, TCB_t * pxCopier )
{
    *ppxRecord = pxCopier;
    pxCopier->xOpen.ppxRecord = ppxRecord;
}
/*-----------------------------------------------------------*/

static void prvClearRecord( TCB_t * pxCopier )
{
    *( pxCopier->xOpen.ppxRecord ) = NULL;
    pxCopier->xOpen.ppxRecord = NULL;
    pxCopier->pxTransferOwner = NULL;
}
/*-----------------------------------------------------------*/

/* What another task copies has not happened, or is another's to end: ulIsochronCopy() returns pdFALSE there.
 */
static void prvRob( TCB_t * pxCopier )
{
    prvClearRecord( pxCopier );

    if( prvPlace( pxCopier ) != openELSEWHERE )
    {
        isochronMOVE( pxCopier, isochronOPEN_LOST );
    }
}
/*-----------------------------------------------------------*/

/* The task that has to end first, or NULL: each writer of another, a reader of all but sends to the back, and
 * a send to the front of a receive, as both move the same pointer. */
static portFORCE_INLINE TCB_t * prvInTheWay( const Queue_t * pxQueue, UBaseType_t uxKind )
{
    TCB_t * const pxWriter = pxQueue->pxWriter;

    if( ( uxKind != queueSEND_TO_BACK ) && ( pxQueue->pxReader != NULL ) )
    {
        return pxQueue->pxReader;
    }

    return ( ( pxWriter != NULL ) &&
             ( ( uxKind < transferRECEIVE ) ||
               ( transferKIND( prvOwner( pxWriter )->uxTransferKind ) == queueSEND_TO_FRONT ) ) ) ?
               pxWriter :
               NULL;
}
/*-----------------------------------------------------------*/

/* The argument of QUEUE_COMMIT behind a copy. Who waits for the member of a set from before it was one stays.
 */
static portFORCE_INLINE uint32_t prvCommit( const Queue_t * pxQueue, UBaseType_t uxKind )
{
    #if ( configUSE_QUEUE_SETS == 1 )
    if( ( uxKind == queueOVERWRITE ) && ( pxQueue->pxSet != NULL ) )
    {
        return transferCOMMIT( queueOVERWRITE ) | kernelWAKE_NOBODY;
    }
    #endif
    ( void ) pxQueue;

    return transferCOMMIT( uxKind );
}
/*-----------------------------------------------------------*/

/* Behind a commit on behalf of another task, which would have switched. */
static void prvSwitch( BaseType_t xWoken )
{
    #if ( configUSE_PREEMPTION == 1 )
    kernelSWITCH_BEHIND_ISR( xWoken );
    #else
    ( void ) xWoken;
    #endif
}
/*-----------------------------------------------------------*/

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
/*-----------------------------------------------------------*/

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
/*-----------------------------------------------------------*/

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
/*-----------------------------------------------------------*/

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
    ( void ) ulIsochronCopy( xTransfer.pvTo, xTransfer.pvFrom, uxSize, NULL, NULL, isochronNO_COMMAND, 0,
                             &( pxSelf->xOpen ) );
    ( void ) uxIsochronMask();

    if( pxSelf->xOpen.ppxRecord != NULL )
    {
        prvClearRecord( pxSelf );
        prvSwitch( prvEnd( pxQueue, pxOwner, uxSize ) );
    }
}
/*-----------------------------------------------------------*/

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
/*-----------------------------------------------------------*/

/* The same for a service routine, which copies all of it. */
static __attribute__( ( noinline ) ) void prvMakeWayFromISR( Queue_t * pxQueue, UBaseType_t uxKind )
{
    TCB_t * pxCopier;

    vKernelEnterFromISR();

    while( ( pxCopier = prvInTheWay( pxQueue, uxKind ) ) != NULL )
    {
        if( prvEndWithoutCopy( pxQueue, pxCopier ) == pdFALSE )
        {
            TCB_t * const pxOwner = prvOwner( pxCopier );

            prvRob( pxCopier );
            prvSwitch( prvEnd( pxQueue, pxOwner, 0U ) );
        }
    }
}
/*-----------------------------------------------------------*/

/* Sends or receives, for a service routine. */
static portFORCE_INLINE BaseType_t prvTransferFromISR( Queue_t * pxQueue, uintptr_t uxCommand, void * pvItem,
                                                       UBaseType_t uxKind,
                                                       BaseType_t * const pxHigherPriorityTaskWoken )
{
    BaseType_t xReturn;

    if( __builtin_expect( prvInTheWay( pxQueue, uxKind ) != NULL, 0 ) )
    {
        prvMakeWayFromISR( pxQueue, uxKind );
    }

    xReturn = xKernelFinishFromISR( ulKernelCallFromISR( uxCommand, 0 ), NULL );

    if( xReturn != pdFALSE )
    {
        prvCompleteFromISR( pxQueue, pvItem, uxKind, pxHigherPriorityTaskWoken );
    }

    return xReturn;
}
/*-----------------------------------------------------------*/

/* Peeks, for a service routine or, as FreeRTOS allows, a task. Nothing changes, and nobody is woken. */
static BaseType_t prvPeekItemFromISR( Queue_t * pxQueue, void * pvItem )
{
    const UBaseType_t uxEnabled = uxIsochronMask();
    BaseType_t xReturn = pdFALSE;
    Transfer_t xTransfer;

    if( prvInTheWay( pxQueue, transferPEEK ) != NULL )
    {
        prvMakeWayFromISR( pxQueue, transferPEEK );
    }

    if( uxQueueMessagesWaitingFromISR( pxQueue ) != 0U )
    {
        prvPlan( pxQueue, pvItem, transferPEEK, &xTransfer );
        ( void ) memcpy( xTransfer.pvTo, xTransfer.pvFrom, ( size_t ) pxQueue->uxItemSize );
        xReturn = pdTRUE;
    }

    vIsochronUnmask( uxEnabled );

    return xReturn;
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

        if( ( xSent != pdFALSE ) ||
            ( ulIsochronCall( openCOMMAND( kernelTRANSFER_COMMAND( pxQueue, TASK_QUEUE_SEND ) ),
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
/*-----------------------------------------------------------*/

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
/*-----------------------------------------------------------*/

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
/*-----------------------------------------------------------*/

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
/*-----------------------------------------------------------*/

#endif /* configISOCHRON_OPEN_TRANSFERS */

#endif /* ISOCHRON_HARDWARE_KERNEL_QUEUE_OPEN_C */
