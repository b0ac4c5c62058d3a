/* SPDX-License-Identifier: Apache-2.0 */

/* How tasks wait for objects. FreeRTOS's own files have the objects (objects.c); here is what they want of
 * a kernel: locks, lists of those who wait, and time-outs.
 *
 * A task's lock says what it waits for. Only its own core changes it, with that lock held, or free where the
 * task has been taken from its list (dispatch.S).
 * Whoever takes a task from an object's list wakes it before giving the lock back; a wake-up too many does
 * no harm, since who is woken looks again. systems/gic/model/wake.pml is the model of this. */
#include "events.h"

#include "creation.h"
#include "locks.h"
#include "requests.h"

#if gicOBJECTS

GicLock_t xGicLocks[ gicLOCKS ];

void vGicLock( const void * pvObject )
{
    if( xGicStarted == pdFALSE )
    {
        return; /* nobody else runs */
    }

    const uint32_t ulState = prvMask();
    GicCore_t * const pxCore = prvCore();

    if( pxCore->ulLockDepth++ == 0 )
    {
        pxCore->ulLockState = ulState;
        #if gicMULTICORE
        pxCore->pxLock = prvLockOf( xGicLocks, pvObject );
        prvTakeLock( pxCore->pxLock );
        #else
        ( void ) pvObject;
        #endif
    }
}

/* Whether who runs has given a mutex, and with it a priority that it had inherited. */
static portFORCE_INLINE BaseType_t prvHasFallen( const GicCore_t * pxCore )
{
    return gicMUTEXES && ( pxCore->pxCurrent->ulLevel > pxCore->ulLevel );
}

BaseType_t xGicUnlock( void )
{
    if( xGicStarted == pdFALSE )
    {
        return pdFALSE;
    }

    GicCore_t * const pxCore = prvCore();

    if( --pxCore->ulLockDepth > 0 )
    {
        return pdFALSE;
    }

    const uint32_t ulState = pxCore->ulLockState;

    prvGiveLock( prvHeldLock( pxCore ) );

    if( prvWaits( pxCore->pxCurrent ) || prvHasFallen( pxCore ) )
    {
        prvSwitch( ulState );
        return pdTRUE;
    }

    prvUnmask( ulState );
    return pdFALSE;
}

void vGicStopWaiting( TCB_t * pxTask )
{
    GicLock_t * const pxLock = pxTask->pxLock;

    prvTakeLock( pxLock );

    if( prvIsListed( pxTask ) )
    {
        ( void ) uxListRemove( &pxTask->xEvent );
    }

    pxTask->pxLock = NULL;
    prvGiveLock( pxLock );
}

    #if gicNOTIFICATIONS

void vGicForgetNotification( TCB_t * pxTask )
{
    if( prvAwaitsNotification( pxTask ) )
    {
        GicLock_t * const pxLock = prvLockOf( xGicLocks, pxTask );

        prvTakeLock( pxLock );

        if( prvAwaitsNotification( pxTask ) )
        {
            pxTask->ucNotification[ pxTask->ucAwaited ] = gicNOT_AWAITED;
        }

        prvGiveLock( pxLock );
    }
}
    #endif /* if gicNOTIFICATIONS */

    #if gicMULTICORE

static portFORCE_INLINE BaseType_t prvIsAskedFor( const TCB_t * pxTask, uint32_t ulRequests )
{
    return ( __atomic_load_n( &pxTask->ulRequests, __ATOMIC_RELAXED ) & ulRequests ) != 0;
}

void vGicWithdraw( TCB_t * pxTask )
{
    GicLock_t * const pxLock = __atomic_load_n( &pxTask->pxLock, __ATOMIC_RELAXED );

    if( pxLock != NULL )
    {
        prvTakeLock( pxLock );

        /* In this order: it is in the list of what it waits for then, and the lock keeps it there. */
        const BaseType_t xIsListed = prvIsListed( pxTask );

        __atomic_thread_fence( __ATOMIC_ACQUIRE );

        if( xIsListed && ( __atomic_load_n( &pxTask->pxLock, __ATOMIC_RELAXED ) == pxLock ) )
        {
            ( void ) uxListRemove( &pxTask->xEvent );

            if( !prvIsAskedFor( pxTask, gicREQUEST_FINAL ) ) /* else it hears of its deletion next */
            {
                prvRequest( pxTask, gicREQUEST_WAKE, 0 );
            }
        }

        prvGiveLock( pxLock );
    }
}

void vGicWithdrawForEver( TCB_t * pxTask )
{
    ( void ) prvAddRequest( pxTask, gicREQUEST_FINAL, 0 );
    vGicWithdraw( pxTask );
}

/* Whether another core takes a task out of what it waits for. That core has asked before it looked. */
static BaseType_t prvIsWithdrawn( const TCB_t * pxTask )
{
    __atomic_thread_fence( __ATOMIC_SEQ_CST );
    return prvIsAskedFor( pxTask, gicREQUEST_SUSPEND | gicREQUEST_FINAL );
}
    #else
        #define prvIsWithdrawn( pxTask ) pdFALSE
    #endif /* if gicMULTICORE */

/* With the object's lock, as the next ones. The caller waits, in a list or, if it is withdrawn, in none. */
static portFORCE_INLINE BaseType_t prvMayJoin( TickType_t xTicksToWait )
{
    configASSERT( xGicStarted != pdFALSE );

    TCB_t * const pxTask = prvTask( NULL );

    prvBlock( prvCore(), pxTask, xTicksToWait );
    return !prvIsWithdrawn( pxTask );
}

void vTaskPlaceOnEventList( List_t * const pxEventList, const TickType_t xTicksToWait )
{
    if( prvMayJoin( xTicksToWait ) )
    {
        vListInsert( pxEventList, &prvCore()->pxCurrent->xEvent );
    }
}

/* Only the timers' task waits in this list. */
void vTaskPlaceOnEventListRestricted( List_t * const pxEventList, TickType_t xTicksToWait,
                                      const BaseType_t xWaitIndefinitely )
{
    vTaskPlaceOnEventList( pxEventList, ( xWaitIndefinitely != pdFALSE ) ? portMAX_DELAY : xTicksToWait );
}

/* xItemValue says what it waits for. */
void vTaskPlaceOnUnorderedEventList( List_t * pxEventList, const TickType_t xItemValue,
                                     const TickType_t xTicksToWait )
{
    const BaseType_t xMayJoin = prvMayJoin( xTicksToWait );
    ListItem_t * const pxItem = &prvCore()->pxCurrent->xEvent;

    listSET_LIST_ITEM_VALUE( pxItem, xItemValue | gicEVENT_IN_USE );

    if( xMayJoin )
    {
        vListInsertEnd( pxEventList, pxItem );
    }
}

BaseType_t xTaskRemoveFromEventList( const List_t * const pxEventList )
{
    TCB_t * const pxTask = listGET_OWNER_OF_HEAD_ENTRY( pxEventList );

    ( void ) uxListRemove( &pxTask->xEvent );
    return prvWake( pxTask );
}

/* xItemValue says what has become of what it waited for. */
void vTaskRemoveFromUnorderedEventList( ListItem_t * pxEventListItem, const TickType_t xItemValue )
{
    TCB_t * const pxTask = listGET_LIST_ITEM_OWNER( pxEventListItem );

    listSET_LIST_ITEM_VALUE( pxEventListItem, xItemValue | gicEVENT_IN_USE );
    ( void ) uxListRemove( pxEventListItem );
    ( void ) prvWake( pxTask );
}

/* Of the caller, which waits no more. */
TickType_t uxTaskResetEventItemValue( void )
{
    const uint32_t ulState = prvMask();
    TCB_t * const pxTask = prvTask( NULL );
    const TickType_t xValue = listGET_LIST_ITEM_VALUE( &pxTask->xEvent );

    listSET_LIST_ITEM_VALUE( &pxTask->xEvent, configMAX_PRIORITIES - prvPriority( pxTask ) );
    prvUnmask( ulState );
    return xValue;
}

void vTaskInternalSetTimeOutState( TimeOut_t * const pxTimeOut )
{
    pxTimeOut->xTimeOnEntering = prvCore()->xTickCount;
}

void vTaskSetTimeOutState( TimeOut_t * const pxTimeOut )
{
    configASSERT( pxTimeOut != NULL );
    vTaskInternalSetTimeOutState( pxTimeOut );
}

BaseType_t xTaskCheckForTimeOut( TimeOut_t * const pxTimeOut, TickType_t * const pxTicksToWait )
{
    const TickType_t xElapsed = prvCore()->xTickCount - pxTimeOut->xTimeOnEntering;

    if( *pxTicksToWait == portMAX_DELAY )
    {
        return pdFALSE;
    }

    if( xElapsed >= *pxTicksToWait )
    {
        *pxTicksToWait = 0;
        return pdTRUE;
    }

    *pxTicksToWait -= xElapsed;
    vTaskInternalSetTimeOutState( pxTimeOut );
    return pdFALSE;
}
#endif /* if gicOBJECTS */
