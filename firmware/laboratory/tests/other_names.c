/* SPDX-License-Identifier: Apache-2.0 */

/* Names that stand for others, and the rest that other programs do not call. */
#include "check.h"
#include "interrupt.h"
#include "queue.h"
#include "semphr.h"

#define SELF 4

static QueueHandle_t queue;
static SemaphoreHandle_t semaphore;
static QueueSetHandle_t set;

static void test_delay_until( void )
{
    TickType_t last = next_tick();

    vTaskDelayUntil( &last, 2 );
    CHECK_EQUAL( xTaskGetTickCount(), last );
    last -= 1;
    vTaskDelayUntil( &last, 3 );
    CHECK_EQUAL( xTaskGetTickCount(), last );
}

static void send_to_back( void )
{
    BaseType_t woken = pdFALSE;
    uint8_t item = 'b';

    CHECK_EQUAL( xQueueSendToBackFromISR( queue, &item, &woken ), pdTRUE );
    CHECK_EQUAL( xQueueSendToBackFromISR( queue, &item, &woken ), errQUEUE_FULL );
    CHECK_EQUAL( woken, pdFALSE );
}

static void test_sending_to_the_back( void )
{
    uint8_t item = 'a';

    queue = xQueueCreate( 2, sizeof( item ) );
    CHECK_EQUAL( xQueueSendToBack( queue, &item, 0 ), pdTRUE );
    interrupt( send_to_back );
    CHECK_EQUAL( xQueueSendToBack( queue, &item, 0 ), errQUEUE_FULL );
    CHECK_EQUAL( xQueueReceive( queue, &item, 0 ), pdTRUE );
    CHECK_EQUAL( item, 'a' );
    CHECK_EQUAL( xQueueReceive( queue, &item, 0 ), pdTRUE );
    CHECK_EQUAL( item, 'b' );
    vQueueDelete( queue );
}

static void look( void )
{
    CHECK_EQUAL( uxSemaphoreGetCountFromISR( semaphore ), 1 );
}

/* The old way to create one gives it, too. */
static void test_an_old_binary_semaphore( void )
{
    vSemaphoreCreateBinary( semaphore );
    interrupt( look );
    CHECK_EQUAL( xSemaphoreTake( semaphore, 0 ), pdTRUE );
    CHECK_EQUAL( xSemaphoreTake( semaphore, 0 ), pdFALSE );
    vSemaphoreDelete( semaphore );
}

static void give_and_select( void )
{
    BaseType_t woken = pdFALSE;

    CHECK( xQueueSelectFromSetFromISR( set ) == NULL );
    CHECK_EQUAL( xSemaphoreGiveFromISR( semaphore, &woken ), pdTRUE );
    CHECK( xQueueSelectFromSetFromISR( set ) == semaphore );
    CHECK( xQueueSelectFromSetFromISR( set ) == NULL );
    CHECK_EQUAL( xSemaphoreTakeFromISR( semaphore, &woken ), pdTRUE );
    CHECK_EQUAL( woken, pdFALSE );
}

static void test_a_queue_set_in_a_routine( void )
{
    set = xQueueCreateSet( 1 );
    semaphore = xSemaphoreCreateBinary();
    CHECK_EQUAL( xQueueAddToSet( semaphore, set ), pdPASS );
    interrupt( give_and_select );
    CHECK_EQUAL( xQueueRemoveFromSet( semaphore, set ), pdPASS );
    vSemaphoreDelete( semaphore );
    vQueueDelete( set );
}

/* The name that pcTaskGetName had before FreeRTOS V8. */
static void test_a_tasks_name( void )
{
    CHECK( pcTaskGetTaskName( NULL ) == pcTaskGetName( NULL ) );
}

TEST_PROGRAM( SELF )
{
    test_delay_until();
    test_sending_to_the_back();
    test_an_old_binary_semaphore();
    test_a_queue_set_in_a_routine();
    test_a_tasks_name();
}
