/* SPDX-License-Identifier: Apache-2.0 */

/* Measures what periodic tasks of FreeRTOS take from this program, and how late they go on if all wake
 * together, for each number of tasks: systems/linux/periods. What programs/periods.c does on Linux. */
#include "guest.h"
#include "measure.h"

#define DOORBELL REGISTER( 0xF0060004U )

#ifndef COUNTS
    #define COUNTS { 1, 12 }
#endif

void periods_settle( void )
{
}

void periods_work( volatile struct periods * periods, uint32_t releases )
{
    while( periods->releases < releases )
    {
        work();
    }
}

void periods_print( const char * what, const uint32_t * values, uint32_t count )
{
    print( what );

    for( uint32_t i = 0; i < count; i++ )
    {
        print_value( "", values[ i ] );
    }

    print( "\n" );
}

int main( void )
{
    static const uint32_t counts[] = COUNTS;

    periods_begin( PERIODS, &DOORBELL, TIME_PAGE );

    for( uint32_t i = 0; i < sizeof( counts ) / sizeof( counts[ 0 ] ); i++ )
    {
        periods_measure( counts[ i ] );
    }

    return 0;
}
