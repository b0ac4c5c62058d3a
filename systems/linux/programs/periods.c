/* SPDX-License-Identifier: Apache-2.0 */

/* Measures what periodic tasks of FreeRTOS below Linux take from this program, and how late they go on if all
 * wake together while Linux has work: systems/linux/periods. The argument has numbers of tasks, separated by
 * commas. */
#include "load.h"
#include "machine.h"
#include "measure.h"

#define PROGRAM      "/periods"
#define CHILD        "child"
#define DOORBELLS    0xF0060000U
#define RING         1
#define TIME_PAGE    0xF0031000U
#define PAGE_BYTES   4096U
#define NS_PER_CYCLE 10U
#define TICK_NS      10000000U /* Linux's own, at multiples of it */
#define SETTLED      150000U /* cycles after such a tick */
#define SLEEP_NS     1000000U

static volatile const uint32_t * time_page;

/* Linux's own tick comes between two milliseconds counted from then on. */
void periods_settle( void )
{
    struct moment moment;
    uint32_t cycle = compare_clocks( time_page, &moment );

    cycle += ( TICK_NS - ( uint32_t ) moment.nanoseconds % TICK_NS ) / NS_PER_CYCLE + SETTLED;

    while( ( int32_t ) ( time_page[ 0 ] - cycle ) < 0 )
    {
    }
}

void periods_work( volatile struct periods * periods, uint32_t releases )
{
    int busy = begin_work( PROGRAM, CHILD );

    while( periods->releases < releases )
    {
        sleep_for( SLEEP_NS );
    }

    end_work( busy );
}

void periods_print( const char * what, const uint32_t * values, uint32_t count )
{
    print( what );

    for( uint32_t i = 0; i < count; i++ )
    {
        print( " " );
        print_number( values[ i ] );
    }

    print( "\n" );
}

int main( int count, char ** arguments )
{
    const char * text = count > 1 ? arguments[ 1 ] : "";

    if( strcmp( text, CHILD ) == 0 )
    {
        return 0;
    }

    open_console();
    time_page = map_memory( TIME_PAGE, PAGE_BYTES );
    periods_begin( ( volatile struct periods * ) map_memory( PERIODS_ADDRESS, sizeof( struct periods ) ),
                   map_memory( DOORBELLS, PAGE_BYTES ) + RING, time_page );

    while( *text != '\0' )
    {
        uint32_t tasks;

        text = parse_number( text, &tasks );
        periods_measure( tasks );
    }

    return 0;
}
