/* SPDX-License-Identifier: Apache-2.0 */

/* What FreeRTOS on the hybrid asks of the board, and offers beyond the FreeRTOS API. Only with
 * configISOCHRON_HYBRID 1. Include FreeRTOS.h first. */
#pragma once

#include "isochron_choice.h"

#if ( isochronHYBRID != 1 )
    #error \
        "isochron_hybrid.h needs the hybrid: set configUSE_HW_ACCELERATION and configISOCHRON_HYBRID to 1 in FreeRTOSConfig.h, or do not include it."
#endif

#ifdef __cplusplus
extern "C" {
#endif

/* Why a message was refused (error_e in systems/hybrid/registers/hybrid.rdl), and which; 0 when none was. */
typedef struct
{
    UBaseType_t uxCode;
    UBaseType_t uxCommand;    /* Of the message's header; 0 for one to the timers. */
    UBaseType_t uxIdentifier; /* The task that it named. */
    UBaseType_t uxCount;      /* Messages refused since this was last asked, at most 255. */
} IsochronHybridError_t;

/* The service routine of the hybrid's interrupt: time-outs leave their event lists, and the tick hook
 * is called. Call it with interrupts masked, from the port's handler of a level-sensitive interrupt.
 *
 * Returns pdTRUE when a switch is due: the handler ends with portYIELD_FROM_ISR( pdTRUE ), or calls
 * vTaskSwitchContext() where a port's handler does that. */
BaseType_t xIsochronHybridInterrupt( void );

/* The last message that was refused, which is forgotten then. Returns pdFALSE when there was none: the
 * kernel files send none that is. */
BaseType_t xIsochronHybridGetError( IsochronHybridError_t * pxError );

/* Waits for an interrupt line, 0 to NLines - 1, of hardware that was built with lines. A line that has risen
 * makes the task that waits for it ready at the task's priority, without a service routine; the core is
 * interrupted only if that is above the running task's. So tasks and interrupts share one space of
 * priorities.
 *
 * Returns pdTRUE when the line has risen since the last such return, however often; pdFALSE when
 * xTicksToWait have passed, at most 2^24 - 1 if not portMAX_DELAY, or another task has ended the wait. One
 * task at a time may wait for a line. Call it from a task, with the scheduler not suspended. */
BaseType_t xIsochronHybridWaitForLine( UBaseType_t uxLine, TickType_t xTicksToWait );

#ifdef __cplusplus
}
#endif
