/* SPDX-License-Identifier: Apache-2.0 */

/* Device interrupts, for both kernels in the same way. */
#pragma once

#include "FreeRTOS.h"

typedef void ( *InterruptHandler_t )( void );

/* Has a core call a handler for a shared interrupt. Where the GIC schedules, the handler comes and goes
 * as a task of this priority would, from 1 on. Stock FreeRTOS has one core, and the handler comes with
 * the highest priority that may call FreeRTOS. */
void board_set_handler( uint32_t interrupt, InterruptHandler_t handler, UBaseType_t priority, uint32_t core );
