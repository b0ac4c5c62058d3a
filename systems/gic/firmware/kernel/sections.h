/* SPDX-License-Identifier: Apache-2.0 */

/* How a section begins and ends: a routine in place of its holder (resources.c, suspension.c). */
#pragma once

#include "creation.h"
#include "requests.h"

/* Makes a section of memory for it, that goes on above all equals of its level; whether there was an
 * interrupt for it. */
BaseType_t xGicMakeSection( GicRoutine_t * pxRoutine, UBaseType_t uxPriority, uint32_t ulCore );

#define INTERRUPTS_OFF 0x80U /* of CPSR */

static portFORCE_INLINE BaseType_t prvIsMasked( void )
{
    uint32_t ulState;

    __asm volatile( "mrs %0, cpsr" : "=r"( ulState ) );
    return ( ulState & INTERRUPTS_OFF ) != 0;
}

/* Interrupts are masked from here to prvRun. */
static portFORCE_INLINE GicCore_t * prvBegin( const TCB_t * pxSection )
{
    configASSERT( ( xGicStarted != pdFALSE ) && !prvIsMasked() ); /* in no critical section */
    __asm volatile( "cpsid i" ::: "memory" );

    GicCore_t * const pxCore = prvCore();

    configASSERT( pxCore == gicCORE_OF( pxSection ) );
    ( void ) pxSection;
    return pxCore;
}

/* Who is the core's task from here on, and the GIC's mask. */
static portFORCE_INLINE void prvRun( GicCore_t * pxCore, TCB_t * pxTask )
{
    const uint32_t ulLevel = pxTask->ulLevel;

    pxCore->pxCurrent = pxTask;
    pxCore->ulLevel = ulLevel;
    gicINTERFACE( gicINTERFACE_MASK ) = ulLevel;
}

static portFORCE_INLINE void prvSetHeld( TCB_t * pxHolder, TCB_t * pxSection )
{
    #if gicHELD_IS_KNOWN
    pxHolder->pxHeld = pxSection;
    #else
    ( void ) pxHolder;
    ( void ) pxSection;
    #endif
}

static portFORCE_INLINE void prvTake( GicCore_t * pxCore, TCB_t * pxSection )
{
    GicRoutine_t * const pxRoutine = prvRoutineOf( pxSection );
    TCB_t * const pxHolder = pxCore->pxCurrent;

    configASSERT( pxSection->ulLevel <= pxCore->ulLevel ); /* the ceiling is too low for who takes it */
    configASSERT( ( pxRoutine->pxInterrupted == NULL ) || ( pxRoutine->pxInterrupted->pxHeld != pxSection ) );
    pxRoutine->pxInterrupted = pxHolder;
    prvSetHeld( pxHolder, pxSection );
    prvRun( pxCore, pxSection );
    __asm volatile( "cpsie i" ::: "memory" );
}

/* Returns who held it. */
static portFORCE_INLINE TCB_t * prvGive( const GicCore_t * pxCore, const TCB_t * pxSection )
{
    TCB_t * const pxHolder = prvRoutineOf( pxSection )->pxInterrupted;

    configASSERT( pxCore->pxCurrent == pxSection ); /* who took it, and what it took last */
    ( void ) pxCore;
    prvSetHeld( pxHolder, NULL );
    return pxHolder;
}

static portFORCE_INLINE void prvUnmaskAfterGive( void )
{
    __asm volatile( "dsb\n cpsie i" ::: "memory" );
}

#if gicMULTICORE

/* A request may be above who goes on (requests.h): has this core be interrupted for it. */
static __attribute__( ( noinline, cold, unused ) ) void prvHearRequests( const GicCore_t * pxCore )
{
    prvSignal( pxCore );
    prvUnmaskAfterGive();
}
#endif

static portFORCE_INLINE void prvGoOn( GicCore_t * pxCore, TCB_t * pxHolder )
{
    prvRun( pxCore, pxHolder );

    #if gicMULTICORE
    __asm volatile( "dmb" ::: "memory" ); /* as behind a switch */

    if( __atomic_load_n( &pxCore->pxInbox, __ATOMIC_RELAXED ) != NULL )
    {
        prvHearRequests( pxCore );
        return;
    }
    #endif

    prvUnmaskAfterGive();
}

/* Behind a task's section, with interrupts masked. */
static portFORCE_INLINE void prvGoOnIfReady( GicCore_t * pxCore, TCB_t * pxHolder )
{
    if( __builtin_expect( prvIsReady( pxHolder ), pdTRUE ) )
    {
        prvGoOn( pxCore, pxHolder );
    }
    else /* it was suspended or deleted meanwhile */
    {
        pxCore->pxCurrent = pxHolder;
        prvSwitch( gicMODE_SYSTEM );
    }
}
