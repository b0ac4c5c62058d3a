/* SPDX-License-Identifier: Apache-2.0 */

/* Delays and the tick count. */
#ifndef ISOCHRON_HYBRID_TASK_TIME_C
#define ISOCHRON_HYBRID_TASK_TIME_C

#include "kernel.h"

/* Delays a task by what is left of a delay, or by as much of that as a timer can. The end is reported
 * if something remains to be done in software. With interrupts masked, or for the caller with the
 * scheduler suspended. */
static void prvSetTimer( TCB_t * pxTCB, TickType_t xTicks )
{
    const TickType_t xNow = ( xTicks > messageMOST_TICKS ) ? messageMOST_TICKS : xTicks;

    pxTCB->xTicksLeft = xTicks - xNow;
    vMessageDelay(
        pxTCB, xNow,
        ( ( pxTCB->xTicksLeft != 0U ) || ( listLIST_ITEM_CONTAINER( &( pxTCB->xEventListItem ) ) != NULL ) ) ?
            1U :
            0U );
}

/* The visible tick. */
static TickType_t prvTick( void )
{
    TickType_t xTicks;

    if( xSchedulerRunning == pdFALSE )
    {
        /* Timers may be started before there is a task. */
        vKernelInitialise();
    }

    taskENTER_CRITICAL();
    {
        xTicks = ulMessageReport( TICK );
        ( void ) ulIsochronLinkGet();
    }
    taskEXIT_CRITICAL();

    return xTicks;
}

/* The caller waits so many ticks for what its event list item is in, if it is in a list. It runs on
 * until it yields or the scheduler is resumed. */
static void prvDelay( TickType_t xTicks )
{
    #if ( INCLUDE_xTaskAbortDelay == 1 )
    {
        pxCurrentTCB->ucDelayAborted = pdFALSE;
    }
    #endif

    #if ( configUSE_TICKLESS_IDLE != 0 )
    {
        /* Too early by one when a tick passes before the next message, which makes a sleep shorter. */
        pxCurrentTCB->xTimeToWake = prvTick() + xTicks;
    }
    #endif

    prvSetTimer( pxCurrentTCB, xTicks );
}

/* The same, but portMAX_DELAY is for ever. */
static void prvWait( TickType_t xTicks )
{
    #if ( INCLUDE_vTaskSuspend == 1 )
    if( xTicks == portMAX_DELAY )
    {
            #if ( INCLUDE_xTaskAbortDelay == 1 )
        {
            pxCurrentTCB->ucDelayAborted = pdFALSE;
        }
            #endif

        vMessageWrite( pxCurrentTCB, messageBLOCKED );
    }
    else
    #endif
    {
        prvDelay( xTicks );
    }
}

#if ( INCLUDE_xTaskAbortDelay == 1 )

/* Whether the caller's last wait was aborted; only once. */
static BaseType_t prvWasAborted( void )
{
    BaseType_t xReturn;

    taskENTER_CRITICAL();
    {
        xReturn = ( BaseType_t ) pxCurrentTCB->ucDelayAborted;
        pxCurrentTCB->ucDelayAborted = pdFALSE;
    }
    taskEXIT_CRITICAL();

    return xReturn;
}

#endif /* INCLUDE_xTaskAbortDelay */

#if ( INCLUDE_vTaskDelay == 1 )

void vTaskDelay( const TickType_t xTicksToDelay )
{
    traceENTER_vTaskDelay( xTicksToDelay );

    configASSERT( ( uxSchedulerSuspended == 0U ) || ( xTicksToDelay == 0U ) );

    if( xTicksToDelay > 0U )
    {
        /* One step: a tick in between would switch, and the yield once more. */
        taskENTER_CRITICAL();
        {
            traceTASK_DELAY();
            prvDelay( xTicksToDelay );
            portYIELD_WITHIN_API();
        }
        taskEXIT_CRITICAL();
    }
    else
    {
        portYIELD_WITHIN_API();
    }

    traceRETURN_vTaskDelay();
}

#endif /* INCLUDE_vTaskDelay */

TickType_t xTaskGetTickCount( void )
{
    TickType_t xTicks;

    traceENTER_xTaskGetTickCount();
    xTicks = prvTick();
    traceRETURN_xTaskGetTickCount( xTicks );

    return xTicks;
}

TickType_t xTaskGetTickCountFromISR( void )
{
    TickType_t xTicks;
    UBaseType_t uxSavedInterruptStatus;

    traceENTER_xTaskGetTickCountFromISR();

    portASSERT_IF_INTERRUPT_PRIORITY_INVALID();
    uxSavedInterruptStatus = ( UBaseType_t ) taskENTER_CRITICAL_FROM_ISR();
    {
        xTicks = ulMessageReport( TICK );
        ( void ) ulIsochronLinkGet();
    }
    taskEXIT_CRITICAL_FROM_ISR( uxSavedInterruptStatus );

    traceRETURN_xTaskGetTickCountFromISR( xTicks );

    return xTicks;
}

void vTaskInternalSetTimeOutState( TimeOut_t * const pxTimeOut )
{
    traceENTER_vTaskInternalSetTimeOutState( pxTimeOut );

    taskENTER_CRITICAL();
    {
        pxTimeOut->xTimeOnEntering = ulMessageReport( TICK );
        pxTimeOut->xOverflowCount = ( BaseType_t ) ulIsochronLinkGet();
    }
    taskEXIT_CRITICAL();

    traceRETURN_vTaskInternalSetTimeOutState();
}

#endif /* ISOCHRON_HYBRID_TASK_TIME_C */
