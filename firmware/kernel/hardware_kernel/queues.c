/* SPDX-License-Identifier: Apache-2.0 */

/* Queues: sending, receiving and peeking, and emptying one.
 *
 * A queue keeps its items in the hardware, as messages, if an item has 1 to 16 bytes and the hardware has
 * room for all of them; else in memory. Its creation decides. An item is even if it is aligned and consists
 * of whole words. The ways of a task's item:
 *
 *   item                                       send                     receive, peek
 *   none: a semaphore or mutex                 ulKernelCallToWake()     xQueueSemaphoreTake()
 *   none: the same as the member of a set      prvGiveMember()          xQueueSemaphoreTake()
 *   message, even, of one word or four         prvSendNoGive()          prvReceiveMessage(); peek: as others
 *   message, even, of two words or three       xKernelSendMessage()     prvReceiveMessageElse()
 *   message, not even                          prvSendAnyMessage()      prvReceiveMessageElse()
 *   message, to the front or over another one  prvSendAnyMessage()
 *   message, to the member of a set            prvTransferToMember()    as other messages
 *   in memory, to the back                     prvTransferOpen()        prvTransferOpen(); peek: as below
 *   in memory, to the front or over the only   prvTransferOther()
 *
 * Why there are so many:
 * - A give and a message are one command; a plain give, and an even message, need no stack. uxSend tells a
 *   send which of the first kinds it is with one comparison, uxMessage a receive (kernel.h).
 * - Pointers and the largest message are the most frequent ones, so one word and four are copied without a
 *   loop. What is not even is copied by way of the stack.
 * - Software tells a set of an item in the moment in which the member has it. So a send to a member begins
 *   and ends. Where the queue joins the set during the call, prvTransferToMember() goes on.
 *
 * A service routine's item is not interrupted, so there is one way for messages of all sizes, and one for
 * memory: prvSendMessageFromISR(), prvReceiveMessageFromISR(), prvTransferFromISR(). */
#include "kernel.h"
#include "queue_open.c"

#if ( configISOCHRON_MESSAGES == 1 )
    #define receiveINLINE __attribute__( ( noinline ) )
#else
    #define receiveINLINE portFORCE_INLINE
#endif

/* Sends to a queue, or gives a semaphore that is the member of a set. Not inline, so that a give of
 * a plain semaphore needs no stack. */
__attribute__( ( noinline ) ) BaseType_t xKernelSendElse( QueueHandle_t xQueue, const void * pvItemToQueue,
                                                          TickType_t xTicksToWait, BaseType_t xCopyPosition )
{
    #if ( configUSE_QUEUE_SETS == 1 )
    if( !kernelIS_QUEUE( xQueue ) )
    {
        return prvGiveMember( xQueue );
    }
    #endif

    return prvSendItem( xQueue, pvItemToQueue, xTicksToWait, xCopyPosition );
}

BaseType_t xQueueGenericSend( QueueHandle_t xQueue, const void * const pvItemToQueue, TickType_t xTicksToWait,
                              const BaseType_t xCopyPosition )
{
    BaseType_t xReturn;
    uintptr_t uxSend;

    traceENTER_xQueueGenericSend( xQueue, pvItemToQueue, xTicksToWait, xCopyPosition );

    configASSERT( xQueue );
    configASSERT( !( ( pvItemToQueue == NULL ) && ( xQueue->uxItemSize != 0U ) ) );
    configASSERT( !( ( xCopyPosition == queueOVERWRITE ) && ( xQueue->uxLength != 1U ) ) );
    configASSERT( !( ( xTaskGetSchedulerState() == taskSCHEDULER_SUSPENDED ) && ( xTicksToWait != 0U ) ) );

    uxSend = xQueue->uxSend;

    /* A plain semaphore has no item, and a give does not wait. */
    if( __builtin_expect( kernelSEND_IS_GIVE( uxSend ), 1 ) )
    {
        xReturn = ( BaseType_t ) ulKernelCallToWake( uxSend, 0 );
    }
    else
    {
        #if ( configISOCHRON_MESSAGES == 1 )
        xReturn = prvSendNoGive( xQueue, uxSend, pvItemToQueue, xTicksToWait, xCopyPosition );
        #else
        xReturn = xKernelSendElse( xQueue, pvItemToQueue, xTicksToWait, xCopyPosition );
        #endif
    }

    kernelTRACE_RESULT( xReturn, traceQUEUE_SEND( xQueue ), traceQUEUE_SEND_FAILED( xQueue ) );
    traceRETURN_xQueueGenericSend( xReturn );

    return xReturn;
}

/* Not inline where messages need no stack. */
static receiveINLINE BaseType_t prvReceive( QueueHandle_t xQueue, void * pvBuffer, TickType_t xTicksToWait )
{
    return prvTransferOpen( xQueue, pvBuffer, xTicksToWait, transferRECEIVE );
}

BaseType_t xQueueReceive( QueueHandle_t xQueue, void * const pvBuffer, TickType_t xTicksToWait )
{
    BaseType_t xReturn;

    traceENTER_xQueueReceive( xQueue, pvBuffer, xTicksToWait );

    configASSERT( xQueue );
    configASSERT( !( ( pvBuffer == NULL ) && ( xQueue->uxItemSize != 0U ) ) );
    configASSERT( !( ( xTaskGetSchedulerState() == taskSCHEDULER_SUSPENDED ) && ( xTicksToWait != 0U ) ) );

    #if ( configISOCHRON_MESSAGES == 1 )
    if( __builtin_expect( xQueue->uxMessage != 0U, 1 ) )
    {
        xReturn = prvReceiveMessage( xQueue, xQueue->uxMessage, pvBuffer, xTicksToWait );
    }
    else
    #endif
    {
        xReturn = prvReceive( xQueue, pvBuffer, xTicksToWait );
    }

    kernelTRACE_RESULT( xReturn, traceQUEUE_RECEIVE( xQueue ), traceQUEUE_RECEIVE_FAILED( xQueue ) );
    traceRETURN_xQueueReceive( xReturn );

    return xReturn;
}

BaseType_t xQueuePeek( QueueHandle_t xQueue, void * const pvBuffer, TickType_t xTicksToWait )
{
    BaseType_t xReturn;

    traceENTER_xQueuePeek( xQueue, pvBuffer, xTicksToWait );

    configASSERT( xQueue );
    configASSERT( !( ( pvBuffer == NULL ) && ( xQueue->uxItemSize != 0U ) ) );
    configASSERT( !( ( xTaskGetSchedulerState() == taskSCHEDULER_SUSPENDED ) && ( xTicksToWait != 0U ) ) );

    #if ( configISOCHRON_MESSAGES == 1 )
    if( xQueue->uxMessage != 0U )
    {
        xReturn = prvReceiveMessageElse( xQueue, pvBuffer, xTicksToWait, messageOTHER );
    }
    else
    #endif
    {
        xReturn = prvTransferOther( xQueue, pvBuffer, xTicksToWait, transferPEEK );
    }

    kernelTRACE_RESULT( xReturn, traceQUEUE_PEEK( xQueue ), traceQUEUE_PEEK_FAILED( xQueue ) );
    traceRETURN_xQueuePeek( xReturn );

    return xReturn;
}

BaseType_t xQueueGenericSendFromISR( QueueHandle_t xQueue, const void * const pvItemToQueue,
                                     BaseType_t * const pxHigherPriorityTaskWoken,
                                     const BaseType_t xCopyPosition )
{
    BaseType_t xReturn;

    traceENTER_xQueueGenericSendFromISR( xQueue, pvItemToQueue, pxHigherPriorityTaskWoken, xCopyPosition );

    configASSERT( xQueue );
    configASSERT( !( ( pvItemToQueue == NULL ) && ( xQueue->uxItemSize != 0U ) ) );
    configASSERT( !( ( xCopyPosition == queueOVERWRITE ) && ( xQueue->uxLength != 1U ) ) );
    portASSERT_IF_INTERRUPT_PRIORITY_INVALID();

    #if ( configISOCHRON_MESSAGES == 1 )
        #if ( configUSE_QUEUE_SETS == 1 ) && ( configNUMBER_OF_CORES > 1 )
    if( xQueue->uxMessage != 0U )
    {
        xReturn = prvSendFromRoutine( xQueue, pvItemToQueue, xCopyPosition, pxHigherPriorityTaskWoken );
    }
    else
        #endif
        if( kernelSEND_IS_MESSAGE( xQueue->uxSend ) )
    {
        xReturn = prvSendMessageFromISR( xQueue, pvItemToQueue, xCopyPosition, pxHigherPriorityTaskWoken );
    }
    else
    #endif
    {
        xReturn = prvSendItemFromISR( xQueue, pvItemToQueue, ( UBaseType_t ) xCopyPosition,
                                      pxHigherPriorityTaskWoken );
    }

    kernelTRACE_RESULT( xReturn, traceQUEUE_SEND_FROM_ISR( xQueue ),
                        traceQUEUE_SEND_FROM_ISR_FAILED( xQueue ) );
    traceRETURN_xQueueGenericSendFromISR( xReturn );

    return xReturn;
}

BaseType_t xQueueReceiveFromISR( QueueHandle_t xQueue, void * const pvBuffer,
                                 BaseType_t * const pxHigherPriorityTaskWoken )
{
    BaseType_t xReturn;

    traceENTER_xQueueReceiveFromISR( xQueue, pvBuffer, pxHigherPriorityTaskWoken );

    configASSERT( xQueue );
    configASSERT( !( ( pvBuffer == NULL ) && ( xQueue->uxItemSize != 0U ) ) );
    portASSERT_IF_INTERRUPT_PRIORITY_INVALID();

    if( !kernelIS_QUEUE( xQueue ) )
    {
        xReturn = xKernelFinishFromISR(
            ulIsochronCallFromISR( kernelOBJECT_COMMAND_FROM_ISR( xQueue, ISR_TAKE ), 0 ),
            pxHigherPriorityTaskWoken );
    }
    #if ( configISOCHRON_MESSAGES == 1 )
    else if( xQueue->uxMessage != 0U )
    {
        xReturn = prvReceiveMessageFromISR( xQueue, pvBuffer, 0U, pxHigherPriorityTaskWoken );
    }
    #endif
    else
    {
        xReturn = prvReceiveItemFromISR( xQueue, pvBuffer, pxHigherPriorityTaskWoken );
    }

    kernelTRACE_RESULT( xReturn, traceQUEUE_RECEIVE_FROM_ISR( xQueue ),
                        traceQUEUE_RECEIVE_FROM_ISR_FAILED( xQueue ) );
    traceRETURN_xQueueReceiveFromISR( xReturn );

    return xReturn;
}

BaseType_t xQueuePeekFromISR( QueueHandle_t xQueue, void * const pvBuffer )
{
    BaseType_t xReturn;

    traceENTER_xQueuePeekFromISR( xQueue, pvBuffer );

    configASSERT( xQueue );
    configASSERT( !( ( pvBuffer == NULL ) && ( xQueue->uxItemSize != 0U ) ) );
    configASSERT( xQueue->uxItemSize != 0U );
    portASSERT_IF_INTERRUPT_PRIORITY_INVALID();

    #if ( configISOCHRON_MESSAGES == 1 )
    if( xQueue->uxMessage != 0U )
    {
        xReturn = prvPeekMessageFromISR( xQueue, pvBuffer );
    }
    else
    #endif
    {
        xReturn = prvPeekItemFromISR( xQueue, pvBuffer );
    }

    kernelTRACE_RESULT( xReturn, traceQUEUE_PEEK_FROM_ISR( xQueue ),
                        traceQUEUE_PEEK_FROM_ISR_FAILED( xQueue ) );
    traceRETURN_xQueuePeekFromISR( xReturn );

    return xReturn;
}

#if ( configUSE_TIMERS == 1 )

/* For FreeRTOS's timers.c. The scheduler is suspended: the task waits when it is resumed. */
void vQueueWaitForMessageRestricted( QueueHandle_t xQueue, TickType_t xTicksToWait,
                                     const BaseType_t xWaitIndefinitely )
{
    traceENTER_vQueueWaitForMessageRestricted( xQueue, xTicksToWait, xWaitIndefinitely );

    #if ( configNUMBER_OF_CORES > 1 )
    {
        /* A load of RESULT would wait at once. */
        vIsochronIssue( kernelOBJECT_COMMAND( xQueue, TASK_QUEUE_WAIT ),
                        kernelRESTRICTED_WAIT( xTicksToWait, xWaitIndefinitely ) );
    }
    #else
    {
        ( void ) ulIsochronCall( kernelOBJECT_COMMAND( xQueue, TASK_QUEUE_WAIT ),
                                 kernelRESTRICTED_WAIT( xTicksToWait, xWaitIndefinitely ) );
    }
    #endif

    traceRETURN_vQueueWaitForMessageRestricted();
}

#endif /* configUSE_TIMERS */

BaseType_t xQueueGenericReset( QueueHandle_t xQueue, BaseType_t xNewQueue )
{
    BaseType_t xReturn;

    traceENTER_xQueueGenericReset( xQueue, xNewQueue );

    configASSERT( xQueue );
    ( void ) xNewQueue;
    kernelFINISH_OPEN_AT( xQueue );

    taskENTER_CRITICAL();
    {
        kernelFINISH_OPEN_AT( xQueue ); /* which has begun since */

        #if ( configUSE_RECURSIVE_MUTEXES == 1 )
        xQueue->uxRecursiveCallCount = 0;
        xQueue->pxCounts = NULL;
        #endif

        if( kernelIS_QUEUE( xQueue ) )
        {
            xQueue->pucWriteTo = xQueue->pucHead;
            xQueue->pucReadFrom = xQueue->pucTail - xQueue->uxItemSize;
        }

        /* Wakes one task that waits to send. Nobody holds a mutex then. */
        xReturn = ( BaseType_t ) ulIsochronCall( kernelOBJECT_COMMAND( xQueue, TASK_OBJECT_RESET ), 0 );
    }
    taskEXIT_CRITICAL();

    traceRETURN_xQueueGenericReset( xReturn );

    return xReturn;
}
