/* SPDX-License-Identifier: Apache-2.0 */

/* The monitor: run times, deadlines and budgets of tasks, which the hardware keeps. */
#include "kernel.h"
#include "isochron_monitor.h"

/* The register of a task. */
#define monitorOF( pxTCB, NAME )             \
    ( ( ISOCHRON_MONITOR_##NAME##_OFFSET ) + \
      ( ( uintptr_t ) isochronIDENTIFIER( ( pxTCB )->uxCommand ) * sizeof( uint32_t ) ) )

static BaseType_t prvHasMonitor( void )
{
    return ( ( isochronREGISTER( ISOCHRON_WIDTHS_OFFSET ) & ISOCHRON_WIDTHS_MONITOR_MASK ) != 0U ) ? pdTRUE :
                                                                                                     pdFALSE;
}

/* The same for what it keeps of a task: nothing of a deleted one. */
static BaseType_t prvMonitors( TCB_t const * pxTCB )
{
    BaseType_t xReturn = prvHasMonitor();

    if( ( xReturn != pdFALSE ) && !kernelHAS_TASK( pxTCB ) )
    {
        vIsochronCommandRefused( eIsochronErrorTask );
        xReturn = pdFALSE;
    }

    return xReturn;
}

BaseType_t xIsochronMonitorSetDeadline( TaskHandle_t xTask, uint32_t ulCycles )
{
    TCB_t const * pxTCB = kernelTASK_FROM_HANDLE( xTask );

    configASSERT( pxTCB != NULL );

    if( prvMonitors( pxTCB ) == pdFALSE )
    {
        return pdFAIL;
    }

    isochronSET_REGISTER( monitorOF( pxTCB, DEADLINE ), ulCycles );

    return pdPASS;
}

BaseType_t xIsochronMonitorSetBudget( TaskHandle_t xTask, uint32_t ulCycles )
{
    TCB_t const * pxTCB = kernelTASK_FROM_HANDLE( xTask );

    configASSERT( pxTCB != NULL );

    if( prvMonitors( pxTCB ) == pdFALSE )
    {
        return pdFAIL;
    }

    isochronSET_REGISTER( monitorOF( pxTCB, BUDGET ), ulCycles );

    return pdPASS;
}

void vIsochronMonitorGet( TaskHandle_t xTask, IsochronMonitor_t * pxMonitor )
{
    TCB_t const * pxTCB = kernelTASK_FROM_HANDLE( xTask );
    uint32_t ulLow, ulCounts;

    configASSERT( pxTCB != NULL );
    ( void ) memset( pxMonitor, 0x00, sizeof( IsochronMonitor_t ) );

    if( prvMonitors( pxTCB ) == pdFALSE )
    {
        return;
    }

    taskENTER_CRITICAL();
    {
        /* The load of the lower half keeps the upper one. */
        ulLow = isochronREGISTER( monitorOF( pxTCB, RUN_TIME ) );
        pxMonitor->ullRunTime =
            ( ( uint64_t ) isochronREGISTER( ISOCHRON_MONITOR_HIGH_OFFSET ) << 32 ) | ulLow;
    }
    taskEXIT_CRITICAL();

    ulCounts = isochronREGISTER( monitorOF( pxTCB, COUNTS ) );
    pxMonitor->usOverruns = ( uint16_t ) ( ulCounts & ISOCHRON_MONITOR_COUNTS_OVERRUNS_MASK );
    pxMonitor->usOverloads = ( uint16_t ) ( ulCounts >> ISOCHRON_MONITOR_COUNTS_OVERLOADS_SHIFT );
    pxMonitor->ulDeadline = isochronREGISTER( monitorOF( pxTCB, DEADLINE ) );
    pxMonitor->ulBudget = isochronREGISTER( monitorOF( pxTCB, BUDGET ) );
    pxMonitor->ulJobAge = isochronREGISTER( monitorOF( pxTCB, JOB_AGE ) );
    pxMonitor->ulJobRun = isochronREGISTER( monitorOF( pxTCB, JOB_RUN ) );
    pxMonitor->ulLongestResponse = isochronREGISTER( monitorOF( pxTCB, RESPONSE ) );
    pxMonitor->ulLongestRun = isochronREGISTER( monitorOF( pxTCB, LONGEST_RUN ) );
}

void vIsochronMonitorClear( TaskHandle_t xTask )
{
    TCB_t const * pxTCB = kernelTASK_FROM_HANDLE( xTask );

    configASSERT( pxTCB != NULL );

    if( prvMonitors( pxTCB ) != pdFALSE )
    {
        isochronSET_REGISTER( monitorOF( pxTCB, COUNTS ), 0 );
    }
}

uint64_t ullIsochronMonitorCycles( void )
{
    uint64_t ullCycles = 0;
    uint32_t ulLow;

    if( prvHasMonitor() != pdFALSE )
    {
        taskENTER_CRITICAL();
        {
            ulLow = isochronREGISTER( ISOCHRON_CYCLES_OFFSET );
            ullCycles = ( ( uint64_t ) isochronREGISTER( ISOCHRON_CYCLES_HIGH_OFFSET ) << 32 ) | ulLow;
        }
        taskEXIT_CRITICAL();
    }

    return ullCycles;
}

uint32_t ulIsochronMonitorLongestMasked( void )
{
    return ( prvHasMonitor() != pdFALSE ) ? isochronREGISTER( ISOCHRON_ANSWER_LONGEST_OFFSET ) : 0U;
}

void vIsochronMonitorClearLongestMasked( void )
{
    if( prvHasMonitor() != pdFALSE )
    {
        isochronSET_REGISTER( ISOCHRON_ANSWER_LONGEST_OFFSET, 0 );
    }
}
