/* SPDX-License-Identifier: Apache-2.0 */

/* Ticks, which pass in the hardware: what is left for software when a delay is over. */
#ifndef ISOCHRON_HYBRID_TICKS_C
#define ISOCHRON_HYBRID_TICKS_C

#include "kernel.h"
#include "task_lists.c"
#include "task_time.c"
#include <kernel/common/task_table.c>

/* A tick came between the count of vTaskSuspendAll() and its message. Tasks that are due may be in a ready
 * list before the caller, so they have to run before it can block. */
static volatile BaseType_t xTickCameBefore = pdFALSE;

/* The rest of a delay that is longer than a timer's, or its end: the task is in no event list any more
 * and ready. */
static void prvServeExpiry( TCB_t * pxTCB )
{
    if( pxTCB->xTicksLeft != 0U )
    {
        prvSetTimer( pxTCB, pxTCB->xTicksLeft );
    }
    else
    {
        prvLeaveEventList( pxTCB );
        vMessageRelease( pxTCB );
    }
}

/* Serves what is due until the hardware has worked off all ticks. Returns STATUS as it is then. With
 * interrupts masked, and the scheduler not suspended: nobody looks at an event list. */
static uint32_t prvServeExpiries( void )
{
    uint32_t ulStatus;

    do
    {
        ulStatus = ulMessageReport( STATUS );

        if( messageSTATUS( ulStatus, EXPIRED ) )
        {
            prvServeExpiry( pxTasks[ ulStatus & ISOCHRON_HYBRID_REPLIES_STATUS_TASK_MASK ] );
        }
    } while( messageSTATUS( ulStatus, EXPIRED ) || messageSTATUS( ulStatus, BUSY ) );

    return ulStatus;
}

BaseType_t xIsochronHybridInterrupt( void )
{
    BaseType_t xSwitchRequired;
    uint32_t ulStatus;

    if( uxSchedulerSuspended == 0U )
    {
        ulStatus = prvServeExpiries();
    }
    else
    {
        /* vTaskSuspendAll() may not have come to its message. In a suspension only the tick hook may be
         * wanted. */
        vMessageSend( SUSPEND );
        ulStatus = ulMessageReport( STATUS );

        if( messageSTATUS( ulStatus, REQUESTED ) || messageSTATUS( ulStatus, EXPIRED ) )
        {
            xTickCameBefore = pdTRUE;
        }
    }

    xSwitchRequired = messageSTATUS( ulStatus, REQUESTED ) ? pdTRUE : pdFALSE;

    #if ( configUSE_TICK_HOOK == 1 )
    {
        if( messageSTATUS( ulStatus, HOOK ) )
        {
            vApplicationTickHook();
            vMessageSend( HOOK );

            #if ( configUSE_PREEMPTION == 1 )
            {
                /* A hook need not ask for the switch. */
                if( messageSTATUS( ulMessageReport( STATUS ), YIELD_PENDING ) )
                {
                    xSwitchRequired = pdTRUE;
                }
            }
            #endif
        }
    }
    #endif /* configUSE_TICK_HOOK */

    return ( uxSchedulerSuspended == 0U ) ? xSwitchRequired : pdFALSE;
}

BaseType_t xTaskIncrementTick( void )
{
    BaseType_t xSwitchRequired = pdFALSE;

    traceENTER_xTaskIncrementTick();

    /* One tick more than those of the hardware's own timer. */
    vMessageAdjust( PEND, 1U );

    if( uxSchedulerSuspended == 0U )
    {
        xSwitchRequired = xIsochronHybridInterrupt();
    }

    #if ( configUSE_TICK_HOOK == 1 )
    {
        /* The hardware asks for it only for its own. */
        vApplicationTickHook();
    }
    #endif

    traceRETURN_xTaskIncrementTick( xSwitchRequired );

    return xSwitchRequired;
}

BaseType_t xTaskCatchUpTicks( TickType_t xTicksToCatchUp )
{
    BaseType_t xYieldOccurred;

    traceENTER_xTaskCatchUpTicks( xTicksToCatchUp );

    configASSERT( uxSchedulerSuspended == 0U );

    vTaskSuspendAll();

    taskENTER_CRITICAL();
    {
        vMessageAdjust( PEND, xTicksToCatchUp );
    }
    taskEXIT_CRITICAL();

    xYieldOccurred = xTaskResumeAll();

    traceRETURN_xTaskCatchUpTicks( xYieldOccurred );

    return xYieldOccurred;
}

#endif /* ISOCHRON_HYBRID_TICKS_C */
