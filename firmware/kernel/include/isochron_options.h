/* SPDX-License-Identifier: Apache-2.0 */

/* What follows from the options of FreeRTOSConfig.h and those that FreeRTOS's headers derive from them, for C
 * and, by isochron_assembler.h, for assembler. */
#pragma once

#include "FreeRTOS.h"
#include "isochron_choice.h"

#ifndef configUSE_C_RUNTIME_TLS_SUPPORT
    #error "isochron_options.h is included while FreeRTOS.h is still read: include FreeRTOS.h in its place."
#endif

/* 1: run-time statistics are the monitor's, in clock cycles; no code in the switch. */
#ifndef configISOCHRON_MONITOR_RUN_TIMES
    #define configISOCHRON_MONITOR_RUN_TIMES 0
#endif

/* 1: they are counted at each switch, by the application's counter, as in FreeRTOS. */
#if ( configGENERATE_RUN_TIME_STATS == 1 ) && ( configISOCHRON_MONITOR_RUN_TIMES == 0 )
    #define isochronRUN_TIMES_IN_SOFTWARE 1
#else
    #define isochronRUN_TIMES_IN_SOFTWARE 0
#endif

/* 1: the C library's thread-local storage is chosen at each switch. picolibc's is the register tp: where each
 * task has registers of its own (isochronREGISTERS_OF_TASKS), it stays there. */
#if ( configUSE_C_RUNTIME_TLS_SUPPORT == 1 ) && \
    !( defined( isochronREGISTERS_OF_TASKS ) && ( configUSE_PICOLIBC_TLS == 1 ) )
    #define isochronSET_TLS 1
#else
    #define isochronSET_TLS 0
#endif

/* What the attachment does when the storage of a task is chosen, if that is the running task's register tp.
 */
#ifndef isochronTLS_IS_SET
    #define isochronTLS_IS_SET( pxTCB )
#endif

/* Some options want code at every switch: stack checks, run-time statistics, errno, the C library's
 * thread-local storage, trace macros (isochronSWITCH_MACROS), configHW_ACCELERATION_TRACE_SWITCHES. They are
 * compiled in only if one of them is on. The hybrid's switch is always software's. */
#if ( isochronHYBRID == 1 ) || ( configCHECK_FOR_STACK_OVERFLOW > 0 ) ||                                    \
    ( isochronRUN_TIMES_IN_SOFTWARE == 1 ) || ( configUSE_POSIX_ERRNO == 1 ) || ( isochronSET_TLS == 1 ) || \
    defined( isochronSWITCH_MACROS ) || ( configHW_ACCELERATION_TRACE_SWITCHES == 1 )
    #define isochronSWITCH_IN_SOFTWARE 1
#else
    #define isochronSWITCH_IN_SOFTWARE 0
#endif

/* 1: queues of items of at most 16 bytes keep them in the hardware kernel's memory, if it has some. */
#ifndef configISOCHRON_MESSAGES
    #define configISOCHRON_MESSAGES 1
#endif

/* 1: vApplicationIsochronMonitorHook() is called for deadline overruns and overloads. */
#ifndef configISOCHRON_USE_MONITOR_HOOK
    #define configISOCHRON_USE_MONITOR_HOOK 0
#endif

/* 1: each critical section is timed (isochron_monitor.h). It takes a call at both of its ends. */
#ifndef configISOCHRON_MONITOR_CRITICAL_SECTIONS
    #define configISOCHRON_MONITOR_CRITICAL_SECTIONS 0
#endif

/* 1: vApplicationIsochronSectionHook() is called for one that was longer than all before. */
#ifndef configISOCHRON_USE_SECTION_HOOK
    #define configISOCHRON_USE_SECTION_HOOK 0
#endif

#if ( configISOCHRON_USE_SECTION_HOOK == 1 ) && ( configISOCHRON_MONITOR_CRITICAL_SECTIONS != 1 )
    #error \
        "configISOCHRON_USE_SECTION_HOOK is 1, but critical sections are not timed: set configISOCHRON_MONITOR_CRITICAL_SECTIONS to 1 in FreeRTOSConfig.h."
#endif

/* The interrupt that requests switches asks for hooks, too. */
#if ( configUSE_TICK_HOOK == 1 ) || ( configISOCHRON_USE_MONITOR_HOOK == 1 )
    #define isochronHOOKS 1
#else
    #define isochronHOOKS 0
#endif

/* 1: the core takes each interrupt through its own entry of the trap vectors; 0: it takes every trap
 * through the first one. */
#ifndef configISOCHRON_VECTORED_INTERRUPTS
    #define configISOCHRON_VECTORED_INTERRUPTS 1
#endif

/* 1: an operating system in S mode is one task's context (isochron_guest.h). With the attachment `bus`,
 * on a core that takes every trap through one entry. */
#ifndef configISOCHRON_GUEST
    #define configISOCHRON_GUEST 0
#endif

#if ( configISOCHRON_GUEST == 1 ) && ( ( isochronHOOKS == 1 ) || ( configISOCHRON_VECTORED_INTERRUPTS == 1 ) )
    #error \
        "configISOCHRON_GUEST is 1: set configUSE_TICK_HOOK, configISOCHRON_USE_MONITOR_HOOK and configISOCHRON_VECTORED_INTERRUPTS to 0 in FreeRTOSConfig.h."
#endif

/* The interrupt to which the hardware kernel's request is connected, by its number in mcause and mie; 3
 * is the machine software interrupt. */
#ifndef configISOCHRON_REQUEST_INTERRUPT
    #define configISOCHRON_REQUEST_INTERRUPT 3
#endif

#if ( configISOCHRON_REQUEST_INTERRUPT < 1 ) || ( configISOCHRON_REQUEST_INTERRUPT > 31 )
    #error \
        "configISOCHRON_REQUEST_INTERRUPT is no interrupt of a 32-bit core: set it in FreeRTOSConfig.h to the number, 1 to 31, of the interrupt to which switch_request_o is connected."
#endif

/* 1: hardware that does not fit FreeRTOSConfig.h is reported with option, numbers and cure, some 1.4 KB of
 * texts and code; 0: in one sentence. */
#ifndef configISOCHRON_CONFIGURATION_REPORT
    #define configISOCHRON_CONFIGURATION_REPORT 1
#endif

/* What the copy of an item has in place of a RESULT: others have come (hardware_kernel/queue_open.c). */
#define isochronLOST 0x7FFFFFFF
