/* SPDX-License-Identifier: Apache-2.0 */

/* Which core a task is on, and how it gets to another one.
 *
 * Its core takes it from its group, and sends it; the other core puts it into its own. In between it
 * is nowhere, and its word says that it is in an inbox (requests.h). */
#include "creation.h"
#include "requests.h"

#if gicMULTICORE

/* Who is on its way belongs to this core. Nobody is interrupted for it. */
static GicCore_t xNowhere;

/* A mask that allows several cores, or none that there is, is not for this kernel. */
uint32_t ulGicOnlyCore( UBaseType_t uxMask )
{
    configASSERT( ( uxMask != 0 ) && ( ( uxMask & ( uxMask - 1U ) ) == 0 ) &&
                  ( ( uxMask >> configNUMBER_OF_CORES ) == 0 ) );
    return ( uint32_t ) __builtin_ctzl( uxMask ) % configNUMBER_OF_CORES;
}

void vTaskCoreAffinitySet( const TaskHandle_t xTask, UBaseType_t uxCoreAffinityMask )
{
    GicCore_t * const pxWanted = &xGicCores[ ulGicOnlyCore( uxCoreAffinityMask ) ].xCore;
    const uint32_t ulState = prvMask();
    TCB_t * const pxTask = prvTask( xTask );

    if( pxTask->pxWanted != pxWanted )
    {
        pxTask->pxWanted = pxWanted;

        /* Also of its own core: a task that moves itself has its context saved by the interrupt. */
        prvRequest( pxTask, gicREQUEST_MOVE, 0 );
    }

    prvUnmask( ulState );
}

UBaseType_t vTaskCoreAffinityGet( ConstTaskHandle_t xTask )
{
    const uint32_t ulState = prvMask();
    const TCB_t * const pxTask = prvTask( xTask );
    const UBaseType_t uxMask = 1UL << pxTask->pxWanted->ulNumber;

    prvUnmask( ulState );
    return uxMask;
}

void vGicDepart( GicCore_t * pxCore, TCB_t * pxTask )
{
    GicCore_t * const pxTo = pxTask->pxWanted;
    GicGroup_t * const pxGroup =
        prvGroup( pxTo, ( UBaseType_t ) ( pxTask->pxGroup - prvGroup( pxCore, 0 ) ) );
    List_t * pxState = NULL; /* as its item's container says what a task is doing, on its way, too */

    if( prvIsReady( pxTask ) )
    {
        prvUnlinkReady( pxTask );
        pxState = ( List_t * ) pxGroup;
    }
    else if( pxTask->xItem.pxContainer != NULL )
    {
        ( void ) uxListRemove( &pxTask->xItem );
        listSET_LIST_ITEM_VALUE( &pxTask->xItem,
                                 listGET_LIST_ITEM_VALUE( &pxTask->xItem ) - pxCore->xTickCount );
        pxState = xNowhere.xDelayed;
    }

    #if gicFLOATING
    if( pxTask == pxCore->pxFloating )
    {
        vGicSaveFloating( pxCore );
    }
    #endif

    if( pxTask == pxCore->pxCurrent )
    {
        pxCore->pxCurrent = &xGicNoTask;
    }

    pxTask->xItem.pxContainer = pxState;
    pxTask->pxGroup = pxGroup;
    pxTask->pxCore = &xNowhere;
    gicDISTRIBUTOR_BYTE( gicTARGET + gicFIRST_TASK + pxTask->ucNumber ) =
        ( uint8_t ) ( 1U << pxTo->ulNumber );
    prvPutInto( &pxTo->pxArrivals, pxTask );
    __asm volatile( "dmb" ::: "memory" );
    gicDISTRIBUTOR( gicSOFTWARE_GENERATED ) = pxTo->ulSignal | gicARRIVAL_INTERRUPT;
}

BaseType_t xGicArrive( GicCore_t * pxCore )
{
    TCB_t * pxTask = prvInOrder( prvTakeAll( &pxCore->pxArrivals ) );

    while( pxTask != NULL )
    {
        TCB_t * const pxNext = pxTask->pxNextRequest;

        if( prvIsReady( pxTask ) )
        {
            prvLink( pxTask );
        }
        else if( pxTask->xItem.pxContainer != NULL )
        {
            prvInsertDelayed( pxCore, pxTask,
                              pxCore->xTickCount + listGET_LIST_ITEM_VALUE( &pxTask->xItem ) );
        }

        pxTask->pxCore = pxCore;
        prvPutInto( &pxCore->pxInbox, pxTask );
        pxTask = pxNext;
    }

    return xGicServeRequests( pxCore );
}
#endif /* if gicMULTICORE */
