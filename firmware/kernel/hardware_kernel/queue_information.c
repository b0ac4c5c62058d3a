/* SPDX-License-Identifier: Apache-2.0 */

/* Questions about queues, semaphores and mutexes; their names and numbers for debuggers and trace tools. */
#include "kernel.h"

UBaseType_t uxQueueMessagesWaiting( const QueueHandle_t xQueue )
{
    UBaseType_t uxReturn;

    traceENTER_uxQueueMessagesWaiting( xQueue );

    configASSERT( xQueue );
    uxReturn = ulKernelAsk( kernelOBJECT_COMMAND( xQueue, TASK_OBJECT_COUNT ), 0 );

    traceRETURN_uxQueueMessagesWaiting( uxReturn );

    return uxReturn;
}

UBaseType_t uxQueueMessagesWaitingFromISR( const QueueHandle_t xQueue )
{
    UBaseType_t uxReturn;

    traceENTER_uxQueueMessagesWaitingFromISR( xQueue );

    configASSERT( xQueue );
    uxReturn = ulKernelValueFromISR( kernelOBJECT_COMMAND_FROM_ISR( xQueue, ISR_OBJECT_COUNT ), 0 );

    traceRETURN_uxQueueMessagesWaitingFromISR( uxReturn );

    return uxReturn;
}

UBaseType_t uxQueueSpacesAvailable( const QueueHandle_t xQueue )
{
    UBaseType_t uxReturn;

    traceENTER_uxQueueSpacesAvailable( xQueue );

    configASSERT( xQueue );
    uxReturn = xQueue->uxLength - uxQueueMessagesWaiting( xQueue );
    traceRETURN_uxQueueSpacesAvailable( uxReturn );

    return uxReturn;
}

BaseType_t xQueueIsQueueEmptyFromISR( const QueueHandle_t xQueue )
{
    BaseType_t xReturn;

    traceENTER_xQueueIsQueueEmptyFromISR( xQueue );
    xReturn = ( uxQueueMessagesWaitingFromISR( xQueue ) == 0U ) ? pdTRUE : pdFALSE;
    traceRETURN_xQueueIsQueueEmptyFromISR( xReturn );

    return xReturn;
}

BaseType_t xQueueIsQueueFullFromISR( const QueueHandle_t xQueue )
{
    BaseType_t xReturn;

    traceENTER_xQueueIsQueueFullFromISR( xQueue );
    xReturn = ( uxQueueMessagesWaitingFromISR( xQueue ) == xQueue->uxLength ) ? pdTRUE : pdFALSE;
    traceRETURN_xQueueIsQueueFullFromISR( xReturn );

    return xReturn;
}

UBaseType_t uxQueueGetQueueItemSize( QueueHandle_t xQueue )
{
    traceENTER_uxQueueGetQueueItemSize( xQueue );
    configASSERT( xQueue );
    traceRETURN_uxQueueGetQueueItemSize( xQueue->uxItemSize );

    return xQueue->uxItemSize;
}

UBaseType_t uxQueueGetQueueLength( QueueHandle_t xQueue )
{
    traceENTER_uxQueueGetQueueLength( xQueue );
    traceRETURN_uxQueueGetQueueLength( xQueue->uxLength );

    return xQueue->uxLength;
}

UBaseType_t uxIsochronSemaphoreIdentifier( SemaphoreHandle_t xSemaphore )
{
    configASSERT( xSemaphore );

    return isochronIDENTIFIER( xSemaphore->uxCommand );
}

#if ( configQUEUE_REGISTRY_SIZE > 0 )

/* The name is kept in the semaphore: the registry is never full. */
void vQueueAddToRegistry( QueueHandle_t xQueue, const char * pcQueueName )
{
    traceENTER_vQueueAddToRegistry( xQueue, pcQueueName );

    configASSERT( xQueue );
    traceQUEUE_REGISTRY_ADD( xQueue, pcQueueName );
    xQueue->pcQueueName = pcQueueName;

    traceRETURN_vQueueAddToRegistry();
}

const char * pcQueueGetName( QueueHandle_t xQueue )
{
    traceENTER_pcQueueGetName( xQueue );
    configASSERT( xQueue );
    traceRETURN_pcQueueGetName( xQueue->pcQueueName );

    return xQueue->pcQueueName;
}

void vQueueUnregisterQueue( QueueHandle_t xQueue )
{
    traceENTER_vQueueUnregisterQueue( xQueue );
    configASSERT( xQueue );
    xQueue->pcQueueName = NULL;
    traceRETURN_vQueueUnregisterQueue();
}

#endif /* configQUEUE_REGISTRY_SIZE */

#if ( configUSE_TRACE_FACILITY == 1 )

UBaseType_t uxQueueGetQueueNumber( QueueHandle_t xQueue )
{
    traceENTER_uxQueueGetQueueNumber( xQueue );
    traceRETURN_uxQueueGetQueueNumber( xQueue->uxQueueNumber );

    return xQueue->uxQueueNumber;
}

void vQueueSetQueueNumber( QueueHandle_t xQueue, UBaseType_t uxQueueNumber )
{
    traceENTER_vQueueSetQueueNumber( xQueue, uxQueueNumber );
    xQueue->uxQueueNumber = uxQueueNumber;
    traceRETURN_vQueueSetQueueNumber();
}

uint8_t ucQueueGetQueueType( QueueHandle_t xQueue )
{
    traceENTER_ucQueueGetQueueType( xQueue );
    traceRETURN_ucQueueGetQueueType( xQueue->ucQueueType );

    return xQueue->ucQueueType;
}

#endif /* configUSE_TRACE_FACILITY */
