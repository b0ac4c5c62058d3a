/* SPDX-License-Identifier: Apache-2.0 */

/* Measures with FreeRTOS below Linux what is left to Linux while tasks take a part of the time, and whether
 * its clock runs on.
 *
 * The argument has parts of the time in percent, separated by commas. For each, prints `throughput PERCENT
 * ROUNDS CYCLES DRIFT STEAL`: how often this program has done a piece of work, in so many cycles; by how many
 * cycles Linux's clock has run more or less; and how many ticks Linux has counted as stolen. */
#include "machine.h"
#include "shared.h"

#define TIME_PAGE    0xF0031000U
#define PAGE_BYTES   4096U
#define WINDOW       20000000U /* cycles: 20 of Linux's ticks */
#define COPY_BYTES   2048U
#define FAULT_BYTES  4096U
#define NS_PER_CYCLE 10

/* Computes, copies, calls the kernel, and faults pages in. */
static void work( void )
{
    static uint8_t from[ COPY_BYTES ], to[ COPY_BYTES ];
    uint8_t * area = mmap( NULL, FAULT_BYTES, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0 );

    for( uint32_t at = 0; at < FAULT_BYTES; at += PAGE_BYTES )
    {
        area[ at ] = 1;
    }

    munmap( area, FAULT_BYTES );
    memcpy( to, from, COPY_BYTES );
    ( void ) getppid();
}

/* The eighth number of /proc/stat. */
static uint32_t stolen( void )
{
    char text[ 128 ] = { 0 };
    int file = open( "/proc/stat", O_RDONLY );
    const char * at = text;
    uint32_t ticks = 0;

    ( void ) read( file, text, sizeof( text ) - 1U );
    close( file );

    for( int word = 0; word < 8; word++ )
    {
        for( ; ( *at != ' ' ) && ( *at != '\0' ); at++ )
        {
        }

        for( ; *at == ' '; at++ )
        {
        }
    }

    for( ; *at >= '0' && *at <= '9'; at++ )
    {
        ticks = ticks * 10U + ( uint32_t ) ( *at - '0' );
    }

    return ticks;
}

static void measure( volatile struct shared * shared, volatile const uint32_t * time, uint32_t percent )
{
    struct moment first, last;
    uint32_t begin, end, rounds = 0, ticks = stolen();
    int32_t nanoseconds;

    shared->taken = PERIOD * percent / 100U;
    begin = compare_clocks( time, &first );

    do
    {
        work();
        rounds++;
    } while( time[ 0 ] - begin < WINDOW );

    end = compare_clocks( time, &last );
    ticks = stolen() - ticks;
    shared->taken = 0;

    /* Less than two seconds: so the low words of the differences are enough. */
    nanoseconds = ( int32_t ) ( ( uint32_t ) ( last.seconds - first.seconds ) * 1000000000U +
                                ( uint32_t ) ( last.nanoseconds - first.nanoseconds ) );
    nanoseconds -= ( int32_t ) ( ( end - begin ) * NS_PER_CYCLE );
    print( "throughput " );
    print_number( percent );
    print( " " );
    print_number( rounds );
    print( " " );
    print_number( end - begin );
    print( " " );
    print_number( ( uint32_t ) ( nanoseconds < 0 ? -nanoseconds : nanoseconds ) / NS_PER_CYCLE );
    print( " " );
    print_number( ticks );
    print( "\n" );
}

int main( int count, char ** arguments )
{
    volatile struct shared * shared;
    volatile const uint32_t * time;

    open_console();
    mount( "none", "/proc", "proc", 0, "" );
    shared = ( volatile struct shared * ) map_memory( SHARED_ADDRESS, sizeof( struct shared ) );
    time = map_memory( TIME_PAGE, PAGE_BYTES );

    for( const char * text = count > 1 ? arguments[ 1 ] : ""; *text != '\0'; )
    {
        uint32_t percent;

        text = parse_number( text, &percent );
        measure( shared, time, percent );
    }

    return 0;
}
