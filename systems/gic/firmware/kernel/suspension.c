/* SPDX-License-Identifier: Apache-2.0 */

/* The scheduler is suspended: no core begins with a task, and service routines run. In the distributor the
 * interrupts of all tasks are disabled, which leaves them pending. A core that has to switch meanwhile waits,
 * and serves its devices; so do those who suspend the scheduler, too.
 *
 * Who has suspended it runs on as a section (sections.h) of its own level, whose interrupt is no task's. So
 * what is done to it meanwhile, by a routine or another core, counts when the scheduler is resumed.
 * systems/gic/model/suspend.pml is the model of this. */
#include "locks.h"
#include "sections.h"

#if gicOBJECTS

    #define WORD( interrupt )            ( ( interrupt ) / 32U )
    #define gicINTERFACE_HIGHEST_PENDING 0x18
    #define gicNONE_IS_PENDING           1020U /* or above */

GicCore_t * volatile pxGicSuspender;

static UBaseType_t uxNesting;
static GicRoutine_t xSections[ configNUMBER_OF_CORES ];

/* Covers these, and the registers by which tasks are enabled. */
static GicLock_t xLock;
static uint32_t ulTasks[ WORD( gicINTERRUPTS ) ];

void vGicEnableTask( const TCB_t * pxTask )
{
    const uint32_t ulInterrupt = gicFIRST_TASK + pxTask->ucNumber;
    const uint32_t ulState = prvMask();

    prvTakeLock( &xLock );
    ulTasks[ WORD( ulInterrupt ) ] |= pxTask->ulBit;

    if( pxGicSuspender == NULL )
    {
        gicDISTRIBUTOR( gicSET_ENABLE + gicWORD( ulInterrupt ) ) = pxTask->ulBit;
    }

    prvGiveLock( &xLock );
    prvUnmask( ulState );
}

/* With interrupts masked. */
void vGicDisableTask( const TCB_t * pxTask )
{
    const uint32_t ulInterrupt = gicFIRST_TASK + pxTask->ucNumber;

    prvTakeLock( &xLock );
    ulTasks[ WORD( ulInterrupt ) ] &= ~pxTask->ulBit;
    gicDISTRIBUTOR( gicCLEAR_ENABLE + gicWORD( ulInterrupt ) ) = pxTask->ulBit;
    prvGiveLock( &xLock );
}

/* With the lock, as to have been called with gicSET_ENABLE or gicCLEAR_ENABLE for all tasks. */
static void prvSetAll( uint32_t ulRegister )
{
    for( uint32_t ulWord = WORD( gicFIRST_TASK ); ulWord < WORD( BOARD_INTERRUPTS + 31U ); ulWord++ )
    {
        gicDISTRIBUTOR( ulRegister + 4U * ulWord ) = ulTasks[ ulWord ];
    }

    __asm volatile( "dsb" ::: "memory" );
}

void vGicPrepareSuspension( uint32_t ulCore )
{
    GicRoutine_t * const pxRoutine = &xSections[ ulCore ];
    const BaseType_t xMade = xGicMakeSection( pxRoutine, tskIDLE_PRIORITY, ulCore );

    configASSERT( xMade ); /* fewer tasks, or fewer routines */
    ( void ) xMade;
    xGicCores[ ulCore ].xCore.pxSuspension = &pxRoutine->xTask;
}

/* Takes the lock, when no other core has suspended the scheduler; interrupts are masked then. */
static GicCore_t * prvLockForSuspension( void )
{
    for( ;; )
    {
        const uint32_t ulState = prvMask();
        GicCore_t * const pxCore = prvCore();

        prvTakeLock( &xLock );

        if( ( pxGicSuspender == NULL ) || ( pxGicSuspender == pxCore ) )
        {
            return pxCore;
        }

        prvGiveLock( &xLock );
        prvUnmask( ulState );
    }
}

void vTaskSuspendAll( void )
{
    if( xGicStarted == pdFALSE )
    {
        return; /* nobody else runs */
    }

    configASSERT( !prvIsMasked() ); /* in no critical section */

    GicCore_t * const pxCore = prvLockForSuspension();
    TCB_t * const pxSection = pxCore->pxSuspension;

    configASSERT( pxCore->pxCurrent != pxCore->pxTopmost ); /* a routine is no task */

    if( uxNesting++ > 0 )
    {
        prvGiveLock( &xLock );
        prvUnmaskAfterGive();
        return;
    }

    pxGicSuspender = pxCore;
    prvSetAll( gicCLEAR_ENABLE );
    prvGiveLock( &xLock );
    pxSection->ulLevel = pxCore->ulLevel;
    *pxSection->pucPriority = ( uint8_t ) ( pxCore->ulLevel - gicLEVEL_STEP );
    prvTake( pxCore, pxSection );
}

/* Whether the GIC has somebody above who runs. */
static BaseType_t prvIsBelowAnother( const GicCore_t * pxCore )
{
    const uint32_t ulInterrupt = gicINTERFACE( gicINTERFACE_HIGHEST_PENDING ) & gicIDENTIFIER_MASK;

    return ( ulInterrupt < gicNONE_IS_PENDING ) &&
           ( gicDISTRIBUTOR_BYTE( gicPRIORITY + ulInterrupt ) < pxCore->ulLevel );
}

/* Returns whether another task has run before this returns. */
BaseType_t xTaskResumeAll( void )
{
    if( xGicStarted == pdFALSE )
    {
        return pdFALSE;
    }

    configASSERT( !prvIsMasked() );
    ( void ) prvMask();

    GicCore_t * const pxCore = prvCore();

    configASSERT( pxGicSuspender == pxCore ); /* it is not suspended, or not by who calls */

    if( --uxNesting > 0 )
    {
        prvUnmaskAfterGive();
        return pdFALSE;
    }

    const BaseType_t xTicked = xGicCatchUp( pxCore );
    TCB_t * const pxHolder = prvGive( pxCore, pxCore->pxSuspension );

    prvTakeLock( &xLock );
    pxGicSuspender = NULL;
    prvSetAll( gicSET_ENABLE );
    prvGiveLock( &xLock );

    /* As at a tick: equals take turns. */
    if( !prvIsReady( pxHolder ) ||
        ( ( configUSE_TIME_SLICING != 0 ) && xTicked && !prvIsAlone( pxHolder->pxGroup ) ) )
    {
        pxCore->pxCurrent = pxHolder;
        prvLeave( pxHolder );
        prvSwitch( gicMODE_SYSTEM );
        return pdTRUE;
    }

    prvRun( pxCore, pxHolder );

    const BaseType_t xSwitches = prvIsBelowAnother( pxCore );

    prvGoOn( pxCore, pxHolder );
    return xSwitches;
}
#endif /* if gicOBJECTS */
