/* SPDX-License-Identifier: Apache-2.0 */

/* Requests of one core to another.
 *
 * A task has a word of requests, changed atomically. Who is the first to put one there appends the
 * task to the inbox of its core. The core takes the whole inbox at once, when it is interrupted for
 * it, after each switch, and at its tick.
 *
 * The interrupt is sent only if the request may matter now: the task runs, or its priority is above
 * that of who runs. So only who appends the task looks, and who changes its priority. If who runs changes
 * meanwhile, then either the requesting core sees that (its inbox write comes before its look) or the other
 * core sees the request (it looks into the inbox behind its switch). systems/gic/model/cross_core.pml is the
 * model of this.
 *
 * A task is in one inbox at most, and only from there it goes to another core. So it stays where it is
 * from when it is first asked for something until its core has served that. On its way it is in no
 * inbox, but its word says that it is: nobody appends it anywhere, and its new core serves what has
 * gathered when it arrives (affinity.c). */
#pragma once

#include "locks.h"
#include "priorities.h"
#include "ready_groups.h"

#if gicMULTICORE

    /* With interrupts masked: a task that is not remote stays so. */
    #define gicIS_REMOTE( pxTask ) ( ( pxTask )->pxCore != prvCore() )

static inline void prvPutInto( TCB_t ** ppxBox, TCB_t * pxTask )
{
    TCB_t * pxFirst;

    do
    {
        pxFirst = __atomic_load_n( ppxBox, __ATOMIC_RELAXED );
        pxTask->pxNextRequest = pxFirst;
    } while( !__atomic_compare_exchange_n( ppxBox, &pxFirst, pxTask, pdTRUE, __ATOMIC_RELEASE,
                                           __ATOMIC_RELAXED ) );
}

/* Returns the task's requests before. Without obsolete ones, which a call knows when it is compiled,
 * this is five instructions shorter. */
static inline uint32_t prvAddRequest( TCB_t * pxTask, uint32_t ulRequest, uint32_t ulObsolete )
{
    uint32_t ulBefore;

    if( ulObsolete == 0 )
    {
        return __atomic_fetch_or( &pxTask->ulRequests, ulRequest, __ATOMIC_ACQ_REL );
    }

    ulBefore = __atomic_load_n( &pxTask->ulRequests, __ATOMIC_RELAXED );

    while( !__atomic_compare_exchange_n( &pxTask->ulRequests, &ulBefore,
                                         ( ulBefore & ~ulObsolete ) | ulRequest, pdTRUE, __ATOMIC_ACQ_REL,
                                         __ATOMIC_RELAXED ) )
    {
    }

    return ulBefore;
}

/* Interrupts a core for its requests. */
static inline void prvSignal( const GicCore_t * pxCore )
{
    uint64_t ullRegisterAndSignal;

    __asm volatile( "ldrd %Q0, %R0, [ %1, %2 ] \n"
                    "str  %R0, [ %Q0 ]"
                    : "=&r"( ullRegisterAndSignal )
                    : "r"( pxCore ), "I"( offsetof( GicCore_t, pulSignal ) )
                    : "memory" );
}

/* Whether the task runs on a core, or is above who does. */
static inline BaseType_t prvMatters( const GicCore_t * pxCore, const TCB_t * pxTask )
{
    uint64_t ullCurrentAndLevel;

    __asm volatile( "ldrd %Q0, %R0, [ %1, %2 ]"
                    : "=&r"( ullCurrentAndLevel )
                    : "r"( pxCore ), "I"( gicCORE_CURRENT )
                    : "memory" );
    return ( ( uint32_t ) ullCurrentAndLevel == ( uint32_t ) pxTask ) ||
           ( gicLEVEL( prvPriority( pxTask ) ) < ( uint32_t ) ( ullCurrentAndLevel >> 32 ) );
}

/* Asks the task's core for something; ulObsolete are earlier requests that this one undoes. Interrupts
 * are masked. */
static inline void prvRequest( TCB_t * pxTask, uint32_t ulRequest, uint32_t ulObsolete )
{
    const uint32_t ulBefore = prvAddRequest( pxTask, ulRequest | gicREQUEST_INBOX, ulObsolete );

    /* Whoever has put the task in the inbox looks, or has looked; what does not change whether it matters
     * is done here. A task that is to be deleted may be gone by now. */
    if( ( ( ulBefore & gicREQUEST_INBOX ) != 0 ) &&
        ( ( ulRequest & ( gicREQUEST_PRIORITY | gicREQUEST_MOVE ) ) == 0 ) )
    {
        return;
    }

    /* Only now: the task does not leave it before this request is served. */
    GicCore_t * const pxCore = pxTask->pxCore;

    if( ( ulBefore & gicREQUEST_INBOX ) == 0 )
    {
        prvPutInto( &pxCore->pxInbox, pxTask );
    }

    __asm volatile( "dmb" ::: "memory" );

    if( ( ulRequest == gicREQUEST_MOVE ) || prvMatters( pxCore, pxTask ) )
    {
        prvSignal( pxCore );
    }
}

    #if gicOBJECTS

/* Takes a task of another core from the list in which it waits. */
void vGicWithdraw( TCB_t * pxTask );

/* The same before its deletion: it joins none any more, also if it is resumed meanwhile. */
void vGicWithdrawForEver( TCB_t * pxTask );
    #else
        #define vGicWithdraw( pxTask )
        #define vGicWithdrawForEver( pxTask )
    #endif

/* Takes a task's requests. With one to move among them, its word goes on saying that it is in an inbox,
 * in the same step. gicREQUEST_FINAL stays, and is copied to the bit below, which nobody looks at. */
static inline uint32_t prvTakeRequests( TCB_t * pxTask )
{
    uint32_t ulRequests, ulLeft, ulFailed;

    __asm volatile( "dmb                         \n"
                    "1: ldrex %0, [ %3 ]         \n"
                    "and   %1, %0, %4            \n"
                    "asr   %1, %1, %5            \n"
                    "strex %2, %1, [ %3 ]        \n"
                    "cmp   %2, #0                \n"
                    "bne   1b                    \n"
                    "dmb"
                    : "=&r"( ulRequests ), "=&r"( ulLeft ), "=&r"( ulFailed )
                    : "r"( &pxTask->ulRequests ), "I"( gicREQUEST_FINAL | gicREQUEST_MOVE ),
                      "I"( gicMOVE_TO_INBOX )
                    : "cc", "memory" );
    return ulRequests;
}

/* Takes a list of tasks, whose last one is first. */
static inline TCB_t * prvTakeAll( TCB_t ** ppxBox )
{
    return __atomic_exchange_n( ppxBox, NULL, __ATOMIC_ACQUIRE );
}

/* Returns it with its first task first. */
static inline TCB_t * prvInOrder( TCB_t * pxLast )
{
    TCB_t * pxFirst = NULL;

    while( pxLast != NULL )
    {
        TCB_t * const pxBefore = pxLast->pxNextRequest;

        pxLast->pxNextRequest = pxFirst;
        pxFirst = pxLast;
        pxLast = pxBefore;
    }

    return pxFirst;
}

/* Sends a task to the core that it is wanted on. Whoever runs has its context saved. */
void vGicDepart( GicCore_t * pxCore, TCB_t * pxTask );

/* Takes tasks that other cores have sent. Returns whether the running task has to give way. */
BaseType_t xGicArrive( GicCore_t * pxCore );
#else /* if gicMULTICORE */
    #define gicIS_REMOTE( pxTask ) pdFALSE
    #define prvRequest( pxTask, ulRequest, ulObsolete )
    #define vGicWithdraw( pxTask )
    #define vGicWithdrawForEver( pxTask )
#endif /* if gicMULTICORE */

#if gicOBJECTS

/* The running task waits, by the lock that its core holds; it leaves when that is given back. */
static portFORCE_INLINE void prvBlock( GicCore_t * pxCore, TCB_t * pxTask, TickType_t xTicksToWait )
{
    prvUnlink( pxTask );
    pxTask->pxLock = prvHeldLock( pxCore );

    if( xTicksToWait != portMAX_DELAY )
    {
        prvInsertDelayed( pxCore, pxTask, pxCore->xTickCount + xTicksToWait );
    }
}

/* A task need not wait any more, with the lock of what it waits for. Returns whether it is ready, on this
 * core, above who runs. */
static portFORCE_INLINE BaseType_t prvWake( TCB_t * pxTask )
{
    if( gicIS_REMOTE( pxTask ) )
    {
        prvRequest( pxTask, gicREQUEST_WAKE, 0 );
        return pdFALSE;
    }

    if( prvIsReady( pxTask ) )
    {
        prvUnlinkReady( pxTask ); /* its time was over: it is the last of its equals, as in FreeRTOS */
    }
    else if( listLIST_ITEM_CONTAINER( &pxTask->xItem ) != NULL )
    {
        ( void ) uxListRemove( &pxTask->xItem );
    }

    pxTask->pxLock = NULL;
    prvLink( pxTask );
    return pxTask->ulLevel < prvCore()->ulLevel;
}
#endif /* if gicOBJECTS */
