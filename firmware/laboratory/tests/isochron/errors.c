/* SPDX-License-Identifier: Apache-2.0 */

/* What the hardware kernel refuses, how software learns it, and what it runs out of. */
#include "board.h"
#include "check_tasks.h"
#include "isochron_monitor.h"
#include "refusals.h"

#define SELF       4
#define LOW        1
#define GIVE       ( ISOCHRON_TASK_GIVE_OFFSET / 0x400 )
#define TASK_STATE ( ISOCHRON_TASK_TASK_STATE_OFFSET / 0x400 )

static void taker( void * semaphore )
{
    xSemaphoreTake( semaphore, portMAX_DELAY );
    vTaskDelete( NULL );
}

static void test_no_error_at_first( void )
{
    IsochronError_t error;

    CHECK_EQUAL( xIsochronGetError( &error ), pdFALSE );
    CHECK_EQUAL( error.eError, eIsochronNoError );
    CHECK_EQUAL( error.uxCount, 0 );
}

static void test_a_deleted_semaphore( void )
{
    static StaticSemaphore_t memory;
    SemaphoreHandle_t semaphore = xSemaphoreCreateCountingStatic( 3, 2, &memory );
    UBaseType_t identifier = uxIsochronSemaphoreIdentifier( semaphore );
    BaseType_t woken = pdFALSE;
    IsochronError_t error;

    vSemaphoreDelete( semaphore );
    CHECK_EQUAL( reported(), eIsochronNoError );

    CHECK_EQUAL( xSemaphoreTake( semaphore, portMAX_DELAY ), pdFALSE );
    CHECK_EQUAL( reported(), eIsochronErrorObject );
    CHECK_EQUAL( xSemaphoreGiveFromISR( semaphore, &woken ), pdFALSE );
    CHECK_EQUAL( reported(), eIsochronErrorObject );
    CHECK_EQUAL( xSemaphoreGive( semaphore ), pdFALSE );
    CHECK_EQUAL( reported(), eIsochronErrorObject );

    /* The last of three. */
    CHECK_EQUAL( xIsochronGetError( &error ), pdTRUE );
    CHECK_EQUAL( error.eError, eIsochronErrorObject );
    CHECK_EQUAL( error.uxOperation, GIVE );
    CHECK( error.uxIdentifier != identifier ); /* which may be another's */
    CHECK_EQUAL( error.xFromISR, pdFALSE );
    CHECK_EQUAL( error.uxCount, 3 );
    CHECK_EQUAL( xIsochronGetError( NULL ), pdFALSE );
}

/* FreeRTOS asserts that nobody gives back what another task holds. */
static void gives( void * mutex )
{
    CHECK_EQUAL( xSemaphoreGive( mutex ), pdFALSE );
    CHECK_EQUAL( reported(), eIsochronErrorOwner );
    vTaskDelete( NULL );
}

static void test_a_mutex_of_another_task( void )
{
    SemaphoreHandle_t mutex = xSemaphoreCreateMutex();
    IsochronError_t error;

    CHECK_EQUAL( xSemaphoreTake( mutex, 0 ), pdTRUE );
    create( gives, ( uintptr_t ) mutex, SELF + 1 );
    CHECK_EQUAL( xSemaphoreGiveFromISR( mutex, NULL ), pdFALSE );
    CHECK_EQUAL( reported(), eIsochronErrorOwner );
    CHECK_EQUAL( uxSemaphoreGetCount( mutex ), 0 );
    CHECK_EQUAL( xSemaphoreGive( mutex ), pdTRUE );
    CHECK_EQUAL( reported(), eIsochronNoError );
    vSemaphoreDelete( mutex );

    /* The last of two. */
    CHECK_EQUAL( xIsochronGetError( &error ), pdTRUE );
    CHECK_EQUAL( error.xFromISR, pdTRUE );
    CHECK_EQUAL( error.uxCount, 2 );
}

static void test_a_deleted_task( void )
{
    static StaticTask_t memory;
    static StackType_t stack[ TEST_STACK ];
    TaskHandle_t task = xTaskCreateStatic( sleeper, "static", TEST_STACK, NULL, LOW, stack, &memory );
    IsochronError_t error;
    UBaseType_t number;

    CHECK_EQUAL( eTaskGetState( task ), eReady );
    vTaskDelete( task );
    number = uxTaskGetNumberOfTasks();

    /* Not an error to ask, but counted. */
    CHECK_EQUAL( eTaskGetState( task ), eDeleted );
    CHECK_EQUAL( reported(), eIsochronNoError );
    CHECK_EQUAL( xIsochronGetError( &error ), pdTRUE );
    CHECK_EQUAL( error.eError, eIsochronErrorTask );
    CHECK_EQUAL( error.uxOperation, TASK_STATE );

    /* Nor to use it as long as its control block is there (deleted_tasks.c). */
    CHECK_EQUAL( xTaskNotifyGive( task ), pdFAIL );
    vTaskResume( task );
    CHECK_EQUAL( reported(), eIsochronNoError );
    CHECK_EQUAL( xIsochronGetError( &error ), pdTRUE );
    CHECK_EQUAL( error.uxCount, 2 );

    /* But FreeRTOS does not survive these. */
    vTaskSuspend( task );
    CHECK_EQUAL( reported(), eIsochronErrorTask );
    vTaskDelete( task );
    CHECK_EQUAL( reported(), eIsochronErrorTask );
    CHECK_EQUAL( xIsochronLineToTask( 0, task ), pdFAIL );
    CHECK_EQUAL( reported(), eIsochronErrorTask );
    CHECK_EQUAL( xIsochronMonitorSetDeadline( task, 1000 ), pdFAIL );
    CHECK_EQUAL( reported(), eIsochronErrorTask );
    CHECK_EQUAL( uxTaskGetNumberOfTasks(), number );
    xIsochronGetError( NULL );
}

/* Its memory is the heap's again, but nobody has used it since. */
static void test_a_freed_task( void )
{
    TaskHandle_t task = create( sleeper, 0, LOW );
    UBaseType_t number;

    vTaskDelete( task );
    number = uxTaskGetNumberOfTasks();
    CHECK_EQUAL( eTaskGetState( task ), eDeleted );
    CHECK_EQUAL( reported(), eIsochronNoError );
    CHECK_EQUAL( xTaskNotifyGive( task ), pdFAIL );
    CHECK_EQUAL( reported(), eIsochronErrorTask );
    vTaskResume( task );
    CHECK_EQUAL( reported(), eIsochronErrorTask );
    vTaskPrioritySet( task, SELF + 1 );
    CHECK_EQUAL( reported(), eIsochronErrorTask );
    vTaskDelete( task );
    CHECK_EQUAL( reported(), eIsochronErrorTask );
    CHECK_EQUAL( uxTaskGetNumberOfTasks(), number );
    xIsochronGetError( NULL );
}

/* Nobody may wait for something that is reused. */
static void test_a_semaphore_with_a_waiter_stays( void )
{
    SemaphoreHandle_t semaphore = xSemaphoreCreateBinary();
    TaskHandle_t task = create( taker, ( uintptr_t ) semaphore, SELF + 1 );

    vSemaphoreDelete( semaphore );
    CHECK_EQUAL( reported(), eIsochronErrorBusy );
    CHECK_EQUAL( eTaskGetState( task ), eBlocked );
    CHECK_EQUAL( xSemaphoreGive( semaphore ), pdTRUE );
    vSemaphoreDelete( semaphore );
    CHECK_EQUAL( reported(), eIsochronNoError );
    xIsochronGetError( NULL );
    vTaskDelay( 1 ); /* for idle to free the task */
}

static void test_semaphores_run_out( void )
{
    static SemaphoreHandle_t all[ configMAX_HW_ACCELERATION_SEMAPHORES ];
    static StaticSemaphore_t memory;
    static StaticEventGroup_t group_memory;
    size_t free_before = xPortGetFreeHeapSize();

    for( unsigned i = 0; i < configMAX_HW_ACCELERATION_SEMAPHORES; i++ )
    {
        all[ i ] = xSemaphoreCreateBinary();
        CHECK( all[ i ] != NULL );
    }

    CHECK( xSemaphoreCreateBinary() == NULL );
    CHECK( xSemaphoreCreateCounting( 2, 1 ) == NULL );
    CHECK( xQueueCreate( 2, 1 ) == NULL );
    CHECK( xEventGroupCreate() == NULL );
    CHECK_EQUAL( used_up, 4 );
    CHECK_EQUAL( failures, ( configUSE_MALLOC_FAILED_HOOK == 1 ) ? 4 : 0 );
    CHECK( xSemaphoreCreateBinaryStatic( &memory ) == NULL );
    CHECK( xEventGroupCreateStatic( &group_memory ) == NULL );
    CHECK_EQUAL( used_up, 6 );
    CHECK_EQUAL( failures,
                 ( configUSE_MALLOC_FAILED_HOOK == 1 ) ? 4 : 0 ); /* nothing is wanted of the heap */
    vSemaphoreDelete( all[ 17 ] );
    all[ 17 ] = xSemaphoreCreateBinary();
    CHECK( all[ 17 ] != NULL );
    CHECK_EQUAL( uxSemaphoreGetCount( all[ 17 ] ), 0 );

    for( unsigned i = 0; i < configMAX_HW_ACCELERATION_SEMAPHORES; i++ )
    {
        vSemaphoreDelete( all[ i ] );
    }

    CHECK_EQUAL( xPortGetFreeHeapSize(), free_before );
}

static void test_a_count_has_16_bits( void )
{
    SemaphoreHandle_t semaphore = xSemaphoreCreateCounting( 0xFFFF, 0xFFFF );

    CHECK( semaphore != NULL );
    CHECK_EQUAL( uxSemaphoreGetCount( semaphore ), 0xFFFF );
    CHECK_EQUAL( xSemaphoreGive( semaphore ), pdFALSE );
    vSemaphoreDelete( semaphore );
    CHECK( xSemaphoreCreateCounting( 0x10000, 0 ) == NULL );
    CHECK_EQUAL( reported(), eIsochronErrorCount );
    CHECK( xQueueCreate( 0x10000, 0 ) == NULL );
    CHECK_EQUAL( reported(), eIsochronErrorCount );
}

static void test_tasks_run_out( void )
{
    static TaskHandle_t all[ configMAX_HW_ACCELERATION_TASKS ];
    unsigned number = configMAX_HW_ACCELERATION_TASKS - uxTaskGetNumberOfTasks();
    size_t free_before = xPortGetFreeHeapSize();
    TaskHandle_t none = NULL;

    for( unsigned i = 0; i < number; i++ )
    {
        all[ i ] = create( sleeper, 0, LOW );
    }

    CHECK_EQUAL( xTaskCreate( sleeper, "none", TEST_STACK, NULL, LOW, &none ),
                 errCOULD_NOT_ALLOCATE_REQUIRED_MEMORY );
    CHECK( none == NULL );
    CHECK_EQUAL( uxTaskGetNumberOfTasks(), configMAX_HW_ACCELERATION_TASKS );

    for( unsigned i = 0; i < number; i++ )
    {
        vTaskDelete( all[ i ] );
    }

    CHECK_EQUAL( xPortGetFreeHeapSize(), free_before );
    CHECK_EQUAL( uxTaskGetNumberOfTasks(), configMAX_HW_ACCELERATION_TASKS - number );
    CHECK_EQUAL( reported(), eIsochronNoError );
    CHECK_EQUAL( xIsochronGetError( NULL ), pdFALSE );
}

TEST_PROGRAM( SELF )
{
    test_no_error_at_first();
    test_a_deleted_semaphore();
    test_a_mutex_of_another_task();
    test_a_deleted_task();
    test_a_freed_task();
    test_a_semaphore_with_a_waiter_stays();
    test_semaphores_run_out();
    test_a_count_has_16_bits();
    test_tasks_run_out();
}
