/* SPDX-License-Identifier: Apache-2.0 */

/* Keeps core, caches and firmware busy, as Linux does, for as long as RELEASES of FreeRTOS's periodic task:
 * the simulator sees how late its line is served. Prints how late each release was. */
#include "guest.h"

#define RELEASES 300U

int main( void )
{
    uint32_t first = SHARED->counts.releases;

    while( SHARED->counts.releases - first < RELEASES )
    {
        work();
    }

    for( uint32_t i = 0; i < RELEASES; i++ )
    {
        print_value( "late", SHARED->samples[ ( first + i ) % SAMPLES ] & SAMPLE_CYCLES );
        print( "\n" );
    }

    check_attack( "work of a guest", 0 );
    return 0;
}
