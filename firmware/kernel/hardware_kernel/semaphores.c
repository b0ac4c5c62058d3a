/* SPDX-License-Identifier: Apache-2.0 */

/* Binary and counting semaphores, and mutexes as far as they are the same. */
#include "kernel.h"

/* Not inline: a recursive mutex that is taken again saves no registers for it. */
__attribute__( ( noinline ) ) BaseType_t xQueueSemaphoreTake( QueueHandle_t xQueue, TickType_t xTicksToWait )
{
    BaseType_t xReturn;

    traceENTER_xQueueSemaphoreTake( xQueue, xTicksToWait );

    configASSERT( xQueue );
    configASSERT( xQueue->uxItemSize == 0U );
    configASSERT( !( ( xTaskGetSchedulerState() == taskSCHEDULER_SUSPENDED ) && ( xTicksToWait != 0U ) ) );
    xReturn = ( BaseType_t ) ulIsochronCall( kernelOBJECT_COMMAND( xQueue, TASK_TAKE ), xTicksToWait );

    kernelTRACE_RESULT( xReturn, traceQUEUE_RECEIVE( xQueue ), traceQUEUE_RECEIVE_FAILED( xQueue ) );
    traceRETURN_xQueueSemaphoreTake( xReturn );

    return xReturn;
}

BaseType_t xQueueGiveFromISR( QueueHandle_t xQueue, BaseType_t * const pxHigherPriorityTaskWoken )
{
    BaseType_t xReturn;

    traceENTER_xQueueGiveFromISR( xQueue, pxHigherPriorityTaskWoken );

    configASSERT( xQueue );
    configASSERT( xQueue->uxItemSize == 0U );
    portASSERT_IF_INTERRUPT_PRIORITY_INVALID();

    #if ( configUSE_QUEUE_SETS == 1 )
    if( xQueue->pxSet != NULL )
    {
        xReturn = prvGiveMemberFromISR( xQueue, pxHigherPriorityTaskWoken );
    }
    else
    #endif
    {
        xReturn = xKernelFinishFromISR(
            ulIsochronCallFromISR( kernelOBJECT_COMMAND_FROM_ISR( xQueue, ISR_GIVE ), 0 ),
            pxHigherPriorityTaskWoken );
    }

    kernelTRACE_RESULT( xReturn, traceQUEUE_SEND_FROM_ISR( xQueue ),
                        traceQUEUE_SEND_FROM_ISR_FAILED( xQueue ) );
    traceRETURN_xQueueGiveFromISR( xReturn );

    return xReturn;
}
