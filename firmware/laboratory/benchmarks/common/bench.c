/* SPDX-License-Identifier: Apache-2.0 */

#include "bench.h"

#include <stdarg.h>
#include <stdio.h>

/* The comparison also measures kernels without FreeRTOS's API. */
#if __has_include( "FreeRTOS.h" )
    #include "FreeRTOS.h"
#endif

#include "board.h"

#if ( isochronHARDWARE_KERNEL == 1 )
    #include "isochron.h"
#endif

/* The test's name, from the compiler's command line: suites.py gives it. */
#ifndef BENCH_TEST
    #error "define BENCH_TEST, the test's name: -DBENCH_TEST=semaphore-2"
#endif
#define STRING_OF( text ) #text
#define STRING( text )    STRING_OF( text )

uint32_t bench_overhead;

BENCH_FUNCTION void bench_begin( void )
{
    /* Twice, by the same instructions: the first time fills caches. */
    for( unsigned time = 0; time < 2U; time++ )
    {
        __asm volatile( "" : "+r"( time ) ); /* not unrolled */
        __asm volatile( BENCH_START_STOPWATCH
                        "lui  t0, %%hi(%[pause])\n" /* stands for BENCH_STOP's instruction at the label */
                        "sw   zero, %%lo(%[pause])(t0)\n"
                        :
                        : [reset] "i"( BENCH_STOPWATCH( RESET ) ), [start] "i"( BENCH_STOPWATCH( START ) ),
                          [pause] "i"( BENCH_STOPWATCH( PAUSE ) )
                        : "t0", "memory" );
    }

    bench_overhead = bench_stopwatch();
}

void bench_sample( const char * metric, uint32_t cycles, const char * parameters, ... )
{
    va_list arguments;

    printf( "sample " STRING( BENCH_TEST ) " %s %lu ", metric, ( unsigned long ) cycles );
    va_start( arguments, parameters );
    vprintf( parameters, arguments );
    va_end( arguments );
    printf( "\n" );
}

void bench_end( void )
{
    board_exit( BOARD_EXIT_SUCCESS );
}

BENCH_FUNCTION void bench_busy_loop( uint32_t rounds )
{
    __asm volatile( "1: addi %0, %0, -1\n"
                    "   bnez %0, 1b\n"
                    : "+r"( rounds ) );
}

BENCH_FUNCTION uint32_t bench_busy_loop_cycles( uint32_t rounds )
{
    /* not a measurement of its own: the labels are not the probe's */
    bench_busy_loop( BENCH_START_AT( "busy_loop_start", rounds ) );
    BENCH_STOP_AT( "busy_loop_stop" );
    return bench_stopwatch() - bench_overhead;
}
