/* SPDX-License-Identifier: Apache-2.0 */

/* All tasks of the attachment `contexts` as text, for isochron_core.py, which makes a core file for GDB
 * of it (docs/explanation/contexts.md). */
#pragma once

#include <stdint.h>

/* Prints every task's registers and program counter, as the window to the contexts has them, and the
 * words of a part of memory that are not 0: where the stacks are. Call it with the scheduler
 * suspended, or at the end of a program. */
void vIsochronDump( const uint32_t * pulFrom, const uint32_t * pulTo );
