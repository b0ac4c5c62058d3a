/* SPDX-License-Identifier: Apache-2.0 */

/* Direct-to-task notifications. */
#include "check.h"

#define LOW  1
#define SELF 4
#define HIGH 6

static uint32_t received;

/* Takes everything there is, again and again. */
static void collector( void * who )
{
    for( ;; )
    {
        received = ulTaskNotifyTake( pdTRUE, portMAX_DELAY );
        mark( ( char ) ( uintptr_t ) who );
    }
}

static void test_give_preempts_only_upwards( void )
{
    TaskHandle_t high = create( collector, 'h', HIGH );
    TaskHandle_t low = create( collector, 'l', LOW );

    vTaskDelay( 1 );
    CHECK_EQUAL( xTaskNotifyGive( high ), pdPASS );
    CHECK_ORDER( "h" );
    CHECK_EQUAL( received, 1 );
    xTaskNotifyGive( low );
    xTaskNotifyGive( low );
    xTaskNotifyGive( low );
    CHECK_ORDER( "" );
    vTaskDelay( 1 );
    CHECK_ORDER( "l" );
    CHECK_EQUAL( received, 3 );
    vTaskDelete( high );
    vTaskDelete( low );
}

static void test_taking_by_clearing_and_by_counting( void )
{
    TaskHandle_t self = xTaskGetCurrentTaskHandle();

    for( int i = 0; i < 3; i++ )
    {
        xTaskNotifyGive( self );
    }

    CHECK_EQUAL( ulTaskNotifyTake( pdFALSE, 0 ), 3 );
    CHECK_EQUAL( ulTaskNotifyTake( pdFALSE, portMAX_DELAY ), 2 );
    CHECK_EQUAL( ulTaskNotifyTake( pdTRUE, portMAX_DELAY ), 1 );
    CHECK_EQUAL( ulTaskNotifyTake( pdTRUE, 0 ), 0 );
}

static void test_actions_on_the_value( void )
{
    TaskHandle_t self = xTaskGetCurrentTaskHandle();
    uint32_t before = 99;

    CHECK_EQUAL( xTaskNotifyAndQuery( self, 0x05, eSetBits, &before ), pdPASS );
    CHECK_EQUAL( before, 0 );
    CHECK_EQUAL( xTaskNotifyAndQuery( self, 0x12, eSetBits, &before ), pdPASS );
    CHECK_EQUAL( before, 0x05 );
    CHECK_EQUAL( xTaskNotifyAndQuery( self, 0, eIncrement, &before ), pdPASS );
    CHECK_EQUAL( before, 0x17 );
    CHECK_EQUAL( xTaskNotifyAndQuery( self, 1234, eNoAction, &before ), pdPASS );
    CHECK_EQUAL( before, 0x18 );
    CHECK_EQUAL( xTaskNotifyAndQuery( self, 7, eSetValueWithOverwrite, &before ), pdPASS );
    CHECK_EQUAL( before, 0x18 );
    CHECK_EQUAL( xTaskNotifyAndQuery( self, 8, eSetValueWithoutOverwrite, &before ), pdFAIL );
    CHECK_EQUAL( before, 7 );
    CHECK_EQUAL( ulTaskNotifyTake( pdTRUE, 0 ), 7 );
    CHECK_EQUAL( xTaskNotifyAndQuery( self, 12, eSetValueWithoutOverwrite, &before ), pdPASS );
    CHECK_EQUAL( before, 0 );
    CHECK_EQUAL( ulTaskNotifyValueClear( NULL, 4 ), 12 );
    CHECK_EQUAL( ulTaskNotifyTake( pdTRUE, 0 ), 8 );
}

/* A notification without a value wakes the waiter, which then finds nothing to take. */
static void test_waking_without_a_value( void )
{
    TaskHandle_t high = create( collector, 'h', HIGH );

    received = 99;
    xTaskNotify( high, 0, eNoAction );
    CHECK_ORDER( "h" );
    CHECK_EQUAL( received, 0 );
    vTaskDelete( high );
}

/* A task that was suspended while it waited does not wait on: it returns with what there is. */
static void test_resume_ends_a_wait( void )
{
    TaskHandle_t high = create( collector, 'h', HIGH );

    received = 99;
    vTaskSuspend( high );
    vTaskResume( high );
    CHECK_ORDER( "h" );
    CHECK_EQUAL( received, 0 );
    vTaskDelete( high );
}

/* A suspended task keeps what it was told before. */
static void test_a_suspension_keeps_what_is_pending( void )
{
    TaskHandle_t low = create( collector, 'l', LOW );

    CHECK_EQUAL( xTaskNotify( low, 7, eSetValueWithOverwrite ), pdPASS );
    vTaskSuspend( low );
    CHECK_EQUAL( xTaskNotify( low, 8, eSetValueWithoutOverwrite ), pdFAIL );
    vTaskResume( low );
    vTaskDelay( 1 );
    CHECK_ORDER( "l" );
    CHECK_EQUAL( received, 7 );
    vTaskDelete( low );
}

TEST_PROGRAM( SELF )
{
    next_tick();

    test_give_preempts_only_upwards();
    test_taking_by_clearing_and_by_counting();
    test_actions_on_the_value();
    test_waking_without_a_value();
    test_resume_ends_a_wait();
    test_a_suspension_keeps_what_is_pending();
}
