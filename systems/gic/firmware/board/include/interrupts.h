/* SPDX-License-Identifier: Apache-2.0 */

/* Device interrupts, for both kernels in the same way. */
#ifndef INTERRUPTS_H
#define INTERRUPTS_H

#include "FreeRTOS.h"

typedef void ( *InterruptHandler_t )( void );

/*
 * Has core 0 call a handler for a shared interrupt. With stock FreeRTOS it comes with the highest
 * priority that may call FreeRTOS. Where the GIC schedules, it comes as a task of this priority
 * would: only when no higher task runs.
 */
void board_set_handler( uint32_t interrupt, InterruptHandler_t handler, UBaseType_t priority );

#endif /* INTERRUPTS_H */
