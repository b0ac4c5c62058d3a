/* SPDX-License-Identifier: Apache-2.0 */

/* Without assertions, calls that these forbid do what they do in FreeRTOS: nothing, and say so. */
#include "check_tasks.h"
#include "queue.h"

#define SELF   4
#define LENGTH 2
#define ITEM   4

static void test_queues( void )
{
    static StaticQueue_t memory;
    static uint8_t items[ LENGTH * ITEM ];

    CHECK( xQueueCreate( 0, ITEM ) == NULL );
    CHECK( xQueueCreate( LENGTH, SIZE_MAX ) == NULL );
    CHECK( xQueueCreateStatic( 0, ITEM, items, &memory ) == NULL );
    CHECK( xQueueCreateStatic( LENGTH, ITEM, NULL, &memory ) == NULL );
    CHECK( xQueueCreateStatic( LENGTH, 0, items, &memory ) == NULL );
    CHECK( xQueueCreateStatic( LENGTH, ITEM, items, NULL ) == NULL );
    CHECK( xQueueCreateStatic( LENGTH, ITEM, items, &memory ) != NULL );
}

static void test_semaphores( void )
{
    static StaticSemaphore_t memory;

    CHECK( xSemaphoreCreateCounting( 0, 0 ) == NULL );
    CHECK( xSemaphoreCreateCounting( 1, 2 ) == NULL );
    CHECK( xSemaphoreCreateCounting( 2, 2 ) != NULL );
    CHECK( xSemaphoreCreateCountingStatic( 0, 0, &memory ) == NULL );
    CHECK( xSemaphoreCreateCountingStatic( 1, 2, &memory ) == NULL );
    CHECK( xSemaphoreCreateCountingStatic( 2, 2, &memory ) != NULL );
    CHECK( xSemaphoreCreateMutexStatic( NULL ) == NULL );
}

static void test_tasks( void )
{
    static StaticTask_t memory;
    static StackType_t stack[ TEST_STACK ];
    const UBaseType_t before = uxTaskGetNumberOfTasks();

    CHECK( xTaskCreateStatic( sleeper, "", TEST_STACK, NULL, SELF, NULL, &memory ) == NULL );
    CHECK( xTaskCreateStatic( sleeper, "", TEST_STACK, NULL, SELF, stack, NULL ) == NULL );
    CHECK_EQUAL( uxTaskGetNumberOfTasks(), before );
    vTaskResume( NULL );
    CHECK_EQUAL( xTaskGetSchedulerState(), taskSCHEDULER_RUNNING );
}

/* What is deleted is not deleted once more, nor suspended, and another task is not instead. */
static void test_deleted_tasks( void )
{
    static StaticTask_t memory;
    static StackType_t stack[ TEST_STACK ];
    TaskHandle_t old = xTaskCreateStatic( sleeper, "", TEST_STACK, NULL, SELF - 1, stack, &memory ),
                 others[ 3 ];
    UBaseType_t number;

    vTaskDelete( old );

    for( unsigned i = 0; i < 3; i++ )
    {
        others[ i ] = create( sleeper, 0, SELF - 1 );
    }

    number = uxTaskGetNumberOfTasks();
    vTaskDelete( old );
    vTaskSuspend( old );
    vTaskDelete( old );
    CHECK_EQUAL( uxTaskGetNumberOfTasks(), number );
    CHECK_EQUAL( eTaskGetState( old ), eDeleted );

    for( unsigned i = 0; i < 3; i++ )
    {
        CHECK_EQUAL( eTaskGetState( others[ i ] ), eReady );
        vTaskDelete( others[ i ] );
    }

    CHECK_EQUAL( uxTaskGetNumberOfTasks(), number - 3 );
}

/* The same before the idle task has freed it. */
static void test_tasks_that_deleted_themselves( void )
{
    TaskHandle_t old = create( ender, 0, SELF + 1 );
    const UBaseType_t number = uxTaskGetNumberOfTasks();

    vTaskDelete( old );
    vTaskSuspend( old );
    CHECK_EQUAL( uxTaskGetNumberOfTasks(), number );
    CHECK_EQUAL( eTaskGetState( old ), eDeleted );
    vTaskDelay( 2 );
    CHECK_EQUAL( uxTaskGetNumberOfTasks(), number - 1 );
}

/* The highest one there is stands for those above. */
static void test_priorities( void )
{
    TaskHandle_t task = create( sleeper, 0, configMAX_PRIORITIES );

    CHECK_EQUAL( uxTaskPriorityGet( task ), configMAX_PRIORITIES - 1 );
    vTaskPrioritySet( task, SELF );
    vTaskPrioritySet( task, configMAX_PRIORITIES );
    CHECK_EQUAL( uxTaskPriorityGet( task ), configMAX_PRIORITIES - 1 );
    vTaskDelete( task );
}

TEST_PROGRAM( SELF )
{
    test_queues();
    test_semaphores();
    test_tasks();
    test_priorities();
    test_deleted_tasks();
    test_tasks_that_deleted_themselves();
}
