/* SPDX-License-Identifier: Apache-2.0 */

#include "counted.h"

#include <stdio.h>

#include "bench.h"
#include "board.h"

#define MOST_SAMPLES 512U

volatile uint32_t counting;

/* Set by counted.S: the stopwatch was started. */
volatile uint32_t counted_open;

static uint32_t samples[ MOST_SAMPLES ];
static unsigned taken;

/* Called by counted.S with what the stopwatch shows. */
void counted( uint32_t shown )
{
    if( counted_open != 0U )
    {
        counted_open = 0;

        if( taken == MOST_SAMPLES )
        {
            printf( "too many samples: raise MOST_SAMPLES in counted.c\n" );
            board_exit( BOARD_EXIT_FAILURE );
        }

        samples[ taken ] = shown - bench_overhead;
        taken++;
    }
}

void counted_print( const char * metric, unsigned tasks )
{
    for( unsigned i = 0; i < taken; i++ )
    {
        bench_sample( metric, samples[ i ], "tasks=%u", tasks );
    }

    taken = 0;
}
