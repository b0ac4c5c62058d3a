/* SPDX-License-Identifier: Apache-2.0 */

/* Tasks of all cores compute with floating point, in all registers, and look whether each result is what it
 * was before the scheduler was started. They are preempted by ticks, by each other and by a device, take
 * turns, are in sections of a resource, and are suspended, moved, deleted and created anew. With TEST_ROUTINE
 * the device's routine computes, too, which is refused. The argument is the seed. */
#include <string.h>

#include "interrupts.h"
#include "resources.h"
#include "shared.h"

#ifndef TEST_ROUTINE
    #define TEST_ROUTINE 0
#endif
#define TASKS    ( 4 * CORES )
#define ROUNDS   40
#define PATIENCE 5000 /* ticks */
#define DEVICE   BOARD_TIMER_INTERRUPT
#define TOP      20
#define REGISTERS \
    "q0", "q1", "q2", "q3", "q4", "q5", "q6", "q7", "q8", "q9", "q10", "q11", "q12", "q13", "q14", "q15"

static TaskHandle_t tasks[ TASKS ], above;
static GicResourceHandle_t resources[ CORES ];
static double expected[ TASKS ];
static volatile uint32_t results[ TASKS ], begun;
static uint64_t patterns[ TASKS + 1 ][ 32 ];
static volatile int woken;

/* Of nothing but this number. */
static double compute( int number )
{
    double sum = 0, term = 1.0 + number;

    for( int i = 1; i < ROUNDS; i++ )
    {
        sum += term / ( i * i + number );
        term = 1.0 / ( term + 0.125 * i );
    }

    return sum;
}

/* Has all registers and the rounding mode hold a task's own values for a while, and goes to a core meanwhile,
 * if it is a task that moves; whether they still do. No code of this file's uses registers in between. */
static int holds( int number, int moves )
{
    uint64_t found[ 32 ];
    const uint32_t mode = ( uint32_t ) ( 1 + number % 3 ) << 22;
    uint32_t mode_found, loops = 3000;

    __asm volatile( "vmsr fpscr, %[mode]\n"
                    "vldmia %[own]!, { d0-d15 }\n"
                    "vldmia %[own], { d16-d31 }\n"
                    "sub %[own], %[own], #128\n"
                    :
                    : [mode] "r"( mode ), [own] "r"( patterns[number] )
                    : "memory", REGISTERS );

    #if CORES > 1
    if( moves )
    {
        vTaskCoreAffinitySet( NULL, 1UL << ( results[ number ] / 4 % CORES ) );
    }
    #else
    ( void ) moves;
    #endif

    __asm volatile( "1: subs %[loops], %[loops], #1\n"
                    "bne 1b\n"
                    "vstmia %[found]!, { d0-d15 }\n"
                    "vstmia %[found], { d16-d31 }\n"
                    "sub %[found], %[found], #128\n"
                    "vmrs %[mode_found], fpscr\n"
                    "vmsr fpscr, %[none]\n"
                    : [mode_found] "=&r"( mode_found ), [loops] "+&r"( loops )
                    : [found] "r"( found ), [none] "r"( 0 )
                    : "memory", "cc", REGISTERS );
    return ( mode_found == mode ) && ( memcmp( found, patterns[ number ], sizeof( found ) ) == 0 );
}

/* Whether all registers are 0. */
static int is_new( void )
{
    static const uint64_t none[ 32 ];
    uint64_t found[ 32 ];

    __asm volatile( "vstmia %[found]!, { d0-d15 }\n"
                    "vstmia %[found], { d16-d31 }\n"
                    "sub %[found], %[found], #128\n"
                    :
                    : [found] "r"( found )
                    : "memory" );
    return memcmp( found, none, sizeof( found ) ) == 0;
}

static void computes( void * parameter )
{
    const int number = ( int ) ( uintptr_t ) parameter;

    if( !is_new() )
    {
        fail( "registers of somebody else", number );
    }

    __atomic_fetch_add( &begun, 1, __ATOMIC_RELAXED );
    portTASK_USES_FLOATING_POINT();

    for( ;; )
    {
        if( compute( number ) != expected[ number ] )
        {
            fail( "another result", number );
        }

        if( !holds( number, results[ number ] % 4 == 0 ) )
        {
            fail( "other registers", number );
        }

        results[ number ]++;

        if( results[ number ] % 8 == 0 )
        {
            vTaskDelay( 1 );
        }
    }
}

/* On a core of its own, whose resource it takes. */
static void takes( void * parameter )
{
    const int number = ( int ) ( uintptr_t ) parameter;
    const int core = number % CORES;

    for( ;; )
    {
        vGicResourceTake( resources[ core ] );

        if( !holds( number, 0 ) )
        {
            fail( "other registers in a section", number );
        }

        vGicResourceGive( resources[ core ] );

        if( compute( number ) != expected[ number ] )
        {
            fail( "another result behind a section", number );
        }

        results[ number ]++;
        vTaskDelay( 1 );
    }
}

static void handler( void )
{
    board_clear_timer();
    board_start_timer( 70 );

    if( TEST_ROUTINE )
    {
        volatile double number = woken;

        woken += ( int ) number;
    }

    vTaskResume( above );
}

/* Above all that compute, and computes itself. */
static void is_above( void * unused )
{
    for( ;; )
    {
        vTaskSuspend( NULL );

        if( !holds( TASKS, 0 ) )
        {
            fail( "other registers above", woken );
        }

        woken++;
    }
}

static void make( int number )
{
    create( ( number < CORES ) ? takes : computes, number, 2 + number / CORES, &tasks[ number ] );
}

static uint32_t least( void )
{
    uint32_t found = UINT32_MAX;

    for( int number = 0; number < TASKS; number++ )
    {
        found = ( results[ number ] < found ) ? results[ number ] : found;
    }

    return found;
}

/* Those that take a resource stay what they are. */
static void disturb( void * unused )
{
    random_t generator = { board_argument() * 2654435761U + 1U };
    uint32_t moved = 0;

    board_start_timer( 70 );

    for( int turns = 0; ( least() < TEST_RESULTS ) || ( woken == 0 ); turns++ )
    {
        const int number = CORES + ( int ) random_below( &generator, TASKS - CORES );

        if( turns > TEST_RESULTS + PATIENCE )
        {
            fail( "somebody does not go on", ( int ) least() );
        }

        switch( random_below( &generator, 8 ) )
        {
            case 0:
                vTaskDelete( tasks[ number ] );
                vTaskDelay( 2 ); /* the idle task comes, perhaps */
                make( number );
                break;

            case 1:
                vTaskSuspend( tasks[ number ] );
                vTaskDelay( 1 );
                vTaskResume( tasks[ number ] );
                break;

            default:
                #if CORES > 1
                vTaskCoreAffinitySet( tasks[ number ], 1UL << random_below( &generator, CORES ) );
                moved++;
                #endif
                vTaskPrioritySet( tasks[ number ], 2 + random_below( &generator, 4 ) );
                break;
        }

        vTaskDelay( 1 );
    }

    printf( "passed %lu %lu %lu %d\n", ( unsigned long ) least(), ( unsigned long ) begun,
            ( unsigned long ) moved, woken );
    board_exit( 0 );
}

int main( void )
{
    random_t generator = { 12345 };

    for( int number = 0; number < TASKS; number++ )
    {
        expected[ number ] = compute( number );
    }

    for( int number = 0; number <= TASKS; number++ )
    {
        for( int i = 0; i < 32; i++ )
        {
            patterns[ number ][ i ] =
                ( ( uint64_t ) random_below( &generator, UINT32_MAX ) << 32 ) + ( uint32_t ) i;
        }
    }

    for( int core = 0; core < CORES; core++ )
    {
        resources[ core ] = xGicResourceCreate( 10, core );
    }

    for( int number = 0; number < TASKS; number++ )
    {
        make( number );
    }

    create( is_above, 0, 15, &above );
    create( disturb, 0, TOP, NULL );
    board_set_handler( DEVICE, handler, 12, 0 );
    vTaskStartScheduler();
    return 1;
}
