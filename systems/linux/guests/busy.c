/* SPDX-License-Identifier: Apache-2.0 */

/*
 * Keeps core, caches and firmware busy, as Linux does, for as long as RELEASES of FreeRTOS's periodic task:
 * the simulator sees how late its line is served. Prints how late each release was.
 */
#include "guest.h"

#define RELEASES    300U
#define AREA_WORDS  4096U
#define STRIDE      9U /* words: each load is of another line */
#define SSTATUS_SIE 2U

static uint32_t area[ AREA_WORDS ];

int main( void )
{
    uint32_t first = SHARED->counts.releases, at = 0, value;

    while( SHARED->counts.releases - first < RELEASES )
    {
        for( uint32_t i = 0; i < AREA_WORDS / STRIDE; i++ )
        {
            area[ at ] += area[ ( at + AREA_WORDS / 2U ) % AREA_WORDS ];
            at = ( at + STRIDE ) % AREA_WORDS;
        }

        __asm volatile( ".word 0x0000100F" ::: "memory" ); /* fence.i: the cache of instructions is empty */
        ( void ) sbi( SBI_BASE, 3U, SBI_TIME, 0, &value );
        WRITE_CSR( sstatus, READ_CSR( sstatus ) ^ SSTATUS_SIE );
    }

    for( uint32_t i = 0; i < RELEASES; i++ )
    {
        print_value( "late", SHARED->samples[ ( first + i ) % SAMPLES ] & SAMPLE_CYCLES );
        print( "\n" );
    }

    check_attack( "work of a guest", 0 );
    return 0;
}
