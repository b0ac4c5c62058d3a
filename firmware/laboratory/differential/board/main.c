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

static struct scenario scenario;

static bool next_line( char * line, size_t size )
{
    static const char * next = scenario_text;
    const char * end = line + size - 1;

    if( *next == '\0' )
    {
        return false;
    }

    do
    {
        *line++ = *next;
    } while( ( *next++ != '\n' ) && ( line != end ) );

    *line = '\0';
    return true;
}

static __attribute__( ( noreturn ) ) void finished( const struct outcome * outcome )
{
    ( void ) printf( "= %" PRIu32 " %" PRIu32 " %08" PRIx32 "%08" PRIx32 " 0 %s\n",
                     ( uint32_t ) scenario.name, outcome->calls, ( uint32_t ) ( outcome->checksum >> 32 ),
                     ( uint32_t ) outcome->checksum, outcome->text );
    board_exit( BOARD_EXIT_SUCCESS );
}

int main( void )
{
    if( !scenario_read( next_line, &scenario ) )
    {
        return BOARD_EXIT_FAILURE;
    }

    trace_begin( TRACE );
    interpret( &scenario, finished );
}
