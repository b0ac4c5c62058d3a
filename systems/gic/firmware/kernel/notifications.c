/* SPDX-License-Identifier: Apache-2.0 */

/* Notifications of tasks. A task's values and states are covered by a lock of its own (events.h). Who waits
 * for one is in no list: its state says so. systems/gic/model/notify.pml is the model of this. */
#include "creation.h"
#include "events.h"
#include "requests.h"

#if gicNOTIFICATIONS

static TCB_t * prvSelf( void )
{
    const uint32_t ulState = prvMask();
    TCB_t * const pxTask = prvTask( NULL );

    prvUnmask( ulState );
    return pxTask;
}

static TCB_t * prvNotified( TaskHandle_t xTask )
{
    return ( xTask == NULL ) ? prvSelf() : xTask;
}

/* With the lock: gives it back, waits, and takes it again. */
static void prvWaitForOne( TCB_t * pxTask, UBaseType_t uxIndex, TickType_t xTicksToWait )
{
    pxTask->ucNotification[ uxIndex ] = gicAWAITED;
    pxTask->ucAwaited = ( uint8_t ) uxIndex;
    prvBlock( prvCore(), pxTask, xTicksToWait );
    ( void ) xGicUnlock();
    vGicLock( pxTask );
}

uint32_t ulTaskGenericNotifyTake( UBaseType_t uxIndexToWaitOn, BaseType_t xClearCountOnExit,
                                  TickType_t xTicksToWait )
{
    configASSERT( uxIndexToWaitOn < configTASK_NOTIFICATION_ARRAY_ENTRIES );

    TCB_t * const pxTask = prvSelf();
    volatile uint32_t * const pulValue = &pxTask->ulNotification[ uxIndexToWaitOn ];

    vGicLock( pxTask );

    if( ( *pulValue == 0 ) && ( xTicksToWait > 0 ) )
    {
        prvWaitForOne( pxTask, uxIndexToWaitOn, xTicksToWait );
    }

    const uint32_t ulValue = *pulValue;

    if( ulValue != 0 )
    {
        *pulValue = ( xClearCountOnExit != pdFALSE ) ? 0 : ulValue - 1U;
    }

    pxTask->ucNotification[ uxIndexToWaitOn ] = gicNOT_AWAITED;
    ( void ) xGicUnlock();
    return ulValue;
}

BaseType_t xTaskGenericNotifyWait( UBaseType_t uxIndexToWaitOn, uint32_t ulBitsToClearOnEntry,
                                   uint32_t ulBitsToClearOnExit, uint32_t * pulNotificationValue,
                                   TickType_t xTicksToWait )
{
    configASSERT( uxIndexToWaitOn < configTASK_NOTIFICATION_ARRAY_ENTRIES );

    TCB_t * const pxTask = prvSelf();
    volatile uint32_t * const pulValue = &pxTask->ulNotification[ uxIndexToWaitOn ];

    vGicLock( pxTask );

    if( ( pxTask->ucNotification[ uxIndexToWaitOn ] != gicRECEIVED ) && ( xTicksToWait > 0 ) )
    {
        *pulValue &= ~ulBitsToClearOnEntry;
        prvWaitForOne( pxTask, uxIndexToWaitOn, xTicksToWait );
    }

    const BaseType_t xReceived = ( pxTask->ucNotification[ uxIndexToWaitOn ] == gicRECEIVED );

    if( pulNotificationValue != NULL )
    {
        *pulNotificationValue = *pulValue;
    }

    if( xReceived != pdFALSE )
    {
        *pulValue &= ~ulBitsToClearOnExit;
    }

    pxTask->ucNotification[ uxIndexToWaitOn ] = gicNOT_AWAITED;
    ( void ) xGicUnlock();
    return xReceived;
}

/* Returns whether the action was done; whether somebody above who runs is ready for it. */
static BaseType_t prvNotify( TCB_t * pxTask, UBaseType_t uxIndex, uint32_t ulValue, eNotifyAction eAction,
                             uint32_t * pulPrevious, BaseType_t * pxHigher )
{
    configASSERT( ( pxTask != NULL ) && ( uxIndex < configTASK_NOTIFICATION_ARRAY_ENTRIES ) );
    vGicLock( pxTask );

    volatile uint32_t * const pulValue = &pxTask->ulNotification[ uxIndex ];
    const uint8_t ucBefore = pxTask->ucNotification[ uxIndex ];
    BaseType_t xDone = pdPASS;

    if( pulPrevious != NULL )
    {
        *pulPrevious = *pulValue;
    }

    pxTask->ucNotification[ uxIndex ] = gicRECEIVED;

    switch( eAction )
    {
        case eSetBits:
            *pulValue |= ulValue;
            break;

        case eIncrement:
            ( *pulValue )++;
            break;

        case eSetValueWithoutOverwrite:

            if( ucBefore == gicRECEIVED )
            {
                xDone = pdFAIL;
                break;
            }

        /* fall through */
        case eSetValueWithOverwrite:
            *pulValue = ulValue;
            break;

        default: /* eNoAction */
            break;
    }

    if( ucBefore == gicAWAITED )
    {
        *pxHigher = prvWake( pxTask );
    }

    ( void ) xGicUnlock();
    return xDone;
}

BaseType_t xTaskGenericNotify( TaskHandle_t xTaskToNotify, UBaseType_t uxIndexToNotify, uint32_t ulValue,
                               eNotifyAction eAction, uint32_t * pulPreviousNotificationValue )
{
    BaseType_t xHigher;

    return prvNotify( xTaskToNotify, uxIndexToNotify, ulValue, eAction, pulPreviousNotificationValue,
                      &xHigher );
}

BaseType_t xTaskGenericNotifyFromISR( TaskHandle_t xTaskToNotify, UBaseType_t uxIndexToNotify,
                                      uint32_t ulValue, eNotifyAction eAction,
                                      uint32_t * pulPreviousNotificationValue,
                                      BaseType_t * pxHigherPriorityTaskWoken )
{
    BaseType_t xHigher = pdFALSE;
    const BaseType_t xDone =
        prvNotify( xTaskToNotify, uxIndexToNotify, ulValue, eAction, pulPreviousNotificationValue, &xHigher );

    if( ( pxHigherPriorityTaskWoken != NULL ) && ( xHigher != pdFALSE ) )
    {
        *pxHigherPriorityTaskWoken = pdTRUE;
    }

    return xDone;
}

void vTaskGenericNotifyGiveFromISR( TaskHandle_t xTaskToNotify, UBaseType_t uxIndexToNotify,
                                    BaseType_t * pxHigherPriorityTaskWoken )
{
    ( void ) xTaskGenericNotifyFromISR( xTaskToNotify, uxIndexToNotify, 0, eIncrement, NULL,
                                        pxHigherPriorityTaskWoken );
}

BaseType_t xTaskGenericNotifyStateClear( TaskHandle_t xTask, UBaseType_t uxIndexToClear )
{
    configASSERT( uxIndexToClear < configTASK_NOTIFICATION_ARRAY_ENTRIES );

    TCB_t * const pxTask = prvNotified( xTask );

    vGicLock( pxTask );

    const BaseType_t xReceived = ( pxTask->ucNotification[ uxIndexToClear ] == gicRECEIVED );

    if( xReceived != pdFALSE )
    {
        pxTask->ucNotification[ uxIndexToClear ] = gicNOT_AWAITED;
    }

    ( void ) xGicUnlock();
    return xReceived;
}

uint32_t ulTaskGenericNotifyValueClear( TaskHandle_t xTask, UBaseType_t uxIndexToClear,
                                        uint32_t ulBitsToClear )
{
    configASSERT( uxIndexToClear < configTASK_NOTIFICATION_ARRAY_ENTRIES );

    TCB_t * const pxTask = prvNotified( xTask );

    vGicLock( pxTask );

    const uint32_t ulValue = pxTask->ulNotification[ uxIndexToClear ];

    pxTask->ulNotification[ uxIndexToClear ] = ulValue & ~ulBitsToClear;
    ( void ) xGicUnlock();
    return ulValue;
}
#endif /* if gicNOTIFICATIONS */
