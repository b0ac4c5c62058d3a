/* SPDX-License-Identifier: Apache-2.0 */

/* Where the ticks of FreeRTOS's port on the native machine come from. Beside machine_port_tick(). */
#pragma once

#include <stdbool.h>

/* The tick starts where the program says (host_contexts.h). */
void vHostStartTick( void );

/* Whether the source of ticks interrupts by itself; calls its service routine if it does. */
bool bHostTickInterrupts( void );
bool bHostServeTick( void );
