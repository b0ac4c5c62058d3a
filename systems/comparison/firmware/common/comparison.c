/* SPDX-License-Identifier: Apache-2.0 */

#include "comparison.h"

#include <stdio.h>

#include "board.h"
#include "soc.h"

#define CYCLES_PER_TICK 80000U

void comparison_failed( const char * text, const char * file, int line )
{
    printf( "the benchmark cannot go on: %s does not hold, %s:%d\n", text, file, line );
    board_exit( BOARD_EXIT_FAILURE );
}

/* Marsaglia's xorshift, from the seed of the interrupt generator. */
uint32_t comparison_phase( void )
{
    static uint32_t state;

    if( state == 0U )
    {
        state = SOC_REGISTER( SOC_INTERRUPT_GENERATOR_SEED_OFFSET );
    }

    state ^= state << 13;
    state ^= state >> 17;
    state ^= state << 5;
    return state % CYCLES_PER_TICK;
}

void comparison_wait( uint32_t cycles )
{
    uint32_t start = SOC_REGISTER( SOC_CLINT_MTIME_OFFSET );

    while( SOC_REGISTER( SOC_CLINT_MTIME_OFFSET ) - start < cycles )
    {
    }
}

void comparison_count( const char * metric, uint32_t operations, const char * parameter, unsigned value )
{
    printf( "count %s %lu %s=%u\n", metric, ( unsigned long ) operations, parameter, value );
}
