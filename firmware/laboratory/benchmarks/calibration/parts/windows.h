/* SPDX-License-Identifier: Apache-2.0 */

/* The windows in which cycles are stolen, or a tick comes. */
#pragma once

#include "ticks.h"

/* Cycles of one round of bench_busy_loop, and of what is around it. */
extern uint32_t windows_round;
extern uint32_t windows_fixed;

/* Measures them, and bench_overhead. First thing in main. */
void windows_begin( void );

/* The cycles of bench_busy_loop( rounds ) when nothing disturbs it. */
static inline uint32_t windows_loop( uint32_t rounds )
{
    return windows_fixed + rounds * windows_round;
}

/* Defines uint32_t <metric>_window( rounds ), which computes so long and returns the cycles taken. */
#define WINDOW( metric )                                              \
    static BENCH_FUNCTION uint32_t metric##_window( uint32_t rounds ) \
    {                                                                 \
        bench_busy_loop( BENCH_START( metric, rounds ) );             \
        return BENCH_STOP( metric );                                  \
    }

/* Defines uint32_t <metric>_begin( rounds ), which starts the stopwatch and computes, and returns
 * the mtime read shortly before; and <metric>_end(), which stops it in another task. A latency of
 * theirs is a window less what windows_to_tick() says: at most the few cycles too long that a
 * reading of mtime takes, and never too short. */
#define WINDOW_ACROSS( metric )                                  \
    static volatile uint32_t metric##_from;                      \
    static BENCH_FUNCTION void metric##_begin( uint32_t rounds ) \
    {                                                            \
        metric##_from = ticks_mtime();                           \
        bench_busy_loop( BENCH_START( metric, rounds ) );        \
    }                                                            \
    static BENCH_FUNCTION uint32_t metric##_end( void )          \
    {                                                            \
        return BENCH_STOP( metric );                             \
    }

/* The cycles from the start of a window, before which mtime was `from`, to a tick. */
uint32_t windows_to_tick( uint32_t from, TickType_t tick );
