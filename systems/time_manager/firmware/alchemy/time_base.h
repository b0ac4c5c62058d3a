/* SPDX-License-Identifier: Apache-2.0 */

/* What the layer counts time with: a count since start, and timers that expire at counts of it. A program is
 * built with one of them (ALCHEMY_SOFTWARE_TIME_BASE):
 *   0  the hardware time manager; its unit is the clock cycle
 *   1  what it replaced in its paper, a walk over all timers at each periodic tick; its unit is the tick
 *   2  a native program's own
 *   3  a heap of timers and one hardware timer, as in a kernel without a tick; its unit is the clock cycle */
#pragma once

#include <stdint.h>

#include "FreeRTOS.h"

#ifndef ALCHEMY_SOFTWARE_TIME_BASE
    #define ALCHEMY_SOFTWARE_TIME_BASE 0
#endif

/* The software time base's tick: the paper's 10 ms. */
#ifndef ALCHEMY_TICK_NS
    #define ALCHEMY_TICK_NS 10000000
#endif

#define NS_PER_SECOND 1000000000
#define NS_PER_CYCLE  ( NS_PER_SECOND / configCPU_CLOCK_HZ )
#if ( NS_PER_SECOND % configCPU_CLOCK_HZ != 0 )
    #error "configCPU_CLOCK_HZ: a clock cycle must be a whole number of nanoseconds."
#endif
#if ( ALCHEMY_TICK_NS % NS_PER_CYCLE != 0 )
    #error "ALCHEMY_TICK_NS: a tick must be a whole number of clock cycles."
#endif

/* A unit of the time base in nanoseconds. */
#if ( ALCHEMY_SOFTWARE_TIME_BASE == 1 )
    #define TIME_BASE_NS ALCHEMY_TICK_NS
#else
    #define TIME_BASE_NS NS_PER_CYCLE
#endif

/* The shortest period, in units: a timer must be able to expire after the present. */
#define TIME_BASE_SHORTEST ( ( ALCHEMY_SOFTWARE_TIME_BASE == 1 ) ? 1U : 4U )

/* How many timers there may be. */
#define TIME_BASE_TIMERS 64

struct time_base_timer
{
    /* Called when the timer expires, with interrupts masked, in an interrupt. */
    void ( *expired )( struct time_base_timer * self, BaseType_t * woken );

    /* The rest is the time base's. */
    uint32_t channel;
    #if ( ALCHEMY_SOFTWARE_TIME_BASE == 1 )
    struct time_base_timer * next;
    uint64_t date;
    BaseType_t runs;
    #elif ( ALCHEMY_SOFTWARE_TIME_BASE == 3 )
    uint64_t date;
    uint32_t place;
    #endif
};

/* Starts counting; again does nothing. */
void time_base_begin( void );

/* Units since start. */
uint64_t time_base_now( void );

/* Takes one of the timers: pdFAIL if none is left. Gives it back, stopped. */
BaseType_t time_base_open( struct time_base_timer * timer,
                           void ( *expired )( struct time_base_timer * self, BaseType_t * woken ) );
void time_base_close( struct time_base_timer * timer );

/* Lets the timer expire at a date, at once if that has passed. The second one is for interrupts and switches,
 * and not there with ticks.
 */
void time_base_start( struct time_base_timer * timer, uint64_t date );
void time_base_start_from_isr( struct time_base_timer * timer, uint64_t date );

/* Lets it expire so many units after it was last to expire: exactly, however late the caller is.
 * Returns pdTRUE if that has passed and the timer does not expire any more. The second one is for
 * `expired`. */
BaseType_t time_base_next( struct time_base_timer * timer, uint64_t units );
BaseType_t time_base_next_from_isr( struct time_base_timer * timer, uint64_t units );

/* It does not expire any more once this returns. */
void time_base_stop( struct time_base_timer * timer );

/* Units in so many nanoseconds, rounded up; nanoseconds in so many units. */
uint64_t time_base_units( uint64_t ns );

static inline uint64_t time_base_ns( uint64_t units )
{
    return units * TIME_BASE_NS;
}
