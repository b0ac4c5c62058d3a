/* SPDX-License-Identifier: Apache-2.0 */

/* States of tasks. */
#ifndef ISOCHRON_HYBRID_TASK_STATE_C
#define ISOCHRON_HYBRID_TASK_STATE_C

#include "kernel.h"
#include "task_lists.c"
#include "task_priority.c"
#include <kernel/common/task_table.c>

static BaseType_t prvIsInEventList( const TCB_t * pxTCB )
{
    return ( listLIST_ITEM_CONTAINER( &( pxTCB->xEventListItem ) ) != NULL ) ? pdTRUE : pdFALSE;
}

static BaseType_t prvIsPended( const TCB_t * pxTCB )
{
    return ( listLIST_ITEM_CONTAINER( &( pxTCB->xEventListItem ) ) == &xPendingReadyList ) ? pdTRUE : pdFALSE;
}

static BaseType_t prvAwaitsNotification( const TCB_t * pxTCB )
{
    BaseType_t xReturn = pdFALSE;

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
    #else
    {
        ( void ) pxTCB;
    }
    #endif

    return xReturn;
}

/* The state of a task that does not run. With interrupts masked. */
static eTaskState prvGetState( const TCB_t * pxTCB )
{
    uint32_t ulTask;
    eTaskState eState = eSuspended;

    if( !kernelHAS_TASK( pxTCB ) )
    {
        return eDeleted;
    }

    ulTask = ulMessageGet( pxTCB );

    if( messageTASK( ulTask, FINISHED ) )
    {
        eState = eDeleted;
    }
    else if( messageTASK( ulTask, READY ) || ( prvIsPended( pxTCB ) != pdFALSE ) ||
             ( messageTASK( ulTask, EXPIRED ) && ( pxTCB->xTicksLeft == 0U ) ) )
    {
        eState = eReady;
    }
    else if( messageTASK( ulTask, DELAYED ) || messageTASK( ulTask, LINE ) ||
             ( prvIsInEventList( pxTCB ) != pdFALSE ) || ( prvAwaitsNotification( pxTCB ) != pdFALSE ) )
    {
        /* In no ready list and not delayed, it waits for ever. */
        eState = eBlocked;
    }

    return eState;
}

static void prvGetInformation( TCB_t const * pxTCB, TaskInformation_t * pxInformation )
{
    taskENTER_CRITICAL();
    {
        pxInformation->eState = ( pxTCB == pxCurrentTCB ) ? eRunning : prvGetState( pxTCB );
        pxInformation->uxPriority = pxTCB->uxPriority;
        pxInformation->uxBasePriority = priorityBASE( pxTCB );
    }
    taskEXIT_CRITICAL();
}

#if ( configUSE_TRACE_FACILITY == 1 )

/* A state that somebody believes a task to be in, but where FreeRTOS knows better. */
static eTaskState prvCheckState( const TCB_t * pxTCB, eTaskState eState )
{
    taskENTER_CRITICAL();
    {
        if( pxTCB == pxCurrentTCB )
        {
            eState = eRunning;
        }
        else if( prvIsPended( pxTCB ) != pdFALSE )
        {
            eState = eReady;
        }

            #if ( INCLUDE_vTaskSuspend == 1 )
        else if( ( eState == eSuspended ) &&
                 ( ( prvAwaitsNotification( pxTCB ) != pdFALSE ) ||
                   ( ( prvIsInEventList( pxTCB ) != pdFALSE ) && ( prvGetState( pxTCB ) == eBlocked ) ) ) )
        {
            eState = eBlocked;
        }
            #endif
    }
    taskEXIT_CRITICAL();

    return eState;
}

#endif /* configUSE_TRACE_FACILITY */

TaskHandle_t xTaskGetCurrentTaskHandle( void )
{
    TaskHandle_t xReturn;

    traceENTER_xTaskGetCurrentTaskHandle();
    xReturn = pxCurrentTCB;
    traceRETURN_xTaskGetCurrentTaskHandle( xReturn );

    return xReturn;
}

#endif /* ISOCHRON_HYBRID_TASK_STATE_C */
