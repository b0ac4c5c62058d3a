/* SPDX-License-Identifier: Apache-2.0 */

#include "conformance.h"

#include <stdio.h>
#include <string.h>

#include "board.h"

#define STACK_WORDS    512U
#define STACKS         12U
#define MARKS          64U

static OS_STK stacks[ STACKS ][ STACK_WORDS ] __attribute__( ( aligned( 16 ) ) );
static unsigned used;
static unsigned checks;
static char marks[ MARKS ];
static unsigned marked;

void check_equal( uint32_t actual,
                  uint32_t expected,
                  const char * text,
                  const char * file,
                  int line )
{
    checks++;

    if( actual != expected )
    {
        printf( "%s:%d: %s is %lu, not %lu\n", file, line, text,
                ( unsigned long ) actual, ( unsigned long ) expected );
        board_exit( BOARD_EXIT_FAILURE );
    }
}

void check_order( const char * expected,
                  const char * file,
                  int line )
{
    checks++;
    marks[ marked ] = '\0';
    marked = 0;

    if( strcmp( marks, expected ) != 0 )
    {
        printf( "%s:%d: the order is \"%s\", not \"%s\"\n", file, line, marks, expected );
        board_exit( BOARD_EXIT_FAILURE );
    }
}

void mark( char who )
{
    if( marked < MARKS - 1U )
    {
        marks[ marked ] = who;
        marked++;
    }
}

INT8U create( void ( * function )( void * ),
              INT8U prio )
{
    CHECK_EQUAL( used < STACKS, 1 );
    used++;
    return OSTaskCreate( function, ( void * ) 0, &stacks[ used - 1U ][ STACK_WORDS - 1U ], prio );
}

void conformance( void ( * director )( void * ),
                  INT8U prio )
{
    OSInit();
    CHECK_EQUAL( create( director, prio ), OS_ERR_NONE );
    OSStart();
}

void passed( void )
{
    printf( "passed %u checks\n", checks );
    board_exit( BOARD_EXIT_SUCCESS );
}
