/* SPDX-License-Identifier: Apache-2.0 */

/* Handing a new task to the hardware. */
#ifndef ISOCHRON_HYBRID_TASK_START_C
#define ISOCHRON_HYBRID_TASK_START_C

#include "kernel.h"
#include "task_lists.c"
#include <kernel/common/task_table.c>

/* The task is ready, and runs before this returns if it is above the caller. Until the scheduler
 * starts, the last one created of the highest priority is the one to run first. */
static void prvStartTask( TCB_t * pxTCB, UBaseType_t uxPriority )
{
    configASSERT( uxPriority < ( configMAX_PRIORITIES ) );

    if( uxPriority >= ( UBaseType_t ) ( configMAX_PRIORITIES ) )
    {
        uxPriority = ( UBaseType_t ) ( configMAX_PRIORITIES ) -1U;
    }

    pxTCB->uxPriority = uxPriority;
    #if ( configUSE_MUTEXES == 1 )
    {
        pxTCB->uxBasePriority = uxPriority;
    }
    #endif

    vListInitialiseItem( &( pxTCB->xEventListItem ) );
    listSET_LIST_ITEM_OWNER( &( pxTCB->xEventListItem ), pxTCB );
    listSET_LIST_ITEM_VALUE( &( pxTCB->xEventListItem ), listsPRIORITY_VALUE( uxPriority ) );

    taskENTER_CRITICAL();
    {
        if( ( pxCurrentTCB == NULL ) ||
            ( ( xSchedulerRunning == pdFALSE ) && ( pxCurrentTCB->uxPriority <= uxPriority ) ) )
        {
            pxCurrentTCB = pxTCB;
        }

        prvListTask( pxTCB );
        traceTASK_CREATE( pxTCB );
        vMessageCreate( pxTCB );
        portSETUP_TCB( pxTCB );
    }
    taskEXIT_CRITICAL();

    if( xSchedulerRunning != pdFALSE )
    {
        kernelYIELD_TO( pxTCB );
    }
}

#endif /* ISOCHRON_HYBRID_TASK_START_C */
