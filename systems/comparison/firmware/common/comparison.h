/* SPDX-License-Identifier: Apache-2.0 */

/* What the programs of the comparison share. The kernel is behind adapter.h. */
#pragma once

#include <stdint.h>

/* Words of stack of a task: 2 KB, as in the paper. */
#define COMPARISON_STACK 512U

/* Bytes for what the application must provide where the kernel has no heap: 64 KB, as the paper's
 * heap. */
#ifndef COMPARISON_MEMORY
    #define COMPARISON_MEMORY 65536U
#endif

/* Bytes of a block of memory in the paper. */
#define COMPARISON_BLOCK 128U

/* Ends the program with a message when something the benchmark rests on did not work. */
#define REQUIRE( condition )                                     \
    do                                                           \
    {                                                            \
        if( !( condition ) )                                     \
        {                                                        \
            comparison_failed( #condition, __FILE__, __LINE__ ); \
        }                                                        \
    } while( 0 )

void comparison_failed( const char * text, const char * file, int line ) __attribute__( ( noreturn ) );

/* A random number of cycles below that of a tick; the simulator's seed decides. */
uint32_t comparison_phase( void );

/* Keeps the core busy until that many cycles have passed. */
void comparison_wait( uint32_t cycles );

/* Prints the operations counted in one window, with the load they were counted under. */
void comparison_count( const char * metric, uint32_t operations, const char * parameter, unsigned value );

/* The paper's window: from tick TIME_A, which is to come, to tick TIME_B, 10 ms later. Another phase
 * against the tick each time. */
#define WINDOW_TICKS  10U
#define WINDOW_CYCLES 800000U /* the same at 80 MHz */
#define WINDOWS       3U      /* of each criterion in one run */

#define WINDOW_OPEN( first, last )                \
    do                                            \
    {                                             \
        comparison_wait( comparison_phase() );    \
        first = ( uint32_t ) KERNEL_TICKS() + 1U; \
        last = first + WINDOW_TICKS;              \
    } while( 0 )
