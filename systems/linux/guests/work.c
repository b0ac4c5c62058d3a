/* SPDX-License-Identifier: Apache-2.0 */

#include "guest.h"

#define AREA_WORDS  4096U
#define STRIDE      9U /* words: each load is of another line */
#define SSTATUS_SIE 2U

static uint32_t area[ AREA_WORDS ];

void work( void )
{
    static uint32_t at;
    uint32_t value;

    for( uint32_t i = 0; i < AREA_WORDS / STRIDE; i++ )
    {
        area[ at ] += area[ ( at + AREA_WORDS / 2U ) % AREA_WORDS ];
        at = ( at + STRIDE ) % AREA_WORDS;
    }

    __asm volatile( ".word 0x0000100F" ::: "memory" ); /* fence.i: the cache of instructions is empty */
    ( void ) sbi( SBI_BASE, 3U, SBI_TIME, 0, &value );
    WRITE_CSR( sstatus, READ_CSR( sstatus ) ^ SSTATUS_SIE );
}
