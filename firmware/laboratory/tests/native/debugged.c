/* SPDX-License-Identifier: Apache-2.0 */

/* A program to stop with a debugger, in stop_here(): tasks in every state (tests/test_gdb.py). What
 * the debugger asks changes nothing. */
#include "check.h"
#include "semphr.h"

static SemaphoreHandle_t semaphores[ 3 ];
static SemaphoreHandle_t mutex;

__attribute__( ( noinline ) ) void stop_here( void )
{
    __asm volatile( "" );
}

static void named( TaskFunction_t function, const char * name, UBaseType_t priority )
{
    CHECK_EQUAL( xTaskCreate( function, name, TEST_STACK, NULL, priority, NULL ), pdPASS );
}

static void waiter( void * parameters )
{
    ( void ) xSemaphoreTake( semaphores[ 2 ], 10 );
}

static void wanting( void * parameters )
{
    ( void ) xSemaphoreTake( mutex, portMAX_DELAY );
}

static void quiet( void * parameters )
{
    vTaskSuspend( NULL );
}

/* The idle task, which would free it, does not run. */
static void gone( void * parameters )
{
    vTaskDelete( NULL );
}

static void holder( void * parameters )
{
    CHECK_EQUAL( xSemaphoreTake( mutex, portMAX_DELAY ), pdTRUE );
    named( wanting, "wanting", 3 );
    CHECK_EQUAL( uxTaskPriorityGet( NULL ), 3 );
    stop_here();
    CHECK_EQUAL( uxTaskPriorityGet( NULL ), 3 );
    CHECK_EQUAL( uxTaskBasePriorityGet( NULL ), 1 );
    test_passed();
}

int main( void )
{
    for( unsigned i = 0; i < 3; i++ )
    {
        semaphores[ i ] = xSemaphoreCreateBinary();
    }

    mutex = xSemaphoreCreateMutex();
    named( holder, "holder", 1 );
    named( gone, "gone", 6 );
    named( quiet, "quiet", 5 );
    named( waiter, "waiter", 4 );
    named( quiet, "ready", 0 );
    vTaskStartScheduler();
    return 1;
}
