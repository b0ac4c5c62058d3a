/* SPDX-License-Identifier: Apache-2.0 */

/* Suspending, resuming, deleting, yielding, priorities. */
#include "creation.h"
#include "requests.h"

static inline TCB_t * prvTask( TaskHandle_t xTask )
{
    return ( xTask == NULL ) ? prvCore()->pxCurrent : xTask;
}

/* Behind what may have made the running task not ready: runs another if so. */
static inline void prvLeaveIfNot( GicCore_t * pxCore,
                                  TCB_t * pxTask,
                                  uint32_t ulState )
{
    if( ( pxTask == pxCore->pxCurrent ) && ( pxCore->xRunning != pdFALSE ) )
    {
        vGicSwitch( ulState );
    }
    else
    {
        prvUnmask( ulState );
    }
}

void vTaskSuspend( TaskHandle_t xTaskToSuspend )
{
    TCB_t * const pxTask = prvTask( xTaskToSuspend );

    if( gicIS_REMOTE( pxTask ) )
    {
        prvRequest( pxTask, gicREQUEST_SUSPEND, gicREQUEST_RESUME );
        return;
    }

    const uint32_t ulState = prvMask();

    prvUnlink( pxTask );
    prvLeaveIfNot( prvCore(), pxTask, ulState );
}

void vGicResume( TCB_t * pxTask )
{
    if( gicIS_REMOTE( pxTask ) )
    {
        prvRequest( pxTask, gicREQUEST_RESUME, 0 );
        return;
    }

    const uint32_t ulState = prvMask();

    if( prvIsSuspended( pxTask ) )
    {
        prvLink( pxTask );
    }

    prvUnmask( ulState );
}

void vTaskResume( TaskHandle_t xTaskToResume )
{
    configASSERT( xTaskToResume != NULL );

    /* A task that runs is not suspended. */
    if( xTaskToResume != NULL )
    {
        vGicResume( xTaskToResume );
    }
}

BaseType_t xTaskResumeFromISR( TaskHandle_t xTaskToResume )
{
    TCB_t * const pxTask = xTaskToResume;
    const BaseType_t xHigher = prvIsSuspended( pxTask ) && ( pxTask->ulLevel < prvCore()->ulLevel );

    vGicResume( pxTask );
    return xHigher;
}

void vTaskDelete( TaskHandle_t xTaskToDelete )
{
    TCB_t * const pxTask = prvTask( xTaskToDelete );

    if( gicIS_REMOTE( pxTask ) )
    {
        prvRequest( pxTask, gicREQUEST_DELETE, 0 );
        return;
    }

    const uint32_t ulState = prvMask();
    GicCore_t * const pxCore = prvCore();

    prvUnlink( pxTask );
    prvBury( pxCore, pxTask );
    prvLeaveIfNot( pxCore, pxTask, ulState );
}

UBaseType_t uxTaskPriorityGet( const TaskHandle_t xTask )
{
    return prvTask( xTask )->uxPriority;
}

void vTaskPrioritySet( TaskHandle_t xTask,
                       UBaseType_t uxNewPriority )
{
    TCB_t * const pxTask = prvTask( xTask );

    configASSERT( uxNewPriority < configMAX_PRIORITIES );

    if( uxNewPriority >= configMAX_PRIORITIES )
    {
        uxNewPriority = configMAX_PRIORITIES - 1;
    }

    if( gicIS_REMOTE( pxTask ) )
    {
        pxTask->uxPriority = uxNewPriority;
        prvRequest( pxTask, gicREQUEST_PRIORITY, 0 );
        return;
    }

    const uint32_t ulState = prvMask();
    GicCore_t * const pxCore = prvCore();
    TCB_t * const pxCurrent = pxCore->pxCurrent;
    const UBaseType_t uxBefore = pxTask->uxPriority;

    pxTask->uxPriority = uxNewPriority;

    if( uxNewPriority != uxBefore )
    {
        prvChangePriority( pxCore, pxTask, uxNewPriority );

        if( pxTask != pxCurrent )
        {
            /* FreeRTOS yields also for a task that is not ready: equals take turns. The GIC itself
             * interrupts for one that is. */
            if( ( uxNewPriority > uxBefore ) && !prvIsReady( pxTask ) && ( pxTask->ulLevel < pxCore->ulLevel ) && pxCore->xRunning )
            {
                prvLeave( pxCurrent );
                vGicSwitch( ulState );
                return;
            }
        }
        else if( pxCore->xRunning == pdFALSE )
        {
            /* nobody to give way */
        }
        else if( uxNewPriority > uxBefore )
        {
            prvRaiseMask( pxCore );
        }
        else
        {
            vGicSwitch( ulState );
            return;
        }
    }

    prvUnmask( ulState );
}

void vGicYield( void )
{
    const uint32_t ulState = prvMask();

    prvLeave( prvCore()->pxCurrent );
    vGicSwitch( ulState );
}

eTaskState eTaskGetState( TaskHandle_t xTask )
{
    const TCB_t * const pxTask = xTask;
    const uint32_t ulState = prvMask();
    const GicCore_t * const pxCore = &xGicCores[ gicCORE_OF( pxTask ) ];
    const List_t * const pxWhere = pxTask->xItem.pxContainer;
    eTaskState eState = eBlocked;

    if( pxWhere == &pxCore->xDeleted )
    {
        eState = eDeleted;
    }
    else if( prvIsSuspended( pxTask ) )
    {
        eState = eSuspended;
    }
    else if( pxTask == pxCore->pxCurrent )
    {
        eState = eRunning;
    }
    else if( prvIsReady( pxTask ) )
    {
        eState = eReady;
    }

    prvUnmask( ulState );
    return eState;
}

TaskHandle_t xTaskGetCurrentTaskHandle( void )
{
    return ( xGicStarted != pdFALSE ) ? prvCore()->pxCurrent : xGicCores[ 0 ].pxCurrent;
}

char * pcTaskGetName( TaskHandle_t xTaskToQuery )
{
    return prvTask( xTaskToQuery )->pcName;
}
