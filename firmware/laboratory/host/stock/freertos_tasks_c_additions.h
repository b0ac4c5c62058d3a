/* SPDX-License-Identifier: Apache-2.0 */

/* Becomes the end of FreeRTOS's tasks.c: what only that file can do. */
#include "host_contexts.h"
#include "host_tick.h"

/* The tick starts where the program says. */
void vHostStartTick( void )
{
    xTickCount = ulHostFirstTick;
}
