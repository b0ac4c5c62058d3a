/* SPDX-License-Identifier: Apache-2.0 */

/* Looks for what makes FreeRTOS's task begin latest: the core empties its caches and forgets translations
 * whenever U mode says so, and does nothing else meanwhile. Sequences of instructions are done without end,
 * first those that were found to be worst, then any, in S mode and in U mode. Prints how late each release
 * was, and what was worst so far. */
#include "guest.h"
#include "random.h"
#include "translation.h"

#ifndef SEQUENCES
    #define SEQUENCES 6U
#endif
#ifndef RELEASES
    #define RELEASES 20U /* of each, in each mode */
#endif
#ifndef SEED
    #define SEED 1U
#endif
#ifndef FOUND_RELEASES
    #define FOUND_RELEASES 20U /* of each that is known, in each mode */
#endif

#define LONGEST 8U /* instructions of a sequence */
#define FAR     ( ENTRIES / 2U )

#define FENCE_I     0x0000100FU
#define DATA_EMPTY  0x0000500FU
#define FENCE_PAGES 0x12000073U
#define LOAD        0x0006A703U /* lw a4, 0( a3 ) */
#define LOAD_TOO    0x00082703U /* lw a4, 0( a6 ): of another page */
#define STORE       0x00D6A023U /* sw a3, 0( a3 ) */
#define SWAP        0x0806A72FU /* amoswap.w a4, zero, ( a3 ) */
#define DIVIDE      0x02D75733U /* divu a4, a4, a3 */
#define TIME        0x0007A703U /* lw a4, 0( a5 ) */
#define FORWARD     0x0040006FU /* j to the next instruction */
#define NOTHING     0x00000013U
#define A3          13U
#define A5          15U
#define A6          16U
#define STIE        0x20U

static uint32_t instructions[ ENTRIES ] __attribute__( ( aligned( 4096 ) ) );
static uint32_t data[ 2 ][ ENTRIES ] __attribute__( ( aligned( 4096 ) ) );

static const uint32_t pool[] = {
    FENCE_I,  FENCE_I, DATA_EMPTY, DATA_EMPTY, FENCE_PAGES, FENCE_PAGES, LOAD,
    LOAD_TOO, STORE,   SWAP,       DIVIDE,     TIME,        FORWARD,     NOTHING,
};

static const uint32_t found[][ LONGEST ] = {
    { LOAD, FENCE_PAGES, FENCE_I, FENCE_PAGES, DATA_EMPTY },
    { LOAD, FENCE_PAGES, FENCE_I, FENCE_PAGES, DIVIDE },
    { DATA_EMPTY, FENCE_PAGES, LOAD, FENCE_I, FENCE_PAGES },
};

static uint32_t worst[ LONGEST ];

#define FOUND ( sizeof( found ) / sizeof( found[ 0 ] ) )

/* The jump back from behind `length` instructions. */
static uint32_t jump_back( uint32_t length )
{
    uint32_t offset = 0U - 4U * length;

    return 0x6FU | ( offset & 0x000FF000U ) | ( offset >> 11 & 1U ) << 20 | ( offset >> 1 & 0x3FFU ) << 21 |
           ( offset >> 20 & 1U ) << 31;
}

/* The latest of so many releases while the sequence is done in a mode. */
static uint32_t latest_in( uint32_t mode, uint32_t releases )
{
    uint32_t registers[ 32 ] = { 0 }, first = SHARED->counts.releases, latest = 0;
    uint32_t rights = ENTRY_ALL | ( ( mode == MODE_U ) ? ENTRY_USER : 0U );

    registers[ A3 ] = FREE_PAGE( 2U ) + sizeof( uint32_t ) * FAR;
    registers[ A6 ] = FREE_PAGE( 3U ) + sizeof( uint32_t ) * FAR;
    registers[ A5 ] = FREE_PAGE( 4U );
    free_table[ 1 ] = ENTRY_OF( instructions ) | rights;
    free_table[ 2 ] = ENTRY_OF( data[ 0 ] ) | rights;
    free_table[ 3 ] = ENTRY_OF( data[ 1 ] ) | rights;
    free_table[ 4 ] = ENTRY_OF( TIME_PAGE ) | rights;
    translate_addresses();
    __asm volatile( ".word 0x0000100F" ::: "memory" ); /* fence.i */
    set_timer( releases * PERIOD );
    WRITE_CSR( sie, STIE );
    SET_CSR( sstatus, MSTATUS_SPIE );
    ( void ) run_with( registers, FREE_PAGE( 1U ), mode );
    WRITE_CSR( sie, 0 );
    WRITE_CSR( satp, 0 );

    for( uint32_t i = first; i != SHARED->counts.releases; i++ )
    {
        uint32_t late = SHARED->samples[ i % SAMPLES ] & SAMPLE_CYCLES;

        latest = ( late > latest ) ? late : latest;
        print_value( "\nlate", late );
    }

    return latest;
}

static uint32_t latest_of( uint32_t releases )
{
    uint32_t in_s = latest_in( MODE_S, releases ), in_u = latest_in( MODE_U, releases );

    return ( in_s > in_u ) ? in_s : in_u;
}

static uint32_t copy( const uint32_t * sequence )
{
    uint32_t length = 0;

    for( ; ( length < LONGEST ) && ( sequence[ length ] != 0 ); length++ )
    {
        instructions[ length ] = sequence[ length ];
    }

    return length;
}

/* Any, or the worst so far with another instruction in a place, or behind. */
static uint32_t make_sequence( void )
{
    uint32_t length;

    if( random_word() % 2U != 0 )
    {
        length = copy( worst );
        instructions[ length ] = RANDOM_OF( pool );
        instructions[ random_word() % ( length + 1U ) ] = RANDOM_OF( pool );
        return ( length < LONGEST ) ? length + random_word() % 2U : length;
    }

    length = 1U + random_word() % LONGEST;

    for( uint32_t i = 0; i < length; i++ )
    {
        instructions[ i ] = RANDOM_OF( pool );
    }

    return length;
}

static void print_sequence( uint32_t length, uint32_t latest )
{
    print_value( "\nsequence", latest );

    for( uint32_t i = 0; i < length; i++ )
    {
        print_value( "", instructions[ i ] );
    }

    print( "\n" );
}

int main( void )
{
    uint32_t latest = 0;

    random_begin( SEED );

    for( uint32_t i = 0; i < FOUND + SEQUENCES; i++ )
    {
        uint32_t length = ( i < FOUND ) ? copy( found[ i ] ) : make_sequence(), late;

        instructions[ length ] = jump_back( length );
        late = latest_of( ( i < FOUND ) ? FOUND_RELEASES : RELEASES );

        if( late > latest )
        {
            latest = late;
            print_sequence( length, late );

            for( uint32_t at = 0; at < LONGEST; at++ )
            {
                worst[ at ] = ( at < length ) ? instructions[ at ] : 0U;
            }
        }
    }

    check_attack( "flushes", 0 );
    return 0;
}
