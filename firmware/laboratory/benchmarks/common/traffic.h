/* SPDX-License-Identifier: Apache-2.0 */

/* The second bus master, and an instrument for beside it: with the generator on, the instructions of
 * an instrument take no constant time. So the labels are on the stores that start and stop the
 * stopwatch, the probes see what it counts, and both include the store that stops it. */
#pragma once

#include "bench.h"

#ifndef BENCH_TRAFFIC
    #error "define BENCH_TRAFFIC, CONTROL: 1 data bus, 2 instructions, 3 both, 8 more: gives way"
#endif

#define START( metric )                                                                                \
    __asm volatile( "lui  t0, %%hi(%[reset])\n"                                                        \
                    "sw   zero, %%lo(%[reset])(t0)\n" BENCH_LABEL(                                     \
                        "probe_start_" #metric ) "sw   zero, %%lo(%[start])(t0)\n"                     \
                    :                                                                                  \
                    : [reset] "i"( BENCH_STOPWATCH( RESET ) ), [start] "i"( BENCH_STOPWATCH( START ) ) \
                    : "t0", "memory" )

/* What the stopwatch shows then. */
#define STOP( metric )                                                                \
    ( {                                                                               \
        __asm volatile( "lui  t0, %%hi(%[pause])\n" BENCH_LABEL(                      \
                            "probe_stop_" #metric ) "sw   zero, %%lo(%[pause])(t0)\n" \
                        :                                                             \
                        : [pause] "i"( BENCH_STOPWATCH( PAUSE ) )                     \
                        : "t0", "memory" );                                           \
        bench_stopwatch();                                                            \
    } )

/* The part, in per cent of the cycles, that the generator would take without competition. */
static const uint8_t loads[] = { 0, 10, 25, 50, 75 };

#define LOADS ( sizeof( loads ) / sizeof( loads[ 0 ] ) )

#define BURST 4

#define TRAFFIC( name ) SOC_REGISTER( SOC_TRAFFIC_GENERATOR_##name##_OFFSET )

static inline void traffic_on( uint32_t load )
{
    /* a burst of n, and the cycles before it: n / ( n + 65536 / RATE ) = load / 100 */
    TRAFFIC( BURST ) = BURST;
    TRAFFIC( RATE ) = 65536U * load / ( BURST * ( 100U - load ) );
    TRAFFIC( CONTROL ) = BENCH_TRAFFIC;
}

static inline void traffic_off( void )
{
    TRAFFIC( CONTROL ) = 0;
}
