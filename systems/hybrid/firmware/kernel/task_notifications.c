/* SPDX-License-Identifier: Apache-2.0 */

/* Task notifications. */
#include "kernel.h"
#include "event_lists.c"
#include "task_time.c"

#if ( configUSE_TASK_NOTIFICATIONS == 1 )

/* Changes a notification. Returns the state that it was in, and whether the action was done. With
 * interrupts masked. */
static uint8_t prvNotify( TCB_t * pxTCB, UBaseType_t uxIndex, uint32_t ulValue, eNotifyAction eAction,
                          uint32_t * pulPreviousNotificationValue, BaseType_t * pxDone )
{
    volatile uint32_t * const pulValue = &( pxTCB->ulNotifiedValue[ uxIndex ] );
    const uint8_t ucState = pxTCB->ucNotifyState[ uxIndex ];

    *pxDone = pdPASS;

    if( pulPreviousNotificationValue != NULL )
    {
        *pulPreviousNotificationValue = *pulValue;
    }

    pxTCB->ucNotifyState[ uxIndex ] = kernelRECEIVED;

    switch( eAction )
    {
        case eNoAction:
            break;

        case eSetBits:
            *pulValue |= ulValue;
            break;

        case eIncrement:
            ( *pulValue )++;
            break;

        case eSetValueWithOverwrite:
            *pulValue = ulValue;
            break;

        case eSetValueWithoutOverwrite:

            if( ucState != kernelRECEIVED )
            {
                *pulValue = ulValue;
            }
            else
            {
                *pxDone = pdFAIL;
            }

            break;

        default:
            configASSERT( eAction <= eSetValueWithoutOverwrite );
            break;
    }

    return ucState;
}

BaseType_t xTaskGenericNotify( TaskHandle_t xTaskToNotify, UBaseType_t uxIndexToNotify, uint32_t ulValue,
                               eNotifyAction eAction, uint32_t * pulPreviousNotificationValue )
{
    BaseType_t xReturn;
    uint8_t ucState;

    traceENTER_xTaskGenericNotify( xTaskToNotify, uxIndexToNotify, ulValue, eAction,
                                   pulPreviousNotificationValue );

    configASSERT( uxIndexToNotify < configTASK_NOTIFICATION_ARRAY_ENTRIES );
    configASSERT( xTaskToNotify );

    taskENTER_CRITICAL();
    {
        ucState = prvNotify( xTaskToNotify, uxIndexToNotify, ulValue, eAction, pulPreviousNotificationValue,
                             &xReturn );
        traceTASK_NOTIFY( uxIndexToNotify );

        if( ucState == kernelWAITING )
        {
            configASSERT( listLIST_ITEM_CONTAINER( &( xTaskToNotify->xEventListItem ) ) == NULL );
            vMessageWrite( xTaskToNotify, messageREADY );
            kernelYIELD_TO( xTaskToNotify );
        }
    }
    taskEXIT_CRITICAL();

    traceRETURN_xTaskGenericNotify( xReturn );

    return xReturn;
}

/* Both functions for interrupt service routines, after their trace macro. */
static void prvWakeNotified( TCB_t * pxTCB, uint8_t ucState, BaseType_t * pxHigherPriorityTaskWoken )
{
    if( ucState == kernelWAITING )
    {
        configASSERT( listLIST_ITEM_CONTAINER( &( pxTCB->xEventListItem ) ) == NULL );

        if( ( prvWake( pxTCB ) != pdFALSE ) && ( pxHigherPriorityTaskWoken != NULL ) )
        {
            *pxHigherPriorityTaskWoken = pdTRUE;
        }
    }
}

BaseType_t xTaskGenericNotifyFromISR( TaskHandle_t xTaskToNotify, UBaseType_t uxIndexToNotify,
                                      uint32_t ulValue, eNotifyAction eAction,
                                      uint32_t * pulPreviousNotificationValue,
                                      BaseType_t * pxHigherPriorityTaskWoken )
{
    BaseType_t xReturn;
    uint8_t ucState;
    UBaseType_t uxSavedInterruptStatus;

    traceENTER_xTaskGenericNotifyFromISR( xTaskToNotify, uxIndexToNotify, ulValue, eAction,
                                          pulPreviousNotificationValue, pxHigherPriorityTaskWoken );

    configASSERT( xTaskToNotify );
    configASSERT( uxIndexToNotify < configTASK_NOTIFICATION_ARRAY_ENTRIES );
    portASSERT_IF_INTERRUPT_PRIORITY_INVALID();

    uxSavedInterruptStatus = ( UBaseType_t ) taskENTER_CRITICAL_FROM_ISR();
    {
        ucState = prvNotify( xTaskToNotify, uxIndexToNotify, ulValue, eAction, pulPreviousNotificationValue,
                             &xReturn );
        traceTASK_NOTIFY_FROM_ISR( uxIndexToNotify );
        prvWakeNotified( xTaskToNotify, ucState, pxHigherPriorityTaskWoken );
    }
    taskEXIT_CRITICAL_FROM_ISR( uxSavedInterruptStatus );

    traceRETURN_xTaskGenericNotifyFromISR( xReturn );

    return xReturn;
}

void vTaskGenericNotifyGiveFromISR( TaskHandle_t xTaskToNotify, UBaseType_t uxIndexToNotify,
                                    BaseType_t * pxHigherPriorityTaskWoken )
{
    BaseType_t xDone;
    uint8_t ucState;
    UBaseType_t uxSavedInterruptStatus;

    traceENTER_vTaskGenericNotifyGiveFromISR( xTaskToNotify, uxIndexToNotify, pxHigherPriorityTaskWoken );

    configASSERT( xTaskToNotify );
    configASSERT( uxIndexToNotify < configTASK_NOTIFICATION_ARRAY_ENTRIES );
    portASSERT_IF_INTERRUPT_PRIORITY_INVALID();

    uxSavedInterruptStatus = ( UBaseType_t ) taskENTER_CRITICAL_FROM_ISR();
    {
        ucState = prvNotify( xTaskToNotify, uxIndexToNotify, 0U, eIncrement, NULL, &xDone );
        traceTASK_NOTIFY_GIVE_FROM_ISR( uxIndexToNotify );
        prvWakeNotified( xTaskToNotify, ucState, pxHigherPriorityTaskWoken );
    }
    taskEXIT_CRITICAL_FROM_ISR( uxSavedInterruptStatus );

    traceRETURN_vTaskGenericNotifyGiveFromISR();
}

/* The caller waits for a notification: it switches, and returns when it runs again. With interrupts
 * masked, so that neither an interrupt nor a tick comes in between. */
static void prvWaitForNotification( UBaseType_t uxIndex, TickType_t xTicksToWait )
{
    configASSERT( uxSchedulerSuspended == 0U );
    pxCurrentTCB->ucNotifyState[ uxIndex ] = kernelWAITING;
    prvWait( xTicksToWait );
    portYIELD_WITHIN_API();
}

uint32_t ulTaskGenericNotifyTake( UBaseType_t uxIndexToWaitOn, BaseType_t xClearCountOnExit,
                                  TickType_t xTicksToWait )
{
    uint32_t ulReturn;

    traceENTER_ulTaskGenericNotifyTake( uxIndexToWaitOn, xClearCountOnExit, xTicksToWait );

    configASSERT( uxIndexToWaitOn < configTASK_NOTIFICATION_ARRAY_ENTRIES );

    taskENTER_CRITICAL();
    {
        if( ( pxCurrentTCB->ulNotifiedValue[ uxIndexToWaitOn ] == 0U ) && ( xTicksToWait > 0U ) )
        {
            traceTASK_NOTIFY_TAKE_BLOCK( uxIndexToWaitOn );
            prvWaitForNotification( uxIndexToWaitOn, xTicksToWait );
        }
    }
    taskEXIT_CRITICAL();

    taskENTER_CRITICAL();
    {
        traceTASK_NOTIFY_TAKE( uxIndexToWaitOn );
        ulReturn = pxCurrentTCB->ulNotifiedValue[ uxIndexToWaitOn ];

        if( ulReturn != 0U )
        {
            pxCurrentTCB->ulNotifiedValue[ uxIndexToWaitOn ] =
                ( xClearCountOnExit != pdFALSE ) ? 0U : ( ulReturn - 1U );
        }

        pxCurrentTCB->ucNotifyState[ uxIndexToWaitOn ] = kernelNOT_WAITING;
    }
    taskEXIT_CRITICAL();

    traceRETURN_ulTaskGenericNotifyTake( ulReturn );

    return ulReturn;
}

BaseType_t xTaskGenericNotifyWait( UBaseType_t uxIndexToWaitOn, uint32_t ulBitsToClearOnEntry,
                                   uint32_t ulBitsToClearOnExit, uint32_t * pulNotificationValue,
                                   TickType_t xTicksToWait )
{
    BaseType_t xReturn = pdFALSE;

    traceENTER_xTaskGenericNotifyWait( uxIndexToWaitOn, ulBitsToClearOnEntry, ulBitsToClearOnExit,
                                       pulNotificationValue, xTicksToWait );

    configASSERT( uxIndexToWaitOn < configTASK_NOTIFICATION_ARRAY_ENTRIES );

    taskENTER_CRITICAL();
    {
        if( ( pxCurrentTCB->ucNotifyState[ uxIndexToWaitOn ] != kernelRECEIVED ) && ( xTicksToWait > 0U ) )
        {
            pxCurrentTCB->ulNotifiedValue[ uxIndexToWaitOn ] &= ~ulBitsToClearOnEntry;
            traceTASK_NOTIFY_WAIT_BLOCK( uxIndexToWaitOn );
            prvWaitForNotification( uxIndexToWaitOn, xTicksToWait );
        }
    }
    taskEXIT_CRITICAL();

    taskENTER_CRITICAL();
    {
        traceTASK_NOTIFY_WAIT( uxIndexToWaitOn );

        if( pulNotificationValue != NULL )
        {
            *pulNotificationValue = pxCurrentTCB->ulNotifiedValue[ uxIndexToWaitOn ];
        }

        if( pxCurrentTCB->ucNotifyState[ uxIndexToWaitOn ] == kernelRECEIVED )
        {
            pxCurrentTCB->ulNotifiedValue[ uxIndexToWaitOn ] &= ~ulBitsToClearOnExit;
            xReturn = pdTRUE;
        }

        pxCurrentTCB->ucNotifyState[ uxIndexToWaitOn ] = kernelNOT_WAITING;
    }
    taskEXIT_CRITICAL();

    traceRETURN_xTaskGenericNotifyWait( xReturn );

    return xReturn;
}

BaseType_t xTaskGenericNotifyStateClear( TaskHandle_t xTask, UBaseType_t uxIndexToClear )
{
    TCB_t * pxTCB;
    BaseType_t xReturn = pdFAIL;

    traceENTER_xTaskGenericNotifyStateClear( xTask, uxIndexToClear );

    configASSERT( uxIndexToClear < configTASK_NOTIFICATION_ARRAY_ENTRIES );
    pxTCB = kernelTASK_FROM_HANDLE( xTask );
    configASSERT( pxTCB != NULL );

    taskENTER_CRITICAL();
    {
        if( pxTCB->ucNotifyState[ uxIndexToClear ] == kernelRECEIVED )
        {
            pxTCB->ucNotifyState[ uxIndexToClear ] = kernelNOT_WAITING;
            xReturn = pdPASS;
        }
    }
    taskEXIT_CRITICAL();

    traceRETURN_xTaskGenericNotifyStateClear( xReturn );

    return xReturn;
}

uint32_t ulTaskGenericNotifyValueClear( TaskHandle_t xTask, UBaseType_t uxIndexToClear,
                                        uint32_t ulBitsToClear )
{
    TCB_t * pxTCB;
    uint32_t ulReturn;

    traceENTER_ulTaskGenericNotifyValueClear( xTask, uxIndexToClear, ulBitsToClear );

    configASSERT( uxIndexToClear < configTASK_NOTIFICATION_ARRAY_ENTRIES );
    pxTCB = kernelTASK_FROM_HANDLE( xTask );
    configASSERT( pxTCB != NULL );

    taskENTER_CRITICAL();
    {
        ulReturn = pxTCB->ulNotifiedValue[ uxIndexToClear ];
        pxTCB->ulNotifiedValue[ uxIndexToClear ] &= ~ulBitsToClear;
    }
    taskEXIT_CRITICAL();

    traceRETURN_ulTaskGenericNotifyValueClear( ulReturn );

    return ulReturn;
}

#endif /* configUSE_TASK_NOTIFICATIONS */
