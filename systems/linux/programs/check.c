/* SPDX-License-Identifier: Apache-2.0 */

/* Checks driver and library from a program: docs/explanation/linux.md. Prints a line for each check; the exit
 * code is the number of those that failed. With the argument "claim" it is the other program, which
 * wants channel 0, and with "die" one that ends with a channel that it claimed. */
#include <asm/signal.h>

#include "isochron_time_library.h"
#include "machine.h"

#define PROGRAM       "/check"
#define MICROSECOND   100U /* cycles */
#define MILLISECOND   ( 1000U * MICROSECOND )
#define LATE          ( 2U * MILLISECOND ) /* nothing may take longer, also under PREEMPT_RT */
#define PRIORITY      80
#define LOW_PRIORITY  10
#define SIGNAL_LATEST ( 20U * MILLISECOND ) /* it comes after one */
#define BAD_PROGRAM   100 /* exit code of the other program */

static struct isochron_time ours;
static volatile int signals;

static uint64_t now( void )
{
    return isochron_time_now( &ours );
}

static uint64_t driver_time( void )
{
    uint64_t time = 0;

    ioctl( ours.file, ISOCHRON_TIME_GET, &time );
    return time;
}

/* The time passes, and the page and the driver agree on it. */
static void check_time( void )
{
    uint64_t first = now(), asked = driver_time(), last = now();

    check( "the hardware has channels of 64 bits", ours.info.channels >= 4 && ours.info.width == 64 );
    check( "page and driver show one time", first < asked && asked < last && last - first < LATE );
}

static void check_page( void )
{
    volatile uint32_t * page = ( volatile uint32_t * ) ours.page;
    uint64_t before;
    void * writable = mmap( NULL, 4096, PROT_READ | PROT_WRITE, MAP_SHARED, ours.file, 0 );

    check( "the page cannot be mapped for stores", writable == MAP_FAILED );
    before = now();
    page[ 0 ] = 0;
    page[ 1 ] = 1;
    check( "a store to the page changes nothing", now() - before < LATE );
    page[ 0x100 / 4 ] = 4;
    check( "no delay can be started there", page[ 0x10 / 4 ] == 0 && page[ 0x18 / 4 ] == 0 );
}

static void check_channels( void )
{
    uint32_t none = ours.info.channels;

    check( "no such channel: EINVAL", isochron_time_claim( &ours, none ) == -EINVAL );
    check( "... also to wait for", isochron_time_wait_period( &ours, none, NULL, NULL ) == -EINVAL );
    check( "not claimed: EPERM", isochron_time_delay( &ours, 0, MILLISECOND ) == -EPERM );
    check( "claimed", isochron_time_claim( &ours, 0 ) == 0 );
    check( "nothing started: EAGAIN", isochron_time_wait_period( &ours, 0, NULL, NULL ) == -EAGAIN );
    check( "another program: EBUSY", run_program( PROGRAM, "claim" ) == EBUSY );
    check( "given up", isochron_time_unclaim( &ours, 0 ) == 0 );
    check( "the other program may", run_program( PROGRAM, "claim" ) == 0 );
    check( "a program ends with a channel", run_program( PROGRAM, "die" ) == 0 );
    check( "... which is free then", isochron_time_claim( &ours, 0 ) == 0 );
}

static void check_delay( void )
{
    uint64_t start = now(), took;

    check( "a delay", isochron_time_delay( &ours, 0, MILLISECOND ) == 0 );
    took = now() - start;
    check( "... takes its time", took >= MILLISECOND && took < MILLISECOND + LATE );
    check( "a shorter one than the shortest", isochron_time_delay( &ours, 0, 0 ) == 0 );
    check( "a date that is past: EINVAL",
           isochron_time_set_periodic( &ours, 0, now() - MILLISECOND, 0 ) == -EINVAL );
}

/* Releases are at exact dates, and what is missed is counted. */
static void check_periods( void )
{
    uint64_t first = now() + MILLISECOND, release = 0;
    uint32_t overruns = 0, total = 0;
    int exact = 1, late = 0;

    check( "periods", isochron_time_set_periodic( &ours, 0, first, MILLISECOND ) == 0 );

    for( uint32_t i = 0; i < 20; i++ )
    {
        isochron_time_wait_period( &ours, 0, &overruns, &release );
        total += overruns;
        exact &= release == first + ( uint64_t ) i * MILLISECOND;
        late |= now() < release || now() - release > LATE / 4;
    }

    check( "... are exact", exact && total == 0 );
    check( "... and met", !late );

    while( now() < release + 3 * MILLISECOND + MILLISECOND / 2 )
    {
    }

    check( "missed: 3 releases", isochron_time_wait_period( &ours, 0, &overruns, &release ) == 0 );
    check( "... are 2 overruns", overruns == 2 && release == first + 22 * MILLISECOND );
    check( "stopped", isochron_time_stop( &ours, 0 ) == 0 );
    check( "... nothing comes", isochron_time_wait_period( &ours, 0, NULL, NULL ) == -EAGAIN );
}

static void check_poll( void )
{
    check( "poll: nothing yet", wait_for_input( ours.file, 0 ) == 0 );
    isochron_time_set_periodic( &ours, 0, now() + MILLISECOND, 0 );
    check( "poll: not yet", wait_for_input( ours.file, 0 ) == 0 );
    check( "poll: a release", wait_for_input( ours.file, 100 * 1000 * 1000 ) == 1 );
    check( "... still there", wait_for_input( ours.file, 0 ) == 1 );
    check( "... taken", isochron_time_wait_period( &ours, 0, NULL, NULL ) == 0 );
    check( "poll: no more", wait_for_input( ours.file, 0 ) == 0 );
}

static volatile int busy;

static void compute( void * unused )
{
    set_priority( LOW_PRIORITY );
    busy = 1;

    while( busy )
    {
    }
}

/* What wakes a poll comes before all tasks of less priority than its own, as what ends a wait. */
static void check_poll_under_load( void )
{
    static uint8_t stack[ STACK_BYTES ];
    uint64_t release;

    start_task( compute, NULL, stack, sizeof( stack ) );

    while( !busy )
    {
        sleep_for( 1000 * 1000 );
    }

    release = now() + MILLISECOND;
    isochron_time_set_periodic( &ours, 0, release, 0 );
    check( "poll: a release, while another task computes",
           wait_for_input( ours.file, 100 * 1000 * 1000 ) == 1 );
    check( "... soon", now() - release < MILLISECOND );
    check( "... taken", isochron_time_wait_period( &ours, 0, NULL, NULL ) == 0 );
    busy = 0;
}

static volatile int polled;

static void poll_as_well( void * unused )
{
    polled = wait_for_input( ours.file, FOREVER );
}

/* One release ends the poll() of each task that waits for it, in whichever order they began. */
static void check_two_polls( void )
{
    static uint8_t stack[ STACK_BYTES ];

    start_task( poll_as_well, NULL, stack, sizeof( stack ) );
    sleep_for( 1000 * 1000 );
    isochron_time_set_periodic( &ours, 0, now() + MILLISECOND, 0 );
    check( "poll: a release, for which another task polls, too", wait_for_input( ours.file, FOREVER ) == 1 );
    sleep_for( 1000 * 1000 );
    check( "... which went on, too", polled == 1 );
    check( "... taken", isochron_time_wait_period( &ours, 0, NULL, NULL ) == 0 );
}

static void check_module( void )
{
    check( "a module of the kernel has releases, too",
           load_module( "/isochron-time-example.ko", "" ) == -ECANCELED );
}

static void count_signal( int signal )
{
    signals++;
}

static void send_later( void * task )
{
    sleep_for( 1000 * 1000 );
    send_signal( ( int ) ( uintptr_t ) task, SIGUSR1 );
}

static void check_signal( void )
{
    static uint8_t stack[ STACK_BYTES ];
    uint64_t start = now();

    check( "a signal's handler", on_signal( SIGUSR1, count_signal ) == 0 );
    check( "... is called", send_signal( own_task(), SIGUSR1 ) == 0 && signals == 1 );
    check( "a task that sends it later",
           start_task( send_later, ( void * ) ( uintptr_t ) own_task(), stack, sizeof( stack ) ) > 0 );
    check( "a signal ends a wait: EINTR", isochron_time_delay( &ours, 0, SIGNAL_LATEST ) == -EINTR );
    check( "... at once", signals == 2 && now() - start < SIGNAL_LATEST );
    isochron_time_stop( &ours, 0 );
}

/* Setting the time moves no release: dates move with the time. */
static void check_set_time( void )
{
    const uint64_t jump = 1000000ULL * MILLISECOND;
    uint64_t first = now() + MILLISECOND, release = 0;

    isochron_time_set_periodic( &ours, 0, first, 0 );
    check( "the time set", isochron_time_set( &ours, now() + jump ) == 0 );
    check( "... moves no release", isochron_time_wait_period( &ours, 0, NULL, &release ) == 0 );
    check( "... by more than setting takes", release - first - jump + MICROSECOND * 20 < MICROSECOND * 40 );
    check( "... which is met", now() - release < LATE );
}

static void check_bases( void )
{
    uint64_t release = 0, next = 0;
    uint32_t tick = ours.info.tick;

    check( "another base while channels are used: EBUSY",
           isochron_time_set_base( &ours, ISOCHRON_TIME_SOFTWARE ) == -EBUSY );
    isochron_time_unclaim( &ours, 0 );
    check( "no such base: EINVAL", isochron_time_set_base( &ours, 2 ) == -EINVAL );
    check( "the software base", isochron_time_set_base( &ours, ISOCHRON_TIME_SOFTWARE ) == 0 &&
                                    ours.info.base == ISOCHRON_TIME_SOFTWARE );
    isochron_time_claim( &ours, 1 );
    isochron_time_set_periodic( &ours, 1, now() + MILLISECOND, MILLISECOND );
    isochron_time_wait_period( &ours, 1, NULL, &release );
    isochron_time_wait_period( &ours, 1, NULL, &next );
    check( "... has periods of whole ticks", next - release == tick && now() - next < LATE );
    isochron_time_unclaim( &ours, 1 );
    check( "the hardware again", isochron_time_set_base( &ours, ISOCHRON_TIME_HARDWARE ) == 0 );
}

int main( int count, char ** arguments )
{
    open_console();

    if( isochron_time_open( &ours ) != 0 )
    {
        return BAD_PROGRAM;
    }

    if( count > 1 && strcmp( arguments[ 1 ], "claim" ) == 0 )
    {
        return -isochron_time_claim( &ours, 0 );
    }

    if( count > 1 && strcmp( arguments[ 1 ], "die" ) == 0 )
    {
        isochron_time_claim( &ours, 0 );
        return -isochron_time_set_periodic( &ours, 0, isochron_time_now( &ours ) + MILLISECOND, MILLISECOND );
    }

    /* Above whatever else the system does. */
    check( "a real-time task", set_priority( PRIORITY ) == 0 );
    check_time();
    check_page();
    check_channels();
    check_delay();
    check_periods();
    check_poll();
    check_poll_under_load();
    check_two_polls();
    check_signal();
    check_module();
    check_set_time();
    check_bases();
    return failures;
}
