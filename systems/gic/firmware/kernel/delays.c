/* SPDX-License-Identifier: Apache-2.0 */

/* Time. Each core has its own tick, and delays its own tasks by it. */
#include "creation.h"
#include "ready_groups.h"

TickType_t xTaskGetTickCount( void )
{
    return ( xGicStarted != pdFALSE ) ? prvCore()->xTickCount : ( TickType_t ) configINITIAL_TICK_COUNT;
}

TickType_t xTaskGetTickCountFromISR( void )
{
    return xTaskGetTickCount();
}

/* The running task sleeps until a tick. Interrupts are masked. */
static void prvSleepUntil( GicCore_t * pxCore, TickType_t xWake, uint32_t ulState )
{
    TCB_t * const pxTask = prvTask( NULL );

    prvUnlinkReady( pxTask ); /* vListInsert says where it is then */
    prvInsertDelayed( pxCore, pxTask, xWake );
    prvSwitch( ulState );
}

void vTaskDelay( const TickType_t xTicksToDelay )
{
    if( xTicksToDelay == 0 )
    {
        vGicYield();
    }
    else
    {
        const uint32_t ulState = prvMask();
        GicCore_t * const pxCore = prvCore();

        prvSleepUntil( pxCore, pxCore->xTickCount + xTicksToDelay, ulState );
    }
}

BaseType_t xTaskDelayUntil( TickType_t * const pxPreviousWakeTime, const TickType_t xTimeIncrement )
{
    configASSERT( ( pxPreviousWakeTime != NULL ) && ( xTimeIncrement > 0 ) );

    const uint32_t ulState = prvMask();
    GicCore_t * const pxCore = prvCore();
    const TickType_t xWake = *pxPreviousWakeTime + xTimeIncrement;

    /* Counted from the previous time: what has passed, and what was to pass. */
    const BaseType_t xSleep = ( TickType_t ) ( pxCore->xTickCount - *pxPreviousWakeTime ) < xTimeIncrement;

    *pxPreviousWakeTime = xWake;

    if( xSleep != pdFALSE )
    {
        prvSleepUntil( pxCore, xWake, ulState );
    }
    else
    {
        prvLeave( prvTask( NULL ) );
        prvSwitch( ulState );
    }

    return xSleep;
}
