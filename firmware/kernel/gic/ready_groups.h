/* SPDX-License-Identifier: Apache-2.0 */

/*
 * Groups of ready tasks, and which of them is pending in the GIC. All is for the calling core's own
 * tasks, with interrupts masked. Nothing here has a loop.
 */
#ifndef READY_GROUPS_H
#define READY_GROUPS_H

#include "gic.h"

/* The structure of the core that calls. */
static inline GicCore_t * prvCore( void )
{
    GicCore_t * pxCore;

    __asm volatile ( "mrc p15, 0, %0, c13, c0, 4" : "=r" ( pxCore ) );
    return pxCore;
}

static inline uint32_t prvMask( void )
{
    uint32_t ulState;

    __asm volatile ( "mrs %0, cpsr\n cpsid i" : "=r" ( ulState ) : : "memory" );
    return ulState;
}

/* A higher task that has become ready is running before this returns. */
static inline void prvUnmask( uint32_t ulState )
{
    __asm volatile ( "dsb\n msr cpsr_c, %0" : : "r" ( ulState ) : "memory" );
}

static inline BaseType_t prvIsReady( const TCB_t * pxTask )
{
    return pxTask->xItem.pxContainer == ( List_t * ) pxTask->pxGroup;
}

/* Suspended is who is in no list. */
static inline BaseType_t prvIsSuspended( const TCB_t * pxTask )
{
    return pxTask->xItem.pxContainer == NULL;
}

/*
 * The two changes of what is pending take the same instructions whatever they find: conditional ones,
 * which the compiler would not always make. A call must take the same time alone and among equals.
 */

/* Has a task stand for its group, if none does. */
static inline void prvSetPendingIfNone( GicGroup_t * pxGroup,
                                        TCB_t * pxTask )
{
    uint32_t ulRegister, ulBit;

    __asm volatile ( "ldr   %0, [ %2 ]            \n"
                     "cmp   %0, #0                \n"
                     "streq %3, [ %2 ]            \n"
                     "ldreq %0, [ %3, %4 ]        \n"
                     "ldreq %1, [ %3, %5 ]        \n"
                     "streq %1, [ %0 ]"
                     : "=&r" ( ulRegister ), "=&r" ( ulBit )
                     : "r" ( pxGroup ), "r" ( pxTask ), "I" ( gicTCB_PENDING ), "I" ( gicTCB_BIT )
                     : "cc", "memory" );
}

/* A task that has left its group is pending no more; who is first there stands for it, if nobody does. */
static inline void prvReplacePending( GicGroup_t * pxGroup,
                                      TCB_t * pxTask )
{
    uint32_t ulPending, ulRegister, ulBit, ulFirst;

    __asm volatile ( "ldr   %0, [ %4 ]            \n"
                     "ldr   %1, [ %5, %6 ]        \n"
                     "ldr   %2, [ %5, %7 ]        \n"
                     "ldr   %3, [ %4, %10 ]       \n"
                     "str   %2, [ %1, %8 ]        \n"
                     "add   %2, %4, %9            \n"
                     "eor   %2, %2, %3            \n" /* 0: nobody is left */
                     "cmp   %0, %5                \n"
                     "moveq %0, #0                \n"
                     "cmp   %0, #1                \n"
                     "cmplo %0, %2                \n" /* lower: nobody is pending, and somebody is left */
                     "ldrlo %0, [ %3, %11 ]       \n"
                     "ldrlo %1, [ %0, %6 ]        \n"
                     "ldrlo %2, [ %0, %7 ]        \n"
                     "strlo %2, [ %1 ]            \n"
                     "str   %0, [ %4 ]"
                     : "=&r" ( ulPending ), "=&r" ( ulRegister ), "=&r" ( ulBit ), "=&r" ( ulFirst )
                     : "r" ( pxGroup ), "r" ( pxTask ), "I" ( gicTCB_PENDING ), "I" ( gicTCB_BIT ),
                     "I" ( gicCLEAR_PENDING - gicSET_PENDING ), "I" ( gicGROUP_END ), "I" ( gicGROUP_FIRST ),
                     "I" ( gicITEM_OWNER )
                     : "cc", "memory" );
}

/* Whether a group has no more than one task. */
static inline BaseType_t prvIsAlone( const GicGroup_t * pxGroup )
{
    return pxGroup->xEnd.pxNext == pxGroup->xEnd.pxPrevious;
}

/* A task becomes ready, behind its equals: in front of the cursor, as in FreeRTOS's lists. */
static inline void prvLink( TCB_t * pxTask )
{
    GicGroup_t * const pxGroup = pxTask->pxGroup;
    ListItem_t * const pxNext = pxGroup->pxCursor;
    ListItem_t * const pxPrevious = pxNext->pxPrevious;

    pxTask->xItem.pxNext = pxNext;
    pxTask->xItem.pxPrevious = pxPrevious;
    pxTask->xItem.pxContainer = ( List_t * ) pxGroup; /* only compared */
    pxPrevious->pxNext = &pxTask->xItem;
    pxNext->pxPrevious = &pxTask->xItem;
    prvSetPendingIfNone( pxGroup, pxTask );
}

/* A ready task is taken from its group; the cursor steps back from it, as in FreeRTOS's lists. */
static inline void prvUnlinkReady( TCB_t * pxTask )
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
static inline void prvUnlink( TCB_t * pxTask )
{
    if( __builtin_expect( prvIsReady( pxTask ), pdTRUE ) )
    {
        prvUnlinkReady( pxTask );
        pxTask->xItem.pxContainer = NULL;
    }
    else if( pxTask->xItem.pxContainer != NULL )
    {
        ( void ) uxListRemove( &pxTask->xItem );
    }
}

/* The running task is going to give way: its group has to have a pending task. */
static inline void prvLeave( TCB_t * pxTask )
{
    if( prvIsReady( pxTask ) )
    {
        prvSetPendingIfNone( pxTask->pxGroup, pxTask );
    }
}

/* Gives a task another priority; the last of its new equals, if it is ready. */
static inline void prvChangePriority( GicCore_t * pxCore,
                                      TCB_t * pxTask,
                                      UBaseType_t uxPriority )
{
    const BaseType_t xReady = prvIsReady( pxTask );
    const uint32_t ulLevel = gicLEVEL( uxPriority );

    if( __builtin_expect( xReady, pdTRUE ) )
    {
        prvUnlinkReady( pxTask );
    }

    pxTask->pxGroup = &pxCore->xGroups[ uxPriority ];
    pxTask->ulLevel = ulLevel;
    *pxTask->pucPriority = ( uint8_t ) ulLevel;

    if( __builtin_expect( xReady, pdTRUE ) )
    {
        prvLink( pxTask );
    }
}

/* The running task has risen, and goes on running. */
static inline void prvRaiseMask( GicCore_t * pxCore )
{
    pxCore->ulLevel = pxCore->pxCurrent->ulLevel;
    gicINTERFACE( gicINTERFACE_MASK ) = pxCore->ulLevel;
}

/* A task's memory is the idle task's to free, and its interrupt is to be used again. */
static inline void prvBury( GicCore_t * pxCore,
                            TCB_t * pxTask )
{
    gicDISTRIBUTOR( gicCLEAR_ENABLE + gicWORD( gicFIRST_TASK + pxTask->ucNumber ) ) = pxTask->ulBit;
    vListInsertEnd( &pxCore->xDeleted, &pxTask->xItem );
}

#endif /* READY_GROUPS_H */
