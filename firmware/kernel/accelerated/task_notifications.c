/* SPDX-License-Identifier: Apache-2.0 */

/* Task notifications: the one at index 0, which the hardware holds. */
#include "kernel.h"

#if ( configUSE_TASK_NOTIFICATIONS == 1 )

/* The commands follow one another in the order of eNotifyAction. */
    _Static_assert( ISOCHRON_TASK_NOTIFY_NONE_OFFSET + ( eSetBits * 0x400 ) == ISOCHRON_TASK_NOTIFY_SET_BITS_OFFSET, "eSetBits" );
    _Static_assert( ISOCHRON_TASK_NOTIFY_NONE_OFFSET + ( eIncrement * 0x400 ) == ISOCHRON_TASK_NOTIFY_INCREMENT_OFFSET, "eIncrement" );
    _Static_assert( ISOCHRON_TASK_NOTIFY_NONE_OFFSET + ( eSetValueWithOverwrite * 0x400 ) == ISOCHRON_TASK_NOTIFY_OVERWRITE_OFFSET, "eSetValueWithOverwrite" );
    _Static_assert( ISOCHRON_TASK_NOTIFY_NONE_OFFSET + ( eSetValueWithoutOverwrite * 0x400 ) == ISOCHRON_TASK_NOTIFY_NO_OVERWRITE_OFFSET, "eSetValueWithoutOverwrite" );

    #define notifyCOMMAND( pxTCB, FIRST, eAction )    ( kernelTASK_COMMAND( pxTCB, FIRST ) + ( ( uintptr_t ) ( eAction ) * 0x400U ) )
/*-----------------------------------------------------------*/

    BaseType_t xTaskGenericNotify( TaskHandle_t xTaskToNotify,
                                   UBaseType_t uxIndexToNotify,
                                   uint32_t ulValue,
                                   eNotifyAction eAction,
                                   uint32_t * pulPreviousNotificationValue )
    {
        BaseType_t xReturn;

        traceENTER_xTaskGenericNotify( xTaskToNotify, uxIndexToNotify, ulValue, eAction, pulPreviousNotificationValue );

        configASSERT( uxIndexToNotify < configTASK_NOTIFICATION_ARRAY_ENTRIES );
        configASSERT( xTaskToNotify );
        traceTASK_NOTIFY( uxIndexToNotify );
        ( void ) uxIndexToNotify;

        xReturn = ( BaseType_t ) ulIsochronCall( notifyCOMMAND( xTaskToNotify, TASK_NOTIFY_NONE, eAction ), ulValue );

        if( pulPreviousNotificationValue != NULL )
        {
            *pulPreviousNotificationValue = isochronREGISTER( ISOCHRON_VALUE_OFFSET );
        }

        traceRETURN_xTaskGenericNotify( xReturn );

        return xReturn;
    }
    /*-----------------------------------------------------------*/

    BaseType_t xTaskGenericNotifyFromISR( TaskHandle_t xTaskToNotify,
                                          UBaseType_t uxIndexToNotify,
                                          uint32_t ulValue,
                                          eNotifyAction eAction,
                                          uint32_t * pulPreviousNotificationValue,
                                          BaseType_t * pxHigherPriorityTaskWoken )
    {
        BaseType_t xReturn;

        traceENTER_xTaskGenericNotifyFromISR( xTaskToNotify, uxIndexToNotify, ulValue, eAction, pulPreviousNotificationValue, pxHigherPriorityTaskWoken );

        configASSERT( xTaskToNotify );
        configASSERT( uxIndexToNotify < configTASK_NOTIFICATION_ARRAY_ENTRIES );
        portASSERT_IF_INTERRUPT_PRIORITY_INVALID();
        traceTASK_NOTIFY_FROM_ISR( uxIndexToNotify );
        ( void ) uxIndexToNotify;

        xReturn = xKernelFinishFromISR( ulKernelCallFromISR( notifyCOMMAND( xTaskToNotify, ISR_NOTIFY_NONE, eAction ), ulValue ),
                                        pxHigherPriorityTaskWoken );

        if( pulPreviousNotificationValue != NULL )
        {
            *pulPreviousNotificationValue = isochronREGISTER( ISOCHRON_ISR_VALUE_OFFSET );
        }

        traceRETURN_xTaskGenericNotifyFromISR( xReturn );

        return xReturn;
    }
    /*-----------------------------------------------------------*/

    void vTaskGenericNotifyGiveFromISR( TaskHandle_t xTaskToNotify,
                                        UBaseType_t uxIndexToNotify,
                                        BaseType_t * pxHigherPriorityTaskWoken )
    {
        traceENTER_vTaskGenericNotifyGiveFromISR( xTaskToNotify, uxIndexToNotify, pxHigherPriorityTaskWoken );

        configASSERT( xTaskToNotify );
        configASSERT( uxIndexToNotify < configTASK_NOTIFICATION_ARRAY_ENTRIES );
        portASSERT_IF_INTERRUPT_PRIORITY_INVALID();
        traceTASK_NOTIFY_GIVE_FROM_ISR( uxIndexToNotify );
        ( void ) uxIndexToNotify;

        ( void ) xKernelFinishFromISR( ulKernelCallFromISR( kernelTASK_COMMAND( xTaskToNotify, ISR_NOTIFY_INCREMENT ), 0 ),
                                       pxHigherPriorityTaskWoken );

        traceRETURN_vTaskGenericNotifyGiveFromISR();
    }
    /*-----------------------------------------------------------*/

    uint32_t ulTaskGenericNotifyTake( UBaseType_t uxIndexToWaitOn,
                                      BaseType_t xClearCountOnExit,
                                      TickType_t xTicksToWait )
    {
        uint32_t ulReturn;

        traceENTER_ulTaskGenericNotifyTake( uxIndexToWaitOn, xClearCountOnExit, xTicksToWait );

        configASSERT( uxIndexToWaitOn < configTASK_NOTIFICATION_ARRAY_ENTRIES );
        traceTASK_NOTIFY_TAKE( uxIndexToWaitOn );
        ( void ) uxIndexToWaitOn;

        ( void ) ulIsochronCall( isochronCOMMAND( ISOCHRON_TASK_NOTIFY_TAKE_OFFSET, ( xClearCountOnExit != pdFALSE ) ? 1U : 0U ), xTicksToWait );
        ulReturn = isochronREGISTER( ISOCHRON_VALUE_OFFSET );

        traceRETURN_ulTaskGenericNotifyTake( ulReturn );

        return ulReturn;
    }

#endif /* configUSE_TASK_NOTIFICATIONS */
/*-----------------------------------------------------------*/
