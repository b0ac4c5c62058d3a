/* SPDX-License-Identifier: Apache-2.0 */

/* Resources with an immediate ceiling. A section, from taking to giving, is a routine that begins by a
 * call: it runs in place of its holder, at its own level, on the holder's stack. Who is preempted in a
 * section goes on at the resource's interrupt, one level above the ceiling: before the ceiling's equals.
 * The holder may be suspended or deleted meanwhile, or be given a priority; that counts when it gives. */
#include "resources.h"

#include "sections.h"

BaseType_t xGicMakeSection( GicRoutine_t * pxRoutine, UBaseType_t uxPriority, uint32_t ulCore )
{
    /* Its interrupt goes on above all equals of the ceiling. */
    if( xGicTakeInterrupt( &pxRoutine->xTask, uxPriority + 1U, ulCore ) == pdFALSE )
    {
        return pdFALSE;
    }

    vGicAlone( pxRoutine );
    pxRoutine->xTask.ulLevel = gicLEVEL( uxPriority );
    pxRoutine->pxFunction = NULL;
    pxRoutine->pxInterrupted = NULL;
    vGicSetMark( pxRoutine, gicRESOURCE, gicFIRST_TASK + pxRoutine->xTask.ucNumber );
    return pdTRUE;
}

GicResourceHandle_t xGicResourceCreate( UBaseType_t uxCeiling, uint32_t ulCore )
{
    configASSERT( ( uxCeiling < configMAX_PRIORITIES ) && ( ulCore < configNUMBER_OF_CORES ) );

    GicRoutine_t * const pxRoutine = pvPortMalloc( sizeof( GicRoutine_t ) );

    if( pxRoutine == NULL )
    {
        return NULL;
    }

    if( xGicMakeSection( pxRoutine, uxCeiling, ulCore ) == pdFALSE )
    {
        vPortFree( pxRoutine );
        return NULL;
    }

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

    prvGoOnIfReady( pxCore, prvGive( pxCore, pxSection ) );
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
