/* SPDX-License-Identifier: Apache-2.0 */

/* The attachment's part of portmacro.h. Types, critical sections and interrupt masks are those of
 * FreeRTOS's port, which was included before; a yield is different, and critical sections can be timed. */
#pragma once

#ifdef __cplusplus
extern "C" {
#endif

/* Yields from a task. */
void vPortYield( void );

#undef portYIELD
#define portYIELD() vPortYield()

#if ( configISOCHRON_MONITOR_CRITICAL_SECTIONS == 1 )

/* Critical sections as FreeRTOS's port has them, and timed. */
void vIsochronEnterCritical( void );
void vIsochronExitCritical( void );

    #undef portENTER_CRITICAL
    #define portENTER_CRITICAL() vIsochronEnterCritical()
    #undef portEXIT_CRITICAL
    #define portEXIT_CRITICAL() vIsochronExitCritical()
#endif

#ifdef __cplusplus
}
#endif
