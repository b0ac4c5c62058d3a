/* SPDX-License-Identifier: Apache-2.0 */

/* Interrupt lines that make a task ready. */
#include "kernel.h"
#include <kernel/common/configuration_report.c>
#include "configuration.c"

/* Whether the line has risen, which is taken; else the caller waits so long for it, portMAX_DELAY for ever.
 * It runs on until it yields. With interrupts masked. */
static BaseType_t prvTakeLine( UBaseType_t uxLine, TickType_t xTicks )
{
    const uint32_t ulEndless = ( xTicks == portMAX_DELAY ) ? 1U : 0U;
    const TickType_t xMost = ( xTicks > messageMOST_TICKS ) ? messageMOST_TICKS : xTicks;

    pxCurrentTCB->xTicksLeft = 0U;

    #if ( configUSE_TICKLESS_IDLE != 0 )
    {
        pxCurrentTCB->xTimeToWake = prvTick() + xMost;
    }
    #endif

    return ( ulMessageLine( pxCurrentTCB, ulEndless, uxLine, xMost ) != 0U ) ? pdTRUE : pdFALSE;
}

BaseType_t xIsochronHybridWaitForLine( UBaseType_t uxLine, TickType_t xTicksToWait )
{
    BaseType_t xRisen;

    configASSERT( uxSchedulerSuspended == 0U );
    configASSERT( uxLine < prvNumberOfLines() );

    taskENTER_CRITICAL();
    {
        xRisen = prvTakeLine( uxLine, xTicksToWait );

        if( ( xRisen == pdFALSE ) && ( xTicksToWait != 0U ) )
        {
            portYIELD_WITHIN_API();
        }
    }
    taskEXIT_CRITICAL();

    if( ( xRisen == pdFALSE ) && ( xTicksToWait != 0U ) )
    {
        /* The line, the end of the time, or another task has ended the wait. */
        taskENTER_CRITICAL();
        {
            xRisen = prvTakeLine( uxLine, 0U );
        }
        taskEXIT_CRITICAL();
    }

    return xRisen;
}
