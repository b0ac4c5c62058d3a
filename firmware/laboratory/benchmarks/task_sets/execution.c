/* SPDX-License-Identifier: Apache-2.0 */

/* The longest of some runs of a function, in clock cycles: FUNCTION is its name, RUNS how often. The
 * first run counts too. Nothing interrupts it. */
#include <stdio.h>

#include "bench.h"
#include "board.h"

extern void FUNCTION( void );

static BENCH_FUNCTION uint32_t once( uint32_t run )
{
    BENCH_START( execution, run );
    FUNCTION();
    return BENCH_STOP( execution );
}

int main( void )
{
    uint32_t longest = 0;

    bench_begin();

    for( uint32_t run = 0; run < RUNS; run++ )
    {
        uint32_t cycles = once( run );

        longest = ( cycles > longest ) ? cycles : longest;
    }

    printf( "execution %lu\n", ( unsigned long ) longest );
    board_exit( BOARD_EXIT_SUCCESS );
}
