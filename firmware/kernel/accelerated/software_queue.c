/* SPDX-License-Identifier: Apache-2.0 */

/* Queues, semaphores and mutexes in software: FreeRTOS's queue.c, unmodified, under other names. */
#include "software_names.h"

/* As in FreeRTOS's own files: no redefinition of the API by MPU wrappers here. */
#define MPU_WRAPPERS_INCLUDED_FROM_API_FILE

#include "FreeRTOSConfig.h"
#include "software_traces.h"
#include "FreeRTOS.h"
#include "task.h"
#include "queue.h"
#include "software_objects.h"
#include "event_lists.h"

#if kernelSOFTWARE_OBJECTS

/* Names are the handle's. */
    #undef configQUEUE_REGISTRY_SIZE
    #define configQUEUE_REGISTRY_SIZE    0U

/* Of those on a list some may wait no more. */
    #undef listLIST_IS_EMPTY
    #define listLIST_IS_EMPTY( pxList )          ( ( uxEventListWaiters( pxList ) == 0U ) ? pdTRUE : pdFALSE )
    #undef listCURRENT_LIST_LENGTH
    #define listCURRENT_LIST_LENGTH( pxList )    uxEventListWaiters( pxList )

    #define xTaskResumeAll                       xEventListResumeAll

/* This one is called by the handle, by a function that sees the application's macro. */
    #undef traceQUEUE_SET_SEND
    #define traceQUEUE_SET_SEND( pxSet )         vKernelTraceSetSend( pvSoftwareQueueHandle( pxSet ) )

    #include <queue.c>

/* FreeRTOS's structure, and whose it is. */
    typedef struct
    {
        void * pvHandle;
        Queue_t xQueue;
    } SoftwareObject_t;

    #define softwareOBJECT( pxQueue )    ( ( SoftwareObject_t * ) ( ( uintptr_t ) ( pxQueue ) - offsetof( SoftwareObject_t, xQueue ) ) )
/*-----------------------------------------------------------*/

    SoftwareQueue_t * pxSoftwareQueueMake( UBaseType_t uxLength,
                                           UBaseType_t uxInitialCount,
                                           UBaseType_t uxItemSize,
                                           uint8_t * pucStorage,
                                           const uint8_t ucQueueType,
                                           void * pvHandle )
    {
        SoftwareObject_t * pxObject = ( SoftwareObject_t * ) pvPortMalloc( sizeof( SoftwareObject_t ) );

        if( pxObject == NULL )
        {
            return NULL;
        }

        ( void ) memset( pxObject, 0x00, sizeof( SoftwareObject_t ) );
        pxObject->pvHandle = pvHandle;
        prvInitialiseNewQueue( uxLength, uxItemSize, pucStorage, ucQueueType, &( pxObject->xQueue ) );

        #if ( configUSE_MUTEXES == 1 )
            if( ( ucQueueType == queueQUEUE_TYPE_MUTEX ) || ( ucQueueType == queueQUEUE_TYPE_RECURSIVE_MUTEX ) )
            {
                prvInitialiseMutex( &( pxObject->xQueue ) );
            }
            else
        #endif
        {
            pxObject->xQueue.uxMessagesWaiting = uxInitialCount;
        }

        return &( pxObject->xQueue );
    }
/*-----------------------------------------------------------*/

    BaseType_t xSoftwareQueueUnmake( SoftwareQueue_t * pxQueue )
    {
        BaseType_t xIsFree;

        taskENTER_CRITICAL();
        {
            xIsFree = ( ( uxEventListWaiters( &( pxQueue->xTasksWaitingToSend ) ) == 0U ) &&
                        ( uxEventListWaiters( &( pxQueue->xTasksWaitingToReceive ) ) == 0U ) ) ? pdPASS : pdFAIL;
        }
        taskEXIT_CRITICAL();

        if( xIsFree != pdFAIL )
        {
            vPortFree( softwareOBJECT( pxQueue ) );
        }

        return xIsFree;
    }
/*-----------------------------------------------------------*/

    void * pvSoftwareQueueHandle( const SoftwareQueue_t * pxQueue )
    {
        return softwareOBJECT( pxQueue )->pvHandle;
    }
/*-----------------------------------------------------------*/

    TaskHandle_t xSoftwareQueueHolder( const SoftwareQueue_t * pxQueue )
    {
        return pxQueue->u.xSemaphore.xMutexHolder;
    }

#endif /* kernelSOFTWARE_OBJECTS */
/*-----------------------------------------------------------*/
