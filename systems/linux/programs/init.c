/* SPDX-License-Identifier: Apache-2.0 */

/* The first program: loads the drivers that the file system has, runs the program that the kernel's
 * command line names after `--`, with its argument, and switches the machine off. */
#include "machine.h"

/* Whether it is loaded, or not there. */
static int load_if_there( const char * path )
{
    int loaded = load_module( path, "" );

    return ( loaded == 0 ) || ( loaded == -ENOENT );
}

/* Where the programs print: the kernel could not open it before there was /dev. */
static void open_standard_output( void )
{
    int file = open( "/dev/console", O_RDWR );

    for( int i = 0; ( file >= 0 ) && ( i <= STDERR_FILENO ); i++ )
    {
        dup2( file, i );
    }
}

int main( int count, char ** arguments )
{
    int code;

    mount( "none", "/dev", "devtmpfs", 0, "" );
    open_console();
    open_standard_output();

    if( !load_if_there( "/isochron-time.ko" ) || !load_if_there( "/isochron-rt.ko" ) )
    {
        print( "FAIL: a driver could not be loaded\n" );
    }
    else if( count > 1 )
    {
        code = run_program( arguments[ 1 ], count > 2 ? arguments[ 2 ] : NULL );

        if( code == 0 )
        {
            print( "PASS\n" );
        }
        else
        {
            print_value( "FAIL: the program's exit code was", ( uint32_t ) code );
        }
    }
    else
    {
        print( "PASS\n" );
    }

    switch_off();
    return 0;
}
