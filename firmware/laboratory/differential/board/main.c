/* SPDX-License-Identifier: Apache-2.0 */

/* Runs the scenario in the image (scenario_text) on the reference SoC, and prints the line that the
 * native interpreter prints; with TRACE also what happens. */
#include <inttypes.h>
#include <stdbool.h>
#include <stdio.h>

#include "board.h"
#include "host_contexts.h"
#include "interpreter.h"
#include "trace.h"

#ifndef TRACE
    #define TRACE false
#endif

extern const char scenario_text[];

static int next_character( FILE * file )
{
    static const char * next = scenario_text;

    ( void ) file;
    return ( *next != '\0' ) ? *next++ : EOF;
}

static FILE text = FDEV_SETUP_STREAM( NULL, next_character, NULL, _FDEV_SETUP_READ );
static struct scenario scenario;

static __attribute__( ( noreturn ) ) void finished( const struct outcome * outcome )
{
    ( void ) printf( "= %" PRIu32 " %" PRIu32 " %08" PRIx32 "%08" PRIx32 " 0 %s\n",
                     ( uint32_t ) scenario.name, outcome->calls, ( uint32_t ) ( outcome->checksum >> 32 ),
                     ( uint32_t ) outcome->checksum, outcome->text );
    board_exit( BOARD_EXIT_SUCCESS );
}

int main( void )
{
    if( !scenario_read( &text, &scenario ) )
    {
        return BOARD_EXIT_FAILURE;
    }

    trace_begin( TRACE );
    interpret( &scenario, finished );
}
