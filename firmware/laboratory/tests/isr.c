/* SPDX-License-Identifier: Apache-2.0 */

/* Kernel calls from interrupt service routines. */
#include "check_tasks.h"
#include "interrupt.h"

#define LOW  1
#define SELF 4
#define HIGH 6

static TaskHandle_t target;

static void notified( void * who )
{
    for( ;; )
    {
        uint32_t value = ulTaskNotifyTake( pdTRUE, portMAX_DELAY );

        mark( ( char ) ( uintptr_t ) who );
        mark( ( char ) ( '0' + value ) );
    }
}

static void give_and_yield( void )
{
    BaseType_t woken = pdFALSE;

    mark( 'i' );
    CHECK_EQUAL( xSemaphoreGiveFromISR( semaphore, &woken ), pdTRUE );
    mark( woken ? 'W' : '-' );
    portYIELD_FROM_ISR( woken );
}

static void give_without_yielding( void )
{
    BaseType_t woken = pdFALSE;

    xSemaphoreGiveFromISR( semaphore, &woken );
    mark( woken ? 'W' : '-' );
}

static void give_to_full( void )
{
    BaseType_t woken = pdFALSE;

    CHECK_EQUAL( xSemaphoreGiveFromISR( semaphore, &woken ), pdFALSE );
    CHECK_EQUAL( woken, pdFALSE );
}

static void take( void )
{
    BaseType_t woken = pdFALSE;

    CHECK_EQUAL( uxQueueMessagesWaitingFromISR( semaphore ), 1 );
    CHECK_EQUAL( xSemaphoreTakeFromISR( semaphore, &woken ), pdTRUE );
    CHECK_EQUAL( xSemaphoreTakeFromISR( semaphore, &woken ), pdFALSE );
    CHECK_EQUAL( woken, pdFALSE );
}

static void notify_three_times( void )
{
    BaseType_t woken = pdFALSE;

    for( int i = 0; i < 3; i++ )
    {
        vTaskNotifyGiveFromISR( target, &woken );
    }

    mark( woken ? 'W' : '-' );
    portYIELD_FROM_ISR( woken );
}

static void notify_a_value( void )
{
    BaseType_t woken = pdFALSE;
    uint32_t before = 99;

    CHECK_EQUAL( xTaskNotifyAndQueryFromISR( target, 5, eSetValueWithOverwrite, &before, &woken ), pdPASS );
    CHECK_EQUAL( before, 0 );
    CHECK_EQUAL( xTaskNotifyFromISR( target, 6, eSetValueWithoutOverwrite, &woken ), pdFAIL );
    CHECK_EQUAL( xTaskNotifyFromISR( target, 2, eSetBits, &woken ), pdPASS );
    mark( woken ? 'W' : '-' );
    portYIELD_FROM_ISR( woken );
}

static void resume( void )
{
    BaseType_t woken = xTaskResumeFromISR( target );

    mark( woken ? 'W' : '-' );
    portYIELD_FROM_ISR( woken );
}

static void read_the_time( void )
{
    CHECK_EQUAL( xTaskGetTickCountFromISR(), xTaskGetTickCount() );
}

static void test_give( void )
{
    TaskHandle_t high = create( waiter, 'h', HIGH );
    TaskHandle_t low;

    interrupt( give_and_yield );
    CHECK_ORDER( "iWh" );
    vTaskDelete( high );

    low = create( waiter, 'l', LOW );
    vTaskDelay( 1 );
    interrupt( give_and_yield );
    CHECK_ORDER( "i-" );
    interrupt( give_to_full );
    vTaskDelay( 1 );
    CHECK_ORDER( "l" );
    vTaskDelete( low );
}

/* Without portYIELD_FROM_ISR the woken task waits for the next tick, or the next kernel call that
 * switches. */
static void test_a_yield_left_out_is_made_up_for( void )
{
    TaskHandle_t high = create( waiter, 'h', HIGH );

    next_tick();
    interrupt( give_without_yielding );
    CHECK_ORDER( "W" );
    next_tick();
    CHECK_ORDER( "h" );
    interrupt( give_without_yielding );
    CHECK_ORDER( "W" );
    taskYIELD();
    CHECK_ORDER( "h" );
    vTaskDelete( high );
}

/* An equal that an interrupt wakes is no reason to switch. */
static void test_equals_are_not_reported( void )
{
    TaskHandle_t equal = create( waiter, 'e', SELF );

    taskYIELD();
    interrupt( give_and_yield );
    CHECK_ORDER( "i-" );
    taskYIELD();
    CHECK_ORDER( "e" );
    vTaskDelete( equal );
}

static void test_take( void )
{
    xSemaphoreGive( semaphore );
    interrupt( take );
    CHECK_EQUAL( uxSemaphoreGetCount( semaphore ), 0 );
}

static void test_notify( void )
{
    target = create( notified, 'h', HIGH );
    interrupt( notify_three_times );
    CHECK_ORDER( "Wh3" );
    interrupt( notify_a_value );
    CHECK_ORDER( "Wh7" );
    vTaskDelete( target );

    target = create( notified, 'l', LOW );
    vTaskDelay( 1 );
    interrupt( notify_three_times );
    CHECK_ORDER( "-" );
    vTaskDelay( 1 );
    CHECK_ORDER( "l3" );
    vTaskDelete( target );
}

static void test_resume( void )
{
    target = create( runner, 'h', HIGH );
    CHECK_ORDER( "h" );
    interrupt( resume );
    CHECK_ORDER( "Wh" );
    vTaskDelete( target );

    target = create( runner, 'l', LOW );
    vTaskSuspend( target );
    interrupt( resume );
    CHECK_ORDER( "-" );
    interrupt( resume ); /* it is not suspended any more */
    CHECK_ORDER( "-" );
    vTaskDelay( 1 );
    CHECK_ORDER( "l" );
    vTaskDelete( target );
}

/* What a routine wakes while the scheduler is suspended is ready when it is resumed: behind an equal
 * that the task has resumed meanwhile. */
static void test_order_after_a_suspension( void )
{
    TaskHandle_t woken = create( waiter, 'w', LOW );
    TaskHandle_t resumed = create( runner, 'r', LOW );

    vTaskDelay( 1 );
    CHECK_ORDER( "r" );
    vTaskSuspendAll();
    interrupt( give_without_yielding );
    vTaskResume( resumed );
    CHECK_EQUAL( xTaskResumeAll(), pdFALSE );
    vTaskDelay( 1 );
    CHECK_ORDER( "-rw" );
    vTaskDelete( woken );
    vTaskDelete( resumed );
}

TEST_PROGRAM( SELF )
{
    semaphore = xSemaphoreCreateBinary();
    next_tick();

    test_give();
    test_a_yield_left_out_is_made_up_for();
    test_equals_are_not_reported();
    test_take();
    test_notify();
    test_resume();
    test_order_after_a_suspension();
    interrupt( read_the_time );
}
