/* SPDX-License-Identifier: Apache-2.0 */

/* Mutexes: who holds one, and recursion. Taking and giving are a semaphore's; inheritance is the
 * hardware kernel's.
 *
 * A recursive mutex has its count in memory, and beside it the task that counts (pxCounts), so inner calls
 * need no command. A task finds itself there only if it has written that. A mutex taken by xSemaphoreTake()
 * has no task that counts: then the hardware is asked. */
#include "kernel.h"

#if ( configUSE_MUTEXES == 1 )

/* The task that holds a mutex, or NULL. */
static inline TaskHandle_t prvHolder( QueueHandle_t xMutex )
{
    return ( TaskHandle_t ) ( uintptr_t ) ulKernelAsk( kernelOBJECT_COMMAND( xMutex, TASK_OBJECT_HOLDER ),
                                                       0 );
}

#endif /* configUSE_MUTEXES */

#if ( configUSE_RECURSIVE_MUTEXES == 1 )

/* Whether a task, the caller, holds the mutex. Nobody else can change that. */
static inline BaseType_t prvHolds( QueueHandle_t xMutex, const TCB_t * pxCaller )
{
    return ( ( xMutex->pxCounts == pxCaller ) || ( prvHolder( xMutex ) == pxCaller ) ) ? pdTRUE : pdFALSE;
}

BaseType_t xQueueTakeMutexRecursive( QueueHandle_t xMutex, TickType_t xTicksToWait )
{
    TCB_t * const pxCaller = kernelCURRENT_TASK();
    BaseType_t xReturn = pdPASS;

    traceENTER_xQueueTakeMutexRecursive( xMutex, xTicksToWait );

    configASSERT( xMutex );
    traceTAKE_MUTEX_RECURSIVE( xMutex );

    if( prvHolds( xMutex, pxCaller ) == pdFALSE )
    {
        xReturn = xQueueSemaphoreTake( xMutex, xTicksToWait );
    }

    if( xReturn != pdFAIL )
    {
        xMutex->pxCounts = pxCaller;
        xMutex->uxRecursiveCallCount++;
        kernelASSERT_OF_V11_3( xMutex->uxRecursiveCallCount );
    }
    else
    {
        traceTAKE_MUTEX_RECURSIVE_FAILED( xMutex );
    }

    traceRETURN_xQueueTakeMutexRecursive( xReturn );

    return xReturn;
}

BaseType_t xQueueGiveMutexRecursive( QueueHandle_t xMutex )
{
    BaseType_t xReturn = pdFAIL;

    traceENTER_xQueueGiveMutexRecursive( xMutex );

    configASSERT( xMutex );

    if( prvHolds( xMutex, kernelCURRENT_TASK() ) != pdFALSE )
    {
        traceGIVE_MUTEX_RECURSIVE( xMutex );
        xMutex->uxRecursiveCallCount--;

        if( xMutex->uxRecursiveCallCount == 0U )
        {
            xMutex->pxCounts = NULL;
            ( void ) xQueueGenericSend( xMutex, NULL, 0, queueSEND_TO_BACK );
        }

        xReturn = pdPASS;
    }
    else
    {
        traceGIVE_MUTEX_RECURSIVE_FAILED( xMutex );
    }

    traceRETURN_xQueueGiveMutexRecursive( xReturn );

    return xReturn;
}

#endif /* configUSE_RECURSIVE_MUTEXES */

#if ( ( configUSE_MUTEXES == 1 ) && ( INCLUDE_xSemaphoreGetMutexHolder == 1 ) )

TaskHandle_t xQueueGetMutexHolder( QueueHandle_t xSemaphore )
{
    TaskHandle_t xReturn;

    traceENTER_xQueueGetMutexHolder( xSemaphore );

    configASSERT( xSemaphore );

    /* Only a mutex has a holder. */
    xReturn = kernelIS_MUTEX( xSemaphore->ucQueueType ) ? prvHolder( xSemaphore ) : NULL;

    traceRETURN_xQueueGetMutexHolder( xReturn );

    return xReturn;
}

TaskHandle_t xQueueGetMutexHolderFromISR( QueueHandle_t xSemaphore )
{
    TaskHandle_t xReturn = NULL;

    traceENTER_xQueueGetMutexHolderFromISR( xSemaphore );

    configASSERT( xSemaphore );

    if( kernelIS_MUTEX( xSemaphore->ucQueueType ) )
    {
        xReturn = ( TaskHandle_t ) ( uintptr_t ) ulKernelValueFromISR(
            kernelOBJECT_COMMAND_FROM_ISR( xSemaphore, ISR_OBJECT_HOLDER ), 0 );
    }

    traceRETURN_xQueueGetMutexHolderFromISR( xReturn );

    return xReturn;
}

#endif /* ( ( configUSE_MUTEXES == 1 ) && ( INCLUDE_xSemaphoreGetMutexHolder == 1 ) ) */
