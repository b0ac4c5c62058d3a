/* SPDX-License-Identifier: Apache-2.0 */

/* Changing priorities. */
#include "check_tasks.h"

#define LOW  1
#define SELF 4
#define HIGH 6

static void test_raising_a_ready_task( void )
{
    TaskHandle_t task = create( runner, 'a', LOW );

    vTaskPrioritySet( task, SELF );
    CHECK_ORDER( "" );
    CHECK_EQUAL( uxTaskPriorityGet( task ), SELF );
    vTaskPrioritySet( task, HIGH );
    CHECK_ORDER( "a" );
    CHECK_EQUAL( uxTaskPriorityGet( task ), HIGH );
    vTaskDelete( task );
}

static void test_lowering_oneself( void )
{
    TaskHandle_t equal = create( runner, 'e', SELF );
    TaskHandle_t below = create( runner, 'b', SELF - 1 );

    vTaskPrioritySet( NULL, SELF - 2 );
    CHECK_ORDER( "eb" );
    CHECK_EQUAL( uxTaskPriorityGet( NULL ), SELF - 2 );
    vTaskPrioritySet( NULL, SELF );
    vTaskDelete( equal );
    vTaskDelete( below );
}

/* To the same priority: nothing happens, not even a change of turns. */
static void test_setting_the_same_priority( void )
{
    TaskHandle_t equal = create( runner, 'e', SELF );

    vTaskPrioritySet( NULL, SELF );
    CHECK_ORDER( "" );
    vTaskDelay( 1 );
    CHECK_ORDER( "e" );
    vTaskDelete( equal );
}

/* A task whose priority changes goes behind its new equals. */
static void test_newcomer_goes_behind( void )
{
    TaskHandle_t a = create( runner, 'a', LOW );
    TaskHandle_t b = create( runner, 'b', LOW + 1 );

    vTaskPrioritySet( a, LOW + 1 );
    vTaskDelay( 1 );
    CHECK_ORDER( "ba" );
    vTaskDelete( a );
    vTaskDelete( b );
}

/* Raising another's above one's own switches even when that task is blocked: equals get a turn. */
static void test_raising_a_blocked_task_lets_equals_run( void )
{
    TaskHandle_t blocked = create( waiter, 'w', LOW );
    TaskHandle_t equal;

    vTaskDelay( 1 );
    equal = create( runner, 'e', SELF );
    CHECK_ORDER( "" );
    vTaskPrioritySet( blocked, HIGH );
    CHECK_ORDER( "e" );
    vTaskDelete( blocked );
    vTaskDelete( equal );
}

/* Waiters are served in order of their priorities when they began to wait, or were changed. */
static void test_waiters_follow_their_priorities( void )
{
    TaskHandle_t a = create( waiter, 'a', LOW );
    TaskHandle_t b = create( waiter, 'b', LOW + 1 );

    vTaskDelay( 1 );
    xSemaphoreGive( semaphore );
    vTaskDelay( 1 );
    CHECK_ORDER( "b" );
    vTaskDelete( b );
    vTaskPrioritySet( a, HIGH );
    CHECK_ORDER( "" );
    xSemaphoreGive( semaphore );
    CHECK_ORDER( "a" );
    vTaskDelete( a );
}

static void test_every_priority( void )
{
    TaskHandle_t task = create( runner, 'a', LOW );

    for( UBaseType_t priority = 0; priority < configMAX_PRIORITIES; priority++ )
    {
        vTaskSuspend( task );
        vTaskPrioritySet( task, priority );
        CHECK_EQUAL( uxTaskPriorityGet( task ), priority );
        vTaskResume( task );
        CHECK_ORDER( ( priority > SELF ) ? "a" : "" );
        vTaskDelay( 1 );
        CHECK_ORDER( ( priority > SELF ) ? "" : "a" );
    }

    vTaskDelete( task );
}

TEST_PROGRAM( SELF )
{
    semaphore = xSemaphoreCreateBinary();
    next_tick();

    test_raising_a_ready_task();
    test_lowering_oneself();
    test_setting_the_same_priority();
    test_newcomer_goes_behind();
    test_raising_a_blocked_task_lets_equals_run();
    test_waiters_follow_their_priorities();
    test_every_priority();
}
