/* SPDX-License-Identifier: Apache-2.0 */

/* PERIODS releases at each of several rates, one rate after the other, and then all at once. With one
 * rate the simulator sees when the interrupt line rises for each release. With several, each task
 * compares the time with that of its first release. No release may be missed. `isochron verify periods`
 * runs this and looks at what the simulator saw. */
#include "waiting.h"

#include <stdio.h>

#include "board.h"

#ifndef PERIODS
    #error "define PERIODS, the releases at each rate: -DPERIODS=100000"
#endif

#define RATES 3

/* All three together must leave time for the rest; so the second set of periods is longer. */
static const uint32_t alone[ RATES ] = { 700, 1000, 1777 };
static const uint32_t together[ RATES ] = { 3001, 5003, 7001 };

/* Cycles: two other tasks may go first. */
#define LATEST 2500

BENCH_LINE_STARTS( 7, release );

static volatile uint32_t period_cycles;
static volatile unsigned ended;

static void fail( const char * what, uint32_t period, unsigned release )
{
    printf( "%s: period of %lu cycles, release %u\n", what, ( unsigned long ) period, release );
    board_exit( BOARD_EXIT_FAILURE );
}

static BENCH_FUNCTION int wait_measured( void )
{
    int error = rt_task_wait_period( NULL );

    __asm volatile( BENCH_LABEL( "probe_stop_release" ) "nop" );
    return error;
}

static void run_alone( void )
{
    for( unsigned i = 0; i < RATES; i++ )
    {
        rt_task_set_periodic( NULL, TM_NOW, ( RTIME ) alone[ i ] * NS_PER_CYCLE );

        for( unsigned release = 0; release < PERIODS; release++ )
        {
            if( wait_measured() != 0 )
            {
                fail( "a release was missed", alone[ i ], release );
            }
        }

        rt_task_set_periodic( NULL, TM_NOW, TM_INFINITE );
        printf( "rate %lu\n", ( unsigned long ) alone[ i ] );
    }
}

static void run_together( uint32_t period )
{
    RTIME first, late;

    rt_task_set_periodic( NULL, TM_NOW, ( RTIME ) period * NS_PER_CYCLE );
    rt_task_wait_period( NULL );
    first = rt_timer_tsc();

    for( unsigned release = 1; release < PERIODS; release++ )
    {
        if( rt_task_wait_period( NULL ) != 0 )
        {
            fail( "a release was missed", period, release );
        }

        /* The first one was late, too. */
        late = rt_timer_tsc() + LATEST - ( first + ( RTIME ) release * period );

        if( late > 2 * LATEST )
        {
            fail( "a release has drifted", period, release );
        }
    }

    rt_task_set_periodic( NULL, TM_NOW, TM_INFINITE );
}

static void periodic( void * rate )
{
    run_together( together[ ( uintptr_t ) rate ] );
    ended = ended + 1;
}

static void first_alone( void * arg )
{
    run_alone();
    ended = 1;
}

static void direct( void * parameters )
{
    RT_TASK task;

    rt_task_spawn( &task, "alone", BENCH_STACK * 4, WAITING_PRIORITY, 0, first_alone, NULL );

    while( ended == 0 )
    {
        waiting_rest();
    }

    ended = 0;

    for( uintptr_t rate = 0; rate < RATES; rate++ )
    {
        rt_task_spawn( &task, NULL, BENCH_STACK * 4, WAITING_PRIORITY, 0, periodic, ( void * ) rate );
    }

    while( ended < RATES )
    {
        waiting_rest();
    }

    bench_end();
}

int main( void )
{
    bench_begin();
    waiting_begin( direct, WAITING_PRIORITY - 1 );
}
