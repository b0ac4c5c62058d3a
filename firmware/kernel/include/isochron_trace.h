/* SPDX-License-Identifier: Apache-2.0 */

/* The words that the hardware's trace records (hardware/rtl/kernel/isochron_trace.sv): who becomes
 * ready, who runs, and the interrupt lines, each with its cycle. `isochron trace` decodes them. Only
 * with configUSE_HW_ACCELERATION 1, and with hardware that has the trace. Include FreeRTOS.h first. */
#pragma once

#include "isochron.h"

#ifndef configISOCHRON_TRACE_BASE_ADDRESS
    #error \
        "configISOCHRON_TRACE_BASE_ADDRESS must be defined in FreeRTOSConfig.h: the address of the trace's words on the bus. If the hardware has no isochron_trace, do not include isochron_trace.h."
#endif

#ifdef __cplusplus
extern "C" {
#endif

/* Takes the oldest words of the trace, uxMost at most, and writes them to pulWords. Words that are taken
 * are gone: there should be one reader. From tasks, interrupt service routines and main().
 *
 * Returns how many there were: less than uxMost if there are no more. */
UBaseType_t uxIsochronTraceRead( uint32_t * pulWords, UBaseType_t uxMost );

#ifdef __cplusplus
}
#endif
