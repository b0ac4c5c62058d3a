/* SPDX-License-Identifier: Apache-2.0 */

/*
 * Keeps core, caches and firmware busy, as Linux does, for as long as RELEASES of FreeRTOS's periodic task:
 * the simulator sees how late each of them is.
 */
#include "guest.h"

#define RELEASES      300U
#define AREA_WORDS    4096U
#define STRIDE        9U /* words: each load is of another line */
#define SSTATUS_SIE   2U

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

        ( void ) sbi( SBI_BASE, 3U, SBI_TIME, 0, &value );
        WRITE_CSR( sstatus, READ_CSR( sstatus ) ^ SSTATUS_SIE );
    }

    check_attack( "work of a guest", 0 );
    return 0;
}
