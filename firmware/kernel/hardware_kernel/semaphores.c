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
    configASSERT( xQueue->uxItemSize == 0U );
    configASSERT( !( ( xTaskGetSchedulerState() == taskSCHEDULER_SUSPENDED ) && ( xTicksToWait != 0U ) ) );
    xReturn = ( BaseType_t ) ulKernelCallObject( kernelOBJECT_COMMAND( xQueue, TASK_TAKE ), xTicksToWait );

    if( kernelIN_SOFTWARE( xReturn ) )
    {
        xReturn = xSoftwareQueueSemaphoreTake( xQueue->pxSoftware, xTicksToWait );
    }

    kernelTRACE_RESULT( xReturn, traceQUEUE_RECEIVE( xQueue ), traceQUEUE_RECEIVE_FAILED( xQueue ) );
    traceRETURN_xQueueSemaphoreTake( xReturn );

    return xReturn;
}
/*-----------------------------------------------------------*/

BaseType_t xQueueGiveFromISR( QueueHandle_t xQueue,
                              BaseType_t * const pxHigherPriorityTaskWoken )
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
        xReturn = xKernelFinishFromISR( ulKernelCallFromISR( kernelOBJECT_COMMAND_FROM_ISR( xQueue, ISR_GIVE ), 0 ),
                                        pxHigherPriorityTaskWoken );

        if( kernelIN_SOFTWARE( xReturn ) )
        {
            xReturn = xSoftwareQueueGiveFromISR( xQueue->pxSoftware, pxHigherPriorityTaskWoken );
        }
    }

    kernelTRACE_RESULT( xReturn, traceQUEUE_SEND_FROM_ISR( xQueue ), traceQUEUE_SEND_FROM_ISR_FAILED( xQueue ) );
    traceRETURN_xQueueGiveFromISR( xReturn );

    return xReturn;
}
/*-----------------------------------------------------------*/
