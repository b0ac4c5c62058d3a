/* SPDX-License-Identifier: Apache-2.0 */

/*
 * Asks a task of FreeRTOS below Linux, by the driver of the channels, and checks the answers. Prints `ask` and the
 * cycles of each question until its answer, and a line for each check; the exit code is the number of those that
 * failed.
 */

#include "channel_layout.h"
#include "goes_on.h"
#include "machine.h"

#define TIME_PAGE      0xF0031000U
#define PAGE_BYTES     4096U
#define QUESTIONS      200U
#define WORDS          100U
#define FIRST          7U
#define DEVICE         "/dev/isochron-rt/asked"

static volatile struct shared * shared;
static volatile uint32_t * time_page;

static void check_questions( int channel )
{
    int good = 1;

    for( uint32_t i = 0; i < QUESTIONS; i++ )
    {
        uint32_t answer = 0, begin = time_page[ 0 ], cycles;

        good = good && ( write( channel, &i, sizeof( i ) ) == sizeof( i ) );
        good = good && ( read( channel, &answer, sizeof( answer ) ) == sizeof( answer ) );
        cycles = time_page[ 0 ] - begin;
        good = good && ( answer == i + 1U );
        print_value( "ask", cycles );
    }

    check( "a task of FreeRTOS answers each question", good );
}

/* No byte of the area is copied. */
static void check_area( int channel )
{
    uint32_t question[ 2 ] = { FIRST, WORDS };
    uint32_t * area = mmap( NULL, CHANNEL_AREA_BYTES, PROT_READ | PROT_WRITE, MAP_SHARED, channel, 0 );
    int good = area != MAP_FAILED;

    for( uint32_t i = 0; good && ( i < FIRST + WORDS + 1U ); i++ )
    {
        area[ i ] = 1000U + i;
    }

    good = good && ( write( channel, question, sizeof( question ) ) == sizeof( question ) );
    good = good && ( read( channel, question, sizeof( question ) ) == sizeof( question ) );

    for( uint32_t i = 0; good && ( i < FIRST + WORDS + 1U ); i++ )
    {
        good = area[ i ] == 1000U + i + ( ( i >= FIRST ) && ( i < FIRST + WORDS ) ? 1U : 0U );
    }

    check( "both use one area of memory", good );
}

static void check_edges_of_the_interface( int channel )
{
    uint32_t message[ MESSAGE_MOST / 4 + 1 ] = { 0 };

    check( "nothing is there to read before a question", wait_for_input( channel, 0 ) == 0 );
    check( "no message is too long", ( write( channel, message, sizeof( message ) ) < 0 ) && ( errno == EMSGSIZE ) );
    check( "a message that is as long as may be is answered",
           ( write( channel, message, MESSAGE_MOST ) == MESSAGE_MOST ) &&
           ( wait_for_input( channel, 100000000U ) == 1 ) &&
           ( read( channel, message, sizeof( message ) ) == MESSAGE_MOST ) );
}

/* What Linux writes there by itself, the driver's part or not, harms nobody but Linux. */
static void check_nonsense( void )
{
    volatile uint32_t * rings = map_memory( CHANNEL_ADDRESS, PAGE_BYTES );
    volatile uint32_t * bells = map_memory( 0xF0060000U, PAGE_BYTES );
    uint32_t value = 2463534242U;

    for( uint32_t round = 0; round < 50U; round++ )
    {
        for( uint32_t i = 0; i < PAGE_BYTES / 4U; i++ )
        {
            value ^= value << 13;
            value ^= value >> 17;
            value ^= value << 5;
            rings[ i ] = ( i % ( CHANNEL_TO_LINUX / 4U ) < 2U ) ? value % 4096U : value % 256U;
        }

        bells[ 1 ] = CHANNEL_BELL;
    }

    check( "after nonsense in the rings 20 exact periods follow", goes_on( shared, time_page ) );
}

int main( void )
{
    int channel;

    open_console();
    shared = ( volatile struct shared * ) map_memory( SHARED_ADDRESS, PAGE_BYTES );
    time_page = map_memory( TIME_PAGE, PAGE_BYTES );
    check( "the driver is there", load_module( "/isochron-rt.ko", "" ) == 0 );
    channel = open( DEVICE, O_RDWR );
    check( "so is its device", channel >= 0 );

    if( channel >= 0 )
    {
        check_edges_of_the_interface( channel );
        check_questions( channel );
        check_area( channel );
    }

    check_nonsense();
    return failures;
}
