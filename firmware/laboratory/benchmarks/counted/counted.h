/* SPDX-License-Identifier: Apache-2.0 */

/* Samples that counted.S takes. They are kept and printed later: the functions run in interrupts,
 * and printing would empty caches between them. */
#pragma once

#include <stdint.h>

/* Not 0: the functions that the linker wraps are counted. When it is 0 all else is the same, to fill
 * caches. */
extern volatile uint32_t counting;

/* The caller suspends itself; whether the time until the next task goes on, behind its own such
 * call, is a sample. */
void counted_suspend( uint32_t count );

/* Prints and forgets the samples. */
void counted_print( const char * metric, unsigned tasks );
