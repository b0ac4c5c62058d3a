/* SPDX-License-Identifier: Apache-2.0 */

/*
 * Resources with an immediate ceiling. A section, from taking to giving, is a routine that begins by a
 * call: it runs in place of its holder, at its own level, on the holder's stack. Who is preempted in a
 * section goes on at the resource's interrupt, one level above the ceiling: before the ceiling's equals.
 * The holder may be suspended or deleted meanwhile, or be given a priority; that counts when it gives.
 */
#include "resources.h"

#include "creation.h"
#include "requests.h"

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
static __attribute__( ( noinline, cold ) ) void prvHearRequests( const GicCore_t * pxCore )
{
    gicDISTRIBUTOR( gicSOFTWARE_GENERATED ) = pxCore->ulSignal;
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

GicResourceHandle_t xGicResourceCreate( UBaseType_t uxCeiling, uint32_t ulCore )
{
    configASSERT( ( uxCeiling < configMAX_PRIORITIES ) && ( ulCore < configNUMBER_OF_CORES ) );

    GicRoutine_t * const pxRoutine = pvPortMalloc( sizeof( GicRoutine_t ) );

    if( pxRoutine == NULL )
    {
        return NULL;
    }

    /* Its interrupt goes on above all equals of the ceiling. */
    if( xGicTakeInterrupt( &pxRoutine->xTask, uxCeiling + 1U, ulCore ) == pdFALSE )
    {
        vPortFree( pxRoutine );
        return NULL;
    }

    vGicAlone( pxRoutine );
    pxRoutine->xTask.ulLevel = gicLEVEL( uxCeiling );
    pxRoutine->pxFunction = NULL;
    pxRoutine->pxInterrupted = NULL;
    vGicSetMark( pxRoutine, gicRESOURCE, gicFIRST_TASK + pxRoutine->xTask.ucNumber );
    return ( GicResourceHandle_t ) &pxRoutine->xTask;
}

void vGicResourceTake( GicResourceHandle_t xResource )
{
    TCB_t * const pxSection = ( TCB_t * ) xResource;
    GicCore_t * const pxCore = prvBegin( pxSection );

    configASSERT( pxCore->pxCurrent != pxCore->pxTopmost ); /* in a routine: vGicResourceTakeFromISR */
    prvTake( pxCore, pxSection );
}

void vGicResourceGive( GicResourceHandle_t xResource )
{
    const TCB_t * const pxSection = ( const TCB_t * ) xResource;
    GicCore_t * const pxCore = prvBegin( pxSection );

    configASSERT( pxCore->pxCurrent != pxCore->pxTopmost );

    TCB_t * const pxHolder = prvGive( pxCore, pxSection );

    if( __builtin_expect( prvIsReady( pxHolder ), pdTRUE ) )
    {
        prvGoOn( pxCore, pxHolder );
    }
    else /* it was suspended or deleted meanwhile */
    {
        pxCore->pxCurrent = pxHolder;
        vGicSwitch( gicMODE_SYSTEM );
    }
}

void vGicResourceTakeFromISR( GicResourceHandle_t xResource )
{
    TCB_t * const pxSection = ( TCB_t * ) xResource;
    GicCore_t * const pxCore = prvBegin( pxSection );

    configASSERT( pxCore->pxCurrent == pxCore->pxTopmost ); /* in a task: vGicResourceTake */
    pxCore->pxTopmost = pxSection; /* whoever begins above has its stack below what the section uses */
    prvTake( pxCore, pxSection );
}

void vGicResourceGiveFromISR( GicResourceHandle_t xResource )
{
    const TCB_t * const pxSection = ( const TCB_t * ) xResource;
    GicCore_t * const pxCore = prvBegin( pxSection );

    configASSERT( pxCore->pxCurrent == pxCore->pxTopmost );

    TCB_t * const pxHolder = prvGive( pxCore, pxSection );

    pxCore->pxTopmost = pxHolder;
    prvGoOn( pxCore, pxHolder );
}
