/* SPDX-License-Identifier: Apache-2.0 */

/* Page tables of a guest, with which everything that it may reach is where it is without. */
#pragma once

#include <stdint.h>

#define PAGE_BYTES          4096U
#define MEGAPAGE            0x400000U
#define ENTRIES             1024U
#define ENTRY_TABLE         0x01U
#define ENTRY_EXECUTABLE    0x08U
#define ENTRY_USER          0x10U
#define ENTRY_ALL           0xCFU /* valid, readable, writable, executable, accessed, dirty */
#define ENTRY_OF( address ) ( ( uint32_t ) ( address ) >> 12 << 10 )
#define SATP_ON             0x80000000U
#define SATP_OF( table )    ( SATP_ON | ( uint32_t ) ( uintptr_t ) ( table ) / PAGE_BYTES )

/* Nothing is there, but a table for what a program wants. */
#define FREE_ADDRESS        0x00400000U
#define FREE_PAGE( number ) ( FREE_ADDRESS + ( number ) * PAGE_BYTES )

extern uint32_t top_table[ ENTRIES ], device_table[ ENTRIES ], free_table[ ENTRIES ];

/* From now on these tables are the guest's. */
void translate_addresses( void );
