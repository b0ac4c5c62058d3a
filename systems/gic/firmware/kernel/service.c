/* SPDX-License-Identifier: Apache-2.0 */

/* Interrupts that are no tasks: requests of other cores, the tick, devices. */
#include "interrupts.h"
#include "requests.h"

static InterruptHandler_t pxHandlers[ gicFIRST_TASK ];

#if gicMULTICORE

/* What leaves the task on its core. */
static portFORCE_INLINE void prvChange( GicCore_t * pxCore, TCB_t * pxTask, uint32_t ulRequests )
{
    if( ( ulRequests & gicREQUEST_PRIORITY ) != 0 )
    {
        prvChangePriority( pxCore, pxTask, __atomic_load_n( &pxTask->uxPriority, __ATOMIC_RELAXED ) );
    }

    if( ( ulRequests & gicREQUEST_SUSPEND ) != 0 )
    {
        prvUnlink( pxTask );
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
    }
    else
    {
        prvChange( pxCore, pxTask, ulRequests );
        vGicDepart( pxCore, pxTask );
    }
}

BaseType_t xGicServeRequests( GicCore_t * pxCore )
{
    TCB_t * pxTask = prvTakeAll( &pxCore->pxInbox );
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

    if( prvIsReady( pxCurrent ) && ( xHigher == pdFALSE ) && ( pxCurrent->ulLevel <= pxCore->ulLevel ) )
    {
        prvRaiseMask( pxCore );
        return pdFALSE;
    }

    return pdTRUE;
}

void vGicLeave( TCB_t * pxTask )
{
    prvLeave( pxTask );
}
#endif /* if gicMULTICORE */

/* As FreeRTOS has it: who waited for this tick becomes ready, and equals take turns. */
static BaseType_t prvTick( GicCore_t * pxCore )
{
    const TickType_t xNow = pxCore->xTickCount + 1;
    TCB_t * const pxCurrent = pxCore->pxCurrent;

    pxCore->xTickCount = xNow;

    if( xNow == 0 )
    {
        List_t * const pxDone = pxCore->pxDelayed;

        pxCore->pxDelayed = pxCore->pxDelayedOverflow;
        pxCore->pxDelayedOverflow = pxDone;
    }

    while( ( listLIST_IS_EMPTY( pxCore->pxDelayed ) == pdFALSE ) &&
           ( listGET_ITEM_VALUE_OF_HEAD_ENTRY( pxCore->pxDelayed ) <= xNow ) )
    {
        TCB_t * const pxTask = listGET_OWNER_OF_HEAD_ENTRY( pxCore->pxDelayed );

        ( void ) uxListRemove( &pxTask->xItem );
        prvLink( pxTask );
    }

    #if gicMULTICORE
    if( xGicServeRequests( pxCore ) != pdFALSE )
    {
        return pdTRUE;
    }
    #endif

    if( ( configUSE_TIME_SLICING == 0 ) || ( prvIsAlone( pxCurrent->pxGroup ) ) )
    {
        return pdFALSE;
    }

    prvLeave( pxCurrent );
    return pdTRUE;
}

BaseType_t xGicService( uint32_t ulAcknowledged, GicCore_t * pxCore )
{
    const uint32_t ulInterrupt = ulAcknowledged & gicIDENTIFIER_MASK;

    if( ulInterrupt == BOARD_TICK_INTERRUPT )
    {
        board_clear_tick();
        return prvTick( pxCore );
    }

    #if gicMULTICORE
    if( ulInterrupt == gicREQUEST_INTERRUPT )
    {
        return xGicServeRequests( pxCore );
    }

    if( ulInterrupt == gicARRIVAL_INTERRUPT )
    {
        return xGicArrive( pxCore );
    }
    #endif

    /* Else it may have been withdrawn (the GIC's identifiers from 1020 on). */
    if( ( ulInterrupt < gicFIRST_TASK ) && ( pxHandlers[ ulInterrupt ] != NULL ) )
    {
        pxHandlers[ ulInterrupt ]();
    }

    return pdFALSE;
}

void board_set_handler( uint32_t interrupt, InterruptHandler_t handler, UBaseType_t priority )
{
    configASSERT( ( interrupt < gicFIRST_TASK ) && ( priority < configMAX_PRIORITIES ) );
    pxHandlers[ interrupt ] = handler;
    gicDISTRIBUTOR_BYTE( gicPRIORITY + interrupt ) = ( uint8_t ) gicLEVEL( priority );
    gicDISTRIBUTOR_BYTE( gicTARGET + interrupt ) = 1;
    gicDISTRIBUTOR( gicSET_ENABLE + gicWORD( interrupt ) ) = gicBIT( interrupt );
}
