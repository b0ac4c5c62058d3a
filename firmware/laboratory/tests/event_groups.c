/* SPDX-License-Identifier: Apache-2.0 */

/* Event groups: who is woken by which bits, in which order, and what everybody is told. */
#include "check.h"
#include "event_groups.h"
#include "waiters.h"

#define LOW    2
#define LOWER  1
#define SELF   4
#define HIGH   6
#define HIGHER 7

#define A 0x01U
#define B 0x02U
#define C 0x04U
#define D 0x800000U    /* The highest of 24. */

/* Lets the lower tasks run, for a tick at least. */
static void settle( void )
{
    vTaskDelay( 2 );
}

static void test_the_bits_alone( void )
{
    CHECK_EQUAL( xEventGroupGetBits( group ), 0 );
    CHECK_EQUAL( xEventGroupSetBits( group, A | D ), A | D );
    CHECK_EQUAL( xEventGroupSetBits( group, B ), A | B | D );
    CHECK_EQUAL( xEventGroupSetBits( group, 0 ), A | B | D );
    CHECK_EQUAL( xEventGroupClearBits( group, A | C ), A | B | D );
    CHECK_EQUAL( xEventGroupGetBits( group ), B | D );
    CHECK_EQUAL( xEventGroupClearBits( group, 0xFFFFFF ), B | D );
    CHECK_EQUAL( xEventGroupGetBits( group ), 0 );
}

static void test_bits_that_are_there( void )
{
    xEventGroupSetBits( group, A | B );

    /* Any, without and with clear: what is waited for is cleared, set or not. */
    CHECK_EQUAL( xEventGroupWaitBits( group, B | C, pdFALSE, pdFALSE, portMAX_DELAY ), A | B );
    CHECK_EQUAL( xEventGroupWaitBits( group, B | C, pdTRUE, pdFALSE, portMAX_DELAY ), A | B );
    CHECK_EQUAL( xEventGroupGetBits( group ), A );

    /* All. */
    CHECK_EQUAL( xEventGroupWaitBits( group, A | B, pdTRUE, pdTRUE, 0 ), A );
    xEventGroupSetBits( group, B | C );
    CHECK_EQUAL( xEventGroupWaitBits( group, A | B, pdTRUE, pdTRUE, portMAX_DELAY ), A | B | C );
    CHECK_EQUAL( xEventGroupClearBits( group, C ), C );
}

static void test_a_time_out( void )
{
    TickType_t start = next_tick();

    xEventGroupSetBits( group, A );
    CHECK_EQUAL( xEventGroupWaitBits( group, A | B, pdTRUE, pdTRUE, 3 ), A );
    CHECK_EQUAL( xTaskGetTickCount(), start + 3 );
    CHECK_EQUAL( xEventGroupWaitBits( group, B, pdTRUE, pdFALSE, 0 ), A );
    CHECK_EQUAL( xEventGroupClearBits( group, A ), A );
}

static void test_any_and_all( void )
{
    wait_as( 'a', HIGH, A | B, WAIT_ALL, portMAX_DELAY );
    wait_as( 'o', HIGH, A | C, WAIT_ANY, portMAX_DELAY );
    CHECK_EQUAL( xEventGroupSetBits( group, D ), D );
    CHECK_ORDER( "" );
    CHECK_EQUAL( xEventGroupSetBits( group, A ), A | D );
    CHECK_ORDER( "o" );
    CHECK_EQUAL( result_of( 'o' ), A | D );
    CHECK_EQUAL( xEventGroupSetBits( group, C ), A | C | D );
    CHECK_ORDER( "" );
    CHECK_EQUAL( xEventGroupSetBits( group, B ), A | B | C | D );
    CHECK_ORDER( "a" );
    CHECK_EQUAL( result_of( 'a' ), A | B | C | D );
    xEventGroupClearBits( group, 0xFFFFFF );
}

/* All are matched against the same value, and told it; what any of them clears goes afterwards. */
static void test_several_that_clear( void )
{
    wait_as( '1', HIGH, A, WAIT_ANY | WAIT_CLEAR, portMAX_DELAY );
    wait_as( '2', HIGHER, A | B, WAIT_ALL, portMAX_DELAY );
    wait_as( '3', HIGH, B | C, WAIT_ANY | WAIT_CLEAR, portMAX_DELAY );
    wait_as( '4', HIGH, C, WAIT_ANY | WAIT_CLEAR, portMAX_DELAY );
    xEventGroupSetBits( group, D );
    CHECK_EQUAL( xEventGroupSetBits( group, A | B ), D );
    CHECK_ORDER( "213" );
    CHECK_EQUAL( result_of( '1' ), A | B | D );
    CHECK_EQUAL( result_of( '2' ), A | B | D );
    CHECK_EQUAL( result_of( '3' ), A | B | D );
    CHECK_EQUAL( xEventGroupGetBits( group ), D );
    CHECK_EQUAL( xEventGroupSetBits( group, C ), D );
    CHECK_ORDER( "4" );
    CHECK_EQUAL( result_of( '4' ), C | D );
    xEventGroupClearBits( group, D );
}

/* The waiters' order is that in which they came, whatever their priority; so is that of equals
 * which are woken together. */
static void test_the_order_of_those_woken( void )
{
    wait_as( 'x', LOWER, A, WAIT_ANY, portMAX_DELAY );
    wait_as( 'y', LOW, A, WAIT_ANY, portMAX_DELAY );
    settle();
    wait_as( 'z', LOW, A, WAIT_ANY, portMAX_DELAY );
    wait_as( 'w', LOWER, B, WAIT_ANY, portMAX_DELAY );
    wait_as( 'v', LOWER, A, WAIT_ANY, portMAX_DELAY );
    settle();
    xEventGroupSetBits( group, A );
    CHECK_ORDER( "" );
    settle();
    CHECK_ORDER( "yzxv" );
    xEventGroupSetBits( group, B );
    settle();
    CHECK_ORDER( "w" );
    xEventGroupClearBits( group, A | B );
}

/* A waiter's new priority counts at once where it is ready, never in the group's order. */
static void test_the_priority_of_a_waiter( void )
{
    TaskHandle_t late;

    wait_as( 'e', LOW, A, WAIT_ANY, portMAX_DELAY );
    late = wait_as( 'f', LOW, A, WAIT_ANY, portMAX_DELAY );
    wait_as( 'g', LOW, A, WAIT_ANY, portMAX_DELAY );
    settle();
    vTaskPrioritySet( late, HIGH );
    CHECK_ORDER( "" );
    xEventGroupSetBits( group, A );
    CHECK_ORDER( "f" );
    settle();
    CHECK_ORDER( "eg" );
    xEventGroupClearBits( group, A );
}

/* What was woken for stays true for the waiter, though it has not run. */
static void test_bits_that_go_before_the_waiter_runs( void )
{
    wait_as( 'l', LOW, A | B, WAIT_ANY | WAIT_CLEAR, portMAX_DELAY );
    settle();
    CHECK_EQUAL( xEventGroupSetBits( group, A | C ), C );
    CHECK_EQUAL( xEventGroupSetBits( group, B ), B | C );
    CHECK_EQUAL( xEventGroupClearBits( group, C ), B | C );
    settle();
    CHECK_ORDER( "l" );
    CHECK_EQUAL( result_of( 'l' ), A | C );
    CHECK_EQUAL( xEventGroupClearBits( group, B ), B );
}

/* A waiter whose time is over looks once more when it runs. */
static void test_bits_that_come_between_time_out_and_waiter( void )
{
    TickType_t start;

    wait_as( 'l', LOW, A | B, WAIT_ALL | WAIT_CLEAR, 3 );
    wait_as( 'k', LOW, A | B, WAIT_ALL, 4 );
    settle();
    start = xTaskGetTickCount();
    run_until( start + 4 );
    CHECK_EQUAL( xEventGroupSetBits( group, A | B | C ), A | B | C );
    CHECK_ORDER( "" );
    settle();
    CHECK_ORDER( "lk" );
    CHECK_EQUAL( result_of( 'l' ), A | B | C );
    CHECK_EQUAL( result_of( 'k' ), C );
    CHECK_EQUAL( xEventGroupClearBits( group, C ), C );
}

static void test_suspending_the_scheduler( void )
{
    wait_as( 'h', HIGH, A, WAIT_ANY | WAIT_CLEAR, portMAX_DELAY );
    wait_as( 'i', HIGHER, A, WAIT_ANY, portMAX_DELAY );
    vTaskSuspendAll();
    CHECK_EQUAL( xEventGroupSetBits( group, A | B ), B );
    CHECK_EQUAL( eTaskGetState( handle_of( 'h' ) ), eReady );
    CHECK_EQUAL( xEventGroupWaitBits( group, B, pdTRUE, pdFALSE, 0 ), B );
    CHECK_ORDER( "" );
    CHECK_EQUAL( xTaskResumeAll(), pdTRUE );
    CHECK_ORDER( "ih" );
    CHECK_EQUAL( result_of( 'i' ), A | B );
}

/* Suspending, aborting and deleting end a wait; the others' waits go on. */
static void test_waits_that_others_end( void )
{
    TaskHandle_t suspended = wait_as( 's', HIGH, A, WAIT_ANY | WAIT_CLEAR, portMAX_DELAY );
    TaskHandle_t aborted = wait_as( 't', HIGH, A, WAIT_ANY | WAIT_CLEAR, portMAX_DELAY );
    TaskHandle_t deleted = wait_as( 'u', HIGH, A, WAIT_ANY | WAIT_CLEAR, portMAX_DELAY );

    wait_as( 'v', HIGH, A, WAIT_ANY, portMAX_DELAY );
    CHECK_EQUAL( eTaskGetState( suspended ), eBlocked );
    xEventGroupSetBits( group, C );
    vTaskSuspend( suspended );
    CHECK_EQUAL( xTaskAbortDelay( aborted ), pdPASS );
    CHECK_ORDER( "t" );
    CHECK_EQUAL( result_of( 't' ), C );
    vTaskDelete( deleted );
    CHECK_EQUAL( xEventGroupSetBits( group, A ), A | C );
    CHECK_ORDER( "v" );

    /* It is told the bits as they are when it runs, and takes what it waited for. */
    vTaskResume( suspended );
    CHECK_ORDER( "s" );
    CHECK_EQUAL( result_of( 's' ), A | C );
    CHECK_EQUAL( xEventGroupClearBits( group, C ), C );
}

static void test_deleting_a_group_with_waiters( void )
{
    wait_as( 'p', LOW, A, WAIT_ANY, portMAX_DELAY );
    wait_as( 'q', HIGH, A | B, WAIT_ALL | WAIT_CLEAR, 100 );
    wait_as( 'r', LOW, B, WAIT_ANY, portMAX_DELAY );
    settle();
    xEventGroupSetBits( group, C );
    vEventGroupDelete( group );
    CHECK_ORDER( "q" );
    CHECK_EQUAL( result_of( 'q' ), 0 );
    settle();
    CHECK_ORDER( "pr" );
    CHECK_EQUAL( result_of( 'p' ), 0 );

    /* A new one knows nothing of the old one. */
    group = xEventGroupCreate();
    CHECK( group != NULL );
    CHECK_EQUAL( xEventGroupGetBits( group ), 0 );
    CHECK_EQUAL( xEventGroupSetBits( group, A ), A );
    CHECK_EQUAL( xEventGroupClearBits( group, A ), A );
}

static void test_static_memory_and_numbers( void )
{
    static StaticEventGroup_t memory;
    StaticEventGroup_t * found = NULL;
    EventGroupHandle_t other = xEventGroupCreateStatic( &memory );

    CHECK( other != NULL );
    CHECK_EQUAL( xEventGroupGetStaticBuffer( other, &found ), pdTRUE );
    CHECK( found == &memory );
    CHECK_EQUAL( xEventGroupGetStaticBuffer( group, &found ), pdFALSE );
    CHECK_EQUAL( xEventGroupSetBits( other, A ), A );
    CHECK_EQUAL( xEventGroupGetBits( group ), 0 );
    vEventGroupSetNumber( other, 17 );
    vEventGroupSetNumber( group, 4 );
    CHECK_EQUAL( uxEventGroupGetNumber( other ), 17 );
    CHECK_EQUAL( uxEventGroupGetNumber( NULL ), 0 );
    vEventGroupDelete( other );
}

TEST_PROGRAM( SELF )
{
    group = xEventGroupCreate();
    CHECK( group != NULL );
    next_tick();

    test_the_bits_alone();
    test_bits_that_are_there();
    test_a_time_out();
    test_any_and_all();
    test_several_that_clear();
    test_the_order_of_those_woken();
    test_the_priority_of_a_waiter();
    test_bits_that_go_before_the_waiter_runs();
    test_bits_that_come_between_time_out_and_waiter();
    test_suspending_the_scheduler();
    test_waits_that_others_end();
    test_deleting_a_group_with_waiters();
    test_static_memory_and_numbers();
}
