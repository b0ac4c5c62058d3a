/* SPDX-License-Identifier: Apache-2.0 */

/* Asks a task of FreeRTOS below Linux, by the library of the channels, and checks the answers. Prints `ask`,
 * how the answer was waited for, and the cycles of each question until its answer, and a line for each check;
 * the exit code is the number of those that failed. */

#include "channel_layout.h"
#include "goes_on.h"
#include "isochron_channel_library.h"
#include "machine.h"

#define TIME_PAGE     0xF0031000U
#define DOORBELLS     0xF0060000U
#define PENDING       0
#define RING          1
#define BELL          1U
#define PAGE_BYTES    4096U
#define QUESTIONS     200U
#define WORDS         100U
#define FIRST         7U
#define LONG          200 /* milliseconds: a failure */
#define SHORT         20
#define CYCLES_PER_MS 100000U
#define TOLD          40U  /* messages: more than fit into a channel */

static volatile struct shared * shared;
static volatile uint32_t * time_page;
static struct isochron_channel asked, told;

static void print_cycles( const char * how, uint32_t cycles )
{
    print( "ask " );
    print_value( how, cycles );
}

/* With `milliseconds` 0 this program looks for the answer again and again; else it sleeps until that is
 * there. */
static void check_questions( const char * what, const char * how, int milliseconds )
{
    int good = 1;

    for( uint32_t i = 0; i < QUESTIONS; i++ )
    {
        uint32_t answer = 0, begin = time_page[ 0 ], sent, cycles;
        int bytes;

        good = good && ( isochron_channel_send( &asked, &i, sizeof( i ), LONG ) == 0 );
        sent = time_page[ 0 ] - begin;

        do
        {
            bytes = isochron_channel_receive( &asked, &answer, sizeof( answer ), milliseconds );
            cycles = time_page[ 0 ] - begin;
        } while( ( bytes == -ETIMEDOUT ) && ( cycles < LONG * CYCLES_PER_MS ) );

        good = good && ( bytes == sizeof( answer ) ) && ( answer == i + 1U );
        print_cycles( how, cycles );

        if( milliseconds == 0 )
        {
            print_cycles( "sent", sent );
        }
    }

    check( what, good );
}

/* Beside these: what a system call takes that does nothing, ... */
static void measure_calls( void )
{
    for( uint32_t i = 0; i < QUESTIONS; i++ )
    {
        uint32_t begin = time_page[ 0 ];

        ( void ) getppid();
        print_cycles( "call", time_page[ 0 ] - begin );
    }
}

/* ... and what an answer takes without any part of Linux's kernel. */
static void check_doorbells( void )
{
    volatile uint32_t * bells = map_memory( DOORBELLS, PAGE_BYTES );
    int good = 1;

    for( uint32_t i = 0; i < QUESTIONS; i++ )
    {
        uint32_t before = shared->counts.answers, begin = time_page[ 0 ], cycles;

        bells[ RING ] = BELL;

        while( ( bells[ PENDING ] == 0 ) && ( time_page[ 0 ] - begin < LONG * CYCLES_PER_MS ) )
        {
        }

        cycles = time_page[ 0 ] - begin;
        good = good && ( bells[ PENDING ] == BELL ) && ( shared->counts.answers == before + 1U );
        bells[ PENDING ] = BELL;
        good = good && ( bells[ PENDING ] == 0 );
        print_cycles( "doorbell", cycles );
    }

    check( "FreeRTOS answers each doorbell once", good );
}

/* No byte of the area is copied. */
static void check_area( void )
{
    uint32_t question[ 2 ] = { FIRST, WORDS };
    volatile uint32_t * area = asked.area;
    int good = 1;

    for( uint32_t i = 0; i < FIRST + WORDS + 1U; i++ )
    {
        area[ i ] = 1000U + i;
    }

    good = good && ( isochron_channel_send( &asked, question, sizeof( question ), LONG ) == 0 );
    good = good &&
           ( isochron_channel_receive( &asked, question, sizeof( question ), LONG ) == sizeof( question ) );

    for( uint32_t i = 0; good && ( i < FIRST + WORDS + 1U ); i++ )
    {
        good = area[ i ] == 1000U + i + ( ( i >= FIRST ) && ( i < FIRST + WORDS ) ? 1U : 0U );
    }

    check( "both use one area of memory", good );
}

static void check_edges_of_the_interface( void )
{
    uint32_t message[ MESSAGE_MOST / 4 + 1 ] = { 0 }, begin = time_page[ 0 ], cycles;
    struct isochron_channel none;
    int bytes = isochron_channel_receive( &asked, message, sizeof( message ), SHORT );

    cycles = time_page[ 0 ] - begin;
    check( "nobody receives before a question, and waits for as long as he says",
           ( bytes == -ETIMEDOUT ) && ( cycles >= SHORT * CYCLES_PER_MS ) &&
               ( cycles < 2U * SHORT * CYCLES_PER_MS ) );
    check( "there are no other channels", isochron_channel_open( &none, "other" ) == -ENOENT );
    check( "no message is too long",
           isochron_channel_send( &asked, message, sizeof( message ), LONG ) == -EMSGSIZE );
    check( "a message that is as long as may be is answered",
           isochron_channel_send( &asked, message, MESSAGE_MOST, LONG ) == 0 );
    check( "it stays for who has room for it",
           isochron_channel_receive( &asked, message, 4, LONG ) == -EMSGSIZE );
    check( "who receives it then",
           isochron_channel_receive( &asked, message, sizeof( message ), LONG ) == MESSAGE_MOST );
}

/* A channel that nobody receives from becomes full, in both directions, and only that one. */
static void check_full_channel( void )
{
    uint32_t message[ MESSAGE_MOST / 4 ] = { TOLD }, question = 0, sent = 0;
    int good = isochron_channel_send( &told, message, MESSAGE_MOST, LONG ) == 0;

    message[ 0 ] = 0; /* for no more than what is asked for already */

    while( isochron_channel_send( &told, message, MESSAGE_MOST, SHORT ) == 0 )
    {
        sent++;
    }

    check( "a channel is full at last", good && ( sent > 0 ) && ( sent < TOLD ) );
    check( "another one is not",
           ( isochron_channel_send( &asked, &question, sizeof( question ), LONG ) == 0 ) &&
               ( isochron_channel_receive( &asked, &question, sizeof( question ), LONG ) ==
                 sizeof( question ) ) );

    for( uint32_t i = 0; good && ( i < TOLD ); i++ )
    {
        good = ( isochron_channel_receive( &told, message, sizeof( message ), LONG ) == sizeof( message ) ) &&
               ( message[ 0 ] == i );
    }

    check( "no message is lost, and they are in order", good );
    message[ 0 ] = 0;
    check( "there is room again", isochron_channel_send( &told, message, sizeof( message ), LONG ) == 0 );
}

/* What Linux writes there by itself, the driver's part or not, harms nobody but Linux. */
static void check_nonsense( void )
{
    volatile uint32_t * rings[ CHANNELS ];
    volatile uint32_t * bells = map_memory( DOORBELLS, PAGE_BYTES );
    uint32_t value = 2463534242U;

    for( uint32_t i = 0; i < CHANNELS; i++ )
    {
        rings[ i ] = map_memory( CHANNEL_ADDRESS + i * CHANNEL_BYTES, PAGE_BYTES );
    }

    for( uint32_t round = 0; round < 50U; round++ )
    {
        for( uint32_t i = 0; i < PAGE_BYTES / 4U; i++ )
        {
            value ^= value << 13;
            value ^= value >> 17;
            value ^= value << 5;
            rings[ round % CHANNELS ][ i ] =
                ( i % ( CHANNEL_TO_LINUX / 4U ) < 2U ) ? value % 4096U : value % 256U;
        }

        bells[ RING ] = CHANNEL_BELLS;
    }

    check( "after nonsense in the rings 20 exact periods follow", goes_on( shared, time_page ) );
}

int main( void )
{
    open_console();
    shared = ( volatile struct shared * ) map_memory( SHARED_ADDRESS, PAGE_BYTES );
    time_page = map_memory( TIME_PAGE, PAGE_BYTES );
    check( "the channels are there", ( isochron_channel_open( &asked, "asked" ) == 0 ) &&
                                         ( isochron_channel_open( &told, "told" ) == 0 ) );

    if( failures == 0 )
    {
        check_edges_of_the_interface();
        check_questions( "a task of FreeRTOS answers each question", "asleep", LONG );
        check_questions( "... of who does not sleep until then", "awake", 0 );
        measure_calls();
        check_doorbells();
        check_area();
        check_full_channel();
    }

    check_nonsense();
    return failures;
}
