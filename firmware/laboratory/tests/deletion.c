/* SPDX-License-Identifier: Apache-2.0 */

/* Creating and deleting tasks, and what idle gives back. */
#include "check_tasks.h"

#define LOW     1
#define SELF    4
#define HIGH    6
#define CREATED 100

static void ephemeral( void * who )
{
    mark( ( char ) ( uintptr_t ) who );
    vTaskDelete( NULL );
}

static void taker( void * parameters )
{
    xSemaphoreTake( semaphore, portMAX_DELAY );
    mark( 'w' );
    vTaskDelete( NULL );
}

static void test_a_deleted_task_does_not_run( void )
{
    TaskHandle_t task = create( runner, 'a', LOW );

    CHECK_EQUAL( uxTaskGetNumberOfTasks(), 3 );
    vTaskDelete( task );
    CHECK_EQUAL( uxTaskGetNumberOfTasks(), 2 );
    vTaskDelay( 1 );
    CHECK_ORDER( "" );
}

/* More tasks than there can be at once; memory comes back when idle has run. */
static void test_many_one_after_the_other( void )
{
    size_t before;

    vTaskDelay( 1 );
    before = xPortGetFreeHeapSize();

    for( int i = 0; i < CREATED; i++ )
    {
        create( ephemeral, 'x', HIGH );
        CHECK_ORDER( "x" );
        vTaskDelay( 1 );
        CHECK_EQUAL( xPortGetFreeHeapSize(), before );
        CHECK_EQUAL( uxTaskGetNumberOfTasks(), 2 );
    }
}

/* Idle gives back what several had that ended before it ran. */
static void test_several_before_idle_runs( void )
{
    size_t before = xPortGetFreeHeapSize();

    create( ephemeral, 'x', HIGH );
    create( ephemeral, 'y', HIGH );
    create( ephemeral, 'z', HIGH );
    CHECK_ORDER( "xyz" );
    vTaskDelay( 1 );
    CHECK_EQUAL( xPortGetFreeHeapSize(), before );
    CHECK_EQUAL( uxTaskGetNumberOfTasks(), 2 );
}

/* Of another task, memory comes back at once. */
static void test_deleting_another_frees_its_memory( void )
{
    size_t before = xPortGetFreeHeapSize();

    for( int i = 0; i < CREATED; i++ )
    {
        TaskHandle_t task = create( runner, 'a', LOW );

        CHECK( xPortGetFreeHeapSize() < before );
        vTaskDelete( task );
        CHECK_EQUAL( xPortGetFreeHeapSize(), before );
    }

    CHECK_ORDER( "" );
}

/* A taker that is deleted is not woken, nor in the way. */
static void test_deleting_a_waiter( void )
{
    TaskHandle_t first;

    semaphore = xSemaphoreCreateBinary();
    first = create( taker, 0, HIGH );
    create( taker, 0, HIGH - 1 );
    vTaskDelete( first );
    xSemaphoreGive( semaphore );
    CHECK_ORDER( "w" );
    vTaskDelay( 2 ); /* a whole tick at least, in which idle frees the one that has deleted itself */
    vSemaphoreDelete( semaphore );
}

static void test_deleting_delayed_and_suspended_tasks( void )
{
    TaskHandle_t suspended = create( runner, 's', HIGH );

    CHECK_ORDER( "s" );
    vTaskDelete( suspended );
    CHECK_EQUAL( uxTaskGetNumberOfTasks(), 2 );
    vTaskDelay( 2 );
    CHECK_ORDER( "" );
}

static void test_static_creation( void )
{
    static StaticTask_t memory;
    static StackType_t stack[ TEST_STACK ];
    TaskHandle_t task =
        xTaskCreateStatic( ephemeral, "static", TEST_STACK, ( void * ) 'e', HIGH, stack, &memory );

    CHECK( task == ( TaskHandle_t ) &memory );
    CHECK_ORDER( "e" );
    vTaskDelay( 1 );
    CHECK_EQUAL( uxTaskGetNumberOfTasks(), 2 );
}

TEST_PROGRAM( SELF )
{
    next_tick();

    test_a_deleted_task_does_not_run();
    test_many_one_after_the_other();
    test_several_before_idle_runs();
    test_deleting_another_frees_its_memory();
    test_deleting_a_waiter();
    test_deleting_delayed_and_suspended_tasks();
    test_static_creation();
}
