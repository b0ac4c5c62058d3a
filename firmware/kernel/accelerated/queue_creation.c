/* SPDX-License-Identifier: Apache-2.0 */

/* Creating and deleting semaphores, mutexes and queues. */
#include "kernel.h"

/* The hardware's counts have at most 16 bits. */
#define creationMAXIMUM_COUNT    ( ( UBaseType_t ) 0xFFFFU )
/*-----------------------------------------------------------*/

/* A queue without items is a queue all the same: one may wait to send to it. */
static BaseType_t prvIsQueue( UBaseType_t uxItemSize,
                              const uint8_t ucQueueType )
{
    return ( ( uxItemSize != 0U ) || ( ucQueueType == queueQUEUE_TYPE_BASE ) || ( ucQueueType == queueQUEUE_TYPE_SET ) ) ? pdTRUE : pdFALSE;
}
/*-----------------------------------------------------------*/

/* Makes a queue, a semaphore or a mutex in the memory given. pdFALSE when the hardware has none
 * left, or none of that length. */
static BaseType_t prvCreateObject( Queue_t * pxQueue,
                                   UBaseType_t uxLength,
                                   UBaseType_t uxInitialCount,
                                   UBaseType_t uxItemSize,
                                   uint8_t * pucStorage,
                                   const uint8_t ucQueueType )
{
    const BaseType_t xIsQueue = prvIsQueue( uxItemSize, ucQueueType );
    UBaseType_t uxIdentifier = ( uxLength <= creationMAXIMUM_COUNT ) ? uxKernelTakeObject( xIsQueue ) : kernelNO_IDENTIFIER;

    if( uxIdentifier == kernelNO_IDENTIFIER )
    {
        traceQUEUE_CREATE_FAILED( ucQueueType );
        return pdFALSE;
    }

    ( void ) memset( pxQueue, 0x00, sizeof( Queue_t ) );
    pxQueue->uxCommand = isochronCOMMAND( ISOCHRON_TASK_GIVE_OFFSET, uxIdentifier );
    pxQueue->uxCommandFromISR = isochronCOMMAND( ISOCHRON_ISR_GIVE_OFFSET, uxIdentifier );
    pxQueue->uxTransfer = isochronCOMMAND( ISOCHRON_TASK_QUEUE_OVERWRITE_OFFSET, uxIdentifier );
    pxQueue->uxLength = uxLength;
    pxQueue->uxItemSize = uxItemSize;
    pxQueue->ucQueueType = ucQueueType;

    if( xIsQueue != pdFALSE )
    {
        /* Without items the structure itself stands for them, as in FreeRTOS. */
        pxQueue->pucHead = ( uxItemSize != 0U ) ? pucStorage : ( uint8_t * ) pxQueue;
        pxQueue->pucTail = pxQueue->pucHead + ( uxLength * uxItemSize );
        pxQueue->pucWriteTo = pxQueue->pucHead;
        pxQueue->pucReadFrom = pxQueue->pucTail - uxItemSize;
        ( void ) ulIsochronCall( kernelOBJECT_COMMAND( pxQueue, TASK_QUEUE_CREATE ), uxLength );
    }
    else
    {
        pxQueue->uxGive = pxQueue->uxCommand;

        if( kernelIS_MUTEX( ucQueueType ) )
        {
            ( void ) ulIsochronCall( kernelOBJECT_COMMAND( pxQueue, TASK_MUTEX_CREATE ), 0 );
        }
        else
        {
            ( void ) ulIsochronCall( kernelOBJECT_COMMAND( pxQueue, TASK_OBJECT_CREATE ), ( uxLength << 16 ) | uxInitialCount );
        }
    }

    traceQUEUE_CREATE( pxQueue );

    return pdTRUE;
}
/*-----------------------------------------------------------*/

#if ( configSUPPORT_STATIC_ALLOCATION == 1 )

    static QueueHandle_t prvCreateStatic( const UBaseType_t uxLength,
                                          const UBaseType_t uxInitialCount,
                                          const UBaseType_t uxItemSize,
                                          uint8_t * pucStorage,
                                          StaticQueue_t * pxStaticQueue,
                                          const uint8_t ucQueueType )
    {
        Queue_t * pxQueue = ( Queue_t * ) pxStaticQueue;

        configASSERT( pxStaticQueue );

        vKernelInitialise();

        if( ( pxQueue == NULL ) || ( prvCreateObject( pxQueue, uxLength, uxInitialCount, uxItemSize, pucStorage, ucQueueType ) == pdFALSE ) )
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
        QueueHandle_t xHandle = NULL;

        traceENTER_xQueueGenericCreateStatic( uxQueueLength, uxItemSize, pucQueueStorage, pxStaticQueue, ucQueueType );

        configASSERT( pxStaticQueue );

        /* Storage is there if, and only if, items are. */
        if( ( uxQueueLength > 0U ) && ( ( pucQueueStorage != NULL ) == ( uxItemSize != 0U ) ) )
        {
            xHandle = prvCreateStatic( uxQueueLength, 0, uxItemSize, pucQueueStorage, pxStaticQueue, ucQueueType );
        }
        else
        {
            configASSERT( xHandle );
        }

        traceRETURN_xQueueGenericCreateStatic( xHandle );

        return xHandle;
    }

#endif /* configSUPPORT_STATIC_ALLOCATION */
/*-----------------------------------------------------------*/

#if ( configSUPPORT_DYNAMIC_ALLOCATION == 1 )

    static QueueHandle_t prvCreateDynamic( const UBaseType_t uxLength,
                                           const UBaseType_t uxInitialCount,
                                           const UBaseType_t uxItemSize,
                                           const uint8_t ucQueueType )
    {
        Queue_t * pxQueue;

        vKernelInitialise();
        pxQueue = ( Queue_t * ) pvPortMalloc( sizeof( Queue_t ) + ( ( size_t ) uxLength * uxItemSize ) );

        /* The items follow the structure. */
        if( ( pxQueue != NULL ) &&
            ( prvCreateObject( pxQueue, uxLength, uxInitialCount, uxItemSize, ( uint8_t * ) &( pxQueue[ 1 ] ), ucQueueType ) == pdFALSE ) )
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
        QueueHandle_t xHandle = NULL;

        traceENTER_xQueueGenericCreate( uxQueueLength, uxItemSize, ucQueueType );

        /* No overflow of the size. */
        if( ( uxQueueLength > 0U ) && ( ( ( SIZE_MAX - sizeof( Queue_t ) ) / uxQueueLength ) >= uxItemSize ) )
        {
            xHandle = prvCreateDynamic( uxQueueLength, 0, uxItemSize, ucQueueType );
        }
        else
        {
            configASSERT( xHandle );
        }

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
            xHandle = prvCreateStatic( uxMaxCount, uxInitialCount, 0, NULL, pxStaticQueue, queueQUEUE_TYPE_COUNTING_SEMAPHORE );
        }
        else
        {
            configASSERT( xHandle );
        }

        kernelTRACE_RESULT( xHandle != NULL, traceCREATE_COUNTING_SEMAPHORE(), traceCREATE_COUNTING_SEMAPHORE_FAILED() );
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
            xHandle = prvCreateDynamic( uxMaxCount, uxInitialCount, 0, queueQUEUE_TYPE_COUNTING_SEMAPHORE );
        }
        else
        {
            configASSERT( xHandle );
        }

        kernelTRACE_RESULT( xHandle != NULL, traceCREATE_COUNTING_SEMAPHORE(), traceCREATE_COUNTING_SEMAPHORE_FAILED() );
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
        xHandle = prvTraceMutex( prvCreateStatic( 1, 1, 0, NULL, pxStaticQueue, ucQueueType ) );
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
        xHandle = prvTraceMutex( prvCreateDynamic( 1, 1, 0, ucQueueType ) );
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
            /* Without items FreeRTOS names the structure itself, and nothing for a mutex. */
            if( ppucQueueStorage != NULL )
            {
                *ppucQueueStorage = kernelIS_QUEUE( xQueue ) ? xQueue->pucHead :
                                    kernelIS_MUTEX( xQueue->ucQueueType ) ? NULL : ( uint8_t * ) xQueue;
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
        vKernelReturnObject( isochronIDENTIFIER( pxQueue->uxCommand ), kernelIS_QUEUE( pxQueue ) );

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
