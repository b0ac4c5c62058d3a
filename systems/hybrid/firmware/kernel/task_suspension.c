/* SPDX-License-Identifier: Apache-2.0 */

/* Suspending and resuming tasks, and ending what they wait for. */
#include "kernel.h"
#include "event_lists.c"
#include "task_lists.c"
#include "task_state.c"

#if ( INCLUDE_vTaskSuspend == 1 )

void vTaskSuspend( TaskHandle_t xTaskToSuspend )
{
    TCB_t * pxTCB;

    traceENTER_vTaskSuspend( xTaskToSuspend );

    taskENTER_CRITICAL();
    {
        pxTCB = kernelTASK_FROM_HANDLE( xTaskToSuspend );
        configASSERT( pxTCB != NULL );
        configASSERT( kernelHAS_TASK( pxTCB ) ); /* It was deleted. */
        traceTASK_SUSPEND( pxTCB );

        if( kernelHAS_TASK( pxTCB ) )
        {
            prvLeaveEventList( pxTCB );
            vMessageWrite( pxTCB, messageSUSPENDED );
            prvForgetNotifications( pxTCB );
        }

        if( ( pxTCB == pxCurrentTCB ) && ( xSchedulerRunning == pdFALSE ) )
        {
            prvChooseFirst();
        }
    }
    taskEXIT_CRITICAL();

    if( ( pxTCB == pxCurrentTCB ) && ( xSchedulerRunning != pdFALSE ) )
    {
        configASSERT( uxSchedulerSuspended == 0U );
        portYIELD_WITHIN_API();
    }

    traceRETURN_vTaskSuspend();
}

void vTaskResume( TaskHandle_t xTaskToResume )
{
    TCB_t * const pxTCB = xTaskToResume;

    traceENTER_vTaskResume( xTaskToResume );

    configASSERT( xTaskToResume );

    if( ( pxTCB != NULL ) && ( pxTCB != pxCurrentTCB ) )
    {
        taskENTER_CRITICAL();
        {
            if( prvGetState( pxTCB ) == eSuspended )
            {
                traceTASK_RESUME( pxTCB );
                vMessageWrite( pxTCB, messageREADY );

                if( xSchedulerRunning != pdFALSE )
                {
                    kernelYIELD_TO( pxTCB );
                }
                else if( ( pxCurrentTCB == NULL ) || ( ( configUSE_PREEMPTION != 0 ) &&
                                                       ( pxTCB->uxPriority > pxCurrentTCB->uxPriority ) ) )
                {
                    prvChooseFirst();
                }
            }
        }
        taskEXIT_CRITICAL();
    }

    traceRETURN_vTaskResume();
}

    #if ( INCLUDE_xTaskResumeFromISR == 1 )

BaseType_t xTaskResumeFromISR( TaskHandle_t xTaskToResume )
{
    BaseType_t xYieldRequired = pdFALSE;
    TCB_t * const pxTCB = xTaskToResume;
    UBaseType_t uxSavedInterruptStatus;

    traceENTER_xTaskResumeFromISR( xTaskToResume );

    configASSERT( xTaskToResume );
    portASSERT_IF_INTERRUPT_PRIORITY_INVALID();

    uxSavedInterruptStatus = ( UBaseType_t ) taskENTER_CRITICAL_FROM_ISR();
    {
        if( prvGetState( pxTCB ) == eSuspended )
        {
            traceTASK_RESUME_FROM_ISR( pxTCB );

            if( uxSchedulerSuspended == 0U )
            {
                xYieldRequired = prvWake( pxTCB );
            }
            else
            {
                /* As in FreeRTOS: only xTaskResumeAll() looks whether a yield is pending. */
                kernelAPPEND_ITEM( &xPendingReadyList, &( pxTCB->xEventListItem ) );
            }
        }
    }
    taskEXIT_CRITICAL_FROM_ISR( uxSavedInterruptStatus );

    traceRETURN_xTaskResumeFromISR( xYieldRequired );

    return xYieldRequired;
}

    #endif /* INCLUDE_xTaskResumeFromISR */

#endif /* INCLUDE_vTaskSuspend */

#if ( INCLUDE_xTaskAbortDelay == 1 )

BaseType_t xTaskAbortDelay( TaskHandle_t xTask )
{
    TCB_t * const pxTCB = xTask;
    BaseType_t xReturn = pdFAIL;

    traceENTER_xTaskAbortDelay( xTask );

    configASSERT( pxTCB != NULL );

    vTaskSuspendAll();
    {
        taskENTER_CRITICAL();
        {
            if( ( pxTCB != pxCurrentTCB ) && ( prvGetState( pxTCB ) == eBlocked ) )
            {
                xReturn = pdPASS;

                if( listLIST_ITEM_CONTAINER( &( pxTCB->xEventListItem ) ) != NULL )
                {
                    prvLeaveEventList( pxTCB );
                    pxTCB->ucDelayAborted = pdTRUE;
                }

                vMessageWrite( pxTCB, messageREADY );

                    #if ( configUSE_PREEMPTION == 1 )
                {
                    if( pxTCB->uxPriority > pxCurrentTCB->uxPriority )
                    {
                        vMessageSend( YIELD );
                    }
                }
                    #endif
            }
        }
        taskEXIT_CRITICAL();
    }
    ( void ) xTaskResumeAll();

    traceRETURN_xTaskAbortDelay( xReturn );

    return xReturn;
}

#endif /* INCLUDE_xTaskAbortDelay */
