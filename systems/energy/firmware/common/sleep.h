/* SPDX-License-Identifier: Apache-2.0 */

/* How the idle task sleeps, included by FreeRTOSConfig.h as configTRACE_HEADER. */
#pragma once

#include <stdint.h>

/* FreeRTOS's hook for tickless idle, which its port for RISC-V leaves to the board. */
void vSleepThroughTicks( uint32_t ulIdleTicks );
#define portSUPPRESS_TICKS_AND_SLEEP( xExpectedIdleTime ) vSleepThroughTicks( xExpectedIdleTime )

/* Cycles in which the core slept. */
extern uint32_t ulAsleep;
