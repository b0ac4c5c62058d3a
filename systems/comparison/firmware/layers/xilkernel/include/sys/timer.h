/* SPDX-License-Identifier: Apache-2.0 */

/* Time. */
#ifndef XILKERNEL_LAYER_TIMER_H
#define XILKERNEL_LAYER_TIMER_H

/* Ticks since the kernel's start. */
unsigned xget_clock_ticks( void );

/* Sleeps for so many milliseconds, rounded up to ticks; returns 0. */
unsigned sleep( unsigned ms );

#endif /* XILKERNEL_LAYER_TIMER_H */
