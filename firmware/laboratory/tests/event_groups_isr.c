/* SPDX-License-Identifier: Apache-2.0 */

/* Event groups in interrupt service routines: the timer task sets and clears, reading is at once. */
#include "check.h"
#include "interrupt.h"
#include "waiters.h"

#define LOW  2
#define SELF 4
#define HIGH 6

#define A 0x01U
#define B 0x02U

static void set( void )
{
    BaseType_t woken = pdFALSE;

    CHECK_EQUAL( xEventGroupSetBitsFromISR( group, A | B, &woken ), pdPASS );
    CHECK_EQUAL( woken, pdTRUE );

    /* The timer task has not run yet. */
    CHECK_EQUAL( xEventGroupGetBitsFromISR( group ), 0 );
    mark( 'i' );
    portYIELD_FROM_ISR( woken );
}

static void test_setting( void )
{
    wait_as( 'h', HIGH, A, WAIT_ANY | WAIT_CLEAR, portMAX_DELAY );
    wait_as( 'l', LOW, A | B, WAIT_ALL, portMAX_DELAY );
    vTaskDelay( 2 );
    interrupt( set );
    CHECK_ORDER( "ih" );
    CHECK_EQUAL( result_of( 'h' ), A | B );
    CHECK_EQUAL( xEventGroupGetBits( group ), B );
    vTaskDelay( 2 );
    CHECK_ORDER( "l" );
    CHECK_EQUAL( result_of( 'l' ), A | B );
}

/* Without a switch at its end; the scheduler is suspended, so the timer task has to wait. */
static void clear( void )
{
    CHECK_EQUAL( xEventGroupGetBitsFromISR( group ), A | B );
    CHECK_EQUAL( xEventGroupClearBitsFromISR( group, B ), pdPASS );
    CHECK_EQUAL( xEventGroupGetBitsFromISR( group ), A | B );
}

static void test_clearing( void )
{
    xEventGroupSetBits( group, A );
    vTaskSuspendAll();
    interrupt( clear );
    CHECK_EQUAL( xEventGroupGetBits( group ), A | B );
    CHECK_EQUAL( xTaskResumeAll(), pdTRUE );
    CHECK_EQUAL( xEventGroupGetBits( group ), A );
}

TEST_PROGRAM( SELF )
{
    group = xEventGroupCreate();
    next_tick();

    test_setting();
    test_clearing();
}
