/* SPDX-License-Identifier: Apache-2.0 */

#include "checks.h"

#include <stdio.h>
#include <string.h>

#include "board.h"

#define MARKS 256

static char marks[ MARKS + 1 ];
static volatile unsigned marked;
static unsigned checks;

static void fail( const char * file, int line )
{
    printf( "check failed: %s:%d, at tick %lu\n", file, line, ( unsigned long ) check_tick() );
    board_exit( BOARD_EXIT_FAILURE );
}

void check_true( int condition, const char * text, const char * file, int line )
{
    checks++;

    if( !condition )
    {
        printf( "%s is false\n", text );
        fail( file, line );
    }
}

void check_equal( uint32_t actual, uint32_t expected, const char * text, const char * file, int line )
{
    checks++;

    if( actual != expected )
    {
        printf( "%s is %lu, not %lu\n", text, ( unsigned long ) actual, ( unsigned long ) expected );
        fail( file, line );
    }
}

void check_order( const char * expected, const char * file, int line )
{
    checks++;
    marks[ marked ] = '\0';

    if( strcmp( marks, expected ) != 0 )
    {
        printf( "the order is \"%s\", not \"%s\"\n", marks, expected );
        fail( file, line );
    }

    marked = 0;
}

void mark( char who )
{
    if( marked == MARKS )
    {
        printf( "too many marks\n" );
        fail( __FILE__, __LINE__ );
    }

    marks[ marked ] = who;
    marked = marked + 1;
}

void test_passed( void )
{
    printf( "passed %u checks\n", checks );
    board_exit( BOARD_EXIT_SUCCESS );
}
