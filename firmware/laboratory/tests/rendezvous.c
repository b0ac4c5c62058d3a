/* SPDX-License-Identifier: Apache-2.0 */

/* xEventGroupSync(): tasks that wait for one another. */
#include "check.h"
#include "waiters.h"

#define LOW  2
#define SELF 4
#define HIGH 6

#define A   0x01U
#define B   0x02U
#define C   0x04U
#define D   0x10U
#define ALL ( A | B | C )

/* Lets the lower tasks run, for a tick at least. */
static void settle( void )
{
    vTaskDelay( 2 );
}

/* The last of three releases the others; all are told the bits before they go. */
static void test_three_tasks( void )
{
    for( int round = 0; round < 3; round++ )
    {
        synchronise_as( 'a', HIGH, A, ALL, portMAX_DELAY );
        synchronise_as( 'b', LOW, B, ALL, portMAX_DELAY );
        settle();
        CHECK_EQUAL( xEventGroupGetBits( group ), A | B );
        CHECK_ORDER( "" );
        CHECK_EQUAL( xEventGroupSync( group, C, ALL, portMAX_DELAY ), ALL );
        CHECK_ORDER( "a" );
        CHECK_EQUAL( result_of( 'a' ), ALL );
        CHECK_EQUAL( xEventGroupGetBits( group ), 0 );
        settle();
        CHECK_ORDER( "b" );
        CHECK_EQUAL( result_of( 'b' ), ALL );
    }
}

/* The director waits, and a task above it and one below come last. */
static void test_waiting_oneself( void )
{
    synchronise_as( 'l', LOW, B, ALL, portMAX_DELAY );
    synchronise_as( 'h', HIGH, A, ALL, portMAX_DELAY );
    CHECK_EQUAL( xEventGroupSync( group, C | D, ALL, portMAX_DELAY ), ALL | D );
    CHECK_ORDER( "h" );
    CHECK_EQUAL( xEventGroupClearBits( group, D ), D );
    settle();
    CHECK_ORDER( "l" );
    CHECK_EQUAL( result_of( 'l' ), ALL | D );
}

/* Nobody else is needed: it returns at once, and clears all the same. */
static void test_alone( void )
{
    xEventGroupSetBits( group, A | D );
    CHECK_EQUAL( xEventGroupSync( group, B | C, ALL, portMAX_DELAY ), ALL | D );
    CHECK_EQUAL( xEventGroupGetBits( group ), D );
    CHECK_EQUAL( xEventGroupSync( group, A, A, 0 ), A | D );
    CHECK_EQUAL( xEventGroupClearBits( group, D ), D );
}

/* Who gives up leaves the bits that it has set. */
static void test_a_time_out( void )
{
    TickType_t start = next_tick();

    CHECK_EQUAL( xEventGroupSync( group, A, ALL, 2 ), A );
    CHECK_EQUAL( xTaskGetTickCount(), start + 2 );
    CHECK_EQUAL( xEventGroupSync( group, B, ALL, 0 ), A | B );
    CHECK_EQUAL( xEventGroupGetBits( group ), A | B );
    CHECK_EQUAL( xEventGroupSync( group, C, ALL, 0 ), ALL );
    CHECK_EQUAL( xEventGroupGetBits( group ), 0 );
}

/* Bits that come after the time-out and before the task runs are taken. */
static void test_bits_that_come_between_time_out_and_waiter( void )
{
    synchronise_as( 'l', LOW, A, ALL, 2 );
    settle();
    run_until( xTaskGetTickCount() + 3 );
    CHECK_EQUAL( xEventGroupSetBits( group, B | C ), ALL );
    settle();
    CHECK_ORDER( "l" );
    CHECK_EQUAL( result_of( 'l' ), ALL );
    CHECK_EQUAL( xEventGroupGetBits( group ), 0 );
}

/* What it sets also wakes who waits for less, and what that one clears is missing at once; the task
 * itself is counted with the bits before that. */
static void test_others_in_the_same_group( void )
{
    wait_as( 'w', HIGH, B, WAIT_ANY | WAIT_CLEAR, portMAX_DELAY );
    CHECK_EQUAL( xEventGroupSync( group, B, A | B, 0 ), 0 );
    CHECK_ORDER( "w" );
    CHECK_EQUAL( result_of( 'w' ), B );

    wait_as( 'w', HIGH, B, WAIT_ANY | WAIT_CLEAR, portMAX_DELAY );
    xEventGroupSetBits( group, A );
    CHECK_EQUAL( xEventGroupSync( group, B, A | B, portMAX_DELAY ), A | B );
    CHECK_ORDER( "w" );
    CHECK_EQUAL( xEventGroupGetBits( group ), 0 );
}

/* A higher task that is woken goes first, though the caller has to wait anyhow. */
static void test_waking_and_waiting_at_once( void )
{
    wait_as( 'h', HIGH, A, WAIT_ANY, portMAX_DELAY );
    synchronise_as( 'l', LOW, B, A | B, portMAX_DELAY );
    CHECK_EQUAL( xEventGroupSync( group, A, A | B, portMAX_DELAY ), A | B );
    CHECK_ORDER( "h" );
    settle();
    CHECK_ORDER( "l" );
    CHECK_EQUAL( xEventGroupGetBits( group ), 0 );
}

static void director( void * parameters )
{
    ( void ) parameters;
    group = xEventGroupCreate();
    next_tick();

    test_three_tasks();
    test_waiting_oneself();
    test_alone();
    test_a_time_out();
    test_bits_that_come_between_time_out_and_waiter();
    test_others_in_the_same_group();
    test_waking_and_waiting_at_once();
    test_passed();
}

int main( void )
{
    test_start( director, SELF );
}
