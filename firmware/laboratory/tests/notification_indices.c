/* SPDX-License-Identifier: Apache-2.0 */

/* Several notifications of each task: none knows of the others. */
#include "check.h"
#include "interrupt.h"

#define LOW  1
#define SELF 4
#define HIGH 6
#define LAST ( configTASK_NOTIFICATION_ARRAY_ENTRIES - 1 )
#define ALL  0xFFFFFFFFU

static TaskHandle_t target;
static uint32_t received;

/* Waits for the notification at the index that is its parameter. */
static void waiter( void * index )
{
    for( ;; )
    {
        xTaskNotifyWaitIndexed( ( UBaseType_t ) ( uintptr_t ) index, 0, ALL, &received, portMAX_DELAY );
        mark( ( char ) ( '0' + ( uintptr_t ) index ) );
    }
}

static void collector( void * index )
{
    for( ;; )
    {
        received = ulTaskNotifyTakeIndexed( ( UBaseType_t ) ( uintptr_t ) index, pdTRUE, portMAX_DELAY );
        mark( ( char ) ( 'a' + ( uintptr_t ) index ) );
    }
}

static void test_values( void )
{
    TaskHandle_t self = xTaskGetCurrentTaskHandle();
    uint32_t value;

    for( UBaseType_t i = 0; i <= LAST; i++ )
    {
        CHECK_EQUAL( xTaskNotifyIndexed( self, i, 0x100 + i, eSetValueWithOverwrite ), pdPASS );
    }

    CHECK_EQUAL( xTaskNotifyAndQueryIndexed( self, LAST, 0, eIncrement, &value ), pdPASS );
    CHECK_EQUAL( value, 0x100 + LAST );
    CHECK_EQUAL( ulTaskNotifyValueClearIndexed( self, 1, 1 ), 0x101 );
    CHECK_EQUAL( xTaskNotifyStateClearIndexed( self, 0 ), pdPASS );
    CHECK_EQUAL( xTaskNotifyStateClearIndexed( self, 0 ), pdFAIL );
    CHECK_EQUAL( xTaskNotifyWaitIndexed( 0, 0, ALL, &value, 0 ), pdFALSE );
    CHECK_EQUAL( value, 0x100 );
    CHECK_EQUAL( xTaskNotifyWaitIndexed( 1, 0, ALL, &value, 0 ), pdTRUE );
    CHECK_EQUAL( value, 0x100 );
    CHECK_EQUAL( ulTaskNotifyTakeIndexed( LAST, pdFALSE, 0 ), 0x101 + LAST );
    CHECK_EQUAL( xTaskNotifyGiveIndexed( self, LAST ), pdPASS );
    CHECK_EQUAL( ulTaskNotifyTakeIndexed( LAST, pdTRUE, 0 ), 0x101 + LAST );
    CHECK_EQUAL( ulTaskNotifyTakeIndexed( LAST, pdTRUE, 0 ), 0 );
    CHECK_EQUAL( ulTaskNotifyTake( pdTRUE, 0 ), 0x100 );

    for( UBaseType_t i = 0; i <= LAST; i++ )
    {
        ulTaskNotifyValueClearIndexed( self, i, ALL );
        xTaskNotifyStateClearIndexed( self, i );
    }
}

/* A notification at another index stays pending, and wakes nobody. */
static void test_waiting_for_each( void )
{
    for( UBaseType_t i = 0; i <= LAST; i++ )
    {
        TaskHandle_t high = create( waiter, i, HIGH );

        for( UBaseType_t other = 0; other <= LAST; other++ )
        {
            if( other != i )
            {
                CHECK_EQUAL( xTaskNotifyIndexed( high, other, 7, eSetValueWithoutOverwrite ), pdPASS );
                CHECK_EQUAL( xTaskNotifyIndexed( high, other, 7, eSetValueWithoutOverwrite ), pdFAIL );
            }
        }

        CHECK_ORDER( "" );
        CHECK_EQUAL( eTaskGetState( high ), eBlocked );
        xTaskNotifyIndexed( high, i, 9, eSetBits );
        CHECK_ORDER( ( ( char[] ) { ( char ) ( '0' + i ), '\0' } ) );
        CHECK_EQUAL( received, 9 );
        vTaskDelete( high );
    }
}

static void test_a_time_out( void )
{
    TickType_t start = next_tick();

    xTaskNotifyGive( xTaskGetCurrentTaskHandle() );
    CHECK_EQUAL( ulTaskNotifyTakeIndexed( 1, pdTRUE, 2 ), 0 );
    CHECK_EQUAL( xTaskGetTickCount(), start + 2 );
    CHECK_EQUAL( xTaskNotifyWaitIndexed( 2, 0, 0, NULL, 1 ), pdFALSE );
    CHECK_EQUAL( xTaskGetTickCount(), start + 3 );
    CHECK_EQUAL( ulTaskNotifyTake( pdTRUE, 0 ), 1 );
}

static void give( void )
{
    BaseType_t woken = pdFALSE;

    vTaskNotifyGiveIndexedFromISR( target, 0, &woken );
    CHECK_EQUAL( woken, pdFALSE );
    vTaskNotifyGiveIndexedFromISR( target, LAST, &woken );
    CHECK_EQUAL( woken, pdTRUE );
    portYIELD_FROM_ISR( woken );
}

static void notify( void )
{
    BaseType_t woken = pdFALSE;
    uint32_t before = 0;

    CHECK_EQUAL( xTaskNotifyAndQueryIndexedFromISR( target, 0, 5, eSetBits, &before, &woken ), pdPASS );
    CHECK_EQUAL( before, 1 );
    CHECK_EQUAL( xTaskNotifyIndexedFromISR( target, LAST, 5, eSetBits, &woken ), pdPASS );
    CHECK_EQUAL( woken, pdTRUE );
    portYIELD_FROM_ISR( woken );
}

static void test_routines( void )
{
    target = create( collector, LAST, HIGH );
    interrupt( give );
    CHECK_ORDER( ( ( char[] ) { 'a' + LAST, '\0' } ) );
    CHECK_EQUAL( received, 1 );
    interrupt( notify );
    CHECK_ORDER( ( ( char[] ) { 'a' + LAST, '\0' } ) );
    CHECK_EQUAL( received, 5 );
    vTaskDelete( target );
}

/* A new task has none, though one before it had. */
static void test_a_new_task( void )
{
    for( int round = 0; round < 2; round++ )
    {
        TaskHandle_t low = create( waiter, 0, LOW );

        for( UBaseType_t i = 0; i <= LAST; i++ )
        {
            CHECK_EQUAL( ulTaskNotifyValueClearIndexed( low, i, 0 ), 0 );
            CHECK_EQUAL( xTaskNotifyStateClearIndexed( low, i ), pdFAIL );
            xTaskNotifyIndexed( low, i, ALL, eSetBits );
        }

        vTaskDelete( low );
        vTaskDelay( 2 );
    }
}

TEST_PROGRAM( SELF )
{
    next_tick();

    test_values();
    test_waiting_for_each();
    test_a_time_out();
    test_routines();
    test_a_new_task();
}
