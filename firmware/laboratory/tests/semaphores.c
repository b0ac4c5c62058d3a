/* SPDX-License-Identifier: Apache-2.0 */

/* Binary and counting semaphores: counts, order of waiters, who runs. */
#include "check.h"
#include "semphr.h"

#define LOW  1
#define SELF 4
#define HIGH 6

static SemaphoreHandle_t semaphore;

static void waiter( void * who )
{
    for( ;; )
    {
        CHECK_EQUAL( xSemaphoreTake( semaphore, portMAX_DELAY ), pdTRUE );
        mark( ( char ) ( uintptr_t ) who );
    }
}

/* Takes once, marks, and ends. */
static void taker( void * who )
{
    CHECK_EQUAL( xSemaphoreTake( semaphore, portMAX_DELAY ), pdTRUE );
    mark( ( char ) ( uintptr_t ) who );
    vTaskDelete( NULL );
}

static void test_binary_counts_to_one( void )
{
    semaphore = xSemaphoreCreateBinary();
    CHECK_EQUAL( uxSemaphoreGetCount( semaphore ), 0 );
    CHECK_EQUAL( xSemaphoreTake( semaphore, 0 ), pdFALSE );
    CHECK_EQUAL( xSemaphoreGive( semaphore ), pdTRUE );
    CHECK_EQUAL( uxSemaphoreGetCount( semaphore ), 1 );
    CHECK_EQUAL( xSemaphoreGive( semaphore ), pdFALSE );
    CHECK_EQUAL( uxSemaphoreGetCount( semaphore ), 1 );
    CHECK_EQUAL( xSemaphoreTake( semaphore, portMAX_DELAY ), pdTRUE );
    CHECK_EQUAL( uxSemaphoreGetCount( semaphore ), 0 );
    vSemaphoreDelete( semaphore );
}

static void test_counting( void )
{
    semaphore = xSemaphoreCreateCounting( 3, 2 );
    CHECK_EQUAL( uxSemaphoreGetCount( semaphore ), 2 );
    CHECK_EQUAL( xSemaphoreGive( semaphore ), pdTRUE );
    CHECK_EQUAL( xSemaphoreGive( semaphore ), pdFALSE );
    CHECK_EQUAL( uxSemaphoreGetCount( semaphore ), 3 );

    for( UBaseType_t count = 3; count > 0; count-- )
    {
        CHECK_EQUAL( xSemaphoreTake( semaphore, 0 ), pdTRUE );
        CHECK_EQUAL( uxSemaphoreGetCount( semaphore ), count - 1 );
    }

    CHECK_EQUAL( xSemaphoreTake( semaphore, 0 ), pdFALSE );
    vSemaphoreDelete( semaphore );
}

static void test_give_preempts_only_upwards( void )
{
    TaskHandle_t high, low;

    semaphore = xSemaphoreCreateBinary();
    high = create( waiter, 'h', HIGH );
    xSemaphoreGive( semaphore );
    CHECK_ORDER( "h" );
    CHECK_EQUAL( uxSemaphoreGetCount( semaphore ), 0 );
    vTaskDelete( high );

    low = create( waiter, 'l', LOW );
    vTaskDelay( 1 );
    xSemaphoreGive( semaphore );
    CHECK_ORDER( "" );
    CHECK_EQUAL( uxSemaphoreGetCount( semaphore ), 1 );
    vTaskDelay( 1 );
    CHECK_ORDER( "l" );
    vTaskDelete( low );
    vSemaphoreDelete( semaphore );
}

static void test_waiters_by_priority_then_in_order( void )
{
    semaphore = xSemaphoreCreateCounting( 9, 0 );
    create( taker, 'a', LOW );
    create( taker, 'b', LOW + 1 );
    create( taker, 'c', LOW );
    create( taker, 'd', LOW + 1 );
    vTaskDelay( 1 );

    for( int i = 0; i < 4; i++ )
    {
        xSemaphoreGive( semaphore );
        vTaskDelay( 1 );
    }

    CHECK_ORDER( "bdac" );
    vSemaphoreDelete( semaphore );
}

/* Several gives before anyone runs wake several, and they run by priority. */
static void test_several_gives_wake_several( void )
{
    semaphore = xSemaphoreCreateCounting( 9, 0 );
    create( taker, 'a', LOW );
    create( taker, 'b', LOW + 1 );
    create( taker, 'c', LOW + 2 );
    vTaskDelay( 1 );
    xSemaphoreGive( semaphore );
    xSemaphoreGive( semaphore );
    CHECK_EQUAL( uxSemaphoreGetCount( semaphore ), 2 );
    vTaskDelay( 1 );
    CHECK_ORDER( "cb" );
    xSemaphoreGive( semaphore );
    vTaskDelay( 1 );
    CHECK_ORDER( "a" );
    vSemaphoreDelete( semaphore );
}

/* A woken task competes: whoever takes the token first has it, and the other waits again, behind
 * its equals. */
static void test_a_woken_task_can_lose_the_token( void )
{
    semaphore = xSemaphoreCreateBinary();
    create( taker, 'a', LOW );
    create( taker, 'b', LOW );
    vTaskDelay( 1 );
    xSemaphoreGive( semaphore );                         /* wakes a */
    CHECK_EQUAL( xSemaphoreTake( semaphore, 0 ), pdTRUE ); /* first */
    vTaskDelay( 1 );
    CHECK_ORDER( "" );
    xSemaphoreGive( semaphore );
    vTaskDelay( 1 );
    CHECK_ORDER( "b" );
    xSemaphoreGive( semaphore );
    vTaskDelay( 1 );
    CHECK_ORDER( "a" );
    vSemaphoreDelete( semaphore );
}

/* A semaphore that was deleted can be created again, many times. */
static void test_create_and_delete( void )
{
    for( int i = 0; i < 200; i++ )
    {
        semaphore = xSemaphoreCreateCounting( 5, i % 6 );
        CHECK( semaphore != NULL );
        CHECK_EQUAL( uxSemaphoreGetCount( semaphore ), i % 6 );
        vSemaphoreDelete( semaphore );
    }
}

static void test_static_creation( void )
{
    static StaticSemaphore_t binary_memory, counting_memory;
    SemaphoreHandle_t binary = xSemaphoreCreateBinaryStatic( &binary_memory );
    SemaphoreHandle_t counting = xSemaphoreCreateCountingStatic( 4, 1, &counting_memory );

    CHECK( binary == ( SemaphoreHandle_t ) &binary_memory );
    CHECK( counting == ( SemaphoreHandle_t ) &counting_memory );
    CHECK_EQUAL( xSemaphoreTake( binary, 0 ), pdFALSE );
    CHECK_EQUAL( xSemaphoreTake( counting, 0 ), pdTRUE );
    CHECK_EQUAL( xSemaphoreTake( counting, 0 ), pdFALSE );
    vSemaphoreDelete( binary );
    vSemaphoreDelete( counting );
}

TEST_PROGRAM( SELF )
{
    next_tick();

    test_binary_counts_to_one();
    test_counting();
    test_give_preempts_only_upwards();
    test_waiters_by_priority_then_in_order();
    test_several_gives_wake_several();
    test_a_woken_task_can_lose_the_token();
    test_create_and_delete();
    test_static_creation();
}
