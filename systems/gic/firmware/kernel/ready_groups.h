/* SPDX-License-Identifier: Apache-2.0 */

/* Groups of ready tasks, and which of them is pending in the GIC. All is for the calling core's own
 * tasks, with interrupts masked. Nothing here has a loop. */
#pragma once

#include "routines.h"

/* The core that calls. A task that may be moved asks with interrupts masked. */
static portFORCE_INLINE GicCore_t * prvCore( void )
{
    GicCore_t * pxCore;

    __asm volatile( "mrc p15, 0, %0, c13, c0, 4" : "=r"( pxCore ) );
    return pxCore;
}

static portFORCE_INLINE uint32_t prvMask( void )
{
    uint32_t ulState;

    __asm volatile( "mrs %0, cpsr\n cpsid i" : "=r"( ulState ) : : "memory" );
    return ulState;
}

/* A higher task that has become ready is running before this returns. */
static portFORCE_INLINE void prvUnmask( uint32_t ulState )
{
    __asm volatile( "dsb\n msr cpsr_c, %0" : : "r"( ulState ) : "memory" );
}

static portFORCE_INLINE GicGroup_t * prvGroup( GicCore_t * pxCore, UBaseType_t uxPriority )
{
    return &( ( GicCoreAndGroups_t * ) pxCore )->xGroups[ uxPriority ];
}

static portFORCE_INLINE BaseType_t prvIsReady( const TCB_t * pxTask )
{
    return pxTask->xItem.pxContainer == ( List_t * ) pxTask->pxGroup;
}

/* A task by its handle; NULL is who calls. With interrupts masked: who calls may be moved to another core. */
static portFORCE_INLINE TCB_t * prvTask( ConstTaskHandle_t xTask )
{
    configASSERT( ( xTask != NULL ) || !prvIsRoutine( prvCore()->pxCurrent ) ); /* a routine is no task */
    return ( xTask == NULL ) ? prvCore()->pxCurrent : ( TCB_t * ) xTask;
}

#if gicOBJECTS

/* A task's interrupt is enabled, but while the scheduler is suspended (suspension.c). */
void vGicEnableTask( const TCB_t * pxTask );
void vGicDisableTask( const TCB_t * pxTask );

    #define prvIsSuspension( pxCore, pxSection ) ( ( pxSection ) == ( pxCore )->pxSuspension )

/* A task of this core waits no more, whatever for. */
void vGicStopWaiting( TCB_t * pxTask );

static portFORCE_INLINE BaseType_t prvWaits( const TCB_t * pxTask )
{
    return pxTask->pxLock != NULL;
}

/* Whether it is in the list of an object. */
static portFORCE_INLINE BaseType_t prvIsListed( const TCB_t * pxTask )
{
    return listLIST_ITEM_CONTAINER( &pxTask->xEvent ) != NULL;
}

static portFORCE_INLINE void prvStopWaiting( TCB_t * pxTask )
{
    if( prvWaits( pxTask ) )
    {
        vGicStopWaiting( pxTask );
    }
}
#else
    #define vGicEnableTask( pxTask )
    #define prvIsSuspension( pxCore, pxSection ) pdFALSE
    #define prvWaits( pxTask )                   pdFALSE
    #define prvIsListed( pxTask )                pdFALSE
    #define prvStopWaiting( pxTask )             ( ( void ) ( pxTask ) )
#endif

#if gicNOTIFICATIONS

/* A task of this core is suspended, so a notification must not have it go on. */
void vGicForgetNotification( TCB_t * pxTask );

static portFORCE_INLINE BaseType_t prvAwaitsNotification( const TCB_t * pxTask )
{
    return pxTask->ucNotification[ pxTask->ucAwaited ] == gicAWAITED;
}
#else
    #define vGicForgetNotification( pxTask )
    #define prvAwaitsNotification( pxTask ) pdFALSE
#endif

/* Suspended is who is in no list, and waits for nothing. */
static portFORCE_INLINE BaseType_t prvIsSuspended( const TCB_t * pxTask )
{
    return ( pxTask->xItem.pxContainer == NULL ) && !prvWaits( pxTask );
}

static portFORCE_INLINE BaseType_t prvIsDeleted( const GicCore_t * pxCore, const TCB_t * pxTask )
{
    return ( pxTask->xItem.pxContainer == &pxCore->xDeleted ) || ( pxTask->xItem.pxContainer == &xGicGone );
}

/* What changes who is pending takes the same instructions whatever they find: conditional ones,
 * which the compiler would not always make. A call must take the same time alone and among equals. */

/* Has a task stand for its group, if none does. */
static portFORCE_INLINE void prvSetPendingIfNone( GicGroup_t * pxGroup, TCB_t * pxTask )
{
    uint64_t ullRegisterAndBit;

    __asm volatile( "ldr    %Q0, [ %1 ]            \n"
                    "cmp    %Q0, #0                \n"
                    "streq  %2, [ %1 ]             \n"
                    "ldrdeq %Q0, %R0, [ %2, %3 ]   \n"
                    "streq  %R0, [ %Q0 ]"
                    : "=&r"( ullRegisterAndBit )
                    : "r"( pxGroup ), "r"( pxTask ), "I"( gicTCB_PENDING )
                    : "cc", "memory" );
}

/* A task that has left its group is pending no more; who is first there stands for it, if nobody does. */
static portFORCE_INLINE void prvReplacePending( GicGroup_t * pxGroup, TCB_t * pxTask )
{
    uint64_t ullRegisterAndBit;
    uint32_t ulPending, ulFirst;

    __asm volatile( "ldr    %1, [ %3 ]             \n"
                    "ldrd   %Q0, %R0, [ %4, %5 ]   \n"
                    "ldr    %2, [ %3, %8 ]         \n"
                    "str    %R0, [ %Q0, %6 ]       \n"
                    "add    %R0, %3, %7            \n"
                    "eor    %R0, %R0, %2           \n" /* 0: nobody is left */
                    "cmp    %1, %4                 \n"
                    "moveq  %1, #0                 \n"
                    "cmp    %1, #1                 \n"
                    "cmplo  %1, %R0                \n" /* lower: nobody is pending, and somebody is left */
                    "ldrlo  %1, [ %2, %9 ]         \n"
                    "ldrdlo %Q0, %R0, [ %1, %5 ]   \n"
                    "strlo  %R0, [ %Q0 ]           \n"
                    "str    %1, [ %3 ]"
                    : "=&r"( ullRegisterAndBit ), "=&r"( ulPending ), "=&r"( ulFirst )
                    : "r"( pxGroup ), "r"( pxTask ), "I"( gicTCB_PENDING ),
                      "I"( gicCLEAR_PENDING - gicSET_PENDING ), "I"( gicGROUP_END ), "I"( gicGROUP_FIRST ),
                      "I"( gicITEM_OWNER )
                    : "cc", "memory" );
}

/* vGicSwitch, for the caller. With several cores it is in no critical section: others wait for its end. */
static portFORCE_INLINE void prvSwitch( uint32_t ulState )
{
    configASSERT( !gicMULTICORE || ( prvCore()->pxCurrent->uxCriticalNesting == 0 ) );
    vGicSwitch( ulState );
}

/* Whether a group has no more than one task. */
static portFORCE_INLINE BaseType_t prvIsAlone( const GicGroup_t * pxGroup )
{
    return pxGroup->xEnd.pxNext == pxGroup->xEnd.pxPrevious;
}

/* A task becomes ready, behind its equals: in front of the cursor, as in FreeRTOS's lists. Stands for
 * its group if none does. */
static portFORCE_INLINE void prvLink( TCB_t * pxTask )
{
    GicGroup_t * const pxGroup = pxTask->pxGroup;
    ListItem_t * const pxItem = &pxTask->xItem;
    uint64_t ullPair; /* who is pending, the cursor; then register and bit */
    uint32_t ulPrevious;

    __asm volatile( "ldrd   %Q0, %R0, [ %2 ]       \n"
                    "ldr    %1, [ %R0, %6 ]        \n"
                    "str    %2, [ %4, %7 ]         \n" /* only compared */
                    "str    %R0, [ %4, %5 ]        \n"
                    "str    %1, [ %4, %6 ]         \n"
                    "str    %4, [ %1, %5 ]         \n"
                    "str    %4, [ %R0, %6 ]        \n"
                    "cmp    %Q0, #0                \n"
                    "streq  %3, [ %2 ]             \n"
                    "ldrdeq %Q0, %R0, [ %3, %8 ]   \n"
                    "streq  %R0, [ %Q0 ]"
                    : "=&r"( ullPair ), "=&r"( ulPrevious )
                    : "r"( pxGroup ), "r"( pxTask ), "r"( pxItem ), "I"( gicITEM_NEXT ),
                      "I"( gicITEM_PREVIOUS ), "I"( gicITEM_CONTAINER ), "I"( gicTCB_PENDING )
                    : "cc", "memory" );
}

/* A ready task is taken from its group; the cursor steps back from it, as in FreeRTOS's lists. */
static portFORCE_INLINE void prvUnlinkReady( TCB_t * pxTask )
{
    GicGroup_t * const pxGroup = pxTask->pxGroup;
    ListItem_t * const pxNext = pxTask->xItem.pxNext;
    ListItem_t * const pxPrevious = pxTask->xItem.pxPrevious;

    pxNext->pxPrevious = pxPrevious;
    pxPrevious->pxNext = pxNext;

    if( pxGroup->pxCursor == &pxTask->xItem )
    {
        pxGroup->pxCursor = pxPrevious;
    }

    prvReplacePending( pxGroup, pxTask );
}

/* Takes a task from wherever it is. */
static portFORCE_INLINE void prvUnlink( TCB_t * pxTask )
{
    if( __builtin_expect( prvIsReady( pxTask ), pdTRUE ) )
    {
        prvUnlinkReady( pxTask );
        pxTask->xItem.pxContainer = NULL;
    }
    else
    {
        if( pxTask->xItem.pxContainer != NULL )
        {
            ( void ) uxListRemove( &pxTask->xItem );
        }

        prvStopWaiting( pxTask );
    }
}

/* The running task is going to give way: its group has to have a pending task. */
static portFORCE_INLINE void prvLeave( TCB_t * pxTask )
{
    if( prvIsReady( pxTask ) )
    {
        prvSetPendingIfNone( pxTask->pxGroup, pxTask );
    }
}

#if gicOBJECTS

/* Where a task is to stand among those who wait; of an event group, it has said what it waits for instead. */
static portFORCE_INLINE void prvSetRank( TCB_t * pxTask, UBaseType_t uxPriority )
{
    if( ( listGET_LIST_ITEM_VALUE( &pxTask->xEvent ) & gicEVENT_IN_USE ) == 0 )
    {
        listSET_LIST_ITEM_VALUE( &pxTask->xEvent, configMAX_PRIORITIES - uxPriority );
    }
}
#endif

/* Gives a task another priority; the last of its new equals, if it is ready. */
static portFORCE_INLINE void prvChangePriority( GicCore_t * pxCore, TCB_t * pxTask, UBaseType_t uxPriority )
{
    const BaseType_t xReady = prvIsReady( pxTask );
    const uint32_t ulLevel = gicLEVEL( uxPriority );

    /* Who holds a resource is not given a priority above its ceiling. */
    configASSERT( ( pxTask->pxHeld == NULL ) || prvIsSuspension( pxCore, pxTask->pxHeld ) ||
                  ( pxTask->pxHeld->ulLevel <= ulLevel ) );

    if( __builtin_expect( xReady, pdTRUE ) )
    {
        prvUnlinkReady( pxTask );
    }

    pxTask->pxGroup = prvGroup( pxCore, uxPriority );
    pxTask->ulLevel = ulLevel;
    #if gicOBJECTS
    prvSetRank( pxTask, uxPriority );
    #endif

    /* what an assignment would do, with an instruction less */
    __asm volatile( "strb %0, [ %1 ]" : : "r"( ulLevel ), "r"( pxTask->pucPriority ) : "memory" );

    if( __builtin_expect( xReady, pdTRUE ) )
    {
        prvLink( pxTask );
    }
}

/* A task sleeps until a tick, which may lie beyond the overflow. */
static portFORCE_INLINE void prvInsertDelayed( const GicCore_t * pxCore, TCB_t * pxTask, TickType_t xWake )
{
    listSET_LIST_ITEM_VALUE( &pxTask->xItem, xWake );
    vListInsert( ( xWake < pxCore->xTickCount ) ? pxCore->pxDelayedOverflow : pxCore->pxDelayed,
                 &pxTask->xItem );
}

/* The running task has risen, and goes on running. */
static portFORCE_INLINE void prvRaiseMask( GicCore_t * pxCore )
{
    pxCore->ulLevel = pxCore->pxCurrent->ulLevel;
    gicINTERFACE( gicINTERFACE_MASK ) = pxCore->ulLevel;
}

/* A task's memory is the idle task's to free, and its interrupt is to be used again. */
static portFORCE_INLINE void prvBury( GicCore_t * pxCore, TCB_t * pxTask )
{
    #if gicOBJECTS
    vGicDisableTask( pxTask );
    #else
    gicDISTRIBUTOR( gicCLEAR_ENABLE + gicWORD( gicFIRST_TASK + pxTask->ucNumber ) ) = pxTask->ulBit;
    #endif
    vListInsertEnd( &pxCore->xDeleted, &pxTask->xItem );
}
