/* SPDX-License-Identifier: Apache-2.0 */

/* Everything at once, with FreeRTOS below Linux: another program keeps Linux busy, tasks of FreeRTOS take a
 * part of the time, lines interrupt all of it, and this program attacks, asks by a channel, and looks at
 * registers, again and again. Then Linux panics or hangs, and starts again. 20 exact periods are checked
 * after each.
 *
 * The argument is the cycle, counted from the machine's start, after which it is enough. Prints `soak` with
 * the rounds and the questions of each start, and at the end `soaked` with starts, releases and the largest
 * delay of one. The exit code is the number of checks that failed. */
#include "goes_on.h"
#include "isochron_channel_library.h"
#include "load.h"
#include "machine.h"

#define PROGRAM    "/soak"
#define CHILD      "child"
#define TIME_PAGE  0xF0031000U
#define PAGE_BYTES 4096U

#define STRETCH   40000000U /* cycles, of each start */
#define PACE      20000U
#define TAKEN     ( PERIOD / 10U )
#define QUESTIONS 5U
#define ROUNDS    2000U     /* of registers */
#define WAIT      1000      /* milliseconds */
#define PRIORITY  80
#define SLEEP_NS  5000000U  /* half a million cycles */
#define ALLOWED   50U       /* ticks in which Linux does nothing */

uint32_t check_registers( uint32_t seed, uint32_t rounds );

static volatile struct shared * shared;
static volatile uint32_t * time_page;

static const struct attack
{
    const char *what, *parameters;
} attacks[] = {
    { "accesses at random", "attack=0 accesses=10000" },
    { "stores that M mode overtakes", "attack=1" },
    { "calls of M mode with MPRV set", "attack=2" },
    { "page tables in the firmware's data", "attack=3" },
    { "SBI calls at random", "attack=4" },
};

#define ATTACKS ( sizeof( attacks ) / sizeof( attacks[ 0 ] ) )
#define OTHERS  3U /* by so many further on: each start comes to so many, or more */

static int ask( const struct isochron_channel * asked )
{
    int good = 1;

    for( uint32_t i = 0; i < QUESTIONS; i++ )
    {
        uint32_t answer = 0;

        good = good && ( isochron_channel_send( asked, &i, sizeof( i ), WAIT ) == 0 ) &&
               ( isochron_channel_receive( asked, &answer, sizeof( answer ), WAIT ) == sizeof( answer ) ) &&
               ( answer == i + 1U );
    }

    return good;
}

static void do_round( const struct attack * attack, const struct isochron_channel * asked )
{
    int found = load_module( "/isochron-attacks.ko", attack->parameters ) != -ECANCELED;
    int bad = check_registers( time_page[ 0 ], ROUNDS ) != 0;

    check_of( attack->what, ", with everything else: 20 exact periods follow",
              !found && !bad && ask( asked ) && goes_on( shared, time_page ) );
}

static void print_pair( const char * what, uint32_t first, uint32_t second )
{
    print( what );
    print( " " );
    print_number( first );
    print( " " );
    print_number( second );
    print( "\n" );
}

int main( int count, char ** arguments )
{
    struct isochron_channel asked;
    uint32_t starts, rounds = 0, end = 0;
    int busy;

    if( ( count > 1 ) && ( strcmp( arguments[ 1 ], CHILD ) == 0 ) )
    {
        return 0;
    }

    end = ( count > 1 ) ? ( uint32_t ) atol( arguments[ 1 ] ) : 0U;
    open_console();
    shared = ( volatile struct shared * ) map_memory( SHARED_ADDRESS, PAGE_BYTES );
    time_page = map_memory( TIME_PAGE, PAGE_BYTES );
    starts = shared->starts;
    check( "the channel is there", isochron_channel_open( &asked, "asked" ) == 0 );
    busy = begin_work( PROGRAM, CHILD );
    shared->pace = PACE;
    shared->taken = TAKEN;

    set_priority( PRIORITY );

    /* Other attacks in each start; the other program works while this one sleeps. */
    while( ( time_page[ 0 ] < ( starts + 1U ) * STRETCH ) && ( time_page[ 0 ] < end ) )
    {
        do_round( &attacks[ ( starts * OTHERS + rounds ) % ATTACKS ], &asked );
        rounds++;
        sleep_for( SLEEP_NS );
    }

    check( "no release was late", shared->counts.late == 0 );
    print_pair( "soak", rounds, rounds * QUESTIONS );

    if( time_page[ 0 ] < end )
    {
        shared->restart = 1;
        shared->watchdog = ALLOWED;
        ( void ) load_module( "/isochron-attacks.ko", ( starts % 2U == 0 ) ? "attack=5" : "attack=6" );
        check( "Linux is at its end", 0 );
    }

    end_work( busy );
    shared->pace = 0;
    shared->taken = 0;
    print( "soaked " );
    print_number( starts );
    print_pair( "", shared->counts.releases, shared->counts.latest );
    return failures;
}
