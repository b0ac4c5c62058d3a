/* SPDX-License-Identifier: Apache-2.0 */

#include "measure.h"

#ifndef PERIODS_MS
    #define PERIODS_MS { 1, 10, 100 }
#endif
#ifndef SHORTEST_MS
    #define SHORTEST_MS 10U
#endif

#ifndef RELEASES
    #define RELEASES 10U
#endif

#define BELL     1U
#define LEAST_MS 2U   /* in which 64 tasks wake together */
#define GAP   128U /* cycles: more than a loop that looks at the time takes, and by which a date is known */
#define TRIES 10U

#define NUMBER_OF( array ) ( sizeof( array ) / sizeof( ( array )[ 0 ] ) )
#define LARGER( a, b )     ( ( ( a ) > ( b ) ) ? ( a ) : ( b ) )

static const uint32_t lengths[] = PERIODS_MS;
static volatile struct periods * shared;
static volatile uint32_t * bell;
static volatile const uint32_t * time_page;

static void ask( uint32_t tasks, uint32_t period_ms, uint32_t looks )
{
    uint32_t answers = shared->answers;

    shared->tasks = tasks;
    shared->period_ms = period_ms;
    shared->looks = looks;
    *bell = BELL;

    while( shared->answers == answers )
    {
    }
}

static void wait_until( uint32_t time )
{
    while( ( int32_t ) ( time_page[ 0 ] - time ) < 0 )
    {
    }
}

/* Looks at the time again and again: it jumps from a date to when the tasks wait again. Returns the cycles of
 * these jumps, or 0 if one began elsewhere or does not come, since this program did not run just then. */
static uint32_t look_for_jumps( uint32_t window, uint32_t date, uint32_t unit )
{
    uint32_t stolen = 0, begin = time_page[ 0 ], last = begin;

    while( last - begin < window )
    {
        uint32_t next = time_page[ 0 ];

        if( ( next - last > GAP ) && ( last - date + GAP <= 2U * GAP ) )
        {
            stolen += next - last;
            date += unit;
        }
        else if( ( int32_t ) ( next - date ) > ( int32_t ) GAP )
        {
            return 0;
        }

        last = next;
    }

    return stolen;
}

static void measure_stolen( uint32_t tasks, uint32_t period_ms )
{
    uint32_t window = LARGER( period_ms, SHORTEST_MS ) * CYCLES_PER_MS;
    uint32_t unit_ms = ( shared->shortest_ms > 1U ) ? shared->shortest_ms : period_ms; /* a tick comes, too */
    uint32_t unit = unit_ms * CYCLES_PER_MS, stolen = 0;

    for( uint32_t i = 0; ( i < TRIES ) && ( stolen == 0U ); i++ )
    {
        periods_settle();
        ask( tasks, period_ms, 0 );
        wait_until( shared->date + CYCLES_PER_MS / 2U );
        stolen = look_for_jumps( window, shared->date + unit, unit );
        ask( tasks, 0, 0 );
    }

    periods_print( "stolen", ( const uint32_t[] ) { tasks, period_ms, stolen, window }, 4 );
}

static void measure_woken( uint32_t tasks )
{
    ask( tasks, LARGER( LEAST_MS, shared->shortest_ms ), 1 );
    periods_work( shared, RELEASES );
    ask( tasks, 0, 0 );

    for( uint32_t i = 0; i < RELEASES; i++ )
    {
        periods_print( "woken", ( const uint32_t[] ) { tasks, shared->first[ i ], shared->last[ i ] }, 3 );
    }
}

void periods_begin( volatile struct periods * periods, volatile uint32_t * doorbell,
                    volatile const uint32_t * time )
{
    shared = periods;
    bell = doorbell;
    time_page = time;
}

void periods_measure( uint32_t tasks )
{
    periods_settle();
    ask( tasks, 0, 0 );

    for( uint32_t i = 0; i < NUMBER_OF( lengths ); i++ )
    {
        if( lengths[ i ] >= shared->shortest_ms )
        {
            measure_stolen( tasks, lengths[ i ] );
        }
    }

    measure_woken( tasks );
}
