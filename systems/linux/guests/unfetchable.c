/* SPDX-License-Identifier: Apache-2.0 */

/* Traps of S mode whose handler cannot be fetched: each attempt is a page fault that leads to that handler
 * again. The core does nothing else, and FreeRTOS is to interrupt it all the same. */
#include "guest.h"
#include "hangs.h"
#include "translation.h"

#define NOTHING       FREE_PAGE( 5U )  /* no page is there */
#define UNEXECUTABLE  FREE_PAGE( 6U )
#define USERS         FREE_PAGE( 7U )
#define TABLE_TWICE   FREE_PAGE( 8U )  /* at both levels */
#define FIRMWARES     0x80000000U
#define FIRMWARE_DATA 0xF0220000U
#define RETURN_FROM_S 0x10200073U      /* sret */
#define SOFTWARE      2U               /* of sie, sip; and of sstatus: interrupts are enabled */

static uint32_t empty[ ENTRIES ] __attribute__( ( aligned( 4096 ) ) );
static uint32_t return_from_s[] __attribute__( ( aligned( 16 ) ) ) = { RETURN_FROM_S, RETURN_FROM_S };

static void go_to( uint32_t address )
{
    __asm volatile( "jr %0" : : "r"( address ) : "memory" );
}

/* With page tables, in which NOTHING and what follows are as they say. */
static void set_handler( uint32_t address )
{
    translate_addresses();
    free_table[ 6 ] = ENTRY_OF( empty ) | ( ENTRY_ALL & ~ENTRY_EXECUTABLE );
    free_table[ 7 ] = ENTRY_OF( empty ) | ENTRY_ALL | ENTRY_USER;
    free_table[ 8 ] = ENTRY_OF( empty ) | ENTRY_TABLE;
    __asm volatile( "sfence.vma" ::: "memory" );
    WRITE_CSR( stvec, address );
}

/* S mode or U mode goes on at an address. */
static void return_to( uint32_t address, uint32_t mode )
{
    CLEAR_CSR( sstatus, MODE_S );
    SET_CSR( sstatus, mode );
    WRITE_CSR( sepc, address );
    __asm volatile( "sret" ::: "memory" );
}

static void satp_of_an_empty_page( void )
{
    WRITE_CSR( satp, SATP_OF( empty ) );
}

static void satp_of_the_firmware_s_memory( void )
{
    WRITE_CSR( satp, SATP_OF( FIRMWARE_DATA ) );
}

static void satp_of_nowhere( void )
{
    WRITE_CSR( satp, UINT32_MAX );
}

static void page_that_is_not_there( void )
{
    set_handler( NOTHING );
    go_to( NOTHING );
}

static void page_without_instructions( void )
{
    set_handler( UNEXECUTABLE );
    go_to( UNEXECUTABLE );
}

static void page_of_users( void )
{
    set_handler( USERS );
    go_to( USERS );
}

static void table_at_the_lowest_level( void )
{
    set_handler( TABLE_TWICE );
    go_to( TABLE_TWICE );
}

static void interrupt( void )
{
    set_handler( NOTHING );
    SET_CSR( sie, SOFTWARE );
    SET_CSR( sip, SOFTWARE );
    SET_CSR( sstatus, SOFTWARE );

    for( ;; )
    {
    }
}

static void load_fault( void )
{
    set_handler( NOTHING );
    ( void ) REGISTER( NOTHING );
}

static void store_fault( void )
{
    set_handler( NOTHING );
    REGISTER( NOTHING ) = 0;
}

static void misaligned_load( void )
{
    set_handler( NOTHING );
    __asm volatile( "lw zero, 1( %0 )" : : "r"( empty ) : "memory" );
}

static void misaligned_jump( void )
{
    set_handler( NOTHING );
    go_to( 0x80400002U );
}

static void breakpoint( void )
{
    set_handler( NOTHING );
    __asm volatile( "ebreak" ::: "memory" );
}

static void illegal( void )
{
    set_handler( NOTHING );
    __asm volatile( ".word 0" ::: "memory" );
}

static void users_call( void )
{
    static uint32_t call[] __attribute__( ( aligned( 4096 ) ) ) = { 0x00000073U };

    set_handler( NOTHING );
    free_table[ 7 ] = ENTRY_OF( call ) | ENTRY_ALL | ENTRY_USER;
    __asm volatile( "sfence.vma" ::: "memory" );
    __asm volatile( ".word 0x0000100F" ::: "memory" ); /* fence.i */
    return_to( USERS, MODE_U );
}

static void user_of_nothing( void )
{
    set_handler( NOTHING );
    return_to( NOTHING, MODE_U );
}

static void own_page_that_is_taken_away( void )
{
    set_handler( LINUX_ENTRY );
    top_table[ LINUX_ENTRY / MEGAPAGE ] = 0;
    __asm volatile( "sfence.vma" ::: "memory" );
}

/* These two do something at each turn. */
static void handler_that_returns_to_nothing( void )
{
    set_handler( ( uint32_t ) ( uintptr_t ) return_from_s );
    return_to( NOTHING, MODE_S );
}

static void handler_that_returns_to_a_user_of_nothing( void )
{
    set_handler( ( uint32_t ) ( uintptr_t ) return_from_s );
    return_to( NOTHING, MODE_U );
}

static void handler_in_the_firmware_s_memory( void )
{
    WRITE_CSR( stvec, FIRMWARES );
    go_to( FIRMWARES );
}

int main( void )
{
    static const struct hang hangs[] = {
        { "satp of an empty page", satp_of_an_empty_page },
        { "satp of the firmware's memory", satp_of_the_firmware_s_memory },
        { "satp of nowhere", satp_of_nowhere },
        { "page that is not there", page_that_is_not_there },
        { "page without instructions", page_without_instructions },
        { "page of users", page_of_users },
        { "table at the lowest level", table_at_the_lowest_level },
        { "interrupt without a handler", interrupt },
        { "load fault without a handler", load_fault },
        { "store fault without a handler", store_fault },
        { "misaligned load without a handler", misaligned_load },
        { "misaligned jump without a handler", misaligned_jump },
        { "breakpoint without a handler", breakpoint },
        { "illegal instruction without a handler", illegal },
        { "user's call without a handler", users_call },
        { "user of a page that is not there", user_of_nothing },
        { "own page that is taken away", own_page_that_is_taken_away },
        { "handler that returns to nothing", handler_that_returns_to_nothing },
        { "handler that returns to a user of nothing", handler_that_returns_to_a_user_of_nothing },
        { "handler in the firmware's memory", handler_in_the_firmware_s_memory },
    };

    return hang_in_turn( hangs, sizeof( hangs ) / sizeof( hangs[ 0 ] ) );
}
