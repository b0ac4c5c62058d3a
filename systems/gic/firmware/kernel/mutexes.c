/* SPDX-License-Identifier: Apache-2.0 */

/* Inheritance of priorities by who holds a mutex: what FreeRTOS's queue.c wants of a kernel, by FreeRTOS's
 * rules. All is with the mutex's lock. A holder's core has its priority changed by a request (priorities.h).
 */
#include "creation.h"
#include "requests.h"

#if gicMUTEXES

/* The task that calls; before the scheduler has started, the one that is to be first. */
static portFORCE_INLINE TCB_t * prvCaller( void )
{
    return ( xGicStarted != pdFALSE ) ? prvTask( NULL ) : xGicCores[ 0 ].xCore.pxCurrent;
}

/* Has a task run with the priority that it has now. */
static portFORCE_INLINE void prvApply( TCB_t * pxTask )
{
    if( gicIS_REMOTE( pxTask ) )
    {
        prvRequest( pxTask, gicREQUEST_PRIORITY, 0 );
    }
    else
    {
        prvChangePriority( prvCore(), pxTask, prvPriority( pxTask ) );
    }
}

TaskHandle_t pvTaskIncrementMutexHeldCount( void )
{
    TCB_t * const pxTask = prvCaller();

    if( pxTask != NULL )
    {
        ( void ) __atomic_fetch_add( &pxTask->uxPriority, gicONE_MUTEX, __ATOMIC_RELAXED );
    }

    return pxTask;
}

BaseType_t xTaskPriorityInherit( TaskHandle_t const pxMutexHolder )
{
    if( pxMutexHolder == NULL )
    {
        return pdFALSE;
    }

    const UBaseType_t uxPriority = prvPriority( prvTask( NULL ) );
    UBaseType_t uxBefore = pxMutexHolder->uxPriority;

    do
    {
        if( ( uxBefore & gicEFFECTIVE ) >= uxPriority )
        {
            return gicOWN_OF( uxBefore ) < uxPriority;
        }
    } while( !prvReplace( pxMutexHolder, &uxBefore, ( uxBefore & ~gicEFFECTIVE ) | uxPriority ) );

    prvApply( pxMutexHolder );
    return pdTRUE;
}

BaseType_t xTaskPriorityDisinherit( TaskHandle_t const pxMutexHolder )
{
    if( pxMutexHolder == NULL )
    {
        return pdFALSE;
    }

    UBaseType_t uxBefore = pxMutexHolder->uxPriority;
    UBaseType_t uxAfter;

    configASSERT( ( pxMutexHolder == prvCaller() ) && ( uxBefore >= gicONE_MUTEX ) );

    do
    {
        uxAfter = uxBefore - gicONE_MUTEX;

        if( uxAfter < gicONE_MUTEX )
        {
            uxAfter = gicOWN( gicOWN_OF( uxBefore ) ) | gicOWN_OF( uxBefore );
        }
    } while( !prvReplace( pxMutexHolder, &uxBefore, uxAfter ) );

    if( ( ( uxBefore ^ uxAfter ) & gicEFFECTIVE ) == 0 )
    {
        return pdFALSE;
    }

    prvApply( pxMutexHolder );
    return pdTRUE;
}

void vTaskPriorityDisinheritAfterTimeout( TaskHandle_t const pxMutexHolder,
                                          UBaseType_t uxHighestPriorityWaitingTask )
{
    if( pxMutexHolder == NULL )
    {
        return;
    }

    UBaseType_t uxBefore = pxMutexHolder->uxPriority;
    UBaseType_t uxPriority;

    do
    {
        uxPriority = gicOWN_OF( uxBefore );

        if( uxPriority < uxHighestPriorityWaitingTask )
        {
            uxPriority = uxHighestPriorityWaitingTask;
        }

        /* Another mutex may be why it has inherited. */
        if( ( ( uxBefore & gicEFFECTIVE ) == uxPriority ) || ( uxBefore / gicONE_MUTEX != 1U ) )
        {
            return;
        }
    } while( !prvReplace( pxMutexHolder, &uxBefore, ( uxBefore & ~gicEFFECTIVE ) | uxPriority ) );

    prvApply( pxMutexHolder );
}

UBaseType_t uxTaskBasePriorityGet( const TaskHandle_t xTask )
{
    const uint32_t ulState = prvMask();
    const UBaseType_t uxPriority = prvOwnPriority( prvTask( xTask ) );

    prvUnmask( ulState );
    return uxPriority;
}
#endif /* if gicMUTEXES */
