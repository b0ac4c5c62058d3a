/* SPDX-License-Identifier: Apache-2.0 */

/* Open transfers: who copies at a queue, how far that is, and who is in whose way. queue_open.c has the
 * whole; this is what both tasks and routines look at (tests/open_transfers/protocol.py, the same as a
 * model). */
#ifndef ISOCHRON_HARDWARE_KERNEL_QUEUE_OPEN_RECORDS_C
#define ISOCHRON_HARDWARE_KERNEL_QUEUE_OPEN_RECORDS_C

#include "kernel.h"

#include "queue_transfer.c"

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

/* The task whose item is copied. */
static TCB_t * prvOwner( TCB_t * pxCopier )
{
    return ( pxCopier->pxTransferOwner != NULL ) ? pxCopier->pxTransferOwner : pxCopier;
}

static portFORCE_INLINE void prvStoreRecord( TCB_t ** ppxRecord, TCB_t * pxCopier )
{
    *ppxRecord = pxCopier;
    pxCopier->xOpen.ppxRecord = ppxRecord;
}

static void prvClearRecord( TCB_t * pxCopier )
{
    *( pxCopier->xOpen.ppxRecord ) = NULL;
    pxCopier->xOpen.ppxRecord = NULL;
    pxCopier->pxTransferOwner = NULL;
}

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

#endif /* ISOCHRON_HARDWARE_KERNEL_QUEUE_OPEN_RECORDS_C */
