/* SPDX-License-Identifier: Apache-2.0 */

/* Who runs next: creation, yielding, preemption, the order among equals. */
#include "check_tasks.h"

#define LOW    1
#define MIDDLE 2
#define HIGH   3

/* Leaves its mark three times, yielding in between, and ends. */
static void yielder( void * who )
{
    for( int round = 0; round < 3; round++ )
    {
        mark( ( char ) ( uintptr_t ) who );
        taskYIELD();
    }

    vTaskDelete( NULL );
}

/* Ends at once. */
static void visitor( void * who )
{
    mark( ( char ) ( uintptr_t ) who );
    vTaskDelete( NULL );
}

/* Wakes the higher waiter in the middle, which preempts it. */
static void preempted( void * who )
{
    char name = ( char ) ( uintptr_t ) who;

    mark( name );
    xSemaphoreGive( semaphore );
    mark( name );
    vTaskDelete( NULL );
}

static void test_creation_preempts_only_upwards( void )
{
    create( visitor, 'a', LOW );
    create( visitor, 'b', MIDDLE );
    create( visitor, 'c', HIGH );
    CHECK_ORDER( "c" );
    vTaskDelay( 1 );
    CHECK_ORDER( "ba" );
}

static void test_equals_take_turns( void )
{
    create( yielder, 'a', LOW );
    create( yielder, 'b', LOW );
    create( yielder, 'c', LOW );
    vTaskDelay( 1 );
    CHECK_ORDER( "abcabcabc" );
}

/* Also a task that is alone at its priority yields, and goes on. */
static void test_yield_alone( void )
{
    mark( 'd' );
    taskYIELD();
    mark( 'd' );
    CHECK_ORDER( "dd" );
}

/* A delay of 0 lets equals run, and nobody below. */
static void test_delay_of_zero_is_a_yield( void )
{
    create( visitor, 'l', LOW );
    create( visitor, 'm', MIDDLE );
    vTaskDelay( 0 );
    CHECK_ORDER( "m" );
    vTaskDelay( 1 );
    CHECK_ORDER( "l" );
}

/* A task that a higher one preempts goes behind its equals. */
static void test_preempted_goes_behind_its_equals( void )
{
    TaskHandle_t high = create( waiter, 'H', HIGH );

    create( preempted, 'a', LOW );
    create( preempted, 'b', LOW );
    create( preempted, 'c', LOW );
    vTaskDelay( 1 );
    CHECK_ORDER( "aHbHcHabc" );
    vTaskDelete( high );
}

/* A task that joins equals while one of them runs comes last in their rotation. */
static void joined( void * who )
{
    mark( ( char ) ( uintptr_t ) who );
    create( visitor, 'x', LOW );
    taskYIELD();
    mark( ( char ) ( uintptr_t ) who );
    vTaskDelete( NULL );
}

static void test_newcomer_is_last_in_rotation( void )
{
    create( joined, 'a', LOW );
    create( yielder, 'b', LOW );
    vTaskDelay( 1 );
    CHECK_ORDER( "abxabb" );
}

TEST_PROGRAM( MIDDLE )
{
    semaphore = xSemaphoreCreateBinary();
    next_tick();

    test_creation_preempts_only_upwards();
    test_equals_take_turns();
    test_yield_alone();
    test_delay_of_zero_is_a_yield();
    test_preempted_goes_behind_its_equals();
    test_newcomer_is_last_in_rotation();
}
