/* SPDX-License-Identifier: Apache-2.0 */

/* The board of a native program on either kernel: its end. */
#include <stdio.h>
#include <stdlib.h>

#include "FreeRTOS.h"
#include "board.h"
#include "machine.h"

void vApplicationIdleHook( void )
{
    machine_point();
}

void board_exit( int code )
{
    exit( code );
}

void host_assertion_failed( const char * file, int line )
{
    ( void ) printf( "assertion failed: %s:%d\n", file, line );
    exit( BOARD_EXIT_ASSERTION );
}

void machine_fail( const char * reason )
{
    ( void ) printf( "%s\n", reason );
    exit( BOARD_EXIT_EXCEPTION );
}

void vIsochronConfigurationError( const char * message )
{
    ( void ) printf( "%s\n", message );
    exit( BOARD_EXIT_CONFIGURATION );
}
