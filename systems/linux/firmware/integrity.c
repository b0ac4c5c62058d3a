/* SPDX-License-Identifier: Apache-2.0 */

#include <stdint.h>

#include "board.h"
#include "integrity.h"
#include "machine.h"
#include "print.h"

/* link.ld */
extern const uint32_t __code_start[], __code_end[];
extern uint32_t __unused_start[], __unused_end[];

static uint32_t code_sum;

/* Where the code is in the RAM it is cached, so nobody loads it while Linux runs. */
static uint32_t sum_of_code( void )
{
    uint32_t sum = 0;

    INVALIDATE_DATA_CACHE();

    for( const uint32_t * word = __code_start; word < __code_end; word++ )
    {
        sum = ( sum << 1 | sum >> 31 ) ^ *word;
    }

    INVALIDATE_DATA_CACHE();
    return sum;
}

/* Another value in each word: its address. */
void integrity_begin( void )
{
    for( uint32_t * word = __unused_start; word < __unused_end; word++ )
    {
        *word = ( uint32_t ) ( uintptr_t ) word;
    }

    code_sum = sum_of_code();
}

static void expect( int good, const char * failure )
{
    if( !good )
    {
        print( "\nFAIL: firmware: " );
        print( failure );
        print( "\n" );
        board_exit( BOARD_EXIT_FAILURE );
    }
}

void integrity_check( void )
{
    expect( sum_of_code() == code_sum, "its code has changed" );

    for( const uint32_t * word = __unused_start; word < __unused_end; word++ )
    {
        expect( *word == ( uint32_t ) ( uintptr_t ) word, "its data have changed" );
    }
}
