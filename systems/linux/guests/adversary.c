/* SPDX-License-Identifier: Apache-2.0 */

/* Does what nobody thought of: random instructions with random registers, in S mode and in U mode, with page
 * tables and without, until one of them leads to nowhere, or at last random page tables and a random handler.
 * The watchdog ends each round. All the time a release comes every period, none late. */
#include "guest.h"
#include "random.h"
#include "translation.h"

#ifndef ROUNDS
    #define ROUNDS 10U
#endif
#ifndef SEED
    #define SEED 1U
#endif

#define SNIPPETS      300U
#define LENGTH        16U         /* instructions */
#define TABLE_CHANGES 6U
#define ALLOWED       1U          /* ticks */
#define PACE          5000U       /* in every other round: lines that rise */
#define BREAKPOINT    0x00100073U
#define SPREAD        2654435761U

/* Of RAM that a start leaves as it is: the first release that was seen, and when. */
#define FIRST_RELEASE REGISTER( 0x80D00000U )
#define FIRST_CYCLE   REGISTER( 0x80D00004U )
#define ENTERED       REGISTER( 0x80D00008U ) /* how often it has begun a round */

/* No jump from there comes to this program's own. */
static uint32_t room[ 3 ][ ENTRIES ] __attribute__( ( aligned( 4096 ) ) );
static uint32_t * const instructions = room[ 1 ];
static uint32_t data[ ENTRIES ] __attribute__( ( aligned( 4096 ) ) );
static uint32_t empty[ ENTRIES ] __attribute__( ( aligned( 4096 ) ) );

/* Not the UART, whose output is read, nor what is shared, in which the watchdog is, nor this program. */
static const uint32_t places[] = {
    0U,
    1U,
    UINT32_MAX,
    ( uint32_t ) room[ 1 ],
    ( uint32_t ) data,
    ( uint32_t ) data + 1U,
    ( uint32_t ) data + PAGE_BYTES - 4U,
    ( uint32_t ) empty,
    FREE_PAGE( 1U ),
    FREE_PAGE( 2U ),
    FREE_PAGE( 3U ),
    FREE_PAGE( 4U ),
    FREE_PAGE( 9U ),
    0xF0220000U,
    0xF0210000U,
    0x80000000U,
    0x80010000U,
    0x802FF000U,
    0xF0060000U,
    0xF0061000U,
    0xF0031000U,
    0xF0030000U,
    0xF0020000U,
    0xF0040000U,
    0xF0100000U,
    0x80FFFFFCU,
    0x81000000U,
    0xE0000000U,
    SBI_BASE,
    SBI_TIME,
    SBI_IPI,
    SBI_FENCE,
    SBI_HSM,
    SBI_CONSOLE,
    SBI_STA,
    SATP_ON,
    0x20U,
    0x222U,
};

static uint32_t place( void )
{
    switch( random_word() % 16U )
    {
        case 0:
            return random_word();

        case 1:
            return SATP_OF( top_table );

        case 2:
            return SATP_OF( empty );

        default:
            return RANDOM_OF( places );
    }
}

/* Registers, immediates and functions of instructions; the lowest 7 bits and those of `fixed` stay. */
static uint32_t instruction( void )
{
    static const struct
    {
        uint32_t fixed, free;
    } forms[] = {
        { 0x00000003U, 0xFFFFFF80U }, /* loads */
        { 0x00000023U, 0xFFFFFF80U }, /* stores */
        { 0x00002003U, 0x01FF8F80U }, /* ... of a word, near */
        { 0x00002023U, 0x01FF8F80U }, { 0x00000013U, 0xFFFFFF80U }, /* operations */
        { 0x00000033U, 0x41FFFF80U }, { 0x02000033U, 0x01FFFF80U }, /* multiplications, divisions */
        { 0x00000037U, 0xFFFFFF80U }, { 0x00000017U, 0xFFFFFF80U },
        { 0x00000063U, 0x01FFFF80U }, /* branches, near */
        { 0x00000067U, 0xFFFFFF80U }, /* jumps to a register */
        { 0x0000006FU, 0x03E00F80U }, /* ... near */
        { 0x0000202FU, 0xF9FF8F80U }, /* atomic operations */
        { 0x1000202FU, 0x09FF8F80U }, /* ... reserved */
        { 0x0000100FU, 0x00000000U }, /* fence.i */
        { 0x0000500FU, 0x00000000U }, /* the data cache is empty */
        { 0x12000073U, 0x00000000U }, /* sfence.vma */
        { 0x00000073U, 0x00000000U }, /* calls */
        { 0x10200073U, 0x00000000U }, /* sret */
        { 0x10500073U, 0x00000000U }, /* wfi */
        { 0x00000000U, 0xFFFFFFFFU },
    };
    static const uint32_t registers[] = {
        0x100U, 0x100U, 0x104U, 0x105U, 0x140U, 0x141U, 0x142U, 0x143U, 0x144U, 0x180U,
        0x9C0U, 0xDC0U, 0xC00U, 0xC01U, 0xC81U, 0x300U, 0x304U, 0x305U, 0x341U, 0xBC0U,
    };
    uint32_t form = random_word() % ( sizeof( forms ) / sizeof( forms[ 0 ] ) + 2U );

    if( form >= sizeof( forms ) / sizeof( forms[ 0 ] ) ) /* of a control register */
    {
        return 0x73U | RANDOM_OF( registers ) << 20 | ( random_word() & 0x000F8F80U ) |
               ( 1U + random_word() % 3U ) << 12;
    }

    return forms[ form ].fixed | ( random_word() & forms[ form ].free );
}

static uint32_t entry( void )
{
    static const uint32_t tables[] = { ( uint32_t ) top_table, ( uint32_t ) device_table,
                                       ( uint32_t ) free_table };

    switch( random_word() % 4U )
    {
        case 0:
            return random_word();

        case 1:
            return ENTRY_OF( RANDOM_OF( tables ) ) | ENTRY_TABLE;

        default:
            return ENTRY_OF( place() ) | ( random_word() & 0xFFU );
    }
}

/* The snippet, with all rights for U mode too, and pages that may be anything. */
static void map_pages( void )
{
    translate_addresses();
    free_table[ 1 ] = ENTRY_OF( instructions ) | ENTRY_ALL | ENTRY_USER;
    free_table[ 2 ] = ENTRY_OF( data ) | ENTRY_ALL | ENTRY_USER;
    free_table[ 3 ] = entry();
    free_table[ 4 ] = entry();
    __asm volatile( "sfence.vma" ::: "memory" );
}

static void run_snippet( void )
{
    uint32_t registers[ 32 ], mode = ( random_word() % 2U != 0 ) ? MODE_S : MODE_U,
                              at = ( uint32_t ) instructions;

    for( uint32_t i = 0; i < LENGTH; i++ )
    {
        instructions[ i ] = instruction();
    }

    for( uint32_t i = 0; i < 32U; i++ )
    {
        registers[ i ] = place();
    }

    instructions[ LENGTH ] = BREAKPOINT;
    __asm volatile( ".word 0x0000100F" ::: "memory" ); /* fence.i */
    WRITE_CSR( satp, 0 );

    if( random_word() % 2U != 0 )
    {
        map_pages();
        at = ( mode == MODE_U ) ? FREE_PAGE( 1U ) : at;
    }

    ( void ) run_with( registers, at, mode );
    WRITE_CSR( satp, 0 );
    WRITE_CSR( sie, 0 );
    WRITE_CSR( sstatus, 0 );
    SHARED->alive++;
}

/* At some place, with some handler, and with a table that some stray stores have met. */
static void end_somewhere( void )
{
    static uint32_t * const tables[] = { top_table, device_table, free_table };
    static const uint32_t used[] = {
        0x80000000U / MEGAPAGE, LINUX_ENTRY / MEGAPAGE, FREE_ADDRESS / MEGAPAGE, 1U, 2U, 3U, 4U, 9U
    };
    uint32_t registers[ 32 ];

    map_pages();

    for( uint32_t i = 0; i < 32U; i++ )
    {
        registers[ i ] = place();
    }

    for( uint32_t i = 0; i < TABLE_CHANGES; i++ )
    {
        RANDOM_OF( tables )[ RANDOM_OF( used ) ] = entry();
    }

    WRITE_CSR( sie, random_word() );
    SET_CSR( sip, random_word() & MIP_SSIP );
    ( void ) run_with( registers, place(), ( random_word() % 2U != 0 ) ? MODE_S : MODE_U );
    WRITE_CSR( stvec, place() );
    __asm volatile( "sfence.vma\n.word 0" ::: "memory" );
}

static void check_releases( void )
{
    uint32_t before = TIME_PAGE[ 0 ], releases = SHARED->counts.releases, after = TIME_PAGE[ 0 ];

    if( ENTERED == 0 )
    {
        FIRST_CYCLE = before;
        FIRST_RELEASE = releases;
    }

    releases -= FIRST_RELEASE;
    check_of( "anything", ": a release came every period, none late",
              ( releases * PERIOD < after - FIRST_CYCLE + PERIOD ) &&
                  ( ( releases + 1U ) * PERIOD + LATE_ALLOWED > before - FIRST_CYCLE ) &&
                  ( SHARED->counts.late == 0 ) && ( SHARED->counts.faults == 0 ) );
}

int main( void )
{
    uint32_t starts = SHARED->starts;

    check_releases();

    if( starts == ROUNDS )
    {
        print_value( "latest", SHARED->counts.latest );
        check_attack( "anything", 0 );
        return 0;
    }

    /* A jump may have led here. */
    while( ENTERED != starts )
    {
    }

    ENTERED = starts + 1U;
    random_begin( ( SEED * ROUNDS + starts + 1U ) * SPREAD );
    SHARED->pace = ( starts % 2U != 0 ) ? PACE : 0U;
    SHARED->watchdog = ALLOWED;

    for( uint32_t i = 0; i < SNIPPETS; i++ )
    {
        run_snippet();
    }

    end_somewhere();
    return 1;
}
