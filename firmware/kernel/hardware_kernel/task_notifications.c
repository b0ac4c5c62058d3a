/* SPDX-License-Identifier: Apache-2.0 */

/* Task notifications, which the hardware holds. */
#include "kernel.h"

#if ( configUSE_TASK_NOTIFICATIONS == 1 )

/* The commands follow one another in the order of eNotifyAction. */
_Static_assert( ISOCHRON_TASK_NOTIFY_NONE_OFFSET + ( eSetBits * 0x400 ) ==
                    ISOCHRON_TASK_NOTIFY_SET_BITS_OFFSET,
                "eSetBits" );
_Static_assert( ISOCHRON_TASK_NOTIFY_NONE_OFFSET + ( eIncrement * 0x400 ) ==
                    ISOCHRON_TASK_NOTIFY_INCREMENT_OFFSET,
                "eIncrement" );
_Static_assert( ISOCHRON_TASK_NOTIFY_NONE_OFFSET + ( eSetValueWithOverwrite * 0x400 ) ==
                    ISOCHRON_TASK_NOTIFY_OVERWRITE_OFFSET,
                "eSetValueWithOverwrite" );
_Static_assert( ISOCHRON_TASK_NOTIFY_NONE_OFFSET + ( eSetValueWithoutOverwrite * 0x400 ) ==
                    ISOCHRON_TASK_NOTIFY_NO_OVERWRITE_OFFSET,
                "eSetValueWithoutOverwrite" );

    #define notifyACTION( eAction ) ( ( uintptr_t ) ( eAction ) * 0x400U )

/* How much further on the commands for one of a task's notifications are; with one only, a constant. */
    #if ( configTASK_NOTIFICATION_ARRAY_ENTRIES > 1 )
        #define notifyINDEX( uxIndex ) ( ( uintptr_t ) ( uxIndex ) * ISOCHRON_NOTIFICATION_STRIDE )
    #else
        #define notifyINDEX( uxIndex ) ( ( void ) ( uxIndex ), ( uintptr_t ) 0 )
    #endif

BaseType_t xTaskGenericNotify( TaskHandle_t xTaskToNotify, UBaseType_t uxIndexToNotify, uint32_t ulValue,
                               eNotifyAction eAction, uint32_t * pulPreviousNotificationValue )
{
    BaseType_t xReturn;

    traceENTER_xTaskGenericNotify( xTaskToNotify, uxIndexToNotify, ulValue, eAction,
                                   pulPreviousNotificationValue );

    configASSERT( uxIndexToNotify < configTASK_NOTIFICATION_ARRAY_ENTRIES );
    configASSERT( xTaskToNotify );
    traceTASK_NOTIFY( uxIndexToNotify );

    xReturn = ( BaseType_t ) ulIsochronCall( kernelTASK_COMMAND( xTaskToNotify, TASK_NOTIFY_NONE ) +
                                                 notifyACTION( eAction ) + notifyINDEX( uxIndexToNotify ),
                                             ulValue );

    if( pulPreviousNotificationValue != NULL )
    {
        *pulPreviousNotificationValue = isochronREGISTER( ISOCHRON_VALUE_OFFSET );
    }

    traceRETURN_xTaskGenericNotify( xReturn );

    return xReturn;
}

BaseType_t xTaskGenericNotifyFromISR( TaskHandle_t xTaskToNotify, UBaseType_t uxIndexToNotify,
                                      uint32_t ulValue, eNotifyAction eAction,
                                      uint32_t * pulPreviousNotificationValue,
                                      BaseType_t * pxHigherPriorityTaskWoken )
{
    BaseType_t xReturn;

    traceENTER_xTaskGenericNotifyFromISR( xTaskToNotify, uxIndexToNotify, ulValue, eAction,
                                          pulPreviousNotificationValue, pxHigherPriorityTaskWoken );

    configASSERT( xTaskToNotify );
    configASSERT( uxIndexToNotify < configTASK_NOTIFICATION_ARRAY_ENTRIES );
    portASSERT_IF_INTERRUPT_PRIORITY_INVALID();
    traceTASK_NOTIFY_FROM_ISR( uxIndexToNotify );

    xReturn = xKernelFinishFromISR(
        ulIsochronCallFromISR( kernelTASK_COMMAND( xTaskToNotify, ISR_NOTIFY_NONE ) +
                                   notifyACTION( eAction ) + notifyINDEX( uxIndexToNotify ),
                               ulValue ),
        pxHigherPriorityTaskWoken );

    if( pulPreviousNotificationValue != NULL )
    {
        *pulPreviousNotificationValue = isochronREGISTER( ISOCHRON_ISR_VALUE_OFFSET );
    }

    traceRETURN_xTaskGenericNotifyFromISR( xReturn );

    return xReturn;
}

void vTaskGenericNotifyGiveFromISR( TaskHandle_t xTaskToNotify, UBaseType_t uxIndexToNotify,
                                    BaseType_t * pxHigherPriorityTaskWoken )
{
    traceENTER_vTaskGenericNotifyGiveFromISR( xTaskToNotify, uxIndexToNotify, pxHigherPriorityTaskWoken );

    configASSERT( xTaskToNotify );
    configASSERT( uxIndexToNotify < configTASK_NOTIFICATION_ARRAY_ENTRIES );
    portASSERT_IF_INTERRUPT_PRIORITY_INVALID();
    traceTASK_NOTIFY_GIVE_FROM_ISR( uxIndexToNotify );

    ( void ) xKernelFinishFromISR(
        ulIsochronCallFromISR(
            kernelTASK_COMMAND( xTaskToNotify, ISR_NOTIFY_INCREMENT ) + notifyINDEX( uxIndexToNotify ), 0 ),
        pxHigherPriorityTaskWoken );

    traceRETURN_vTaskGenericNotifyGiveFromISR();
}

uint32_t ulTaskGenericNotifyTake( UBaseType_t uxIndexToWaitOn, BaseType_t xClearCountOnExit,
                                  TickType_t xTicksToWait )
{
    uint32_t ulReturn;

    traceENTER_ulTaskGenericNotifyTake( uxIndexToWaitOn, xClearCountOnExit, xTicksToWait );

    configASSERT( uxIndexToWaitOn < configTASK_NOTIFICATION_ARRAY_ENTRIES );

    ulReturn = ulKernelAsk(
        isochronCOMMAND( ISOCHRON_TASK_NOTIFY_TAKE_OFFSET, ( xClearCountOnExit != pdFALSE ) ? 1U : 0U ) +
            notifyINDEX( uxIndexToWaitOn ),
        xTicksToWait );
    traceTASK_NOTIFY_TAKE( uxIndexToWaitOn );

    traceRETURN_ulTaskGenericNotifyTake( ulReturn );

    return ulReturn;
}

BaseType_t xTaskGenericNotifyWait( UBaseType_t uxIndexToWaitOn, uint32_t ulBitsToClearOnEntry,
                                   uint32_t ulBitsToClearOnExit, uint32_t * pulNotificationValue,
                                   TickType_t xTicksToWait )
{
    BaseType_t xReturn;

    traceENTER_xTaskGenericNotifyWait( uxIndexToWaitOn, ulBitsToClearOnEntry, ulBitsToClearOnExit,
                                       pulNotificationValue, xTicksToWait );

    configASSERT( uxIndexToWaitOn < configTASK_NOTIFICATION_ARRAY_ENTRIES );

    /* The hardware keeps operands for each task: a switch in between does no harm. FreeRTOS
     * clears bits on entry only if it may wait. */
    vKernelSetOperand( 0, ( xTicksToWait != 0U ) ? ulBitsToClearOnEntry : 0U );
    vKernelSetOperand( 1, ulBitsToClearOnExit );
    xReturn = ( BaseType_t ) ulIsochronCall( isochronCOMMAND( ISOCHRON_TASK_NOTIFY_WAIT_OFFSET, 0 ) +
                                                 notifyINDEX( uxIndexToWaitOn ),
                                             xTicksToWait );

    if( pulNotificationValue != NULL )
    {
        *pulNotificationValue = isochronREGISTER( ISOCHRON_VALUE_OFFSET );
    }

    traceTASK_NOTIFY_WAIT( uxIndexToWaitOn );

    traceRETURN_xTaskGenericNotifyWait( xReturn );

    return xReturn;
}

BaseType_t xTaskGenericNotifyStateClear( TaskHandle_t xTask, UBaseType_t uxIndexToClear )
{
    TCB_t * pxTCB;
    BaseType_t xReturn;

    traceENTER_xTaskGenericNotifyStateClear( xTask, uxIndexToClear );

    configASSERT( uxIndexToClear < configTASK_NOTIFICATION_ARRAY_ENTRIES );
    pxTCB = kernelTASK_FROM_HANDLE( xTask );
    configASSERT( pxTCB != NULL );

    xReturn = ( BaseType_t ) ulIsochronCall(
        kernelTASK_COMMAND( pxTCB, TASK_NOTIFY_STATE_CLEAR ) + notifyINDEX( uxIndexToClear ), 0 );

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

    ulReturn = ulKernelAsk(
        kernelTASK_COMMAND( pxTCB, TASK_NOTIFY_VALUE_CLEAR ) + notifyINDEX( uxIndexToClear ), ulBitsToClear );

    traceRETURN_ulTaskGenericNotifyValueClear( ulReturn );

    return ulReturn;
}

#endif /* configUSE_TASK_NOTIFICATIONS */
