/* SPDX-License-Identifier: Apache-2.0 */

/* Measuring a kernel call, for every benchmark and every kernel.
 *
 * A measurement starts in front of a call and ends where a task goes on, often another one, so
 * each of the two is a macro that also defines the label at which the simulator's probe looks:
 *
 *     xSemaphoreTake( BENCH_START( wait_block, semaphore ), portMAX_DELAY );
 *     cycles = BENCH_STOP( signal_unblock );
 *
 * BENCH_START hands its second argument on. The move that does so is the first instruction of
 * the call and carries the label probe_start_<metric>; the store before it starts the stopwatch.
 * BENCH_STOP is a label, probe_stop_<metric>, on an instruction of one cycle and the store that
 * stops the stopwatch. Both instruments then count the same cycles: from the first instruction
 * of the call to the first one after it, the instruments left out.
 *
 * A label exists once. Use the macros in functions that are BENCH_FUNCTION, without a loop. */
#pragma once

#include <stdint.h>

#include "soc.h"

/* The compiler neither copies nor merges nor moves such a function. */
#define BENCH_FUNCTION __attribute__( ( noipa ) )

/* Measurements of one point. */
#define BENCH_REPETITIONS 4

/* The largest priority drop: the thesis goes from 32 to 1; with 32 priorities 31 is the highest. */
#define BENCH_MAXIMUM_DROP ( ( configMAX_PRIORITIES > 32 ) ? 31 : 30 )

/* Words of stack, enough to print. */
#define BENCH_STACK 320

#define BENCH_STOPWATCH( name ) ( SOC_BASE + SOC_STOPWATCH_##name##_OFFSET )

/* On a core with a cache an instrument lies in one line of it, or the stopwatch would count a refill
 * that the probe does not. */
#ifdef BOARD_CORE_VEXRISCV
    #define BENCH_ALIGN_START ".balign 16\n"
    #define BENCH_ALIGN_STOP  ".balign 8\n" /* one nop at most, which counts */
    #define BENCH_STORE_LATE  1             /* cycles from a store's completion to the bus */
#else
    #define BENCH_ALIGN_START
    #define BENCH_ALIGN_STOP
    #define BENCH_STORE_LATE 0
#endif

#define BENCH_START_STOPWATCH         \
    BENCH_ALIGN_START                 \
    "lui  t0, %%hi(%[reset])\n"       \
    "sw   zero, %%lo(%[reset])(t0)\n" \
    "sw   zero, %%lo(%[start])(t0)\n"

#define BENCH_LABEL( name ) ".global " name "\n" name ":\n"

#define BENCH_START( metric, argument ) BENCH_START_AT( "probe_start_" #metric, argument )

#define BENCH_START_AT( label, argument )                                                  \
    ( {                                                                                    \
        __typeof__( argument ) bench_argument;                                             \
        __asm volatile( BENCH_START_STOPWATCH BENCH_LABEL( label ) "mv   %[to], %[from]\n" \
                        : [to] "=r"( bench_argument )                                      \
                        : [from] "r"( argument ), [reset] "i"( BENCH_STOPWATCH( RESET ) ), \
                          [start] "i"( BENCH_STOPWATCH( START ) )                          \
                        : "t0", "memory" );                                                \
        bench_argument;                                                                    \
    } )

#define BENCH_STOP_AT( label )                                                              \
    __asm volatile( BENCH_ALIGN_STOP BENCH_LABEL( label ) "lui  t0, %%hi(%[pause])\n"       \
                                                          "sw   zero, %%lo(%[pause])(t0)\n" \
                    :                                                                       \
                    : [pause] "i"( BENCH_STOPWATCH( PAUSE ) )                               \
                    : "t0", "memory" )

/* The cycles since BENCH_START. */
#define BENCH_STOP( metric )                    \
    ( {                                         \
        BENCH_STOP_AT( "probe_stop_" #metric ); \
        bench_stopwatch() - bench_overhead;     \
    } )

/* From a rising interrupt line to a BENCH_STOP_LINE: tells the simulator, at file scope. */
#define BENCH_LINE_STARTS( line, metric )                   \
    __asm( ".global probe_pin" #line "_start_" #metric "\n" \
           ".set probe_pin" #line "_start_" #metric ", 0\n" )

/* Lets the line's next rising edge start the stopwatch. */
#define BENCH_START_AT_LINE( line )                                                     \
    do                                                                                  \
    {                                                                                   \
        SOC_REGISTER( SOC_STOPWATCH_RESET_OFFSET ) = 0;                                 \
        SOC_REGISTER( SOC_STOPWATCH_TRIGGER_OFFSET ) = BENCH_TRIGGER_ENABLE | ( line ); \
    } while( 0 )

#define BENCH_TRIGGER_ENABLE ( 1U << 31 )

/* The cycles since the line rose. The stopwatch started in that very cycle; of its overhead only
 * the end remains: the instruction at the label, and a store's way. */
#define BENCH_STOP_LINE( metric )                 \
    ( {                                           \
        BENCH_STOP_AT( "probe_stop_" #metric );   \
        bench_stopwatch() - 1 - BENCH_STORE_LATE; \
    } )

/* What the stopwatch shows when nothing is between its start and its stop; see bench_begin. */
extern uint32_t bench_overhead;

/* What the stopwatch shows. */
static inline uint32_t bench_stopwatch( void )
{
    return SOC_REGISTER( SOC_STOPWATCH_COUNT_OFFSET );
}

/* Measures the stopwatch's overhead, as listing 3.4 of the thesis does. First thing in main. */
void bench_begin( void );

/* Prints one sample: metric, cycles, and the parameters as printf does ("drop=%u", drop). */
void bench_sample( const char * metric, uint32_t cycles, const char * parameters, ... )
    __attribute__( ( format( printf, 3, 4 ) ) );

/* Ends the benchmark. */
void bench_end( void ) __attribute__( ( noreturn ) );

/* Prints a sample of what was stolen from a loop: `cycles`, of which `baseline` are the loop's own. */
#define bench_sample_stolen( metric, cycles, baseline, parameters, ... )                      \
    bench_sample( metric, ( cycles ) - ( baseline ), parameters " baseline=%lu", __VA_ARGS__, \
                  ( unsigned long ) ( baseline ) )

/* Keeps the core busy with additions and branches, a fixed number of cycles per round. */
void bench_busy_loop( uint32_t rounds );

/* Measures bench_busy_loop when nothing disturbs it: call it before the scheduler starts. */
uint32_t bench_busy_loop_cycles( uint32_t rounds );
