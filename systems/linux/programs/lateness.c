/* SPDX-License-Identifier: Apache-2.0 */

/* Measures with FreeRTOS below Linux how late tasks begin after their dates, at the same time: FreeRTOS's
 * periodic task, and this program, of SCHED_FIFO, by clock_nanosleep. While Linux rests, and while programs
 * switch tasks, copy, fault pages in, fork and execute.
 *
 * The argument has measurements, separated by '/', each of three numbers, separated by commas:
 *   releases   of FreeRTOS's task, at most SAMPLES
 *   load       1: Linux has work of a lower priority
 *   pace       cycles between edges of each of two more lines, which have tasks of their own; 0: none
 * Prints `lateness` with the three numbers and the number of its first release, for each release `freertos
 * CYCLES STATE`: 0 Linux was in user mode, 1 in its kernel, 2 in its kernel with interrupts masked; and
 * `nanosleep CYCLES` for each of this program's. */
#include "load.h"
#include "machine.h"
#include "shared.h"

#define PROGRAM        "/lateness"
#define CHILD          "child"
#define TIME_PAGE      0xF0031000U
#define PAGE_BYTES     4096U
#define PRIORITY       80
#define NS_PER_CYCLE   10U
#define NS_PER_SECOND  1000000000
#define SLEEP_NS       1000000U /* from one date to the next */
#define WRONG_ARGUMENT 101

static volatile struct shared * shared;
static volatile uint32_t * time_page;
static uint32_t slept[ SAMPLES ];

/* Sleeps from date to date until FreeRTOS has done its releases; how often. Dates that have passed already
 * are left out. */
static uint32_t sleep_meanwhile( uint32_t first, uint32_t releases )
{
    struct moment date;
    uint32_t cycle = compare_clocks( time_page, &date ), number = 0;

    while( ( shared->counts.releases - first < releases ) && ( number < SAMPLES ) )
    {
        do
        {
            cycle += SLEEP_NS / NS_PER_CYCLE;
            date.nanoseconds += SLEEP_NS;

            if( date.nanoseconds >= NS_PER_SECOND )
            {
                date.nanoseconds -= NS_PER_SECOND;
                date.seconds++;
            }
        } while( ( int32_t ) ( cycle - time_page[ 0 ] ) <= 0 );

        sleep_until( &date );
        slept[ number++ ] = time_page[ 0 ] - cycle;
    }

    return number;
}

static void print_samples( uint32_t first, uint32_t releases, uint32_t sleeps )
{
    for( uint32_t i = 0; i < releases; i++ )
    {
        uint32_t sample = shared->samples[ ( first + i ) % SAMPLES ];
        int masked = ( sample & SAMPLE_MASKED ) != 0, kernel = ( sample & SAMPLE_KERNEL ) != 0;

        print( "freertos " );
        print_number( sample & SAMPLE_CYCLES );
        print( masked ? " 2\n" : kernel ? " 1\n" : " 0\n" );
    }

    for( uint32_t i = 0; i < sleeps; i++ )
    {
        print_value( "nanosleep", slept[ i ] );
    }
}

static void measure( uint32_t releases, uint32_t load, uint32_t pace )
{
    uint32_t first, sleeps;
    int busy = -1;

    if( load != 0 )
    {
        busy = begin_work( PROGRAM, CHILD );
    }

    set_priority( PRIORITY );
    shared->pace = pace;
    first = shared->counts.releases;
    sleeps = sleep_meanwhile( first, releases );
    shared->pace = 0;
    set_priority( 0 );

    if( load != 0 )
    {
        end_work( busy );
    }

    print( "lateness " );
    print_number( releases );
    print( "," );
    print_number( load );
    print( "," );
    print_number( pace );
    print( " " );
    print_number( first );
    print( "\n" );
    print_samples( first, releases, sleeps );
}

int main( int count, char ** arguments )
{
    const char * text = count > 1 ? arguments[ 1 ] : "";

    if( strcmp( text, CHILD ) == 0 )
    {
        return 0;
    }

    open_console();
    shared = ( volatile struct shared * ) map_memory( SHARED_ADDRESS, sizeof( struct shared ) );
    time_page = map_memory( TIME_PAGE, PAGE_BYTES );

    while( *text != '\0' )
    {
        uint32_t releases, load, pace;

        text = parse_number( text, &releases );
        text = parse_number( text, &load );
        text = parse_number( text, &pace );

        if( releases > SAMPLES )
        {
            return WRONG_ARGUMENT;
        }

        measure( releases, load, pace );
    }

    return 0;
}
