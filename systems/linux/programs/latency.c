/* SPDX-License-Identifier: Apache-2.0 */

/* Measures how late tasks go on after a wait, and what their waits take from the processor.
 *
 * The argument has measurements, separated by '/', each of six numbers, separated by commas:
 *   time base     0 the time manager, 1 the software time base, 2 clock_nanosleep
 *   what          0 N tasks wait and one of them wakes, 1 all N wake together,
 *                 2 cycles taken from a program that only computes,
 *                 3 the task waits by WAIT, poll(), and poll() with a time-out in turn, on the time
 *                   manager
 *   tasks, releases, period in cycles
 *   load          1: a task of lower priority keeps core and caches busy
 * Prints `measure` with the six numbers, and for each task and release `sample TASK CYCLES`, or
 * `stolen CYCLES WINDOW`. */
#include "isochron_time_library.h"
#include "machine.h"

#define MAX_TASKS      64U
#define MAX_SAMPLES    32768U
#define PRIORITY       80
#define NS_PER_CYCLE   10U
#define NS_PER_SECOND  1000000000U
#define START_CYCLES   150000U /* for each task to begin */
#define LOAD_BYTES     8192U
#define GAP            128U    /* cycles: more than the loop that looks at the time takes */
#define POLL_NS        100000000U
#define WRONG_ARGUMENT 101

enum base
{
    BASE_HARDWARE,
    BASE_SOFTWARE,
    BASE_NANOSLEEP
};
enum what
{
    ONE_WAKES,
    ALL_WAKE,
    OVERHEAD,
    POLLED
};
enum turn
{
    TURN_WAIT,
    TURN_POLL,
    TURN_POLL_TIMED,
    TURNS
};

struct measurement
{
    uint32_t base, what, tasks, releases, period, load;
};

static struct isochron_time ours;
static struct measurement now_measured;
static struct isochron_time_pair start_pair;
static uint64_t first_release;
static uint32_t samples[ MAX_SAMPLES ];
static uint8_t stacks[ MAX_TASKS + 1U ][ STACK_BYTES ];
static uint32_t left;            /* tasks that have not ended; main waits for none */
static volatile uint32_t failed; /* the error of a call that should have none */
static volatile int stop_load, load_ended;

static void expect( int error )
{
    if( error != 0 )
    {
        failed = ( uint32_t ) -error;
    }
}

/* CLOCK_MONOTONIC at a date of the system time. There is no division of 64 bits here. */
static struct moment moment_of( uint64_t date )
{
    uint64_t ns = start_pair.monotonic + ( date - start_pair.time ) * NS_PER_CYCLE;
    struct moment moment = { 0, 0 };

    while( ns >= NS_PER_SECOND )
    {
        ns -= NS_PER_SECOND;
        moment.seconds++;
    }

    moment.nanoseconds = ( int64_t ) ns;
    return moment;
}

static void wait_nanosleep( uint64_t date, uint32_t releases, uint32_t * found )
{
    for( uint32_t i = 0; i < releases; i++ )
    {
        struct moment moment = moment_of( date );

        expect( sleep_until( &moment ) );
        found[ i ] = ( uint32_t ) ( isochron_time_now( &ours ) - date );
        date += now_measured.period;
    }
}

static void wait_channel( uint32_t channel, uint64_t date, uint32_t releases, uint32_t * found )
{
    uint64_t release = 0, now;

    expect( isochron_time_claim( &ours, channel ) );
    expect( isochron_time_set_periodic( &ours, channel, date, now_measured.period ) );

    for( uint32_t i = 0; i < releases; i++ )
    {
        uint32_t turn = now_measured.what == POLLED ? i % TURNS : TURN_WAIT;

        if( turn != TURN_WAIT )
        {
            expect( wait_for_input( ours.file, turn == TURN_POLL ? FOREVER : POLL_NS ) - 1 );
            now = isochron_time_now( &ours );
        }

        expect( isochron_time_wait_period( &ours, channel, NULL, &release ) );

        if( turn == TURN_WAIT )
        {
            now = isochron_time_now( &ours );
        }

        found[ i ] = ( uint32_t ) ( now - release );
    }

    expect( isochron_time_unclaim( &ours, channel ) );
}

static void run_task( void * argument )
{
    uint32_t task = ( uint32_t ) ( uintptr_t ) argument;
    uint32_t unused, releases = now_measured.releases;
    uint32_t * found = &samples[ task * releases ];
    uint64_t date = first_release;

    expect( set_priority( PRIORITY ) );

    if( ( now_measured.what == ONE_WAKES ) && ( task > 0U ) )
    {
        /* It only waits, until all is over. */
        date += ( uint64_t ) ( releases + 2U ) * now_measured.period;
        releases = 1;
        found = &unused;
    }

    if( now_measured.base == BASE_NANOSLEEP )
    {
        wait_nanosleep( date, releases, found );
    }
    else
    {
        wait_channel( task, date, releases, found );
    }

    if( __atomic_sub_fetch( &left, 1U, __ATOMIC_SEQ_CST ) == 0U )
    {
        wake_waiter( &left );
    }
}

/* System calls and copies, and all of the data cache. */
static void keep_busy( void * argument )
{
    static uint8_t bytes[ LOAD_BYTES ];
    int pipes[ 2 ];

    expect( ( int ) my_syscall2( __NR_pipe2, pipes, 0 ) );

    while( !stop_load )
    {
        write( pipes[ 1 ], bytes, sizeof( bytes ) / 2U );
        read( pipes[ 0 ], bytes + sizeof( bytes ) / 2U, sizeof( bytes ) / 2U );
    }

    close( pipes[ 0 ] );
    close( pipes[ 1 ] );
    load_ended = 1;
}

/* Look at the time without a pause, for so many cycles: where it jumps, somebody else ran. */
static void look_for_gaps( uint32_t window )
{
    const volatile uint32_t * page = ours.page;
    uint32_t stolen = 0, begin, last = page[ 0 ];

    begin = last;

    while( last - begin < window )
    {
        uint32_t next = page[ 0 ];

        if( next - last > GAP )
        {
            stolen += next - last;
        }

        last = next;
    }

    print( "stolen " );
    print_number( stolen );
    print_value( "", last - begin );
}

static void print_samples( void )
{
    uint32_t tasks = now_measured.what == ALL_WAKE ? now_measured.tasks : 1U;

    for( uint32_t i = 0; i < tasks * now_measured.releases; i++ )
    {
        print( "sample " );
        print_number( i / now_measured.releases );
        print_value( "", samples[ i ] );
    }
}

static void print_measurement( void )
{
    const uint32_t * number = &now_measured.base;

    print( "measure " );

    for( uint32_t i = 0; i < 6U; i++ )
    {
        print_number( number[ i ] );
        print( i < 5U ? "," : "\n" );
    }
}

static void measure( void )
{
    stop_load = 0;
    load_ended = !now_measured.load;
    left = now_measured.tasks + 1U;
    expect( isochron_time_set_base( &ours, now_measured.base == BASE_SOFTWARE ? ISOCHRON_TIME_SOFTWARE :
                                                                                ISOCHRON_TIME_HARDWARE ) );
    expect( ioctl( ours.file, ISOCHRON_TIME_GET_PAIR, &start_pair ) );
    first_release = start_pair.time + ( now_measured.tasks + 2U ) * START_CYCLES;

    for( uint32_t i = 0; i < now_measured.tasks; i++ )
    {
        start_task( run_task, ( void * ) ( uintptr_t ) i, stacks[ i ], STACK_BYTES );
    }

    if( now_measured.load )
    {
        start_task( keep_busy, NULL, stacks[ MAX_TASKS ], STACK_BYTES );
    }

    print_measurement();

    if( now_measured.what == OVERHEAD )
    {
        while( isochron_time_now( &ours ) < first_release )
        {
        }

        look_for_gaps( ( now_measured.releases - 1U ) * now_measured.period );
    }

    /* The last one to end, be it this, goes on. */
    if( __atomic_sub_fetch( &left, 1U, __ATOMIC_SEQ_CST ) != 0U )
    {
        uint32_t tasks;

        while( ( tasks = *( volatile uint32_t * ) &left ) != 0U )
        {
            wait_while( &left, tasks );
        }
    }

    stop_load = 1;

    while( !load_ended )
    {
        sleep_for( 1000U * 1000U );
    }

    /* Their stacks are used again: each must have ended. */
    sleep_for( 1000U * 1000U );

    if( now_measured.what != OVERHEAD )
    {
        print_samples();
    }
}

/* The next six numbers; where they end, or NULL when they are not six, or too large. */
static const char * parse( const char * text )
{
    uint32_t * number = &now_measured.base;

    for( uint32_t i = 0; i < 6U; i++ )
    {
        for( number[ i ] = 0; *text >= '0' && *text <= '9'; text++ )
        {
            number[ i ] = number[ i ] * 10U + ( uint32_t ) ( *text - '0' );
        }

        if( i < 5U && *text++ != ',' )
        {
            return NULL;
        }
    }

    return now_measured.tasks <= MAX_TASKS && now_measured.tasks * now_measured.releases <= MAX_SAMPLES ?
               text :
               NULL;
}

int main( int count, char ** arguments )
{
    const char * text = count > 1 ? arguments[ 1 ] : "";

    open_console();
    expect( isochron_time_open( &ours ) );

    do
    {
        text = parse( text );

        if( text == NULL )
        {
            return WRONG_ARGUMENT;
        }

        measure();
    } while( ( failed == 0U ) && ( *text++ == '/' ) );

    return ( int ) failed;
}
