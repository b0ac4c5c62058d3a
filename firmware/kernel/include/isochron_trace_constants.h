/* Generated from hardware/registers/trace.rdl by `isochron registers`. Do not edit. */
/* SPDX-License-Identifier: Apache-2.0 */
#ifndef ISOCHRON_TRACE_CONSTANTS_H
#define ISOCHRON_TRACE_CONSTANTS_H

/* Plain constants, for C and for assembler. Offsets are bytes from the base address. */
#define ISOCHRON_TRACE_TRACED_NOTHING 0
#define ISOCHRON_TRACE_TRACED_SWITCH 1
#define ISOCHRON_TRACE_TRACED_STOPS 2
#define ISOCHRON_TRACE_TRACED_READY_BY_TASK 4
#define ISOCHRON_TRACE_TRACED_READY_BY_ISR 5
#define ISOCHRON_TRACE_TRACED_READY_BY_HIGH_LINE 6
#define ISOCHRON_TRACE_TRACED_READY_BY_TIME 7
#define ISOCHRON_TRACE_TRACED_READY_BY_LINE_0 8
#define ISOCHRON_TRACE_EVENT_OFFSET 0x00000
#define ISOCHRON_TRACE_GAP_OFFSET 0x00004

#endif
