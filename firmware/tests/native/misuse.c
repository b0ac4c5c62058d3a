/* SPDX-License-Identifier: Apache-2.0 */

/* Wrong calls where configASSERT() does nothing: what FreeRTOS answers then. And a start at which no
 * task is the first. */
#include "check.h"
#include "queue.h"
#include "semphr.h"

#define LOW     1
#define SELF    4

static void idler( void * parameters )
{
    ( void ) parameters;

    for( ; ; )
    {
        vTaskSuspend( NULL );
    }
}

static void test_priorities_have_an_end( void )
{
    TaskHandle_t task = create( idler, 0, configMAX_PRIORITIES + 3 );

    CHECK_EQUAL( uxTaskPriorityGet( task ), configMAX_PRIORITIES - 1 );
    vTaskPrioritySet( task, LOW );
    vTaskPrioritySet( task, configMAX_PRIORITIES );
    CHECK_EQUAL( uxTaskPriorityGet( task ), configMAX_PRIORITIES - 1 );
    vTaskDelete( task );
}

static void test_what_cannot_be_created( void )
{
    static StaticQueue_t memory;
    static StaticTask_t task_memory;
    static StackType_t stack_memory[ TEST_STACK ];
    static uint8_t storage[ 4 ];

    CHECK( xQueueCreate( 0, 4 ) == NULL );
    CHECK( xQueueCreateStatic( 0, 4, storage, &memory ) == NULL );
    CHECK( xQueueCreateStatic( 1, 4, NULL, &memory ) == NULL );
    CHECK( xQueueCreateStatic( 1, 0, storage, &memory ) == NULL );
    CHECK( xSemaphoreCreateCounting( 0, 0 ) == NULL );
    CHECK( xSemaphoreCreateCounting( 1, 2 ) == NULL );
    CHECK( xSemaphoreCreateCountingStatic( 0, 0, &memory ) == NULL );
    CHECK( xSemaphoreCreateCountingStatic( 1, 2, &memory ) == NULL );
    CHECK( xTaskCreateStatic( idler, "none", TEST_STACK, NULL, LOW, NULL, &task_memory ) == NULL );
    CHECK( xTaskCreateStatic( idler, "none", TEST_STACK, NULL, LOW, stack_memory, NULL ) == NULL );
}

static void test_what_is_not_there( void )
{
    SemaphoreHandle_t semaphore = xSemaphoreCreateBinary();

    vTaskResume( NULL );
    vTaskSetTaskNumber( NULL, 3 );
    CHECK_EQUAL( uxTaskGetTaskNumber( xTaskGetCurrentTaskHandle() ), 0 );
    CHECK( xSemaphoreGetMutexHolder( semaphore ) == NULL );
    CHECK( xSemaphoreGetMutexHolderFromISR( semaphore ) == NULL );
    vSemaphoreDelete( semaphore );
}

static void director( void * parameters )
{
    ( void ) parameters;
    test_priorities_have_an_end();
    test_what_cannot_be_created();
    test_what_is_not_there();
    test_passed();
}

int main( void )
{
    TaskHandle_t first;

    ( void ) create( director, 0, SELF );
    first = create( idler, 0, SELF + 1 );
    vTaskSuspend( first );
    vTaskStartScheduler();
    return 1;
}
