/* SPDX-License-Identifier: Apache-2.0 */

#include "guest.h"

uint32_t guest_tree;

static int failed;

int32_t sbi( uint32_t extension, uint32_t function, uint32_t first, uint32_t second, uint32_t * value )
{
    register uint32_t a0 __asm( "a0" ) = first;
    register uint32_t a1 __asm( "a1" ) = second;
    register uint32_t a2 __asm( "a2" ) = 0;
    register uint32_t a6 __asm( "a6" ) = function;
    register uint32_t a7 __asm( "a7" ) = extension;

    __asm volatile( "ecall" : "+r"( a0 ), "+r"( a1 ) : "r"( a2 ), "r"( a6 ), "r"( a7 ) : "memory" );

    if( value != 0 )
    {
        *value = a1;
    }

    return ( int32_t ) a0;
}

void set_timer( uint32_t cycles )
{
    uint32_t now = READ_CSR( time );

    /* No guest runs for as long as the lower half of the time lasts. */
    ( void ) sbi( SBI_TIME, 0, now + cycles, 0, 0 );
}

void check_of( const char * about, const char * what, int good )
{
    print( good ? "\nok " : "\nnot ok " );
    print( about );
    print( what );
    print( "\n" );
    failed += !good;
}

void check_attack( const char * what, uint32_t found )
{
    check_of( what, ": nothing is found, and 20 exact periods follow",
              ( found == 0 ) && goes_on( SHARED, TIME_PAGE ) );
}

void guest_end( int failures )
{
    print( ( failures + failed == 0 ) ? "PASS\n" : "FAIL: checks of a guest\n" );
    ( void ) sbi( SBI_RESET, 0, 0, 0, 0 );

    for( ;; )
    {
    }
}
