/* SPDX-License-Identifier: Apache-2.0 */

/* A wait for a mutex fails while its holder is the only ready task at the priority that it inherited,
 * and the waiter has risen above that meanwhile. FreeRTOS V11.2 with the port's selection of tasks then
 * takes the priority for one with a ready task, and fails an assertion or runs what is none. */
#include "check.h"
#include "semphr.h"

#define LOW    1
#define MIDDLE 3
#define SELF   5

static SemaphoreHandle_t first, second;
static TickType_t end;

/* Holds the first mutex, and computes all the time. */
static void holder( void * parameters )
{
    CHECK_EQUAL( xSemaphoreTake( first, 0 ), pdTRUE );
    run_until( end );
    mark( 'h' );
    CHECK_EQUAL( xSemaphoreGive( first ), pdTRUE );
    vTaskDelete( NULL );
}

/* Holds the second mutex, does not get the first one, and sleeps before it gives the second one. */
static void waiter( void * parameters )
{
    CHECK_EQUAL( xSemaphoreTake( second, 0 ), pdTRUE );
    CHECK_EQUAL( xSemaphoreTake( first, 2 ), pdFALSE );
    check_priorities( NULL, SELF, MIDDLE );
    mark( 'w' );
    vTaskDelay( 1 );
    mark( 'w' );
    CHECK_EQUAL( xSemaphoreGive( second ), pdTRUE );
    vTaskDelete( NULL );
}

TEST_PROGRAM( SELF )
{
    TaskHandle_t low;

    first = xSemaphoreCreateMutex();
    second = xSemaphoreCreateMutex();
    end = next_tick() + 8U;

    low = create( holder, 0, LOW );
    vTaskDelay( 1 );
    create( waiter, 0, MIDDLE );
    vTaskDelay( 1 );
    check_priorities( low, MIDDLE, LOW );
    CHECK_EQUAL( xSemaphoreTake( second, portMAX_DELAY ), pdTRUE );
    check_priorities( low, LOW, LOW );
    CHECK_ORDER( "ww" );
    vTaskDelay( 8 );
    CHECK_ORDER( "h" );
}
