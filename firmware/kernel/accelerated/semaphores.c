/* SPDX-License-Identifier: Apache-2.0 */

/* Binary and counting semaphores: the part of queue.c that the hardware kernel has objects for. */
#include "kernel.h"

/* The hardware's counts have at most 16 bits: OBJECT_CREATE takes two of them. */
#define semaphoreMAXIMUM_COUNT    ( ( UBaseType_t ) 0xFFFFU )

static uint8_t ucReturnedObjects[ configMAX_HW_ACCELERATION_SEMAPHORES ];
static Identifiers_t xObjectIdentifiers = { ucReturnedObjects, 0, 0, configMAX_HW_ACCELERATION_SEMAPHORES };
/*-----------------------------------------------------------*/

/* Makes a semaphore in the memory given. pdFALSE when the hardware has none left, or none of that
 * length. */
static BaseType_t prvCreateSemaphore( Queue_t * pxQueue,
                                      UBaseType_t uxLength,
                                      UBaseType_t uxInitialCount,
                                      const uint8_t ucQueueType )
{
    UBaseType_t uxIdentifier = kernelNO_IDENTIFIER;

    if( ( uxLength > 0U ) && ( uxLength <= semaphoreMAXIMUM_COUNT ) )
    {
        taskENTER_CRITICAL();
        {
            uxIdentifier = uxKernelTakeIdentifier( &xObjectIdentifiers );
        }
        taskEXIT_CRITICAL();
    }

    if( uxIdentifier == kernelNO_IDENTIFIER )
    {
        traceQUEUE_CREATE_FAILED( ucQueueType );
        return pdFALSE;
    }

    ( void ) memset( pxQueue, 0x00, sizeof( Queue_t ) );
    pxQueue->uxCommand = isochronCOMMAND( ISOCHRON_TASK_GIVE_OFFSET, uxIdentifier );
    pxQueue->uxCommandFromISR = isochronCOMMAND( ISOCHRON_ISR_GIVE_OFFSET, uxIdentifier );
    pxQueue->uxLength = uxLength;

    #if ( configUSE_TRACE_FACILITY == 1 )
    {
        pxQueue->ucQueueType = ucQueueType;
    }
    #endif

    ( void ) ulIsochronCall( kernelOBJECT_COMMAND( pxQueue, TASK_OBJECT_CREATE ), ( uxLength << 16 ) | uxInitialCount );
    traceQUEUE_CREATE( pxQueue );
    ( void ) ucQueueType;

    return pdTRUE;
}
/*-----------------------------------------------------------*/

/* A queue of items cannot be had: say so, rather than fail for want of memory. */
static void prvRefuseItems( const UBaseType_t uxItemSize )
{
    if( uxItemSize != 0U )
    {
        vIsochronConfigurationError( "A queue with items was created, but the hardware kernel has semaphores only. Set configUSE_HW_ACCELERATION to 0, or use semaphores and notifications." );
    }
}
/*-----------------------------------------------------------*/

#if ( configSUPPORT_STATIC_ALLOCATION == 1 )

    static QueueHandle_t prvCreateStatic( const UBaseType_t uxLength,
                                          const UBaseType_t uxInitialCount,
                                          StaticQueue_t * pxStaticQueue,
                                          const uint8_t ucQueueType )
    {
        Queue_t * pxQueue = ( Queue_t * ) pxStaticQueue;

        configASSERT( pxStaticQueue );

        vKernelInitialise();

        if( ( pxQueue == NULL ) || ( prvCreateSemaphore( pxQueue, uxLength, uxInitialCount, ucQueueType ) == pdFALSE ) )
        {
            return NULL;
        }

        #if ( configSUPPORT_DYNAMIC_ALLOCATION == 1 )
        {
            pxQueue->ucStaticallyAllocated = pdTRUE;
        }
        #endif

        return pxQueue;
    }
    /*-----------------------------------------------------------*/

    QueueHandle_t xQueueGenericCreateStatic( const UBaseType_t uxQueueLength,
                                             const UBaseType_t uxItemSize,
                                             uint8_t * pucQueueStorage,
                                             StaticQueue_t * pxStaticQueue,
                                             const uint8_t ucQueueType )
    {
        QueueHandle_t xHandle;

        traceENTER_xQueueGenericCreateStatic( uxQueueLength, uxItemSize, pucQueueStorage, pxStaticQueue, ucQueueType );

        ( void ) pucQueueStorage;
        prvRefuseItems( uxItemSize );
        xHandle = prvCreateStatic( uxQueueLength, 0, pxStaticQueue, ucQueueType );

        traceRETURN_xQueueGenericCreateStatic( xHandle );

        return xHandle;
    }

#endif /* configSUPPORT_STATIC_ALLOCATION */
/*-----------------------------------------------------------*/

#if ( configSUPPORT_DYNAMIC_ALLOCATION == 1 )

    static QueueHandle_t prvCreateDynamic( const UBaseType_t uxLength,
                                           const UBaseType_t uxInitialCount,
                                           const uint8_t ucQueueType )
    {
        Queue_t * pxQueue;

        vKernelInitialise();
        pxQueue = ( Queue_t * ) pvPortMalloc( sizeof( Queue_t ) );

        if( ( pxQueue != NULL ) && ( prvCreateSemaphore( pxQueue, uxLength, uxInitialCount, ucQueueType ) == pdFALSE ) )
        {
            vPortFree( pxQueue );
            pxQueue = NULL;
        }

        return pxQueue;
    }
    /*-----------------------------------------------------------*/

    QueueHandle_t xQueueGenericCreate( const UBaseType_t uxQueueLength,
                                       const UBaseType_t uxItemSize,
                                       const uint8_t ucQueueType )
    {
        QueueHandle_t xHandle;

        traceENTER_xQueueGenericCreate( uxQueueLength, uxItemSize, ucQueueType );

        prvRefuseItems( uxItemSize );
        xHandle = prvCreateDynamic( uxQueueLength, 0, ucQueueType );

        traceRETURN_xQueueGenericCreate( xHandle );

        return xHandle;
    }

#endif /* configSUPPORT_DYNAMIC_ALLOCATION */
/*-----------------------------------------------------------*/

#if ( ( configUSE_COUNTING_SEMAPHORES == 1 ) && ( configSUPPORT_STATIC_ALLOCATION == 1 ) )

    QueueHandle_t xQueueCreateCountingSemaphoreStatic( const UBaseType_t uxMaxCount,
                                                       const UBaseType_t uxInitialCount,
                                                       StaticQueue_t * pxStaticQueue )
    {
        QueueHandle_t xHandle = NULL;

        traceENTER_xQueueCreateCountingSemaphoreStatic( uxMaxCount, uxInitialCount, pxStaticQueue );

        if( ( uxMaxCount != 0U ) && ( uxInitialCount <= uxMaxCount ) )
        {
            xHandle = prvCreateStatic( uxMaxCount, uxInitialCount, pxStaticQueue, queueQUEUE_TYPE_COUNTING_SEMAPHORE );
        }
        else
        {
            configASSERT( xHandle );
        }

        traceRETURN_xQueueCreateCountingSemaphoreStatic( xHandle );

        return xHandle;
    }

#endif /* ( ( configUSE_COUNTING_SEMAPHORES == 1 ) && ( configSUPPORT_STATIC_ALLOCATION == 1 ) ) */
/*-----------------------------------------------------------*/

#if ( ( configUSE_COUNTING_SEMAPHORES == 1 ) && ( configSUPPORT_DYNAMIC_ALLOCATION == 1 ) )

    QueueHandle_t xQueueCreateCountingSemaphore( const UBaseType_t uxMaxCount,
                                                 const UBaseType_t uxInitialCount )
    {
        QueueHandle_t xHandle = NULL;

        traceENTER_xQueueCreateCountingSemaphore( uxMaxCount, uxInitialCount );

        if( ( uxMaxCount != 0U ) && ( uxInitialCount <= uxMaxCount ) )
        {
            xHandle = prvCreateDynamic( uxMaxCount, uxInitialCount, queueQUEUE_TYPE_COUNTING_SEMAPHORE );
        }
        else
        {
            configASSERT( xHandle );
        }

        traceRETURN_xQueueCreateCountingSemaphore( xHandle );

        return xHandle;
    }

#endif /* ( ( configUSE_COUNTING_SEMAPHORES == 1 ) && ( configSUPPORT_DYNAMIC_ALLOCATION == 1 ) ) */
/*-----------------------------------------------------------*/

void vQueueDelete( QueueHandle_t xQueue )
{
    Queue_t * const pxQueue = xQueue;

    traceENTER_vQueueDelete( xQueue );

    configASSERT( pxQueue );
    traceQUEUE_DELETE( pxQueue );

    /* First the lines: an edge that finds no object would count as an error. */
    vKernelReleaseLines( pxQueue->ulLines );

    /* Refused while a task waits. FreeRTOS leaves that undefined; here nothing happens, so that
     * nobody waits for something that is reused. */
    if( ulIsochronCall( kernelOBJECT_COMMAND( pxQueue, TASK_OBJECT_DELETE ), 0 ) == ISOCHRON_RESULT_OK )
    {
        taskENTER_CRITICAL();
        {
            vKernelReturnIdentifier( &xObjectIdentifiers, isochronIDENTIFIER( pxQueue->uxCommand ) );
        }
        taskEXIT_CRITICAL();

        #if ( ( configSUPPORT_DYNAMIC_ALLOCATION == 1 ) && ( configSUPPORT_STATIC_ALLOCATION == 0 ) )
        {
            vPortFree( pxQueue );
        }
        #elif ( configSUPPORT_DYNAMIC_ALLOCATION == 1 )
        {
            if( pxQueue->ucStaticallyAllocated == ( uint8_t ) pdFALSE )
            {
                vPortFree( pxQueue );
            }
        }
        #endif
    }

    traceRETURN_vQueueDelete();
}
/*-----------------------------------------------------------*/

BaseType_t xQueueSemaphoreTake( QueueHandle_t xQueue,
                                TickType_t xTicksToWait )
{
    BaseType_t xReturn;

    traceENTER_xQueueSemaphoreTake( xQueue, xTicksToWait );

    configASSERT( xQueue );
    xReturn = ( BaseType_t ) ulIsochronCall( kernelOBJECT_COMMAND( xQueue, TASK_TAKE ), xTicksToWait );

    traceRETURN_xQueueSemaphoreTake( xReturn );

    return xReturn;
}
/*-----------------------------------------------------------*/

BaseType_t xQueueGenericSend( QueueHandle_t xQueue,
                              const void * const pvItemToQueue,
                              TickType_t xTicksToWait,
                              const BaseType_t xCopyPosition )
{
    BaseType_t xReturn;

    traceENTER_xQueueGenericSend( xQueue, pvItemToQueue, xTicksToWait, xCopyPosition );

    configASSERT( xQueue );

    /* A semaphore has no item, and a give does not wait. */
    ( void ) pvItemToQueue;
    ( void ) xTicksToWait;
    ( void ) xCopyPosition;

    xReturn = ( BaseType_t ) ulIsochronCall( kernelOBJECT_COMMAND( xQueue, TASK_GIVE ), 0 );

    traceRETURN_xQueueGenericSend( xReturn );

    return xReturn;
}
/*-----------------------------------------------------------*/

BaseType_t xQueueGiveFromISR( QueueHandle_t xQueue,
                              BaseType_t * const pxHigherPriorityTaskWoken )
{
    BaseType_t xReturn;

    traceENTER_xQueueGiveFromISR( xQueue, pxHigherPriorityTaskWoken );

    configASSERT( xQueue );
    portASSERT_IF_INTERRUPT_PRIORITY_INVALID();

    xReturn = xKernelFinishFromISR( ulIsochronCallFromISR( kernelOBJECT_COMMAND_FROM_ISR( xQueue, ISR_GIVE ), 0 ),
                                    pxHigherPriorityTaskWoken );

    traceRETURN_xQueueGiveFromISR( xReturn );

    return xReturn;
}
/*-----------------------------------------------------------*/

BaseType_t xQueueReceiveFromISR( QueueHandle_t xQueue,
                                 void * const pvBuffer,
                                 BaseType_t * const pxHigherPriorityTaskWoken )
{
    BaseType_t xReturn;

    traceENTER_xQueueReceiveFromISR( xQueue, pvBuffer, pxHigherPriorityTaskWoken );

    configASSERT( xQueue );
    portASSERT_IF_INTERRUPT_PRIORITY_INVALID();
    ( void ) pvBuffer;

    xReturn = xKernelFinishFromISR( ulIsochronCallFromISR( kernelOBJECT_COMMAND_FROM_ISR( xQueue, ISR_TAKE ), 0 ),
                                    pxHigherPriorityTaskWoken );

    traceRETURN_xQueueReceiveFromISR( xReturn );

    return xReturn;
}
/*-----------------------------------------------------------*/

UBaseType_t uxQueueMessagesWaiting( const QueueHandle_t xQueue )
{
    UBaseType_t uxReturn;

    traceENTER_uxQueueMessagesWaiting( xQueue );

    configASSERT( xQueue );
    ( void ) ulIsochronCall( kernelOBJECT_COMMAND( xQueue, TASK_OBJECT_COUNT ), 0 );
    uxReturn = isochronREGISTER( ISOCHRON_VALUE_OFFSET );

    traceRETURN_uxQueueMessagesWaiting( uxReturn );

    return uxReturn;
}
/*-----------------------------------------------------------*/

UBaseType_t uxQueueMessagesWaitingFromISR( const QueueHandle_t xQueue )
{
    UBaseType_t uxReturn;

    traceENTER_uxQueueMessagesWaitingFromISR( xQueue );

    configASSERT( xQueue );
    ( void ) xKernelFinishFromISR( ulIsochronCallFromISR( kernelOBJECT_COMMAND_FROM_ISR( xQueue, ISR_OBJECT_COUNT ), 0 ), NULL );
    uxReturn = isochronREGISTER( ISOCHRON_ISR_VALUE_OFFSET );

    traceRETURN_uxQueueMessagesWaitingFromISR( uxReturn );

    return uxReturn;
}
/*-----------------------------------------------------------*/

UBaseType_t uxQueueSpacesAvailable( const QueueHandle_t xQueue )
{
    UBaseType_t uxReturn;

    traceENTER_uxQueueSpacesAvailable( xQueue );
    uxReturn = xQueue->uxLength - uxQueueMessagesWaiting( xQueue );
    traceRETURN_uxQueueSpacesAvailable( uxReturn );

    return uxReturn;
}
/*-----------------------------------------------------------*/

BaseType_t xQueueIsQueueEmptyFromISR( const QueueHandle_t xQueue )
{
    BaseType_t xReturn;

    traceENTER_xQueueIsQueueEmptyFromISR( xQueue );
    xReturn = ( uxQueueMessagesWaitingFromISR( xQueue ) == 0U ) ? pdTRUE : pdFALSE;
    traceRETURN_xQueueIsQueueEmptyFromISR( xReturn );

    return xReturn;
}
/*-----------------------------------------------------------*/

BaseType_t xQueueIsQueueFullFromISR( const QueueHandle_t xQueue )
{
    BaseType_t xReturn;

    traceENTER_xQueueIsQueueFullFromISR( xQueue );
    xReturn = ( uxQueueMessagesWaitingFromISR( xQueue ) == xQueue->uxLength ) ? pdTRUE : pdFALSE;
    traceRETURN_xQueueIsQueueFullFromISR( xReturn );

    return xReturn;
}
/*-----------------------------------------------------------*/

UBaseType_t uxQueueGetQueueItemSize( QueueHandle_t xQueue )
{
    traceENTER_uxQueueGetQueueItemSize( xQueue );
    traceRETURN_uxQueueGetQueueItemSize( 0U );
    ( void ) xQueue;

    return 0U;
}
/*-----------------------------------------------------------*/

UBaseType_t uxQueueGetQueueLength( QueueHandle_t xQueue )
{
    traceENTER_uxQueueGetQueueLength( xQueue );
    traceRETURN_uxQueueGetQueueLength( xQueue->uxLength );

    return xQueue->uxLength;
}
/*-----------------------------------------------------------*/

UBaseType_t uxIsochronSemaphoreIdentifier( SemaphoreHandle_t xSemaphore )
{
    configASSERT( xSemaphore );

    return isochronIDENTIFIER( xSemaphore->uxCommand );
}
/*-----------------------------------------------------------*/

#if ( configQUEUE_REGISTRY_SIZE > 0 )

    /* The name is kept in the semaphore: the registry is never full. */
    void vQueueAddToRegistry( QueueHandle_t xQueue,
                              const char * pcQueueName )
    {
        traceENTER_vQueueAddToRegistry( xQueue, pcQueueName );

        configASSERT( xQueue );
        traceQUEUE_REGISTRY_ADD( xQueue, pcQueueName );
        xQueue->pcQueueName = pcQueueName;

        traceRETURN_vQueueAddToRegistry();
    }
    /*-----------------------------------------------------------*/

    const char * pcQueueGetName( QueueHandle_t xQueue )
    {
        traceENTER_pcQueueGetName( xQueue );
        configASSERT( xQueue );
        traceRETURN_pcQueueGetName( xQueue->pcQueueName );

        return xQueue->pcQueueName;
    }
    /*-----------------------------------------------------------*/

    void vQueueUnregisterQueue( QueueHandle_t xQueue )
    {
        traceENTER_vQueueUnregisterQueue( xQueue );
        configASSERT( xQueue );
        xQueue->pcQueueName = NULL;
        traceRETURN_vQueueUnregisterQueue();
    }

#endif /* configQUEUE_REGISTRY_SIZE */
/*-----------------------------------------------------------*/
