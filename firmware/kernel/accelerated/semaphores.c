/* SPDX-License-Identifier: Apache-2.0 */

/* Binary and counting semaphores, and mutexes as far as they are the same. */
#include "kernel.h"
/*-----------------------------------------------------------*/

BaseType_t xQueueSemaphoreTake( QueueHandle_t xQueue,
                                TickType_t xTicksToWait )
{
    BaseType_t xReturn;

    traceENTER_xQueueSemaphoreTake( xQueue, xTicksToWait );

    configASSERT( xQueue );
    configASSERT( !( ( xTaskGetSchedulerState() == taskSCHEDULER_SUSPENDED ) && ( xTicksToWait != 0U ) ) );
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
