/* SPDX-License-Identifier: Apache-2.0 */

/* The tick of a core, a routine at the level that the application chooses. */
#include "ready_groups.h"

static GicRoutine_t xTicks[ configNUMBER_OF_CORES ];

/* One tick more. */
static void prvCount( GicCore_t * pxCore )
{
    const uint32_t ulState = prvMask();

    if( ++pxCore->xTickCount == 0 )
    {
        List_t * const pxDone = pxCore->pxDelayed;

        pxCore->pxDelayed = pxCore->pxDelayedOverflow;
        pxCore->pxDelayedOverflow = pxDone;
    }

    prvUnmask( ulState );
}

/* Makes the first one ready of those who waited for now; returns whether there was one. */
static BaseType_t prvWakeOne( GicCore_t * pxCore )
{
    const uint32_t ulState = prvMask();
    const BaseType_t xDue = ( listLIST_IS_EMPTY( pxCore->pxDelayed ) == pdFALSE ) &&
                            ( listGET_ITEM_VALUE_OF_HEAD_ENTRY( pxCore->pxDelayed ) <= pxCore->xTickCount );

    if( xDue != pdFALSE )
    {
        TCB_t * const pxTask = listGET_OWNER_OF_HEAD_ENTRY( pxCore->pxDelayed );

        ( void ) uxListRemove( &pxTask->xItem );
        prvStopWaiting( pxTask );
        prvLink( pxTask );
    }

    prvUnmask( ulState );
    return xDue;
}

static void prvCountAndWake( GicCore_t * pxCore )
{
    prvCount( pxCore );

    while( prvWakeOne( pxCore ) != pdFALSE )
    {
    }
}

#if gicOBJECTS

BaseType_t xGicCatchUp( GicCore_t * pxCore )
{
    const BaseType_t xTicked = ( pxCore->xPendedTicks > 0 );

    for( ; pxCore->xPendedTicks > 0; pxCore->xPendedTicks-- )
    {
        prvCountAndWake( pxCore );
    }

    return xTicked;
}
#endif

static void prvTick( void )
{
    GicCore_t * const pxCore = prvCore();
    GicRoutine_t * const pxTick = prvRoutineOf( pxCore->pxTick );

    board_clear_tick();

    #if gicOBJECTS
    if( pxGicSuspender == pxCore )
    {
        pxCore->xPendedTicks++;
        return;
    }
    #endif

    prvCountAndWake( pxCore );

    /* As FreeRTOS has it: equals take turns. */
    if( ( configUSE_TIME_SLICING != 0 ) && !( gicOBJECTS && ( pxGicSuspender != NULL ) ) &&
        !prvIsAlone( pxTick->pxInterrupted->pxGroup ) )
    {
        pxTick->pvGroupThen = NULL;
    }
}

void vGicStartTick( void )
{
    GicCore_t * const pxCore = prvCore();
    GicRoutine_t * const pxTick = &xTicks[ pxCore->ulNumber ];

    vGicSetRoutine( pxTick, prvTick, BOARD_TICK_INTERRUPT, configGIC_TICK_PRIORITY, pxCore->ulNumber );
    pxCore->pxTick = &pxTick->xTask;
    board_start_tick();
}
