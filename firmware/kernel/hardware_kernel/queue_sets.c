/* SPDX-License-Identifier: Apache-2.0 */

/* Queue sets: queues of handles. How a member tells its set is in queue_transfer.c. */
#include "kernel.h"

#if ( configUSE_QUEUE_SETS == 1 )

/* Gives, with interrupts masked, a semaphore that is the member of a set, or was a moment ago. The set's
 * waiters are woken, not the member's own; it is told first (prvCompleteRestFromISR()). */
static portFORCE_INLINE BaseType_t prvGiveAndTell( Queue_t * pxSemaphore,
                                                   BaseType_t * const pxHigherPriorityTaskWoken )
{
    if( __builtin_expect( pxSemaphore->pxSet == NULL, 0 ) )
    {
        return xKernelFinishFromISR(
            ulIsochronCallFromISR( kernelOBJECT_COMMAND_FROM_ISR( pxSemaphore, ISR_GIVE ), 0 ),
            pxHigherPriorityTaskWoken );
    }

    if( prvCountFromISR( pxSemaphore ) >= pxSemaphore->uxLength )
    {
        return pdFALSE;
    }

    prvPostFromISR( pxSemaphore->pxSet, pxSemaphore, pxHigherPriorityTaskWoken );
    ( void ) xKernelFinishFromISR(
        ulIsochronCallFromISR( kernelOBJECT_COMMAND_FROM_ISR( pxSemaphore, ISR_GIVE ), kernelWAKE_NOBODY ),
        NULL );

    return pdTRUE;
}

/* For a task. The set of a mutex is told when that has been given: only the hardware knows whether it may
 * be. */
static BaseType_t prvGiveMember( Queue_t * pxSemaphore )
{
    BaseType_t xReturn;
    BaseType_t xWoken = pdFALSE;

    taskENTER_CRITICAL();
    {
        if( kernelIS_MUTEX( pxSemaphore->ucQueueType ) )
        {
            Queue_t * const pxSet = pxSemaphore->pxSet; /* others may run in a give that wakes */

            xReturn = ( BaseType_t ) ulIsochronCall( kernelOBJECT_COMMAND( pxSemaphore, TASK_GIVE ),
                                                     ( pxSet != NULL ) ? kernelWAKE_NOBODY : 0U );

            if( ( xReturn != pdFALSE ) && ( pxSet != NULL ) )
            {
                prvPostFromISR( pxSet, pxSemaphore, &xWoken );
            }
        }
        else
        {
            xReturn = prvGiveAndTell( pxSemaphore, &xWoken );
        }

        kernelYIELD_IF_WOKEN( xWoken );
    }
    taskEXIT_CRITICAL();

    return xReturn;
}

/* For a service routine. Not inline, so that a give of another semaphore needs no stack. */
static __attribute__( ( noinline ) ) BaseType_t
prvGiveMemberFromISR( Queue_t * pxSemaphore, BaseType_t * const pxHigherPriorityTaskWoken )
{
    BaseType_t xReturn;

    #if ( configNUMBER_OF_CORES > 1 )
    const UBaseType_t uxSaved = taskENTER_CRITICAL_FROM_ISR();
    #endif

    xReturn = prvGiveAndTell( pxSemaphore, pxHigherPriorityTaskWoken );

    #if ( configNUMBER_OF_CORES > 1 )
    taskEXIT_CRITICAL_FROM_ISR( uxSaved );
    #endif

    return xReturn;
}

    #if ( configSUPPORT_DYNAMIC_ALLOCATION == 1 )

QueueSetHandle_t xQueueCreateSet( const UBaseType_t uxEventQueueLength )
{
    QueueSetHandle_t xHandle;

    traceENTER_xQueueCreateSet( uxEventQueueLength );
    xHandle =
        xQueueGenericCreate( uxEventQueueLength, ( UBaseType_t ) sizeof( Queue_t * ), queueQUEUE_TYPE_SET );
    traceRETURN_xQueueCreateSet( xHandle );

    return xHandle;
}

    #endif /* configSUPPORT_DYNAMIC_ALLOCATION */

    #if ( configSUPPORT_STATIC_ALLOCATION == 1 )

QueueSetHandle_t xQueueCreateSetStatic( const UBaseType_t uxEventQueueLength, uint8_t * pucQueueStorage,
                                        StaticQueue_t * pxStaticQueue )
{
    QueueSetHandle_t xHandle;

    traceENTER_xQueueCreateSetStatic( uxEventQueueLength );
    xHandle = xQueueGenericCreateStatic( uxEventQueueLength, ( UBaseType_t ) sizeof( Queue_t * ),
                                         pucQueueStorage, pxStaticQueue, queueQUEUE_TYPE_SET );
    traceRETURN_xQueueCreateSetStatic( xHandle );

    return xHandle;
}

    #endif /* configSUPPORT_STATIC_ALLOCATION */

    /* Makes an empty queue or semaphore the member of a set, or, with NULL, of none. */
static BaseType_t prvSetMembership( Queue_t * pxMember, const Queue_t * pxFrom, Queue_t * pxTo )
{
    BaseType_t xReturn = pdFAIL;

    taskENTER_CRITICAL();
    {
        kernelFINISH_OPEN_AT( pxMember ); /* a send that has not happened would not tell the set */

        if( ( pxMember->pxSet == pxFrom ) && ( uxQueueMessagesWaiting( pxMember ) == 0U ) )
        {
            pxMember->pxSet = pxTo;
            pxMember->uxSend =
                ( ( pxTo == NULL ) && !kernelIS_QUEUE( pxMember ) ) ? pxMember->uxCommand : kernelSEND_ELSE;
                #if ( configISOCHRON_MESSAGES == 1 )
            if( pxMember->uxMessage != 0U )
            {
                ( void ) ulIsochronCallFromISR( kernelOBJECT_COMMAND_FROM_ISR( pxMember, ISR_QUEUE_COMMIT ),
                                                ( pxTo != NULL ) ? transferJOINS : transferLEAVES );
                pxMember->uxSend = ( pxTo == NULL ) ? pxMember->uxMessage : kernelSEND_ELSE;
            }
                #endif
            xReturn = pdPASS;
        }
    }
    taskEXIT_CRITICAL();

    return xReturn;
}

BaseType_t xQueueAddToSet( QueueSetMemberHandle_t xQueueOrSemaphore, QueueSetHandle_t xQueueSet )
{
    BaseType_t xReturn = pdFAIL;

    traceENTER_xQueueAddToSet( xQueueOrSemaphore, xQueueSet );

    if( !kernelHAS_OBJECT( xQueueOrSemaphore ) || !kernelHAS_OBJECT( xQueueSet ) )
    {
        vIsochronCommandRefused( eIsochronErrorObject );
    }
    else
    {
        xReturn = prvSetMembership( xQueueOrSemaphore, NULL, xQueueSet );
    }

    traceRETURN_xQueueAddToSet( xReturn );

    return xReturn;
}

BaseType_t xQueueRemoveFromSet( QueueSetMemberHandle_t xQueueOrSemaphore, QueueSetHandle_t xQueueSet )
{
    BaseType_t xReturn;

    traceENTER_xQueueRemoveFromSet( xQueueOrSemaphore, xQueueSet );

    xReturn = prvSetMembership( xQueueOrSemaphore, xQueueSet, NULL );
    traceRETURN_xQueueRemoveFromSet( xReturn );

    return xReturn;
}

QueueSetMemberHandle_t xQueueSelectFromSet( QueueSetHandle_t xQueueSet, TickType_t const xTicksToWait )
{
    QueueSetMemberHandle_t xReturn = NULL;

    traceENTER_xQueueSelectFromSet( xQueueSet, xTicksToWait );
    ( void ) xQueueReceive( xQueueSet, &xReturn, xTicksToWait );
    traceRETURN_xQueueSelectFromSet( xReturn );

    return xReturn;
}

QueueSetMemberHandle_t xQueueSelectFromSetFromISR( QueueSetHandle_t xQueueSet )
{
    QueueSetMemberHandle_t xReturn = NULL;

    traceENTER_xQueueSelectFromSetFromISR( xQueueSet );
    ( void ) xQueueReceiveFromISR( xQueueSet, &xReturn, NULL );
    traceRETURN_xQueueSelectFromSetFromISR( xReturn );

    return xReturn;
}

#endif /* configUSE_QUEUE_SETS */
