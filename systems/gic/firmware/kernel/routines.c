/* SPDX-License-Identifier: Apache-2.0 */

/* Which device has which routine, on which core. */
#include "creation.h"
#include "ready_groups.h"

#define FIRST_SHARED  32U /* below are a core's own interrupts */
#define CONFIGURATION 0xC00U
#define EDGE          2UL

static BaseType_t prvIsEdge( uint32_t ulInterrupt )
{
    const uint32_t ulFields = gicDISTRIBUTOR( CONFIGURATION + 4U * ( ulInterrupt / 16U ) );

    return ( ulFields & ( EDGE << ( 2U * ( ulInterrupt % 16U ) ) ) ) != 0;
}

void vGicAlone( GicRoutine_t * pxRoutine )
{
    TCB_t * const pxTask = &pxRoutine->xTask;
    GicGroup_t * const pxGroup = &pxRoutine->xGroup;

    /* It is ready for ever, and never chosen: then the cursor is the end. */
    pxTask->pxGroup = pxGroup;
    pxTask->xItem.pxContainer = ( List_t * ) pxGroup;
    pxTask->xItem.pxNext = pxTask->xItem.pxPrevious = ( ListItem_t * ) &pxGroup->xEnd;
    pxGroup->xEnd.pxNext = pxGroup->xEnd.pxPrevious = &pxTask->xItem;
    pxGroup->pxCursor = ( ListItem_t * ) &pxGroup->xEnd;
    pxGroup->pxPending = NULL;
}

void vGicSetMark( GicRoutine_t * pxRoutine, uint32_t ulMark, uint32_t ulInterrupt )
{
    GicDevice_t * const pxDevice = &pxRoutine->xDevice;

    pxDevice->pvGroup = &pxDevice->ulMark;
    pxDevice->ulMark = ( uint32_t ) pxDevice + ulMark;
    pxDevice->pxRoutine = &pxRoutine->xTask;
    pxGicTasks[ ulInterrupt ] = ( TCB_t * ) pxDevice;
}

void vGicSetRoutine( GicRoutine_t * pxRoutine, InterruptHandler_t pxFunction, uint32_t ulInterrupt,
                     UBaseType_t uxPriority, uint32_t ulCore )
{
    TCB_t * const pxTask = &pxRoutine->xTask;

    if( xGicTakeInterrupt( pxTask, uxPriority, ulCore ) == pdFALSE )
    {
        configASSERT( pdFALSE ); /* fewer tasks, or fewer routines */
        return;
    }

    vGicAlone( pxRoutine );
    pxRoutine->pxFunction = pxFunction;

    /* A line that is up stays pending by itself; made so by a store, it would come once too often. */
    pxRoutine->ulEvent = prvIsEdge( ulInterrupt ) ? gicBIT( ulInterrupt ) : 0;
    pxRoutine->pulEvent = &gicDISTRIBUTOR( gicSET_PENDING + gicWORD( ulInterrupt ) );

    vGicSetMark( pxRoutine, ( ulInterrupt < FIRST_SHARED ) ? gicDEVICE_TICK : gicDEVICE, ulInterrupt );
    gicDISTRIBUTOR_BYTE( gicPRIORITY + ulInterrupt ) = ( uint8_t ) pxTask->ulLevel;
    gicDISTRIBUTOR_BYTE( gicTARGET + ulInterrupt ) = ( uint8_t ) ( 1U << ulCore );
    gicDISTRIBUTOR( gicSET_ENABLE + gicWORD( ulInterrupt ) ) = gicBIT( ulInterrupt );
}

void board_set_handler( uint32_t interrupt, InterruptHandler_t handler, UBaseType_t priority, uint32_t core )
{
    /* The idle task never gives way to its equals, and sleeps while there is none in its group. */
    configASSERT( ( interrupt >= FIRST_SHARED ) && ( interrupt < gicFIRST_TASK ) &&
                  ( priority > tskIDLE_PRIORITY ) && ( priority < configMAX_PRIORITIES ) &&
                  ( core < configNUMBER_OF_CORES ) );

    GicRoutine_t * const pxRoutine = pvPortMalloc( sizeof( GicRoutine_t ) );

    configASSERT( pxRoutine != NULL );
    vGicSetRoutine( pxRoutine, handler, interrupt, priority, core );
}

TCB_t * pxGicTask( const GicCore_t * pxCore )
{
    TCB_t * pxTask = pxCore->pxCurrent;

    while( ( pxTask != NULL ) && prvIsRoutine( pxTask ) ) /* each one's level is above that of the next */
    {
        pxTask = prvRoutineOf( pxTask )->pxInterrupted;
    }

    return ( pxTask == &xGicNoTask ) ? NULL : pxTask;
}
