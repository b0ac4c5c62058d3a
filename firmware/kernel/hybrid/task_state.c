/* SPDX-License-Identifier: Apache-2.0 */

/* States of tasks. */
#ifndef ISOCHRON_HYBRID_TASK_STATE_C
#define ISOCHRON_HYBRID_TASK_STATE_C

#include "kernel.h"
#include "task_lists.c"
#include "task_priority.c"
#include "../common/task_table.c"
/*-----------------------------------------------------------*/

/* Whether a task that is in no ready list and not delayed waits for ever, or is suspended. With
 * interrupts masked. */
static BaseType_t prvWaitsForEver( const TCB_t * pxTCB )
{
    BaseType_t xReturn = ( listLIST_ITEM_CONTAINER( &( pxTCB->xEventListItem ) ) != NULL ) ? pdTRUE : pdFALSE;

    #if ( configUSE_TASK_NOTIFICATIONS == 1 )
    {
        UBaseType_t uxIndex;

        for( uxIndex = 0U; uxIndex < ( UBaseType_t ) configTASK_NOTIFICATION_ARRAY_ENTRIES; uxIndex++ )
        {
            if( pxTCB->ucNotifyState[ uxIndex ] == kernelWAITING )
            {
                xReturn = pdTRUE;
            }
        }
    }
    #endif

    return xReturn;
}
/*-----------------------------------------------------------*/

/* The state of a task that does not run. With interrupts masked. */
static eTaskState prvGetState( const TCB_t * pxTCB )
{
    uint32_t ulTask;
    eTaskState eState = eSuspended;

    /* Its identifier may be another's by now. */
    if( pxTasks[ pxTCB->uxIdentifier ] != pxTCB )
    {
        return eDeleted;
    }

    ulTask = ulMessageGet( pxTCB );

    if( messageTASK( ulTask, FINISHED ) )
    {
        eState = eDeleted;
    }
    else if( messageTASK( ulTask, READY ) || ( listLIST_ITEM_CONTAINER( &( pxTCB->xEventListItem ) ) == &xPendingReadyList ) ||
             ( messageTASK( ulTask, EXPIRED ) && ( pxTCB->xTicksLeft == 0U ) ) )
    {
        eState = eReady;
    }
    else if( messageTASK( ulTask, DELAYED ) || ( prvWaitsForEver( pxTCB ) != pdFALSE ) )
    {
        eState = eBlocked;
    }

    return eState;
}
/*-----------------------------------------------------------*/

static void prvGetInformation( TCB_t const * pxTCB,
                               TaskInformation_t * pxInformation )
{
    taskENTER_CRITICAL();
    {
        pxInformation->eState = ( pxTCB == pxCurrentTCB ) ? eRunning : prvGetState( pxTCB );
        pxInformation->uxPriority = pxTCB->uxPriority;
        pxInformation->uxBasePriority = priorityBASE( pxTCB );
    }
    taskEXIT_CRITICAL();
}
/*-----------------------------------------------------------*/

TaskHandle_t xTaskGetCurrentTaskHandle( void )
{
    TaskHandle_t xReturn;

    traceENTER_xTaskGetCurrentTaskHandle();
    xReturn = pxCurrentTCB;
    traceRETURN_xTaskGetCurrentTaskHandle( xReturn );

    return xReturn;
}
/*-----------------------------------------------------------*/

#endif /* ISOCHRON_HYBRID_TASK_STATE_C */
