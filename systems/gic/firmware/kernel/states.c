/* SPDX-License-Identifier: Apache-2.0 */

/* Suspending, resuming, deleting, yielding, priorities. */
#include "creation.h"
#include "requests.h"

/* With interrupts masked: who calls is not remote. */
static portFORCE_INLINE BaseType_t prvIsRemote( TaskHandle_t xTask )
{
    return __builtin_expect( ( xTask != NULL ) && gicIS_REMOTE( ( const TCB_t * ) xTask ), pdFALSE );
}

/* Behind what may have made the running task not ready: runs another if so. */
static portFORCE_INLINE void prvLeaveIfNot( GicCore_t * pxCore, TCB_t * pxTask, uint32_t ulState )
{
    if( ( pxTask == pxCore->pxCurrent ) && ( pxCore->xRunning != pdFALSE ) )
    {
        prvSwitch( ulState );
    }
    else
    {
        prvUnmask( ulState );
    }
}

void vTaskSuspend( TaskHandle_t xTaskToSuspend )
{
    const uint32_t ulState = prvMask();

    if( prvIsRemote( xTaskToSuspend ) )
    {
        /* Whatever it waits for is not given to it from now on. */
        prvRequest( xTaskToSuspend, gicREQUEST_SUSPEND, gicREQUEST_RESUME );
        vGicWithdraw( xTaskToSuspend );
        prvUnmask( ulState );
        return;
    }

    TCB_t * const pxTask = prvTask( xTaskToSuspend );

    prvUnlink( pxTask );
    vGicForgetNotification( pxTask );
    prvLeaveIfNot( prvCore(), pxTask, ulState );
}

static portFORCE_INLINE void prvResume( TCB_t * pxTask )
{
    const uint32_t ulState = prvMask();

    if( prvIsRemote( pxTask ) )
    {
        prvRequest( pxTask, gicREQUEST_RESUME, 0 );
    }
    else if( __builtin_expect( prvIsSuspended( pxTask ), pdTRUE ) )
    {
        prvLink( pxTask );
    }

    prvUnmask( ulState );
}

void vGicResume( TCB_t * pxTask )
{
    prvResume( pxTask );
}

void vTaskResume( TaskHandle_t xTaskToResume )
{
    configASSERT( xTaskToResume != NULL );

    /* A task that runs is not suspended. */
    if( xTaskToResume != NULL )
    {
        prvResume( xTaskToResume );
    }
}

BaseType_t xTaskResumeFromISR( TaskHandle_t xTaskToResume )
{
    TCB_t * const pxTask = xTaskToResume;
    const TCB_t * const pxCurrent = pxGicTask( prvCore() );
    const BaseType_t xHigher =
        prvIsSuspended( pxTask ) && ( ( pxCurrent == NULL ) || ( pxTask->ulLevel < pxCurrent->ulLevel ) );

    vGicResume( pxTask );
    return xHigher;
}

void vTaskDelete( TaskHandle_t xTaskToDelete )
{
    const uint32_t ulState = prvMask();

    if( prvIsRemote( xTaskToDelete ) )
    {
        vGicWithdrawForEver( xTaskToDelete );
        prvRequest( xTaskToDelete, gicREQUEST_DELETE, 0 );
        prvUnmask( ulState );
        return;
    }

    TCB_t * const pxTask = prvTask( xTaskToDelete );
    GicCore_t * const pxCore = prvCore();

    if( __builtin_expect( prvIsDeleted( pxCore, pxTask ), pdFALSE ) )
    {
        prvUnmask( ulState );
        return;
    }

    prvUnlink( pxTask );
    prvBury( pxCore, pxTask );
    prvLeaveIfNot( pxCore, pxTask, ulState );
}

UBaseType_t uxTaskPriorityGet( const TaskHandle_t xTask )
{
    const uint32_t ulState = prvMask();
    const UBaseType_t uxPriority = prvPriority( prvTask( xTask ) );

    prvUnmask( ulState );
    return uxPriority;
}

void vTaskPrioritySet( TaskHandle_t xTask, UBaseType_t uxNewPriority )
{
    configASSERT( uxNewPriority < configMAX_PRIORITIES );

    if( uxNewPriority >= configMAX_PRIORITIES )
    {
        uxNewPriority = configMAX_PRIORITIES - 1;
    }

    const uint32_t ulState = prvMask();

    if( prvIsRemote( xTask ) )
    {
        prvSetPriority( ( TCB_t * ) xTask, uxNewPriority );
        prvRequest( xTask, gicREQUEST_PRIORITY, 0 );
        prvUnmask( ulState );
        return;
    }

    TCB_t * const pxTask = prvTask( xTask );
    GicCore_t * const pxCore = prvCore();
    TCB_t * const pxCurrent = pxCore->pxCurrent;
    const UBaseType_t uxBefore = prvOwnPriority( pxTask );

    prvSetPriority( pxTask, uxNewPriority );

    if( uxNewPriority != uxBefore )
    {
        #if gicMUTEXES
        prvChangePriority( pxCore, pxTask, prvPriority( pxTask ) );
        prvSetRank( pxTask, uxNewPriority );
        #else
        prvChangePriority( pxCore, pxTask, uxNewPriority );
        #endif

        if( pxTask != pxCurrent )
        {
            /* FreeRTOS yields also for a task that is not ready: equals take turns. The GIC itself
             * interrupts for one that is. What a task has inherited does not count here. */
            if( ( uxNewPriority > uxBefore ) && !prvIsReady( pxTask ) &&
                ( ( gicMUTEXES ? gicLEVEL( uxNewPriority ) : pxTask->ulLevel ) < pxCore->ulLevel ) &&
                pxCore->xRunning && !prvIsRoutine( pxCurrent ) )
            {
                prvLeave( pxCurrent );
                prvSwitch( ulState );
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
            prvSwitch( ulState );
            return;
        }
    }

    prvUnmask( ulState );
}

void vGicYield( void )
{
    const uint32_t ulState = prvMask();

    prvLeave( prvTask( NULL ) );
    prvSwitch( ulState );
}

eTaskState eTaskGetState( TaskHandle_t xTask )
{
    const TCB_t * const pxTask = xTask;
    const uint32_t ulState = prvMask();
    const GicCore_t * const pxCore = gicCORE_OF( pxTask );
    eTaskState eState = eBlocked;

    if( prvIsDeleted( pxCore, pxTask ) )
    {
        eState = eDeleted;
    }
    else if( prvIsSuspended( pxTask ) )
    {
        eState = eSuspended;
    }
    else if( pxTask == pxGicTask( pxCore ) )
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
    TaskHandle_t xTask = xGicCores[ 0 ].xCore.pxCurrent;

    if( xGicStarted != pdFALSE )
    {
        const uint32_t ulState = prvMask();

        xTask = pxGicTask( prvCore() );
        prvUnmask( ulState );
    }

    return xTask;
}

char * pcTaskGetName( TaskHandle_t xTaskToQuery )
{
    const uint32_t ulState = prvMask();
    char * const pcName = prvTask( xTaskToQuery )->pcName;

    prvUnmask( ulState );
    return pcName;
}
