/* SPDX-License-Identifier: Apache-2.0 */

/* Interrupts that are no tasks and no devices: requests of other cores. */
#include "requests.h"

#if gicMULTICORE

/* What leaves the task on its core. */
static portFORCE_INLINE void prvChange( GicCore_t * pxCore, TCB_t * pxTask, uint32_t ulRequests )
{
    if( ( ulRequests & gicREQUEST_PRIORITY ) != 0 )
    {
        prvChangePriority( pxCore, pxTask, prvPriority( pxTask ) );
    }

    /* If it still waits, it was woken for something before that. */
    if( ( ( ulRequests & gicREQUEST_WAKE ) != 0 ) && prvWaits( pxTask ) && !prvIsListed( pxTask ) &&
        !prvAwaitsNotification( pxTask ) )
    {
        prvUnlink( pxTask );
        prvLink( pxTask );
    }

    if( ( ulRequests & gicREQUEST_SUSPEND ) != 0 )
    {
        prvUnlink( pxTask );
        vGicForgetNotification( pxTask );
    }

    if( ( ( ulRequests & gicREQUEST_RESUME ) != 0 ) && prvIsSuspended( pxTask ) )
    {
        prvLink( pxTask );
    }
}

/* Deletes a task, or sends it to another core. It must not be looked at behind this. */
static __attribute__( ( noinline ) ) void prvTakeLeave( GicCore_t * pxCore, TCB_t * pxTask,
                                                        uint32_t ulRequests )
{
    if( ( ulRequests & gicREQUEST_DELETE ) != 0 )
    {
        prvUnlink( pxTask );
        prvBury( pxCore, pxTask );
        return;
    }

    prvChange( pxCore, pxTask, ulRequests );

    if( pxTask->pxHeld == NULL )
    {
        vGicDepart( pxCore, pxTask );
    }
    else /* it goes when it has given its resource, and has looked into the inbox */
    {
        ( void ) prvAddRequest( pxTask, gicREQUEST_MOVE, 0 );
        prvPutInto( &pxCore->pxInbox, pxTask );
    }
}

void vGicBury( GicCore_t * pxCore, TCB_t * pxTask )
{
    prvBury( pxCore, pxTask );
}

BaseType_t xGicServe( GicCore_t * pxCore, TCB_t * pxLast )
{
    TCB_t * pxTask = prvInOrder( pxLast );
    TCB_t * pxCurrent = pxCore->pxCurrent;
    BaseType_t xHigher = pdFALSE;

    while( pxTask != NULL )
    {
        /* Once its word is taken, the task can be put in the inbox anew. */
        TCB_t * const pxNext = pxTask->pxNextRequest;
        const uint32_t ulRequests = prvTakeRequests( pxTask );

        if( prvIsDeleted( pxCore, pxTask ) )
        {
            /* meanwhile, or before it was asked for */
        }
        else if( ( ulRequests & ( gicREQUEST_DELETE | gicREQUEST_MOVE ) ) != 0 )
        {
            prvTakeLeave( pxCore, pxTask, ulRequests );
            pxCurrent = pxCore->pxCurrent;
        }
        else
        {
            prvChange( pxCore, pxTask, ulRequests );

            /* The GIC would interrupt for it at once. */
            if( ( pxTask->ulLevel < pxCurrent->ulLevel ) && prvIsReady( pxTask ) )
            {
                xHigher = pdTRUE;
            }
        }

        pxTask = pxNext;
    }

    if( prvIsReady( pxCurrent ) && ( xHigher == pdFALSE ) && ( pxCurrent->ulLevel <= pxCore->ulLevel ) &&
        !prvIsPendingSection( pxCurrent ) )
    {
        prvRaiseMask( pxCore );
        return pdFALSE;
    }

    return pdTRUE;
}

BaseType_t xGicServeRequests( GicCore_t * pxCore )
{
    return xGicServe( pxCore, prvTakeAll( &pxCore->pxInbox ) );
}

void vGicLeave( TCB_t * pxTask )
{
    prvLeave( pxTask );
}
#endif /* if gicMULTICORE */

BaseType_t xGicService( uint32_t ulAcknowledged, GicCore_t * pxCore )
{
    #if gicMULTICORE
    const uint32_t ulInterrupt = ulAcknowledged & gicIDENTIFIER_MASK;

    if( ulInterrupt == gicREQUEST_INTERRUPT )
    {
        return xGicServeRequests( pxCore );
    }

    if( ulInterrupt == gicARRIVAL_INTERRUPT )
    {
        return xGicArrive( pxCore );
    }
    #else
    ( void ) ulAcknowledged;
    #endif

    return prvIsPendingSection( pxCore->pxCurrent ); /* withdrawn */
}
