/* SPDX-License-Identifier: Apache-2.0 */

/* With which priority a task waits for a semaphore if it has inherited one, its base priority was
 * lowered, and it has waited for bits of an event group before: with the inherited one. Without bits in
 * between it waits with the base priority. */
#include "check.h"
#include "event_groups.h"
#include "semphr.h"

#define LOWERED 1
#define LOW     2
#define OTHER   3
#define SELF    5
#define HIGH    7

#define BIT  0x1U
#define WAIT 3

static SemaphoreHandle_t mutex, gate;
static EventGroupHandle_t group;

/* What the holder of the mutex does before it waits at the gate. */
typedef enum
{
    LOWERED_IN_WAIT,    /* it waits for bits, and its base priority is lowered meanwhile */
    LOWERED_BEFORE,     /* it waits for bits after that */
    NO_BITS             /* it waits for none */
} order_t;

static void holder( void * parameters )
{
    const order_t order = ( order_t ) ( uintptr_t ) parameters;

    CHECK_EQUAL( xSemaphoreTake( mutex, 0 ), pdTRUE );

    if( order != LOWERED_IN_WAIT )
    {
        vTaskSuspend( NULL );
    }

    if( order != NO_BITS )
    {
        ( void ) xEventGroupWaitBits( group, BIT, pdTRUE, pdFALSE, WAIT );
    }

    CHECK_EQUAL( xSemaphoreTake( gate, portMAX_DELAY ), pdTRUE );
    mark( 'l' );
    CHECK_EQUAL( xSemaphoreGive( mutex ), pdTRUE );
    vTaskDelete( NULL );
}

static void heir( void * parameters )
{
    CHECK_EQUAL( xSemaphoreTake( mutex, portMAX_DELAY ), pdTRUE );
    mark( 'h' );
    CHECK_EQUAL( xSemaphoreGive( mutex ), pdTRUE );
    vTaskDelete( NULL );
}

static void other( void * parameters )
{
    CHECK_EQUAL( xSemaphoreTake( gate, portMAX_DELAY ), pdTRUE );
    mark( 'o' );
    vTaskDelete( NULL );
}

static void test( order_t order, BaseType_t bits_come )
{
    TaskHandle_t low = create( holder, order, LOW );

    create( other, 0, OTHER );
    vTaskDelay( 1 );
    create( heir, 0, HIGH );
    check_priorities( low, HIGH, LOW );
    vTaskPrioritySet( low, LOWERED );
    check_priorities( low, HIGH, LOWERED );

    if( order != LOWERED_IN_WAIT )
    {
        vTaskResume( low );
    }

    if( bits_come )
    {
        CHECK_EQUAL( xEventGroupSetBits( group, BIT ), 0 );
    }
    else
    {
        vTaskDelay( WAIT + 1 );
    }

    CHECK_ORDER( "" );
    CHECK_EQUAL( xSemaphoreGive( gate ), pdTRUE );
    CHECK_ORDER( ( order == NO_BITS ) ? "" : "lh" );
    CHECK_EQUAL( xSemaphoreGive( gate ), pdTRUE );
    vTaskDelay( 1 );
    CHECK_ORDER( ( order == NO_BITS ) ? "lho" : "o" );
}

TEST_PROGRAM( SELF )
{
    mutex = xSemaphoreCreateMutex();
    gate = xSemaphoreCreateCounting( 2, 0 );
    group = xEventGroupCreate();
    next_tick();

    test( LOWERED_IN_WAIT, pdFALSE );
    test( LOWERED_IN_WAIT, pdTRUE );
    test( LOWERED_BEFORE, pdFALSE );
    test( LOWERED_BEFORE, pdTRUE );
    test( NO_BITS, pdFALSE );
}
