/* SPDX-License-Identifier: Apache-2.0 */

/*
 * The first program: loads the driver, if the file system has it, runs the program that the kernel's
 * command line names after `--`, with its argument, and switches the machine off.
 */
#include "machine.h"

int main( int count,
          char ** arguments )
{
    int code, loaded;

    mount( "none", "/dev", "devtmpfs", 0, "" );
    open_console();

    loaded = load_module( "/isochron-time.ko", "" );

    if( ( loaded != 0 ) && ( loaded != -ENOENT ) )
    {
        print( "FAIL: the driver could not be loaded\n" );
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
