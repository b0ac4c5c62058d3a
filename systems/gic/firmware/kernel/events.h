/* SPDX-License-Identifier: Apache-2.0 */

/* What FreeRTOS's own files of objects have in place of critical sections (events.c). */
#pragma once

#include "FreeRTOS.h"

/* Takes an object's lock, with interrupts masked; the calling core may have that lock already. */
void vGicLock( const void * pvObject );

/* Gives it back; a task that waits then leaves, and so does one whose priority has fallen. Returns whether
 * it has. */
BaseType_t xGicUnlock( void );
