/* SPDX-License-Identifier: Apache-2.0 */

/* What an application may attach to a task: a number, a tag, pointers. */
#include "kernel.h"

#if ( configUSE_TRACE_FACILITY == 1 )

UBaseType_t uxTaskGetTaskNumber( TaskHandle_t xTask )
{
    UBaseType_t uxReturn;

    traceENTER_uxTaskGetTaskNumber( xTask );
    uxReturn = ( xTask != NULL ) ? xTask->uxTaskNumber : 0U;
    traceRETURN_uxTaskGetTaskNumber( uxReturn );

    return uxReturn;
}

void vTaskSetTaskNumber( TaskHandle_t xTask, const UBaseType_t uxHandle )
{
    traceENTER_vTaskSetTaskNumber( xTask, uxHandle );

    if( xTask != NULL )
    {
        xTask->uxTaskNumber = uxHandle;
    }

    traceRETURN_vTaskSetTaskNumber();
}

#endif /* configUSE_TRACE_FACILITY */

#if ( configUSE_APPLICATION_TASK_TAG == 1 )

void vTaskSetApplicationTaskTag( TaskHandle_t xTask, TaskHookFunction_t pxHookFunction )
{
    TCB_t * pxTCB;

    traceENTER_vTaskSetApplicationTaskTag( xTask, pxHookFunction );

    pxTCB = kernelTASK_FROM_HANDLE( xTask );
    configASSERT( pxTCB != NULL );
    pxTCB->pxTaskTag = pxHookFunction;

    traceRETURN_vTaskSetApplicationTaskTag();
}

TaskHookFunction_t xTaskGetApplicationTaskTag( TaskHandle_t xTask )
{
    TCB_t * pxTCB;

    traceENTER_xTaskGetApplicationTaskTag( xTask );

    pxTCB = kernelTASK_FROM_HANDLE( xTask );
    configASSERT( pxTCB != NULL );

    traceRETURN_xTaskGetApplicationTaskTag( pxTCB->pxTaskTag );

    return pxTCB->pxTaskTag;
}

TaskHookFunction_t xTaskGetApplicationTaskTagFromISR( TaskHandle_t xTask )
{
    TCB_t * pxTCB;

    traceENTER_xTaskGetApplicationTaskTagFromISR( xTask );

    pxTCB = kernelTASK_FROM_HANDLE( xTask );
    configASSERT( pxTCB != NULL );

    traceRETURN_xTaskGetApplicationTaskTagFromISR( pxTCB->pxTaskTag );

    return pxTCB->pxTaskTag;
}

BaseType_t xTaskCallApplicationTaskHook( TaskHandle_t xTask, void * pvParameter )
{
    BaseType_t xReturn = pdFAIL;
    TCB_t * pxTCB;

    traceENTER_xTaskCallApplicationTaskHook( xTask, pvParameter );

    pxTCB = kernelTASK_FROM_HANDLE( xTask );
    configASSERT( pxTCB != NULL );

    if( pxTCB->pxTaskTag != NULL )
    {
        xReturn = pxTCB->pxTaskTag( pvParameter );
    }

    traceRETURN_xTaskCallApplicationTaskHook( xReturn );

    return xReturn;
}

#endif /* configUSE_APPLICATION_TASK_TAG */

#if ( configNUM_THREAD_LOCAL_STORAGE_POINTERS > 0 )

void vTaskSetThreadLocalStoragePointer( TaskHandle_t xTaskToSet, BaseType_t xIndex, void * pvValue )
{
    TCB_t * pxTCB;

    traceENTER_vTaskSetThreadLocalStoragePointer( xTaskToSet, xIndex, pvValue );

    if( ( xIndex >= 0 ) && ( xIndex < ( BaseType_t ) configNUM_THREAD_LOCAL_STORAGE_POINTERS ) )
    {
        pxTCB = kernelTASK_FROM_HANDLE( xTaskToSet );
        configASSERT( pxTCB != NULL );
        pxTCB->pvThreadLocalStoragePointers[ xIndex ] = pvValue;
    }

    traceRETURN_vTaskSetThreadLocalStoragePointer();
}

void * pvTaskGetThreadLocalStoragePointer( TaskHandle_t xTaskToQuery, BaseType_t xIndex )
{
    void * pvReturn = NULL;
    TCB_t * pxTCB;

    traceENTER_pvTaskGetThreadLocalStoragePointer( xTaskToQuery, xIndex );

    if( ( xIndex >= 0 ) && ( xIndex < ( BaseType_t ) configNUM_THREAD_LOCAL_STORAGE_POINTERS ) )
    {
        pxTCB = kernelTASK_FROM_HANDLE( xTaskToQuery );
        configASSERT( pxTCB != NULL );
        pvReturn = pxTCB->pvThreadLocalStoragePointers[ xIndex ];
    }

    traceRETURN_pvTaskGetThreadLocalStoragePointer( pvReturn );

    return pvReturn;
}

#endif /* configNUM_THREAD_LOCAL_STORAGE_POINTERS */
