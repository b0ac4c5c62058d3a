/* SPDX-License-Identifier: Apache-2.0 */
#include "trace.h"

#include <stdio.h>

/* FNV-1a */
#define OFFSET_BASIS 14695981039346656037ull
#define PRIME        1099511628211ull

static bool printing;
static uint64_t checksum;

static void add( uint64_t value )
{
    checksum = ( checksum ^ value ) * PRIME;
}

/* By 32 bits: a simulated core is slow at 64. */
static void add_text( const char * text )
{
    uint32_t sum = 0;

    while( *text != '\0' )
    {
        sum = ( sum * 33U ) ^ ( uint8_t ) *text++;
    }

    add( sum );
}

void trace_begin( bool print )
{
    printing = print;
    checksum = OFFSET_BASIS;
}

void trace( const char * what, const char * name, uint32_t who, uint32_t first, uint32_t second )
{
    add_text( what );
    add_text( name );
    add( who );
    add( ( ( uint64_t ) first << 32 ) | second );

    if( printing )
    {
        ( void ) printf( "%-7s %2u %-22s %10u %10u\n", what, ( unsigned int ) who, name,
                         ( unsigned int ) first, ( unsigned int ) second );
    }
}

uint64_t trace_checksum( void )
{
    return checksum;
}
