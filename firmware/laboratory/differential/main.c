/* SPDX-License-Identifier: Apache-2.0 */

/* Reads scenarios from standard input and runs each in a process of its own, so that every one
 * starts from a kernel after reset and none can spoil the next. Prints one line for each:
 *
 *   <name> <calls> <checksum> <points inside> <how it ended>
 *
 * --trace: print what happens before that line.
 * --points: for a scenario with an inside event print one line for each point at which the event
 * may come, as if it came there; the last one is after all points, at the next gap.
 * --later: FreeRTOS as it is switches like its ports that wait for the end of a critical section
 * (host_contexts.h). */
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include "FreeRTOS.h"
#include "host_contexts.h"
#include "interpreter.h"
#include "machine.h"
#include "trace.h"

/* Seconds of processor time: a scenario takes a few milliseconds. Points that are counted end
 * whatever calls the kernel; this is for a loop that does not. */
#define PROCESSOR_TIME 1

/* A point that no run reaches: the event comes at the next gap. */
#define AFTER_ALL_POINTS UINT32_MAX

static struct outcome * shared;

/* Writes the counts of a build for coverage, which _exit() would lose. */
extern void __gcov_dump( void ) __attribute__( ( weak ) );

static void finished( const struct outcome * outcome )
{
    *shared = *outcome;
    ( void ) fflush( NULL );

    if( __gcov_dump != NULL )
    {
        __gcov_dump();
    }

    _exit( 0 );
}

static void run( const struct scenario * scenario, bool print )
{
    static const struct rlimit limit = { PROCESSOR_TIME, PROCESSOR_TIME };
    int status;
    pid_t child;

    ( void ) fflush( NULL );
    ( void ) memset( shared, 0, sizeof( *shared ) );
    ( void ) strcpy( shared->text, "ended by itself" );
    child = fork();

    if( child == 0 )
    {
        ( void ) setrlimit( RLIMIT_CPU, &limit );
        trace_begin( print );
        interpret( scenario, finished );
    }

    if( ( child < 0 ) || ( waitpid( child, &status, 0 ) != child ) )
    {
        perror( "cannot run a scenario" );
        exit( 2 );
    }

    if( WIFSIGNALED( status ) )
    {
        ( void ) snprintf( shared->text, sizeof( shared->text ), "killed by signal %d", WTERMSIG( status ) );
    }

    ( void ) printf( "= %" PRIu64 " %" PRIu32 " %016" PRIx64 " %" PRIu32 " %s\n", scenario->name,
                     shared->calls, shared->checksum, shared->inside_points, shared->text );
}

static void run_at_all_points( struct scenario * scenario, bool print )
{
    uint32_t points;

    scenario->inside_point = AFTER_ALL_POINTS;
    run( scenario, print );
    points = shared->inside_points;

    for( uint32_t point = 1; point <= points; point++ )
    {
        scenario->inside_point = point;
        run( scenario, print );
    }
}

static bool next_line( char * line, size_t size )
{
    return fgets( line, ( int ) size, stdin ) != NULL;
}

int main( int argc, char ** argv )
{
    static struct scenario scenario;
    bool print = false, at_all_points = false, later = false;

    for( int i = 1; i < argc; i++ )
    {
        print = print || ( strcmp( argv[ i ], "--trace" ) == 0 );
        at_all_points = at_all_points || ( strcmp( argv[ i ], "--points" ) == 0 );
        later = later || ( strcmp( argv[ i ], "--later" ) == 0 );
    }

    #if ( configUSE_HW_ACCELERATION == 0 )
    bHostSwitchesLater = later;
    #else
    ( void ) later;
    #endif

    shared = mmap( NULL, sizeof( *shared ), PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0 );

    if( shared == MAP_FAILED )
    {
        perror( "no memory" );
        return 2;
    }

    /* What takes long is done once, before the first fork: hardware comes out of reset. */
    ( void ) machine_port_switch_requested();

    while( scenario_read( next_line, &scenario ) )
    {
        if( at_all_points && scenario.has_inside )
        {
            run_at_all_points( &scenario, print );
        }
        else
        {
            run( &scenario, print );
        }
    }

    return 0;
}
