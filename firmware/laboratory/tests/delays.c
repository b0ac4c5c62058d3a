/* SPDX-License-Identifier: Apache-2.0 */

/* Delays to the exact tick; tick_order.c has the order of tasks that wake at the same tick. */
#include "check.h"

#define LOW      1
#define DIRECTOR 5

static TickType_t begin;

static void sleeper( void * ticks )
{
    TickType_t delay = ( TickType_t ) ( uintptr_t ) ticks;

    vTaskDelay( delay );
    CHECK_EQUAL( xTaskGetTickCount() - begin, delay );
    mark( ( char ) ( '0' + delay ) );
    vTaskDelete( NULL );
}

static void test_delay_ends_at_its_tick( void )
{
    for( TickType_t delay = 1; delay <= 5; delay++ )
    {
        begin = next_tick();
        vTaskDelay( delay );
        CHECK_EQUAL( xTaskGetTickCount() - begin, delay );
    }
}

/* Longer delays asked for first do not hold up shorter ones. */
static void test_delays_end_in_order_of_time( void )
{
    begin = next_tick();
    create( sleeper, 4, LOW );
    create( sleeper, 2, LOW );
    create( sleeper, 3, LOW );
    create( sleeper, 1, LOW );
    vTaskDelay( 6 );
    CHECK_ORDER( "1234" );
}

static void test_periods_do_not_drift( void )
{
    TickType_t wake = next_tick();

    begin = wake;

    for( TickType_t period = 1; period <= 4; period++ )
    {
        CHECK_EQUAL( xTaskDelayUntil( &wake, 2 ), pdTRUE );
        CHECK_EQUAL( xTaskGetTickCount() - begin, 2 * period );
        CHECK_EQUAL( wake - begin, 2 * period );
    }
}

/* A period that is over already: no delay, and said so. */
static void test_a_missed_period_does_not_delay( void )
{
    TickType_t wake = next_tick();

    begin = wake;
    run_until( begin + 3 );
    CHECK_EQUAL( xTaskDelayUntil( &wake, 2 ), pdFALSE );
    CHECK_EQUAL( xTaskGetTickCount() - begin, 3 );
    CHECK_EQUAL( wake - begin, 2 );
    CHECK_EQUAL( xTaskDelayUntil( &wake, 2 ), pdTRUE );
    CHECK_EQUAL( xTaskGetTickCount() - begin, 4 );
}

TEST_PROGRAM( DIRECTOR )
{
    test_delay_ends_at_its_tick();
    test_delays_end_in_order_of_time();
    test_periods_do_not_drift();
    test_a_missed_period_does_not_delay();
}
