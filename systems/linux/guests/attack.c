/* SPDX-License-Identifier: Apache-2.0 */

/* Tries to reach what is the firmware's: by loads and stores of each word, by stores that M mode overtakes,
 * with MPRV
 * set, by SBI calls, by page-table walks that an interrupt finds, and by jumps to each word of its code. What
 * has changed of the firmware's the firmware says itself, when the machine is switched off. */
#include "guest.h"
#include "random.h"
#include "translation.h"

#define FIRMWARE_DATA  0xF0220000U /* systems/linux/firmware/link.ld: xIsochronGuest is its first */
#define DATA_BYTES     0x10000U
#define FIRMWARE_CODE  0xF0210000U
#define CODE_BYTES     0x8000U
#define FIRMWARE_IMAGE 0x80000000U /* it starts from there */
#define IMAGE_END      0x80300000U

#define PACE          3000U
#define POSTED        600U
#define CALLS         2000U
#define CAUSE_ILLEGAL 2U
#define WALK_DELAYS   1200U       /* cycles, from an SBI call to an interrupt: a walk is among them */
#define X20           20U

#define SSTATUS_MPRV 0x20000U    /* which the core lets S mode write */
#define SECRET       0x600DF00DU

/* Of the firmware, by the linker. */
extern const uint32_t firmware_code_begin[], firmware_code_end[];

static uint32_t page[ ENTRIES ] __attribute__( ( aligned( 4096 ) ) );

static const struct region
{
    const char * name;
    uint32_t address, bytes, step;
} regions[] = {
    { "attack on the firmware's data", FIRMWARE_DATA, DATA_BYTES, 4U },
    { "attack on the firmware's code", FIRMWARE_CODE, CODE_BYTES, 4U },
    { "attack on the firmware's image", FIRMWARE_IMAGE, CODE_BYTES, 4U },
    { "attack on the last of that RAM", IMAGE_END - PAGE_BYTES, PAGE_BYTES, 4U },
    { "attack on the switch that turns the machine off", 0xF0010000U, PAGE_BYTES, 4U },
    { "attack on the CLINT", 0xF0020000U, 0x10000U, 4U },
    { "attack on the time manager", 0xF0030000U, PAGE_BYTES, 4U },
    { "attack on the interrupt generator", 0xF0040000U, PAGE_BYTES, 4U },
    { "attack on FreeRTOS's page of the doorbells", 0xF0061000U, PAGE_BYTES, 4U },
    { "attack on the hardware kernel", 0xF0100000U, 0x100000U, 0x104U },
};

static uint32_t load_all( const struct region * region )
{
    uint32_t found = 0;

    INVALIDATE_DATA_CACHE(); /* it may have this program's own stores */

    for( uint32_t at = 0; at < region->bytes; at += region->step )
    {
        found |= REGISTER( region->address + at );
    }

    return found;
}

static void load_and_store( const struct region * region )
{
    uint32_t found = load_all( region );

    for( uint32_t at = 0; at < region->bytes; at += region->step )
    {
        REGISTER( region->address + at ) = random_word();
    }

    check_attack( region->name,
                  found | load_all( region ) | PENDING_AT_LINUX ); /* nobody has a reason to ring */
}

/* Two stores are still on their way to the bus when M mode begins: at the end of its data, which it checks.
 */
static void post_stores( void )
{
    for( uint32_t i = 0; i < POSTED; i++ )
    {
        volatile uint32_t * at =
            ( volatile uint32_t * ) ( uintptr_t ) ( FIRMWARE_DATA + DATA_BYTES - 8U * ( i + 1U ) );
        register uint32_t a6 __asm( "a6" ) = 0;
        register uint32_t a7 __asm( "a7" ) = SBI_BASE;

        __asm volatile( "sw   %2, 0(%3)\n"
                        "sw   %2, 4(%3)\n"
                        "ecall\n"
                        "sw   %2, 0(%3)\n"
                        "sw   %2, 4(%3)\n"
                        "csrr zero, time\n"
                        : "+r"( a6 ), "+r"( a7 )
                        : "r"( i ), "r"( at )
                        : "a0", "a1", "memory" );
    }

    check_attack( "stores that M mode overtakes", 0 );
}

/* M mode's loads and stores would be translated by tables that lead its data to a page of this program. */
static void set_mprv( void )
{
    uint32_t found = 0;

    for( uint32_t i = 0; i < DATA_BYTES / PAGE_BYTES; i++ )
    {
        device_table[ 0x220U + i ] = ENTRY_OF( page ) | ENTRY_ALL;
    }

    __asm volatile( "sfence.vma" ::: "memory" );
    SET_CSR( sstatus, SSTATUS_MPRV );
    ( void ) sbi( SBI_BASE, 0, 0, 0, 0 );
    SET_CSR( sstatus, SSTATUS_MPRV );

    for( uint32_t begin = TIME_PAGE[ 0 ]; TIME_PAGE[ 0 ] - begin < 2U * PERIOD; )
    {
    }

    CLEAR_CSR( sstatus, SSTATUS_MPRV );

    for( uint32_t i = 0; i < ENTRIES; i++ )
    {
        found |= page[ i ];
    }

    for( uint32_t i = 0; i < DATA_BYTES / PAGE_BYTES; i++ )
    {
        device_table[ 0x220U + i ] = 0;
    }

    __asm volatile( "sfence.vma" ::: "memory" );
    check_attack( "calls of M mode with MPRV set", found );
}

/* A load whose walk reads the firmware's data, where a saved register is an entry of this program's making:
 * the firmware reads the time for it. Returns what it finds, or 0 after an exception. */
static uint32_t walk( uint32_t entry )
{
    register uint32_t x20 __asm( "x20" ) = entry;
    uint32_t found = 0;

    __asm volatile( "    la         t0, 1f\n"
                    "    csrw       stvec, t0\n"
                    "    csrr       zero, time\n"
                    "    sfence.vma\n"
                    "    lw         %0, 0(%1)\n"
                    "    .balign    4\n"
                    "1:\n"
                    : "+r"( found )
                    : "r"( FREE_ADDRESS + X20 * PAGE_BYTES ), "r"( x20 )
                    : "t0", "memory" );
    return found;
}

static void walk_through_the_firmware( void )
{
    uint32_t found = 0, entry = ENTRY_OF( page ) | ENTRY_ALL;

    page[ 0 ] = SECRET;
    top_table[ FREE_ADDRESS / MEGAPAGE ] = ENTRY_OF( FIRMWARE_DATA ) | ENTRY_TABLE;

    for( uint32_t delay = 0; delay < WALK_DELAYS; delay++ )
    {
        set_timer( delay );
        found |= walk( entry );
    }

    top_table[ FREE_ADDRESS / MEGAPAGE ] = ENTRY_OF( free_table ) | ENTRY_TABLE;
    check_attack( "page tables in the firmware's data", found );
    page[ 0 ] = 0;
}

/* Whatever arguments, but those that switch the machine off or use the console. Found is a call that
 * would let the console's calls reach the firmware's memory. */
static void call_at_random( void )
{
    static const uint32_t extensions[] = {
        SBI_BASE, SBI_TIME, SBI_IPI, SBI_FENCE, SBI_HSM, SBI_RESET, SBI_CONSOLE, SBI_PMU, SBI_STA, 0U, 1U,
    };
    static const uint32_t addresses[] = {
        0U, FIRMWARE_DATA, FIRMWARE_IMAGE, SHARED_ADDRESS - 1U, 0x81000001U, 0xF0100000U, UINT32_MAX,
    };
    uint32_t found = 0;

    for( uint32_t i = 0; i < CALLS; i++ )
    {
        uint32_t extension = extensions[ random_word() % ( sizeof( extensions ) / sizeof( uint32_t ) ) ];
        uint32_t function = random_word() % 8U, first = random_word(), second = random_word();

        if( extension == SBI_RESET )
        {
            first |= 4U;
        }
        else if( extension == SBI_CONSOLE )
        {
            function = random_word() % 2U; /* 2 is a character */
            second = addresses[ random_word() % ( sizeof( addresses ) / sizeof( uint32_t ) ) ];
        }

        found |= ( sbi( extension, function, first, second, 0 ) == 0 ) && ( extension == SBI_CONSOLE );
    }

    found |= ( sbi( SBI_CONSOLE, 0, 2U, 0x81000000U - 1U, 0 ) == 0 );
    found |= ( sbi( SBI_CONSOLE, 1U, 1U, SHARED_ADDRESS - 1U, 0 ) == 0 );
    check_attack( "SBI calls at random", found );
}

/* Every register points to the firmware's data: if there was an instruction, it would work on them. */
static uint32_t jump_to( uint32_t address, uint32_t mode )
{
    uint32_t registers[ 32 ];

    for( uint32_t i = 0; i < 32U; i++ )
    {
        registers[ i ] = FIRMWARE_DATA + DATA_BYTES / 2U;
    }

    return ( run_with( registers, address, mode ) != CAUSE_ILLEGAL ) || ( READ_CSR( stval ) != 0 );
}

/* The core finds no instruction there, but in M mode. */
static void jump( void )
{
    uint32_t found = 0;

    for( const uint32_t * at = firmware_code_begin; at < firmware_code_end; at++ )
    {
        found |= jump_to( ( uint32_t ) ( uintptr_t ) at, MODE_S );
    }

    check_attack( "jumps to each word of the firmware's code", found );
}

/* Not even words that M mode has executed there, which may be in the cache, nor those of devices; and none of
 * all that by another name, of which the RAM looks at no bit. */
static void jump_to_what_is_not_open( void )
{
    uint32_t found = 0;

    for( uint32_t at = FIRMWARE_IMAGE; at < IMAGE_END;
         at += ( at < FIRMWARE_IMAGE + PAGE_BYTES ) ? 4U : PAGE_BYTES - 4U )
    {
        found |= jump_to( at, MODE_S );
    }

    check_attack( "jumps to the firmware's image and what is kept for a start", found );

    for( uint32_t bit = 24U; bit < 32U; bit++ )
    {
        found |= jump_to( FIRMWARE_IMAGE ^ 1U << bit, MODE_S );
        found |= jump_to( LINUX_ENTRY ^ 1U << bit, MODE_S );
    }

    for( uint32_t device = 0xF0000000U; device < 0xF0080000U; device += PAGE_BYTES )
    {
        found |= jump_to( device, MODE_S );
    }

    check_attack( "jumps to where nothing is", found );
}

/* Nor by page tables that lead there, in either mode. */
static void jump_by_page_tables( void )
{
    static const uint32_t places[] = {
        FIRMWARE_IMAGE, FIRMWARE_IMAGE + 0x10000U,    IMAGE_END - PAGE_BYTES,    FIRMWARE_CODE, FIRMWARE_DATA,
        0xF0000000U,    FIRMWARE_IMAGE ^ 0x01000000U, LINUX_ENTRY ^ 0x01000000U,
    };
    uint32_t found = 0;

    for( uint32_t i = 0; i < 2U * sizeof( places ) / sizeof( places[ 0 ] ); i++ )
    {
        uint32_t mode = ( i % 2U != 0 ) ? MODE_U : MODE_S,
                 rights = ENTRY_ALL | ( ( mode == MODE_U ) ? ENTRY_USER : 0U );

        free_table[ 1 ] = ENTRY_OF( places[ i / 2U ] ) | rights;
        __asm volatile( "sfence.vma" ::: "memory" );

        for( uint32_t at = 0; at < 256U; at += 4U )
        {
            found |= jump_to( FREE_PAGE( 1U ) + at, mode );
        }
    }

    free_table[ 1 ] = 0;
    __asm volatile( "sfence.vma" ::: "memory" );
    check_attack( "jumps there by page tables", found );
}

/* The core does an atomic operation on a device as a store, and takes for the answer what the bus has then.
 */
#define SWAP_BEHIND( distance )                                             \
    __asm volatile( ".option push\n.option arch, +a\n"                      \
                    "lw          %0, 0( %1 )\n"                             \
                    "sw          %0, 4( %1 )\n"                             \
                    ".rept " #distance "\nnop\n.endr\n"                     \
                    "amoswap.w   %0, zero, ( %2 )\n"                        \
                    "or          %3, %3, %0\n"                              \
                    ".option pop\n"                                         \
                    : "=&r"( word ), "+r"( own ), "+r"( at ), "+r"( found ) \
                    :                                                       \
                    : "memory" )

static void swap( void )
{
    static const uint32_t addresses[] = {
        FIRMWARE_DATA, FIRMWARE_CODE, FIRMWARE_IMAGE, IMAGE_END - 4U, 0xF0010000U, 0xF0020000U,
        0xF0030000U,   0xF0040000U,   0xF0061000U,    0xF0100000U,    0xF0300000U, 0xE0000000U,
    };
    uint32_t found = 0, word;
    volatile uint32_t * own = page;

    page[ 0 ] = SECRET;

    for( uint32_t i = 0; i < sizeof( addresses ) / sizeof( uint32_t ); i++ )
    {
        uint32_t at = addresses[ i ];

        INVALIDATE_DATA_CACHE();
        SWAP_BEHIND( 0 );
        SWAP_BEHIND( 1 );
        SWAP_BEHIND( 2 );
        SWAP_BEHIND( 3 );
        SWAP_BEHIND( 4 );
        SWAP_BEHIND( 5 );
        SWAP_BEHIND( 6 );
    }

    page[ 0 ] = 0;
    page[ 1 ] = 0;
    check_attack( "atomic operations behind a load and a store", found );
}

int main( void )
{
    check_attack( "FreeRTOS runs", 0 );
    SHARED->pace = PACE;

    for( uint32_t i = 0; i < sizeof( regions ) / sizeof( regions[ 0 ] ); i++ )
    {
        load_and_store( &regions[ i ] );
    }

    post_stores();
    call_at_random();
    swap();
    jump();
    jump_to_what_is_not_open();
    translate_addresses();
    jump_by_page_tables();
    set_mprv();
    walk_through_the_firmware();
    return 0;
}
