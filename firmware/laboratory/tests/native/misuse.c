/* SPDX-License-Identifier: Apache-2.0 */

/* Wrong calls where configASSERT() does nothing: what FreeRTOS answers then. And a start at which no
 * task is the first. */
#include <stdbool.h>
#include <string.h>

#include "check_tasks.h"
#include "isochron.h"
#include "queue.h"

#define LOW  1
#define SELF 4

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

static char printed[ 600 ];

void test_print( const char * text )
{
    strncat( printed, text, sizeof( printed ) - strlen( printed ) - 1 );
}

/* Whether a cause and a cure were printed since the last such check. */
static bool was_said( const char * cause, const char * cure )
{
    bool said = ( strstr( printed, "refused" ) != NULL ) && ( strstr( printed, cause ) != NULL ) &&
                ( strstr( printed, cure ) != NULL );

    printed[ 0 ] = '\0';
    return said;
}

static void holder( void * mutex )
{
    xSemaphoreTake( mutex, 0 );
    vTaskSuspend( NULL );
}

static void taker( void * semaphore )
{
    xSemaphoreTake( semaphore, portMAX_DELAY );
    vTaskDelete( NULL );
}

/* The default says why a command was refused, and what helps. */
static void test_what_is_said( void )
{
    SemaphoreHandle_t semaphore, mutex = xSemaphoreCreateMutex();
    TaskHandle_t task;

    CHECK( xSemaphoreCreateCounting( 100000, 0 ) == NULL );
    CHECK( was_said( "a queue's length is above 65535", "create one that is smaller" ) );

    task = create( holder, ( uintptr_t ) mutex, SELF + 1 );
    CHECK_EQUAL( xSemaphoreGive( mutex ), pdFALSE );
    CHECK( was_said( "held by another task", "only the one that took it" ) );
    vTaskDelete( task );

    semaphore = xSemaphoreCreateBinary();
    task = create( taker, ( uintptr_t ) semaphore, SELF + 1 );
    vSemaphoreDelete( semaphore );
    CHECK( was_said( "a task waits for the object", "wake who waits" ) );
    CHECK_EQUAL( xSemaphoreGive( semaphore ), pdTRUE );
    vSemaphoreDelete( semaphore );
    CHECK_EQUAL( printed[ 0 ], '\0' );

    ( void ) ulIsochronRefused( ISOCHRON_RESULT_ERROR_OBJECT );
    CHECK( was_said( "no such semaphore", "deleted, or never created" ) );
    ( void ) ulIsochronRefused( ISOCHRON_RESULT_ERROR_TASK );
    CHECK( was_said( "no such task", "deleted, or never created" ) );
    ( void ) ulIsochronRefused( ISOCHRON_RESULT_ERROR_ARGUMENT );
    CHECK( was_said( "out of range", "no such call" ) );
    ( void ) ulIsochronRefused( ISOCHRON_RESULT_ERROR_OPERATION );
    CHECK( was_said( "no such operation", "not of one version" ) );
}

static void test_what_is_said_of_more_objects_than_there_are( void )
{
    static StaticSemaphore_t memory[ configMAX_HW_ACCELERATION_SEMAPHORES + 1 ];
    SemaphoreHandle_t made[ configMAX_HW_ACCELERATION_SEMAPHORES + 1 ];
    unsigned count = 0;

    while( ( made[ count ] = xSemaphoreCreateBinaryStatic( &memory[ count ] ) ) != NULL )
    {
        count++;
    }

    CHECK( strstr( printed, "no object left" ) != NULL );
    CHECK( strstr( printed, "a larger NObjects, up to 254, which costs block RAM only" ) != NULL );
    printed[ 0 ] = '\0';

    while( count != 0 )
    {
        vSemaphoreDelete( made[ --count ] );
    }
}

static void director( void * parameters )
{
    test_what_is_not_there();
    test_what_is_said();
    test_what_is_said_of_more_objects_than_there_are();
    test_passed();
}

/* No identifier is left for the idle task: the start fails, and comes back. */
static void test_a_start_without_room( void )
{
    TaskHandle_t tasks[ configMAX_HW_ACCELERATION_TASKS + 1 ];
    unsigned created = 0;

    while( xTaskCreate( sleeper, "many", TEST_STACK, NULL, LOW, &tasks[ created ] ) == pdPASS )
    {
        created++;
    }

    CHECK_EQUAL( created, configMAX_HW_ACCELERATION_TASKS );
    vTaskStartScheduler();
    CHECK_EQUAL( xTaskGetSchedulerState(), taskSCHEDULER_NOT_STARTED );

    while( created != 0 )
    {
        vTaskDelete( tasks[ --created ] );
    }
}

int main( void )
{
    TaskHandle_t first;

    test_a_start_without_room();
    ( void ) create( director, 0, SELF );
    first = create( sleeper, 0, SELF + 1 );
    vTaskSuspend( first );
    vTaskStartScheduler();
    return 1;
}
