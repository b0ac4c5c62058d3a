/* SPDX-License-Identifier: Apache-2.0 */

/* Service routines, which run as tasks do: at a level of their own, with interrupts on. A routine begins
 * at its device's interrupt and goes on at one of its own, as a task would. It never waits, so all
 * routines of a core share a stack. */
#pragma once

#include "gic.h"
#include "interrupts.h"

/* What is found by the interrupt of a device. It begins as a control block does, and what it has for
 * its group is never pending: there stands a mark instead. */
typedef struct
{
    void * pvNothing;
    void * pvGroup; /* the next two */
    uint32_t ulMark;
    TCB_t * pxRoutine;
} GicDevice_t;

typedef struct
{
    GicGroup_t xGroup; /* of this routine alone */
    GicDevice_t xDevice;
    uint32_t ulEvent; /* with its register: makes the device's interrupt pending, if it is an edge */
    volatile uint32_t * pulEvent;
    InterruptHandler_t pxFunction;
    TCB_t * pxInterrupted; /* who ran when it began */
    void * pvGroupThen;    /* its group; NULL: another one is to be chosen */
    TCB_t * pxBelow;       /* the routine that was topmost then */
    TCB_t xTask;           /* what the kernel knows it by */
} GicRoutine_t;

#define gicFROM_TASK( field ) \
    ( ( int ) offsetof( GicRoutine_t, field ) - ( int ) offsetof( GicRoutine_t, xTask ) )

_Static_assert( gicFROM_TASK( ulEvent ) == gicROUTINE_EVENT, "dispatch.S" );
_Static_assert( gicFROM_TASK( pxFunction ) == gicROUTINE_FUNCTION, "dispatch.S" );
_Static_assert( gicFROM_TASK( pxInterrupted ) == gicROUTINE_KEPT, "dispatch.S" );
_Static_assert( offsetof( GicDevice_t, pvGroup ) == gicTCB_GROUP, "dispatch.S" );

static portFORCE_INLINE GicRoutine_t * prvRoutineOf( const TCB_t * pxTask )
{
    return ( GicRoutine_t * ) ( ( uint8_t * ) pxTask - offsetof( GicRoutine_t, xTask ) );
}

static portFORCE_INLINE BaseType_t prvIsRoutine( const TCB_t * pxTask )
{
    return pxTask->pxGroup == &prvRoutineOf( pxTask )->xGroup;
}

/* Whether it is the section of a resource (resources.c), a routine that no device begins, and was
 * interrupted: then it is pending above its own level, and must be taken from there. */
static portFORCE_INLINE BaseType_t prvIsPendingSection( const TCB_t * pxTask )
{
    return prvIsRoutine( pxTask ) && ( prvRoutineOf( pxTask )->pxFunction == NULL ) &&
           ( pxTask->pxGroup->pxPending != NULL );
}

/* Has a routine be alone in its group, for ever. */
void vGicAlone( GicRoutine_t * pxRoutine );

/* Has a routine be found by an interrupt, with a mark that says what that means (gic_layout.h). */
void vGicSetMark( GicRoutine_t * pxRoutine, uint32_t ulMark, uint32_t ulInterrupt );

/* Has a core call a function as a routine, at a priority, when a device interrupts. */
void vGicSetRoutine( GicRoutine_t * pxRoutine, InterruptHandler_t pxFunction, uint32_t ulInterrupt,
                     UBaseType_t uxPriority, uint32_t ulCore );

/* The task that runs or, if a routine does, that was interrupted; NULL if there was none. */
TCB_t * pxGicTask( const GicCore_t * pxCore );

/* Makes up for the ticks of a core while its task has suspended the scheduler, with interrupts masked;
 * whether there were some. */
BaseType_t xGicCatchUp( GicCore_t * pxCore );

/* Starts the calling core's tick. */
void vGicStartTick( void );
