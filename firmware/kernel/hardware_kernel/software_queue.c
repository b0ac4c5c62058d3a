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
    #define listLIST_IS_EMPTY( pxList )          ( ( uxEventListWaiters( ( List_t * ) ( pxList ) ) == 0U ) ? pdTRUE : pdFALSE )
    #undef listCURRENT_LIST_LENGTH
    #define listCURRENT_LIST_LENGTH( pxList )    uxEventListWaiters( ( List_t * ) ( pxList ) )

    #define xTaskResumeAll                       xEventListResumeAll

    #if ( configUSE_QUEUE_SETS == 1 )

/* How queue.c tells a set in the hardware, for which xHardwareSets stands: prvNotifyQueueSetContainer(),
 * whose variable pxQueue is the member, finds that a task waits, and wakes that by telling the set. */
        static void prvTraceSetSend( const struct QueueDefinition * pxMember,
                                     struct QueueDefinition * pxSet );
        static UBaseType_t prvWaiters( List_t * pxList );
        static BaseType_t prvWakeOrTell( const List_t * pxList );

        #undef listLIST_IS_EMPTY
        #define listLIST_IS_EMPTY( pxList )           ( ( prvWaiters( pxList ) == 0U ) ? pdTRUE : pdFALSE )
        #define xTaskRemoveFromEventList( pxList )    prvWakeOrTell( pxList )
        #undef traceQUEUE_SET_SEND
        #define traceQUEUE_SET_SEND( pxSet )          prvTraceSetSend( pxQueue, pxSet )
    #endif /* configUSE_QUEUE_SETS */

    #include <queue.c>

/* FreeRTOS's structure, whose it is, and the queue set that it belongs to. */
    typedef struct
    {
        void * pvHandle;
        void * pvSet;
        Queue_t xQueue;
    } SoftwareObject_t;

    #define softwareOBJECT( pxQueue )    ( ( SoftwareObject_t * ) ( ( uintptr_t ) ( pxQueue ) - offsetof( SoftwareObject_t, xQueue ) ) )
/*-----------------------------------------------------------*/

    #if ( configUSE_QUEUE_SETS == 1 )

        #undef xTaskRemoveFromEventList

/* Stands for all sets in the hardware. It counts what it is told, and is never full. */
        static Queue_t xHardwareSets = { .uxLength = ~( ( UBaseType_t ) 0 ), .cTxLock = queueUNLOCKED };

/* The member that tells its set, within a critical section. */
        static const Queue_t * pxTelling;
/*-----------------------------------------------------------*/

        static void prvTraceSetSend( const Queue_t * pxMember,
                                     Queue_t * pxSet )
        {
            if( pxSet == &xHardwareSets )
            {
                xHardwareSets.uxMessagesWaiting = 0;
                pxTelling = pxMember;
            }
            else
            {
                /* By the handle, and a function that sees the application's macro. */
                vKernelTraceSetSend( pvSoftwareQueueHandle( pxSet ) );
            }
        }
/*-----------------------------------------------------------*/

        static UBaseType_t prvWaiters( List_t * pxList )
        {
            return ( pxList == &( xHardwareSets.xTasksWaitingToReceive ) ) ? 1U : uxEventListWaiters( pxList );
        }
/*-----------------------------------------------------------*/

        static BaseType_t prvWakeOrTell( const List_t * pxList )
        {
            const SoftwareObject_t * pxMember;

            if( pxList != &( xHardwareSets.xTasksWaitingToReceive ) )
            {
                return xTaskRemoveFromEventList( pxList );
            }

            pxMember = softwareOBJECT( pxTelling );

            return xKernelTellSet( pxMember->pvSet, pxMember->pvHandle );
        }
/*-----------------------------------------------------------*/

        BaseType_t xSoftwareQueueJoin( SoftwareQueue_t * pxMember,
                                       void * pvSet,
                                       SoftwareQueue_t * pxSet )
        {
            BaseType_t xReturn;

            taskENTER_CRITICAL();
            {
                xReturn = xQueueAddToSet( pxMember, ( pxSet != NULL ) ? pxSet : &xHardwareSets );

                if( xReturn != pdFAIL )
                {
                    softwareOBJECT( pxMember )->pvSet = pvSet;
                }
            }
            taskEXIT_CRITICAL();

            return xReturn;
        }
/*-----------------------------------------------------------*/

        BaseType_t xSoftwareQueueLeave( SoftwareQueue_t * pxMember,
                                        const void * pvSet )
        {
            BaseType_t xReturn = pdFAIL;

            taskENTER_CRITICAL();
            {
                if( ( pxMember->pxQueueSetContainer != NULL ) && ( softwareOBJECT( pxMember )->pvSet == pvSet ) )
                {
                    xReturn = xQueueRemoveFromSet( pxMember, pxMember->pxQueueSetContainer );
                }
            }
            taskEXIT_CRITICAL();

            return xReturn;
        }

    #endif /* configUSE_QUEUE_SETS */
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
