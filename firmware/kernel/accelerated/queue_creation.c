/* SPDX-License-Identifier: Apache-2.0 */

/* Creating and deleting semaphores and mutexes: each is an object of the hardware kernel. */
#include "kernel.h"

/* The hardware's counts have at most 16 bits: OBJECT_CREATE takes two of them. */
#define objectMAXIMUM_COUNT    ( ( UBaseType_t ) 0xFFFFU )

static uint8_t ucReturnedObjects[ configMAX_HW_ACCELERATION_SEMAPHORES ];
static Identifiers_t xObjectIdentifiers = { ucReturnedObjects, 0, 0, configMAX_HW_ACCELERATION_SEMAPHORES };
/*-----------------------------------------------------------*/

/* Makes a semaphore or a mutex in the memory given. pdFALSE when the hardware has none left, or
 * none of that length. */
static BaseType_t prvCreateObject( Queue_t * pxQueue,
                                   UBaseType_t uxLength,
                                   UBaseType_t uxInitialCount,
                                   const uint8_t ucQueueType )
{
    UBaseType_t uxIdentifier = kernelNO_IDENTIFIER;

    if( ( uxLength > 0U ) && ( uxLength <= objectMAXIMUM_COUNT ) )
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
    pxQueue->ucQueueType = ucQueueType;

    if( kernelIS_MUTEX( ucQueueType ) )
    {
        ( void ) ulIsochronCall( kernelOBJECT_COMMAND( pxQueue, TASK_MUTEX_CREATE ), 0 );
    }
    else
    {
        ( void ) ulIsochronCall( kernelOBJECT_COMMAND( pxQueue, TASK_OBJECT_CREATE ), ( uxLength << 16 ) | uxInitialCount );
    }

    traceQUEUE_CREATE( pxQueue );

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

        if( ( pxQueue == NULL ) || ( prvCreateObject( pxQueue, uxLength, uxInitialCount, ucQueueType ) == pdFALSE ) )
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

        if( ( pxQueue != NULL ) && ( prvCreateObject( pxQueue, uxLength, uxInitialCount, ucQueueType ) == pdFALSE ) )
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

#if ( configUSE_MUTEXES == 1 )

    /* What FreeRTOS traces when it makes a mutex. */
    static QueueHandle_t prvTraceMutex( QueueHandle_t xMutex )
    {
        if( xMutex != NULL )
        {
            traceCREATE_MUTEX( xMutex );
        }
        else
        {
            traceCREATE_MUTEX_FAILED();
        }

        return xMutex;
    }

#endif /* configUSE_MUTEXES */
/*-----------------------------------------------------------*/

#if ( ( configUSE_MUTEXES == 1 ) && ( configSUPPORT_STATIC_ALLOCATION == 1 ) )

    QueueHandle_t xQueueCreateMutexStatic( const uint8_t ucQueueType,
                                           StaticQueue_t * pxStaticQueue )
    {
        QueueHandle_t xHandle;

        traceENTER_xQueueCreateMutexStatic( ucQueueType, pxStaticQueue );
        xHandle = prvTraceMutex( prvCreateStatic( 1, 1, pxStaticQueue, ucQueueType ) );
        traceRETURN_xQueueCreateMutexStatic( xHandle );

        return xHandle;
    }

#endif /* ( ( configUSE_MUTEXES == 1 ) && ( configSUPPORT_STATIC_ALLOCATION == 1 ) ) */
/*-----------------------------------------------------------*/

#if ( ( configUSE_MUTEXES == 1 ) && ( configSUPPORT_DYNAMIC_ALLOCATION == 1 ) )

    QueueHandle_t xQueueCreateMutex( const uint8_t ucQueueType )
    {
        QueueHandle_t xHandle;

        traceENTER_xQueueCreateMutex( ucQueueType );
        xHandle = prvTraceMutex( prvCreateDynamic( 1, 1, ucQueueType ) );
        traceRETURN_xQueueCreateMutex( xHandle );

        return xHandle;
    }

#endif /* ( ( configUSE_MUTEXES == 1 ) && ( configSUPPORT_DYNAMIC_ALLOCATION == 1 ) ) */
/*-----------------------------------------------------------*/

#if ( configSUPPORT_STATIC_ALLOCATION == 1 )

    BaseType_t xQueueGenericGetStaticBuffers( QueueHandle_t xQueue,
                                              uint8_t ** ppucQueueStorage,
                                              StaticQueue_t ** ppxStaticQueue )
    {
        BaseType_t xReturn = pdFALSE;

        traceENTER_xQueueGenericGetStaticBuffers( xQueue, ppucQueueStorage, ppxStaticQueue );

        configASSERT( xQueue );
        configASSERT( ppxStaticQueue );

        #if ( configSUPPORT_DYNAMIC_ALLOCATION == 1 )
            if( xQueue->ucStaticallyAllocated == ( uint8_t ) pdTRUE )
        #endif
        {
            /* Neither has a storage. FreeRTOS names a semaphore's own structure. */
            if( ppucQueueStorage != NULL )
            {
                *ppucQueueStorage = kernelIS_MUTEX( xQueue->ucQueueType ) ? NULL : ( uint8_t * ) xQueue;
            }

            *ppxStaticQueue = ( StaticQueue_t * ) xQueue;
            xReturn = pdTRUE;
        }

        traceRETURN_xQueueGenericGetStaticBuffers( xReturn );

        return xReturn;
    }

#endif /* configSUPPORT_STATIC_ALLOCATION */
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
