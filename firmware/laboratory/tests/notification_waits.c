/* SPDX-License-Identifier: Apache-2.0 */

/* Waiting for a notification, with bits to clear, and clearing one. */
#include "board.h"
#include "check.h"

#define LINE 3
#define LOW  1
#define SELF 4
#define HIGH 6
#define ALL  0xFFFFFFFFU
#define NONE 0x1234          /* No result. */

static uint32_t clear_on_entry, clear_on_exit, value;
static volatile BaseType_t result;
static TaskHandle_t target;

/* Waits again and again, as the test at hand says. */
static void waiter( void * who )
{
    for( ;; )
    {
        result = xTaskNotifyWait( clear_on_entry, clear_on_exit, &value, portMAX_DELAY );
        mark( ( char ) ( uintptr_t ) who );
    }
}

/* The caller's value, which becomes another one; its state becomes not waiting. */
static uint32_t exchange( uint32_t new_value )
{
    uint32_t before = ulTaskNotifyValueClear( NULL, ALL );

    xTaskNotify( xTaskGetCurrentTaskHandle(), new_value, eSetValueWithOverwrite );
    xTaskNotifyStateClear( NULL );

    return before;
}

static void test_one_that_is_pending( void )
{
    exchange( 0 );
    xTaskNotify( xTaskGetCurrentTaskHandle(), 0xF5, eSetBits );

    /* Bits are not cleared on entry: it has come already. The value is the one before the exit. */
    CHECK_EQUAL( xTaskNotifyWait( 0x01, 0x30, &value, portMAX_DELAY ), pdTRUE );
    CHECK_EQUAL( value, 0xF5 );
    CHECK_EQUAL( exchange( 0 ), 0xC5 );

    /* It is taken once. */
    CHECK_EQUAL( xTaskNotifyWait( 0, 0, NULL, 0 ), pdFALSE );
}

static void test_none_within_the_time( void )
{
    TickType_t start = next_tick();

    /* No time: nothing is cleared. */
    exchange( 0xF5 );
    CHECK_EQUAL( xTaskNotifyWait( 0x01, 0x10, &value, 0 ), pdFALSE );
    CHECK_EQUAL( value, 0xF5 );

    /* Time: what is to be cleared on entry is, though nothing comes. */
    CHECK_EQUAL( xTaskNotifyWait( 0x01, 0x10, &value, 3 ), pdFALSE );
    CHECK_EQUAL( xTaskGetTickCount(), start + 3 );
    CHECK_EQUAL( value, 0xF4 );
    CHECK_EQUAL( exchange( 0 ), 0xF4 );
    CHECK_EQUAL( xTaskNotifyWait( 0, 0, NULL, 1 ), pdFALSE );
}

static void test_one_that_wakes( void )
{
    TaskHandle_t high, low;

    clear_on_entry = 0x0F;
    clear_on_exit = 0xF0;
    high = create( waiter, 'h', HIGH );
    low = create( waiter, 'l', LOW );
    vTaskDelay( 1 );

    xTaskNotify( high, 0x111, eSetBits );
    CHECK_ORDER( "h" );
    CHECK_EQUAL( result, pdTRUE );
    CHECK_EQUAL( value, 0x111 );

    /* 0x10 went on exit, 0x01 on the next entry. */
    xTaskNotify( high, 0x200, eSetBits );
    CHECK_ORDER( "h" );
    CHECK_EQUAL( value, 0x300 );

    xTaskNotify( low, 5, eSetValueWithOverwrite );
    CHECK_EQUAL( xTaskNotify( low, 6, eSetValueWithoutOverwrite ), pdFAIL );
    CHECK_ORDER( "" );
    vTaskDelay( 1 );
    CHECK_ORDER( "l" );
    CHECK_EQUAL( value, 5 );
    vTaskDelete( high );
    vTaskDelete( low );
}

/* Operands belong to the task that set them: others wait in between with their own. */
static void test_operands_of_several_tasks( void )
{
    TaskHandle_t high;

    clear_on_entry = ALL;
    clear_on_exit = ALL;
    high = create( waiter, 'h', HIGH );
    exchange( 0xFF );
    xTaskNotify( high, 0x77, eSetBits );
    CHECK_ORDER( "h" );
    CHECK_EQUAL( xTaskNotifyWait( 0x0F, 0, &value, 2 ), pdFALSE );
    CHECK_EQUAL( value, 0xF0 );
    vTaskDelete( high );
}

/* A task that was suspended while it waited returns without a notification. */
static void test_resume_ends_a_wait( void )
{
    TaskHandle_t high = create( waiter, 'h', HIGH );

    result = NONE;
    vTaskSuspend( high );
    vTaskResume( high );
    CHECK_ORDER( "h" );
    CHECK_EQUAL( result, pdFALSE );
    vTaskDelete( high );
}

static void test_clearing_the_state( void )
{
    TaskHandle_t low = create( waiter, 'l', LOW );

    /* It has not run yet, so it is not waiting. */
    result = NONE;
    CHECK_EQUAL( xTaskNotifyStateClear( low ), pdFAIL );
    xTaskNotify( low, 0, eNoAction );
    CHECK_EQUAL( xTaskNotifyStateClear( low ), pdPASS );
    CHECK_EQUAL( xTaskNotifyStateClear( low ), pdFAIL );
    vTaskDelay( 1 );
    CHECK_ORDER( "" );

    /* It waits: there is nothing to clear, and it waits on. */
    CHECK_EQUAL( xTaskNotifyStateClear( low ), pdFAIL );
    xTaskNotify( low, 0, eNoAction );
    vTaskDelay( 1 );
    CHECK_ORDER( "l" );

    /* It was woken, but has not run: without the state its wait has failed. */
    xTaskNotify( low, 0, eNoAction );
    CHECK_EQUAL( xTaskNotifyStateClear( low ), pdPASS );
    vTaskDelay( 1 );
    CHECK_ORDER( "l" );
    CHECK_EQUAL( result, pdFALSE );
    vTaskDelete( low );

    /* The value stays. */
    exchange( 0x55 );
    CHECK_EQUAL( exchange( 0 ), 0x55 );
}

static void test_clearing_bits( void )
{
    TaskHandle_t self = xTaskGetCurrentTaskHandle();

    xTaskNotify( self, 0xABCD, eSetValueWithOverwrite );
    CHECK_EQUAL( ulTaskNotifyValueClear( self, 0x00FF ), 0xABCD );
    CHECK_EQUAL( ulTaskNotifyValueClear( NULL, 0 ), 0xAB00 );

    /* It is still pending. */
    CHECK_EQUAL( xTaskNotifyWait( 0, ALL, &value, 0 ), pdTRUE );
    CHECK_EQUAL( value, 0xAB00 );
    CHECK_EQUAL( ulTaskNotifyValueClear( NULL, ALL ), 0 );
}

static void notify_from_routine( uint32_t line )
{
    BaseType_t woken = pdFALSE;

    board_acknowledge_interrupt( line );
    CHECK_EQUAL( xTaskNotifyFromISR( target, 0x40, eSetBits, &woken ), pdPASS );
    CHECK_EQUAL( woken, pdTRUE );
    portYIELD_FROM_ISR( woken );
}

static void test_one_from_a_routine( void )
{
    clear_on_entry = 0;
    clear_on_exit = ALL;
    target = create( waiter, 'h', HIGH );
    board_set_interrupt_handler( LINE, notify_from_routine );
    result = NONE;
    board_arm_interrupt( LINE, 1, 0 );

    while( result == NONE )
    {
    }

    CHECK_ORDER( "h" );
    CHECK_EQUAL( value, 0x40 );
    CHECK_EQUAL( result, pdTRUE );
    vTaskDelete( target );
}

TEST_PROGRAM( SELF )
{
    next_tick();

    test_one_that_is_pending();
    test_none_within_the_time();
    test_one_that_wakes();
    test_operands_of_several_tasks();
    test_resume_ends_a_wait();
    test_clearing_the_state();
    test_clearing_bits();
    test_one_from_a_routine();
}
