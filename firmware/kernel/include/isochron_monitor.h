/* SPDX-License-Identifier: Apache-2.0 */

/* The monitor of the hardware kernel: run times, deadlines and budgets of tasks, in clock cycles,
 * counted with no code in the switch. Only with configUSE_HW_ACCELERATION 1, and with hardware that
 * was built with Monitor (IsochronCapabilities_t). Include FreeRTOS.h first.
 *
 * A job of a task begins when it becomes ready, having waited, been delayed, suspended or just
 * created: its release. It ends when the task waits again, or is suspended or deleted. */
#pragma once

#include "isochron.h"

#ifdef __cplusplus
extern "C" {
#endif

/* What vApplicationIsochronMonitorHook() is called for: bits. */
#define isochronMONITOR_OVERRUN  0x1U /* A job was not complete a deadline after its release. */
#define isochronMONITOR_OVERLOAD 0x2U /* A job has run for more than its budget. */

/* What the monitor knows about a task. Times are in clock cycles; those of 32 bits saturate. */
typedef struct
{
    uint64_t ullRunTime;        /* How long it has run, interrupts included. */
    uint32_t ulDeadline;        /* As set; 0: none. */
    uint32_t ulBudget;          /* As set; 0: none. */
    uint32_t ulJobAge;          /* Since the release of its present job; 0 when there is none. */
    uint32_t ulJobRun;          /* How long its present job has run; 0 when there is none. */
    uint32_t ulLongestResponse; /* Longest time from the release of a job to its end. */
    uint32_t ulLongestRun;      /* Longest time that a job ran. */
    uint16_t usOverruns;        /* Jobs that missed the deadline. */
    uint16_t usOverloads;       /* Jobs that ran for longer than the budget. */
} IsochronMonitor_t;

/* Sets how long after its release a job of a task may be complete at the latest; 0: whenever. A job
 * that is not is counted, once, at the latest 16 cycles for each task of the hardware after that, even
 * if the task does not run at all. NULL means the calling task.
 *
 * Returns pdFAIL when the hardware has no monitor. */
BaseType_t xIsochronMonitorSetDeadline( TaskHandle_t xTask, uint32_t ulCycles );

/* The same for how long a job may run: counted as an overload. */
BaseType_t xIsochronMonitorSetBudget( TaskHandle_t xTask, uint32_t ulCycles );

/* Says what the monitor knows about a task; zeros when the hardware has no monitor. */
void vIsochronMonitorGet( TaskHandle_t xTask, IsochronMonitor_t * pxMonitor );

/* Forgets a task's overruns, overloads and longest times. */
void vIsochronMonitorClear( TaskHandle_t xTask );

/* Clock cycles since the hardware's reset; 0 when it has no monitor. */
uint64_t ullIsochronMonitorCycles( void );

/* The longest time, in cycles, for which the hardware's request of a switch or a hook went
 * unanswered: interrupts were masked, or handled, for that long at least. */
uint32_t ulIsochronMonitorLongestMasked( void );

/* Starts that measurement again. */
void vIsochronMonitorClearLongestMasked( void );

/* A critical section of a task: the outermost one of several. */
typedef struct
{
    uint32_t ulCycles;    /* How long it masked interrupts, less some 10 to 20 cycles at its ends. */
    const void * pvWhere; /* Where taskENTER_CRITICAL() returned to. */
} IsochronSection_t;

/* The longest critical section so far; a kernel call's own ones count, service routines, switches
 * and portDISABLE_INTERRUPTS() do not. One that switches within a section begins a new one when it goes
 * on. Zeros when there was none. Needs configISOCHRON_MONITOR_CRITICAL_SECTIONS 1, which makes both
 * ends of each section some 20 cycles longer, and the attachment `bus`; no monitor in hardware. */
void vIsochronMonitorGetLongestSection( IsochronSection_t * pxSection );

/* Starts that measurement again. */
void vIsochronMonitorClearLongestSection( void );

/* The application's, with configISOCHRON_USE_SECTION_HOOK 1: called at the end of a critical section that
 * was longer than all before it, by the task that it was of and on its stack, with interrupts still masked:
 * it may call what interrupt service routines may, and need not ask for a switch. What it takes itself is not
 * counted. */
void vApplicationIsochronSectionHook( const IsochronSection_t * pxSection );

/* The application's, with configISOCHRON_USE_MONITOR_HOOK 1: called for each overrun and overload, with
 * interrupts masked, as a tick hook is: it may call what interrupt service routines may, and need not
 * ask for a switch. ulKind has one bit set or both. A 17th that waits for its call is counted, but
 * not called for. */
void vApplicationIsochronMonitorHook( TaskHandle_t xTask, uint32_t ulKind );

#ifdef __cplusplus
}
#endif
