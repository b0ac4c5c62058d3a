/* SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include "machine.h"

/* At which the scheduler starts; set it before, as configINITIAL_TICK_COUNT is. */
extern uint32_t ulHostFirstTick;

/* FreeRTOS as it is: when a switch comes that a call asks for. False, as at the start: at once, even
 * if interrupts are masked (RISC-V, an environment call). True: when they are enabled, after the
 * interrupts that wait (Cortex-M, PendSV). */
extern bool bHostSwitchesLater;

/* The context of a task, from its control block. */
struct machine_context * pxHostContext( const void * pvTCB );
