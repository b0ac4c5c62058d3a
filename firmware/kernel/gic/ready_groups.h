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
    return pxTask->xItem.pxContainer == &pxTask->pxGroup->xReady;
}

static inline void prvSetPending( GicGroup_t * pxGroup,
                                  TCB_t * pxTask )
{
    pxGroup->pxPending = pxTask;
    *pxTask->pulPending = pxTask->ulBit;
}

/* A task becomes ready, behind its equals. */
static inline void prvLink( TCB_t * pxTask )
{
    GicGroup_t * const pxGroup = pxTask->pxGroup;

    listINSERT_END( &pxGroup->xReady, &pxTask->xItem );

    if( pxGroup->pxPending == NULL )
    {
        prvSetPending( pxGroup, pxTask );
    }
}

/* A ready task is ready no more; another of its group stands for the group, if there is one. */
static inline void prvUnlinkReady( TCB_t * pxTask )
{
    GicGroup_t * const pxGroup = pxTask->pxGroup;
    TCB_t * pxPending = pxGroup->pxPending;

    listREMOVE_ITEM( &pxTask->xItem );

    if( pxPending == pxTask )
    {
        pxTask->pulPending[ ( gicCLEAR_PENDING - gicSET_PENDING ) / sizeof( uint32_t ) ] = pxTask->ulBit;
        pxGroup->pxPending = pxPending = NULL;
    }

    if( ( pxPending == NULL ) && ( listLIST_IS_EMPTY( &pxGroup->xReady ) == pdFALSE ) )
    {
        prvSetPending( pxGroup, listGET_OWNER_OF_HEAD_ENTRY( &pxGroup->xReady ) );
    }
}

/* Takes a task from wherever it waits. */
static inline void prvUnlink( TCB_t * pxTask )
{
    if( prvIsReady( pxTask ) )
    {
        prvUnlinkReady( pxTask );
    }
    else if( pxTask->xItem.pxContainer != NULL )
    {
        listREMOVE_ITEM( &pxTask->xItem );
    }
}

/* The running task is going to give way: its group has to have a pending task. */
static inline void prvLeave( TCB_t * pxTask )
{
    if( prvIsReady( pxTask ) && ( pxTask->pxGroup->pxPending == NULL ) )
    {
        prvSetPending( pxTask->pxGroup, pxTask );
    }
}

/* Gives a task another priority; the last of its new equals, if it is ready. */
static inline void prvChangePriority( GicCore_t * pxCore,
                                      TCB_t * pxTask,
                                      UBaseType_t uxPriority )
{
    const BaseType_t xReady = prvIsReady( pxTask );

    if( xReady )
    {
        prvUnlinkReady( pxTask );
    }

    pxTask->pxGroup = &pxCore->xGroups[ uxPriority ];
    pxTask->ulLevel = gicLEVEL( uxPriority );
    gicDISTRIBUTOR_BYTE( gicPRIORITY + gicFIRST_TASK + pxTask->ucNumber ) = ( uint8_t ) pxTask->ulLevel;

    if( xReady )
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
    listINSERT_END( &pxCore->xDeleted, &pxTask->xItem );
}

#endif /* READY_GROUPS_H */
