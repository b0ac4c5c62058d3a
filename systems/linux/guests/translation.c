/* SPDX-License-Identifier: Apache-2.0 */

#include "translation.h"

#include "guest.h"

#define RAM       0x80000000U
#define RAM_END   0x81000000U
#define DEVICES   0xF0000000U
#define OWN_PAGES { 0x00U, 0x31U, 0x60U } /* of these: UART, time, doorbells */

uint32_t top_table[ ENTRIES ] __attribute__( ( aligned( 4096 ) ) );
uint32_t device_table[ ENTRIES ] __attribute__( ( aligned( 4096 ) ) );
uint32_t free_table[ ENTRIES ] __attribute__( ( aligned( 4096 ) ) );

void translate_addresses( void )
{
    static const uint32_t own[] = OWN_PAGES;

    for( uint32_t at = RAM; at < RAM_END; at += MEGAPAGE )
    {
        top_table[ at / MEGAPAGE ] = ENTRY_OF( at ) | ENTRY_ALL;
    }

    for( uint32_t i = 0; i < sizeof( own ) / sizeof( own[ 0 ] ); i++ )
    {
        device_table[ own[ i ] ] = ENTRY_OF( DEVICES + own[ i ] * PAGE_BYTES ) | ENTRY_ALL;
    }

    top_table[ DEVICES / MEGAPAGE ] = ENTRY_OF( device_table ) | ENTRY_TABLE;
    top_table[ FREE_ADDRESS / MEGAPAGE ] = ENTRY_OF( free_table ) | ENTRY_TABLE;
    __asm volatile( "sfence.vma" ::: "memory" );
    WRITE_CSR( satp, SATP_OF( top_table ) );
}
