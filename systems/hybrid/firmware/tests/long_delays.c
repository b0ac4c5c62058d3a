/* SPDX-License-Identifier: Apache-2.0 */

/* Delays that are longer than the hybrid's timers, which have 24 bits: they end at their tick, in order,
 * and in their event list. Nothing sleeps here: time jumps. */
#include "check.h"
#include "isochron_hybrid.h"
#include "queue.h"

#define LOW      1
#define DIRECTOR 2
#define LONGEST  0xFFFFFFu /* of a timer */

static TickType_t began;
static TaskHandle_t delayed;

void test_before_sleep( uint32_t * ticks )
{
}

void test_sleep( uint32_t expected_idle_time )
{
}

/* Ticks pass while nobody runs. */
static void jump( TickType_t ticks )
{
    vTaskSuspendAll();
    vTaskStepTick( ticks );
    ( void ) xTaskResumeAll();
}

static void wait( void * parameters )
{
    QueueHandle_t queue = xQueueCreate( 1, sizeof( uint32_t ) );
    uint32_t item = 0;

    began = xTaskGetTickCount();
    vTaskDelay( LONGEST + 10 );
    CHECK_EQUAL( xTaskGetTickCount(), began + LONGEST + 10 );
    mark( 'd' );

    /* Two timers' length and more, and a queue's waiter. */
    began = xTaskGetTickCount();
    CHECK_EQUAL( xQueueReceive( queue, &item, 2 * LONGEST + 10 ), errQUEUE_EMPTY );
    CHECK_EQUAL( xTaskGetTickCount(), began + 2 * LONGEST + 10 );
    mark( 'q' );

    /* One that ends early. */
    ulTaskNotifyTake( pdTRUE, LONGEST + 10 );
    mark( 'n' );
    vTaskSuspend( NULL );
}

TEST_PROGRAM( DIRECTOR )
{
    delayed = create( wait, 0, LOW );
    vTaskDelay( 2 );
    CHECK_EQUAL( eTaskGetState( delayed ), eBlocked );

    jump( began + LONGEST - xTaskGetTickCount() ); /* the timer's end is not the delay's */
    CHECK_EQUAL( xTaskGetTickCount(), began + LONGEST );
    CHECK_EQUAL( eTaskGetState( delayed ), eBlocked );
    vTaskDelay( 9 );
    CHECK_ORDER( "" );
    vTaskDelay( 3 );
    CHECK_ORDER( "d" );

    jump( began + LONGEST - xTaskGetTickCount() );
    vTaskDelay( 1 );
    jump( began + 2 * LONGEST - xTaskGetTickCount() );
    CHECK_EQUAL( eTaskGetState( delayed ), eBlocked );
    vTaskDelay( 9 );
    CHECK_ORDER( "" );
    vTaskDelay( 3 );
    CHECK_ORDER( "q" );

    /* What is left of a delay that has ended early does not matter any more. */
    ( void ) xTaskNotifyGive( delayed );
    vTaskDelay( 2 );
    CHECK_ORDER( "n" );
    CHECK_EQUAL( eTaskGetState( delayed ), eSuspended );
    jump( LONGEST );
    CHECK_EQUAL( eTaskGetState( delayed ), eSuspended );

    CHECK_EQUAL( xIsochronHybridGetError( NULL ), pdFALSE );
}
