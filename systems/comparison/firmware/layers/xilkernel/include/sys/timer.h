/* SPDX-License-Identifier: Apache-2.0 */

/* Time. */
#pragma once

/* Ticks since the kernel's start. */
unsigned xget_clock_ticks( void );

/* Sleeps for so many milliseconds, rounded up to ticks; returns 0. */
unsigned sleep( unsigned ms );
