/* SPDX-License-Identifier: Apache-2.0 */

/* Creating and deleting semaphores, mutexes and queues. */
#include "kernel.h"

/* The hardware's counts have at most 16 bits. */
#define creationMAXIMUM_COUNT ( ( UBaseType_t ) 0xFFFFU )

/* An attachment may note that an object has been created. */
#ifndef isochronOBJECT_IS_CREATED
    #define isochronOBJECT_IS_CREATED()
#endif

/* A queue without items is a queue all the same: one may wait to send to it. */
static BaseType_t prvIsQueue( UBaseType_t uxItemSize, const uint8_t ucQueueType )
{
    return ( ( uxItemSize != 0U ) || ( ucQueueType == queueQUEUE_TYPE_BASE ) ||
             ( ucQueueType == queueQUEUE_TYPE_SET ) ) ?
               pdTRUE :
               pdFALSE;
}

static void prvSetCommands( Queue_t * pxQueue, UBaseType_t uxIdentifier )
{
    pxQueue->uxCommand = isochronCOMMAND( ISOCHRON_TASK_GIVE_OFFSET, uxIdentifier );
    pxQueue->uxCommandFromISR = isochronCOMMAND( ISOCHRON_ISR_GIVE_OFFSET, uxIdentifier );
    pxQueue->uxTransfer = isochronCOMMAND( ISOCHRON_TASK_QUEUE_OVERWRITE_OFFSET, uxIdentifier );
    isochronOBJECT_IS_CREATED();
}

#if ( configISOCHRON_MESSAGES == 1 )

/* The argument of QUEUE_CREATE. If there is room for all items as messages, it has the words of one. */
static uint32_t prvQueueArgument( Queue_t * pxQueue )
{
    const uint32_t ulRoom = ( isochronREGISTER( ISOCHRON_WIDTHS_OFFSET ) & ISOCHRON_WIDTHS_MESSAGES_MASK ) >>
                            ISOCHRON_WIDTHS_MESSAGES_SHIFT;
    const UBaseType_t uxWords = ( pxQueue->uxItemSize + 3U ) / 4U;

    /* With one core a set's items are in memory. */
    if( ( uxWords == 0U ) || ( uxWords > 4U ) || ( ( uxWords * pxQueue->uxLength ) > ulRoom ) ||
        ( ( configNUMBER_OF_CORES == 1 ) && ( pxQueue->ucQueueType == queueQUEUE_TYPE_SET ) ) )
    {
        return pxQueue->uxLength;
    }

    pxQueue->uxMessage = pxQueue->uxTransfer + messageFROM_TRANSFER;
    pxQueue->uxMessage += ( pxQueue->uxItemSize == sizeof( uint32_t ) )          ? 0U :
                          ( pxQueue->uxItemSize == ( 4U * sizeof( uint32_t ) ) ) ? messageFOUR_WORDS :
                                                                                   messageOTHERWISE;
    pxQueue->uxSend = pxQueue->uxMessage;

    return pxQueue->uxLength | ( uxWords << 16 );
}

#else

    #define prvQueueArgument( pxQueue ) ( ( pxQueue )->uxLength )

#endif /* configISOCHRON_MESSAGES */

/* Has the hardware make the object that a structure describes. pdFALSE when it has none left, or cannot count
 * so far. */
static BaseType_t prvCreateInHardware( Queue_t * pxQueue, UBaseType_t uxInitialCount )
{
    const BaseType_t xIsQueue = kernelIS_QUEUE( pxQueue ) ? pdTRUE : pdFALSE;
    UBaseType_t uxIdentifier;

    if( __builtin_expect( pxQueue->uxLength > creationMAXIMUM_COUNT, 0 ) )
    {
        vIsochronCommandRefused( eIsochronErrorCount );

        return pdFALSE;
    }

    uxIdentifier = uxKernelTakeObject( xIsQueue );

    if( uxIdentifier == kernelNO_IDENTIFIER )
    {
        vIsochronObjectsUsedUp();

        return pdFALSE;
    }

    prvSetCommands( pxQueue, uxIdentifier );

    if( xIsQueue != pdFALSE )
    {
        pxQueue->uxSend = kernelSEND_ELSE;
        ( void ) ulIsochronCall( kernelOBJECT_COMMAND( pxQueue, TASK_QUEUE_CREATE ),
                                 prvQueueArgument( pxQueue ) );
    }
    else
    {
        pxQueue->uxSend = pxQueue->uxCommand;

        if( kernelIS_MUTEX( pxQueue->ucQueueType ) )
        {
            ( void ) ulIsochronCall( kernelOBJECT_COMMAND( pxQueue, TASK_MUTEX_CREATE ), 0 );
        }
        else
        {
            ( void ) ulIsochronCall( kernelOBJECT_COMMAND( pxQueue, TASK_OBJECT_CREATE ),
                                     ( pxQueue->uxLength << 16 ) | uxInitialCount );
        }
    }

    return pdTRUE;
}

/* Makes a queue, a semaphore or a mutex in the memory given. pdFALSE when the hardware has none. */
static BaseType_t prvCreateObject( Queue_t * pxQueue, UBaseType_t uxLength, UBaseType_t uxInitialCount,
                                   UBaseType_t uxItemSize, uint8_t * pucStorage, const uint8_t ucQueueType )
{
    ( void ) memset( pxQueue, 0x00, sizeof( Queue_t ) );
    pxQueue->uxLength = uxLength;
    pxQueue->uxItemSize = uxItemSize;
    pxQueue->ucQueueType = ucQueueType;

    if( prvIsQueue( uxItemSize, ucQueueType ) != pdFALSE )
    {
        /* Without items the structure itself stands for them, as in FreeRTOS. */
        pxQueue->pucHead = ( uxItemSize != 0U ) ? pucStorage : ( uint8_t * ) pxQueue;
        pxQueue->pucTail = pxQueue->pucHead + ( uxLength * uxItemSize );
        pxQueue->pucWriteTo = pxQueue->pucHead;
        pxQueue->pucReadFrom = pxQueue->pucTail - uxItemSize;
    }

    if( prvCreateInHardware( pxQueue, uxInitialCount ) == pdFALSE )
    {
        traceQUEUE_CREATE_FAILED( ucQueueType );
        return pdFALSE;
    }

    traceQUEUE_CREATE( pxQueue );

    return pdTRUE;
}

/* A handle of the deleted object names none from now on, and no set learns of it. */
static void prvForgetObject( Queue_t * pxQueue )
{
    const intptr_t xMore = kernelFORGET_OBJECT( pxQueue );

    pxQueue->uxCommand += ( uintptr_t ) xMore;
    pxQueue->uxCommandFromISR += ( uintptr_t ) xMore;
    pxQueue->uxTransfer += ( uintptr_t ) xMore;
    pxQueue->uxSend = kernelIS_QUEUE( pxQueue ) ? kernelSEND_ELSE : pxQueue->uxCommand;

    #if ( configISOCHRON_MESSAGES == 1 )
    if( pxQueue->uxMessage != 0U )
    {
        pxQueue->uxMessage += ( uintptr_t ) xMore;
        pxQueue->uxSend = pxQueue->uxMessage;
    }
    #endif

    #if ( configUSE_QUEUE_SETS == 1 )
    {
        pxQueue->pxSet = NULL;
    }
    #endif
}

/* Ends an object; not its memory. Returns pdFAIL, and changes nothing, when that is refused: while a
 * task waits. FreeRTOS leaves that undefined; here nobody waits for something that is reused. */
static BaseType_t prvEndObject( Queue_t * pxQueue )
{
    const UBaseType_t uxIdentifier = isochronIDENTIFIER( pxQueue->uxCommand );

    if( ulIsochronCall( kernelOBJECT_COMMAND( pxQueue, TASK_OBJECT_DELETE ), 0 ) == ISOCHRON_RESULT_FAIL )
    {
        return pdFAIL;
    }

    prvForgetObject( pxQueue );
    vKernelReturnObject( uxIdentifier, kernelIS_QUEUE( pxQueue ) );

    return pdPASS;
}

#if ( configSUPPORT_STATIC_ALLOCATION == 1 )

static QueueHandle_t prvCreateStatic( const UBaseType_t uxLength, const UBaseType_t uxInitialCount,
                                      const UBaseType_t uxItemSize, uint8_t * pucStorage,
                                      StaticQueue_t * pxStaticQueue, const uint8_t ucQueueType )
{
    Queue_t * pxQueue = ( Queue_t * ) pxStaticQueue;

    configASSERT( pxStaticQueue );

    vKernelInitialise();

    if( ( pxQueue == NULL ) || ( prvCreateObject( pxQueue, uxLength, uxInitialCount, uxItemSize, pucStorage,
                                                  ucQueueType ) == pdFALSE ) )
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

QueueHandle_t xQueueGenericCreateStatic( const UBaseType_t uxQueueLength, const UBaseType_t uxItemSize,
                                         uint8_t * pucQueueStorage, StaticQueue_t * pxStaticQueue,
                                         const uint8_t ucQueueType )
{
    QueueHandle_t xHandle = NULL;

    traceENTER_xQueueGenericCreateStatic( uxQueueLength, uxItemSize, pucQueueStorage, pxStaticQueue,
                                          ucQueueType );

    configASSERT( pxStaticQueue );

    /* Storage is there if, and only if, items are. */
    if( ( uxQueueLength > 0U ) && ( ( pucQueueStorage != NULL ) == ( uxItemSize != 0U ) ) )
    {
        xHandle =
            prvCreateStatic( uxQueueLength, 0, uxItemSize, pucQueueStorage, pxStaticQueue, ucQueueType );
    }
    else
    {
        configASSERT( xHandle );
    }

    traceRETURN_xQueueGenericCreateStatic( xHandle );

    return xHandle;
}

#endif /* configSUPPORT_STATIC_ALLOCATION */

#if ( configSUPPORT_DYNAMIC_ALLOCATION == 1 )

static QueueHandle_t prvCreateDynamic( const UBaseType_t uxLength, const UBaseType_t uxInitialCount,
                                       const UBaseType_t uxItemSize, const uint8_t ucQueueType )
{
    Queue_t * pxQueue;

    vKernelInitialise();
    pxQueue = ( Queue_t * ) pvPortMalloc( sizeof( Queue_t ) + ( ( size_t ) uxLength * uxItemSize ) );

    /* The items follow the structure. */
    if( ( pxQueue != NULL ) &&
        ( prvCreateObject( pxQueue, uxLength, uxInitialCount, uxItemSize, ( uint8_t * ) &( pxQueue[ 1 ] ),
                           ucQueueType ) == pdFALSE ) )
    {
        vPortFree( pxQueue );
        pxQueue = NULL;

        if( uxLength <= creationMAXIMUM_COUNT )
        {
            kernelHEAP_IS_USED_UP();
        }
    }

    return pxQueue;
}

QueueHandle_t xQueueGenericCreate( const UBaseType_t uxQueueLength, const UBaseType_t uxItemSize,
                                   const uint8_t ucQueueType )
{
    QueueHandle_t xHandle = NULL;

    traceENTER_xQueueGenericCreate( uxQueueLength, uxItemSize, ucQueueType );

    /* No overflow of the size, which in FreeRTOS is that of StaticQueue_t and the items. */
    if( ( uxQueueLength > 0U ) &&
        ( ( ( SIZE_MAX - sizeof( StaticQueue_t ) ) / uxQueueLength ) >= uxItemSize ) )
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

#if ( ( configUSE_COUNTING_SEMAPHORES == 1 ) && ( configSUPPORT_STATIC_ALLOCATION == 1 ) )

QueueHandle_t xQueueCreateCountingSemaphoreStatic( const UBaseType_t uxMaxCount,
                                                   const UBaseType_t uxInitialCount,
                                                   StaticQueue_t * pxStaticQueue )
{
    QueueHandle_t xHandle = NULL;

    traceENTER_xQueueCreateCountingSemaphoreStatic( uxMaxCount, uxInitialCount, pxStaticQueue );

    if( ( uxMaxCount != 0U ) && ( uxInitialCount <= uxMaxCount ) )
    {
        xHandle = prvCreateStatic( uxMaxCount, uxInitialCount, 0, NULL, pxStaticQueue,
                                   queueQUEUE_TYPE_COUNTING_SEMAPHORE );
    }
    else
    {
        configASSERT( xHandle );
    }

    kernelTRACE_RESULT( xHandle != NULL, traceCREATE_COUNTING_SEMAPHORE(),
                        traceCREATE_COUNTING_SEMAPHORE_FAILED() );
    traceRETURN_xQueueCreateCountingSemaphoreStatic( xHandle );

    return xHandle;
}

#endif /* ( ( configUSE_COUNTING_SEMAPHORES == 1 ) && ( configSUPPORT_STATIC_ALLOCATION == 1 ) ) */

#if ( ( configUSE_COUNTING_SEMAPHORES == 1 ) && ( configSUPPORT_DYNAMIC_ALLOCATION == 1 ) )

QueueHandle_t xQueueCreateCountingSemaphore( const UBaseType_t uxMaxCount, const UBaseType_t uxInitialCount )
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

    kernelTRACE_RESULT( xHandle != NULL, traceCREATE_COUNTING_SEMAPHORE(),
                        traceCREATE_COUNTING_SEMAPHORE_FAILED() );
    traceRETURN_xQueueCreateCountingSemaphore( xHandle );

    return xHandle;
}

#endif /* ( ( configUSE_COUNTING_SEMAPHORES == 1 ) && ( configSUPPORT_DYNAMIC_ALLOCATION == 1 ) ) */

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

#if ( ( configUSE_MUTEXES == 1 ) && ( configSUPPORT_STATIC_ALLOCATION == 1 ) )

QueueHandle_t xQueueCreateMutexStatic( const uint8_t ucQueueType, StaticQueue_t * pxStaticQueue )
{
    QueueHandle_t xHandle;

    traceENTER_xQueueCreateMutexStatic( ucQueueType, pxStaticQueue );
    xHandle = prvTraceMutex( prvCreateStatic( 1, 1, 0, NULL, pxStaticQueue, ucQueueType ) );
    traceRETURN_xQueueCreateMutexStatic( xHandle );

    return xHandle;
}

#endif /* ( ( configUSE_MUTEXES == 1 ) && ( configSUPPORT_STATIC_ALLOCATION == 1 ) ) */

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

#if ( configSUPPORT_STATIC_ALLOCATION == 1 )

BaseType_t xQueueGenericGetStaticBuffers( QueueHandle_t xQueue, uint8_t ** ppucQueueStorage,
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
            *ppucQueueStorage = kernelIS_QUEUE( xQueue )              ? xQueue->pucHead :
                                kernelIS_MUTEX( xQueue->ucQueueType ) ? NULL :
                                                                        ( uint8_t * ) xQueue;
        }

        *ppxStaticQueue = ( StaticQueue_t * ) xQueue;
        xReturn = pdTRUE;
    }

    traceRETURN_xQueueGenericGetStaticBuffers( xReturn );

    return xReturn;
}

#endif /* configSUPPORT_STATIC_ALLOCATION */

void vQueueDelete( QueueHandle_t xQueue )
{
    Queue_t * const pxQueue = xQueue;

    traceENTER_vQueueDelete( xQueue );

    configASSERT( pxQueue );
    traceQUEUE_DELETE( pxQueue );
    kernelFINISH_OPEN_AT( pxQueue );

    /* First the lines: an edge that finds no object would count as an error. */
    vKernelReleaseLines( pxQueue->ulLines );

    if( prvEndObject( pxQueue ) != pdFAIL )
    {
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
