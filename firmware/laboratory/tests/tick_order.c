/* SPDX-License-Identifier: Apache-2.0 */

/* Many tasks that a single tick wakes: all of them are ready before the first one runs, so the
 * highest is the first, whenever it began to wait, and equals run as they began to wait. */
#include "check.h"

#define MOST     24
#define LEVELS   ( MOST / 2 ) /* two tasks of each priority */
#define DIRECTOR ( LEVELS + 2 )

/* Ticks until all wake: they have to get there, one after the other. */
#define AHEAD 8

static TickType_t wake_tick;
static TaskHandle_t sleepers[ MOST ];

static void sleeper( void * who )
{
    TickType_t from = wake_tick - AHEAD;

    vTaskDelayUntil( &from, AHEAD );
    mark( ( char ) ( uintptr_t ) who );
    vTaskSuspend( NULL );
}

/* Lets a task of each priority wait for the same tick, in this order, and wakes after them all. */
static void wake_all( const UBaseType_t * priorities, unsigned tasks )
{
    wake_tick = xTaskGetTickCount() + AHEAD;

    for( unsigned i = 0; i < tasks; i++ )
    {
        /* above all others until it waits, so that it waits at once; its priority then is free */
        sleepers[ i ] = create( sleeper, 'a' + i, DIRECTOR + 1 );
        CHECK_EQUAL( eTaskGetState( sleepers[ i ] ), eBlocked );
        vTaskPrioritySet( sleepers[ i ], priorities[ i ] );
    }

    CHECK( xTaskGetTickCount() < wake_tick );
    vTaskDelay( wake_tick - xTaskGetTickCount() + 2 );

    for( unsigned i = 0; i < tasks; i++ )
    {
        vTaskDelete( sleepers[ i ] );
    }
}

static void test_equals_run_as_they_began_to_wait( void )
{
    UBaseType_t priorities[ MOST ];

    for( unsigned i = 0; i < MOST; i++ )
    {
        priorities[ i ] = 1;
    }

    wake_all( priorities, MOST );
    CHECK_ORDER( "abcdefghijklmnopqrstuvwx" );
}

static void test_rising_priorities_run_backwards( void )
{
    UBaseType_t priorities[ MOST ];

    for( unsigned i = 0; i < MOST; i++ )
    {
        priorities[ i ] = 1 + i / 2;
    }

    wake_all( priorities, MOST );
    CHECK_ORDER( "wxuvstqropmnklijghefcdab" );
}

static void test_falling_priorities_run_forwards( void )
{
    UBaseType_t priorities[ MOST ];

    for( unsigned i = 0; i < MOST; i++ )
    {
        priorities[ i ] = LEVELS - i / 2;
    }

    wake_all( priorities, MOST );
    CHECK_ORDER( "abcdefghijklmnopqrstuvwx" );
}

/* Between the first two there is time enough for a switch to the first one. */
static void test_the_highest_runs_first_though_it_waited_last( void )
{
    UBaseType_t priorities[ MOST ];

    for( unsigned i = 0; i < MOST; i++ )
    {
        priorities[ i ] = 1;
    }

    priorities[ 0 ] = 2;
    priorities[ MOST - 1 ] = 3;
    wake_all( priorities, MOST );
    CHECK_ORDER( "xabcdefghijklmnopqrstuvw" );
}

TEST_PROGRAM( DIRECTOR )
{
    next_tick();
    test_equals_run_as_they_began_to_wait();
    test_rising_priorities_run_backwards();
    test_falling_priorities_run_forwards();
    test_the_highest_runs_first_though_it_waited_last();
}
