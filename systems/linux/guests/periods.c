/* SPDX-License-Identifier: Apache-2.0 */

/*
 * Measures what periodic tasks of FreeRTOS take from this program, and how late they go on if all wake
 * together, on the firmware of systems/linux/periods. For each number of tasks it prints, in hexadecimal:
 *   stolen TASKS PERIOD-MS CYCLES ALONE   taken from a loop that takes so many cycles alone
 *   woken TASKS FIRST LAST                from a date to the first task and to the last one
 * A loop is as long as a period, or SHORTEST_MS if that is longer, and begins between two releases.
 */
#include "guest.h"
#include "periods.h"

#ifndef COUNTS
    #define COUNTS { 1, 12 }
#endif
#ifndef PERIODS_MS
    #define PERIODS_MS { 1, 2, 5, 10, 20, 50, 100 }
#endif
#ifndef SHORTEST_MS
    #define SHORTEST_MS 10U
#endif

#ifndef RELEASES
    #define RELEASES 10U
#endif

#define DOORBELL     REGISTER( 0xF0060004U )
#define BELL         1U
#define TRIAL_ROUNDS 10000U
#define LEAST_MS     2U /* in which 64 tasks wake together */

#define NUMBER_OF( array ) ( sizeof( array ) / sizeof( ( array )[ 0 ] ) )
#define LARGER( a, b )     ( ( ( a ) > ( b ) ) ? ( a ) : ( b ) )

static const uint32_t counts[] = COUNTS, periods[] = PERIODS_MS;
static uint32_t rounds[ NUMBER_OF( periods ) ], alone[ NUMBER_OF( periods ) ];

/* Takes a constant number of cycles for each round. */
static uint32_t __attribute__( ( noinline, aligned( 32 ) ) ) compute( uint32_t count )
{
    uint32_t begin = TIME_PAGE[ 0 ];

    __asm volatile( "1: addi %0, %0, -1\n"
                    "   bnez %0, 1b"
                    : "+r"( count ) );
    return TIME_PAGE[ 0 ] - begin;
}

static void ask( uint32_t tasks, uint32_t period_ms, uint32_t looks )
{
    uint32_t answers = PERIODS->answers;

    PERIODS->tasks = tasks;
    PERIODS->period_ms = period_ms;
    PERIODS->looks = looks;
    DOORBELL = BELL;

    while( PERIODS->answers == answers )
    {
    }
}

static void print_all( const char * what, const uint32_t * values, uint32_t count )
{
    print( what );

    for( uint32_t i = 0; i < count; i++ )
    {
        print_value( "", values[ i ] );
    }

    print( "\n" );
}

static void measure_stolen( uint32_t tasks, uint32_t window )
{
    uint32_t after, cycles;

    ask( tasks, periods[ window ], 0 );
    after = PERIODS->date + CYCLES_PER_MS / 2U;

    while( ( int32_t ) ( TIME_PAGE[ 0 ] - after ) < 0 )
    {
    }

    cycles = compute( rounds[ window ] );
    ask( tasks, 0, 0 );
    print_all( "stolen",
               ( const uint32_t[] ) { tasks, periods[ window ], cycles - alone[ window ], alone[ window ] },
               4 );
}

static void measure_woken( uint32_t tasks )
{
    ask( tasks, LARGER( LEAST_MS, PERIODS->shortest_ms ), 1 );

    while( PERIODS->releases < RELEASES )
    {
        work();
    }

    ask( tasks, 0, 0 );

    for( uint32_t i = 0; i < RELEASES; i++ )
    {
        print_all( "woken", ( const uint32_t[] ) { tasks, PERIODS->first[ i ], PERIODS->last[ i ] }, 3 );
    }
}

int main( void )
{
    uint32_t trial = compute( TRIAL_ROUNDS );

    for( uint32_t i = 0; i < NUMBER_OF( periods ); i++ )
    {
        rounds[ i ] = LARGER( periods[ i ], SHORTEST_MS ) * CYCLES_PER_MS / ( trial / TRIAL_ROUNDS );
        alone[ i ] = compute( rounds[ i ] );
    }

    for( uint32_t count = 0; count < NUMBER_OF( counts ); count++ )
    {
        ask( counts[ count ], 0, 0 );

        for( uint32_t i = 0; i < NUMBER_OF( periods ); i++ )
        {
            if( periods[ i ] >= PERIODS->shortest_ms )
            {
                measure_stolen( counts[ count ], i );
            }
        }

        measure_woken( counts[ count ] );
    }

    return 0;
}
