/* SPDX-License-Identifier: Apache-2.0 */

/* Checks Linux with FreeRTOS below it: docs/explanation/linux.md. Prints a line for each check; the exit code
 * is the number of those that failed. Whatever it does to the firmware, FreeRTOS's tasks go on. */
#include <linux/time.h>

#include "goes_on.h"
#include "machine.h"

#define PAGE_BYTES 4096U
#define WORDS      ( PAGE_BYTES / sizeof( uint32_t ) )

#define TIME_PAGE   0xF0031000U
#define PACE        3000U /* cycles between the interrupts of each line, and up to 2,047 more */
#define SLOWER      20000U /* during attacks: Linux is to get on with them */
#define ROUNDS      40000U /* some 170 cycles each, with what comes between */
#define BURSTS      2000U /* at least so many interruptions meanwhile */
#define ALLOWED     50U /* ticks of 100,000 cycles in which Linux does nothing */
#define NANOSECONDS 10 /* in a cycle */

uint32_t check_registers( uint32_t seed, uint32_t rounds );

static volatile struct shared * shared;
static volatile uint32_t * time_page;

/* Loads and stores each word of what is the firmware's. Nothing is to be found, and nothing to happen. */
static void attack( const char * what, uint32_t address, uint32_t bytes )
{
    uint32_t found = 0, value = 0x12345678U;

    for( uint32_t at = 0; at < bytes; at += PAGE_BYTES )
    {
        volatile uint32_t * page = map_memory( address + at, PAGE_BYTES );

        for( uint32_t i = 0; i < WORDS; i++ )
        {
            found |= page[ i ];
            value = value * 1664525U + 1013904223U;
            page[ i ] = value;
        }

        munmap( ( void * ) page, PAGE_BYTES );
    }

    check_of( what, ": nothing is found there, and 20 exact periods follow",
              ( found == 0 ) && goes_on( shared, time_page ) );
}

static void check_attacks( void )
{
    attack( "attack on the firmware's data", 0xF0220000U, 0x10000U );
    attack( "attack on its code", 0xF0210000U, 0x8000U );
    attack( "attack on its image", 0x80000000U, 0x10000U );
    attack( "attack on the switch that turns the machine off", 0xF0010000U, PAGE_BYTES );
    attack( "attack on the CLINT", 0xF0020000U, 0x10000U );
    attack( "attack on the time manager", 0xF0030000U, PAGE_BYTES );
    attack( "attack on the interrupt generator", 0xF0040000U, PAGE_BYTES );
    attack( "attack on FreeRTOS's page of the doorbells", 0xF0061000U, PAGE_BYTES );
    attack( "attack on the hardware kernel", 0xF0100000U, 0x100000U );
}

/* The same in S mode, and what else can be tried there: by a module that is never loaded. */
static void attack_from_the_kernel( const char * what, const char * parameters )
{
    int nothing_found = load_module( "/isochron-attacks.ko", parameters ) == -ECANCELED;

    check_of( what, " in S mode: nothing is found, and 20 exact periods follow",
              nothing_found && goes_on( shared, time_page ) );
}

static void check_attacks_from_the_kernel( void )
{
    attack_from_the_kernel( "accesses to all that at random", "attack=0" );
    attack_from_the_kernel( "stores that M mode overtakes", "attack=1" );
    attack_from_the_kernel( "calls of M mode with MPRV set", "attack=2" );
    attack_from_the_kernel( "page tables in the firmware's data", "attack=3" );
    attack_from_the_kernel( "SBI calls at random", "attack=4" );
}

static uint64_t monotonic( void )
{
    struct moment moment = { 0, 0 };

    my_syscall2( __NR_clock_gettime64, CLOCK_MONOTONIC, &moment );
    return ( uint64_t ) moment.seconds * 1000000000U + ( uint64_t ) moment.nanoseconds;
}

/* Registers of this program and of FreeRTOS's tasks, while each interrupts the ones below it; Linux's clock
 * meanwhile, of which the tasks take a part. */
static void check_switches( void )
{
    uint64_t begin = monotonic(), linux_time;
    uint32_t first = shared->counts.bursts, begin_cycle = time_page[ 0 ], cycles, bad;

    bad = check_registers( 0x51234567U, ROUNDS );
    linux_time = monotonic() - begin;
    cycles = time_page[ 0 ] - begin_cycle;
    linux_time = linux_time > ( uint64_t ) cycles * NANOSECONDS ?
                     linux_time - ( uint64_t ) cycles * NANOSECONDS :
                     ( uint64_t ) cycles * NANOSECONDS - linux_time;
    check( "registers of a program of Linux are its own", bad == 0 );
    check( "registers of FreeRTOS's tasks are their own", shared->counts.faults == 0 );
    check( "thousands of switches", shared->counts.bursts - first >= BURSTS );
    check( "Linux's clock has no time less", linux_time * 100U < ( uint64_t ) cycles * NANOSECONDS );
    print_value( "  bursts of tasks meanwhile:", shared->counts.bursts - first );
    print_value( "  cycles meanwhile:", cycles );
}

/* Linux starts again after a panic and after it hangs, and this program with it: starts is how often it did.
 */
static void check_starts( uint32_t starts )
{
    static const char * const ends[] = { "attack=5", "attack=6" };

    check_of( starts == 0  ? "Linux starts" :
              starts == 1U ? "Linux starts after a panic" :
                             "Linux starts after it hung",
              ": FreeRTOS's tasks go on", goes_on( shared, time_page ) );

    if( starts < sizeof( ends ) / sizeof( ends[ 0 ] ) )
    {
        shared->restart = 1;
        shared->watchdog = ALLOWED;
        ( void ) load_module( "/isochron-attacks.ko", ends[ starts ] );
        check( "Linux is at its end", 0 );
    }
}

static void check_all( void )
{
    check( "FreeRTOS runs", goes_on( shared, time_page ) );
    shared->pace = PACE;
    check_switches();
    shared->pace = SLOWER;
    check_attacks();
    check_attacks_from_the_kernel();
    shared->pace = 0;
    failures += run_program( "/ask", NULL );
}

int main( void )
{
    uint32_t starts;

    open_console();
    shared = ( volatile struct shared * ) map_memory( SHARED_ADDRESS, PAGE_BYTES );
    time_page = map_memory( TIME_PAGE, PAGE_BYTES );
    starts = shared->starts;

    if( starts == 0 )
    {
        check_all();
    }

    if( failures == 0 )
    {
        check_starts( starts );
    }

    check( "no release was late", shared->counts.late == 0 );
    print_value( "  releases:", shared->counts.releases );
    print_value( "  largest delay of one:", shared->counts.latest );
    return failures;
}
