/* SPDX-License-Identifier: Apache-2.0 */

/* What the idle task asks of the hardware: an equal to yield to; tickless, how long nothing is due, and
 * the ticks that were slept through. */
#ifndef ISOCHRON_HYBRID_TASK_SLEEP_C
#define ISOCHRON_HYBRID_TASK_SLEEP_C

#include "kernel.h"
#include "task_lists.c"
#include "task_time.c"
#include <kernel/common/task_table.c>

#if ( ( configUSE_PREEMPTION == 1 ) && ( configIDLE_SHOULD_YIELD == 1 ) )

/* Yields if another task of the caller's priority is ready. */
static void prvYieldToEqual( void )
{
    taskENTER_CRITICAL();
    {
        if( messageSTATUS( ulMessageReport( STATUS ), OTHERS ) )
        {
            taskYIELD();
        }
    }
    taskEXIT_CRITICAL();
}

#endif

#if ( configUSE_TICKLESS_IDLE != 0 )

/* Looks at all tasks: whether none but the caller is ready, and how many ticks from now the nearest
 * delay is over; up to the tick's wrap, as FreeRTOS's xNextTaskUnblockTime. With the scheduler
 * suspended. */
static BaseType_t prvFindDeadline( TickType_t * pxTicks )
{
    const TickType_t xNow = prvTick();
    BaseType_t xAlone = pdTRUE;
    UBaseType_t uxIdentifier;

    *pxTicks = portMAX_DELAY - xNow;

    for( uxIdentifier = 0U; uxIdentifier < xTaskIdentifiers.uxNeverUsed; uxIdentifier++ )
    {
        const TCB_t * const pxTCB = pxTasks[ uxIdentifier ];

        if( ( pxTCB != NULL ) && ( pxTCB != pxCurrentTCB ) )
        {
            uint32_t ulTask;

            taskENTER_CRITICAL();
            {
                ulTask = ulMessageGet( pxTCB );
            }
            taskEXIT_CRITICAL();

            if( messageTASK( ulTask, READY ) || messageTASK( ulTask, EXPIRED ) )
            {
                xAlone = pdFALSE;
            }
            else if( messageTASK( ulTask, DELAYED ) )
            {
                /* The end of its timer, if that is not the delay's: time cannot jump past it. */
                const TickType_t xTicks = pxTCB->xTimeToWake - pxTCB->xTicksLeft - xNow;

                *pxTicks = ( xTicks < *pxTicks ) ? xTicks : *pxTicks;
            }
        }
    }

    return xAlone;
}

static BaseType_t prvIsYieldPending( void )
{
    BaseType_t xReturn;

    taskENTER_CRITICAL();
    {
        xReturn = messageSTATUS( ulMessageReport( STATUS ), YIELD_PENDING ) ? pdTRUE : pdFALSE;
    }
    taskEXIT_CRITICAL();

    return xReturn;
}

/* For the idle task: sleeps, if it is worth it. */
static void prvSleep( void )
{
    TickType_t xExpectedIdleTime;

    /* The end of a suspension would switch to a task that a service routine has woken without asking
     * for a switch. It has to wait, as in FreeRTOS, which begins no suspension then. */
    if( prvIsYieldPending() != pdFALSE )
    {
        return;
    }

    vTaskSuspendAll();
    {
        if( prvFindDeadline( &xExpectedIdleTime ) == pdFALSE )
        {
            xExpectedIdleTime = 0U;
        }

        configPRE_SUPPRESS_TICKS_AND_SLEEP_PROCESSING( xExpectedIdleTime );

        if( xExpectedIdleTime >= ( TickType_t ) configEXPECTED_IDLE_TIME_BEFORE_SLEEP )
        {
            traceLOW_POWER_IDLE_BEGIN();
            portSUPPRESS_TICKS_AND_SLEEP( xExpectedIdleTime );
            traceLOW_POWER_IDLE_END();
        }
    }
    ( void ) xTaskResumeAll();
}

    #if ( INCLUDE_vTaskSuspend == 1 )

/* Whether all tasks but the caller wait for ever or are suspended. */
static BaseType_t prvNobodyIsDelayed( void )
{
    UBaseType_t uxIdentifier;
    BaseType_t xReturn = pdTRUE;

    for( uxIdentifier = 0U; uxIdentifier < xTaskIdentifiers.uxNeverUsed; uxIdentifier++ )
    {
        const TCB_t * const pxTCB = pxTasks[ uxIdentifier ];

        if( ( pxTCB != NULL ) && ( pxTCB != pxCurrentTCB ) )
        {
            const uint32_t ulTask = ulMessageGet( pxTCB );

            if( messageTASK( ulTask, READY ) || messageTASK( ulTask, DELAYED ) )
            {
                xReturn = pdFALSE;
            }
        }
    }

    return xReturn;
}

    #endif /* INCLUDE_vTaskSuspend */

    /* With interrupts masked, as in FreeRTOS. */
eSleepModeStatus eTaskConfirmSleepModeStatus( void )
{
    const uint32_t ulStatus = ulMessageReport( STATUS );
    eSleepModeStatus eReturn = eStandardSleep;

    traceENTER_eTaskConfirmSleepModeStatus();

    if( ( listLIST_IS_EMPTY( &xPendingReadyList ) == pdFALSE ) || messageSTATUS( ulStatus, YIELD_PENDING ) ||
        messageSTATUS( ulStatus, TICKS_PENDED ) )
    {
        eReturn = eAbortSleep;
    }

        #if ( INCLUDE_vTaskSuspend == 1 )
    else if( prvNobodyIsDelayed() != pdFALSE )
    {
        eReturn = eNoTasksWaitingTimeout;
    }
        #endif

    traceRETURN_eTaskConfirmSleepModeStatus( eReturn );

    return eReturn;
}

void vTaskStepTick( TickType_t xTicksToJump )
{
    TickType_t xTicksToDeadline;

    traceENTER_vTaskStepTick( xTicksToJump );

    configASSERT( uxSchedulerSuspended != 0U );
    ( void ) prvFindDeadline( &xTicksToDeadline );
    configASSERT( xTicksToJump <= xTicksToDeadline );

    taskENTER_CRITICAL();
    {
        /* The tick at which a task is due comes at the end of the suspension. */
        if( xTicksToJump == xTicksToDeadline )
        {
            configASSERT( xTicksToJump != ( TickType_t ) 0U );
            vMessageAdjust( PEND, 1U );
            xTicksToJump--;
        }

        vMessageAdjust( STEP, xTicksToJump );
    }
    taskEXIT_CRITICAL();

    traceINCREASE_TICK_COUNT( xTicksToJump );
    traceRETURN_vTaskStepTick();
}

#endif /* configUSE_TICKLESS_IDLE */

#endif /* ISOCHRON_HYBRID_TASK_SLEEP_C */
