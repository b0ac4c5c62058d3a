/* SPDX-License-Identifier: Apache-2.0 */

/* xTaskIncrementTick, for a port that makes ticks itself: each call is one tick more than the
 * hardware's own. */
#include "check.h"

#define SELF 4
#define HIGH 6

static unsigned hooks;

void vApplicationTickHook( void )
{
    hooks++;
}

static void sleeper( void * ticks )
{
    vTaskDelay( ( TickType_t ) ( uintptr_t ) ticks );
    mark( 's' );
    vTaskDelete( NULL );
}

/* The end of a delay above the caller is told, and switches when that is possible. */
static void test_a_delay_ends( void )
{
    TickType_t before = next_tick();

    create( sleeper, 2, HIGH );
    taskENTER_CRITICAL();
    hooks = 0;
    CHECK_EQUAL( xTaskIncrementTick(), pdFALSE );
    CHECK_EQUAL( xTaskGetTickCount(), before + 1 );
    CHECK_EQUAL( xTaskIncrementTick(), pdTRUE );
    CHECK_EQUAL( xTaskGetTickCount(), before + 2 );
    CHECK_EQUAL( hooks, 2 );
    CHECK_ORDER( "" );
    taskEXIT_CRITICAL();
    taskYIELD();
    CHECK_ORDER( "s" );
}

/* While the scheduler is suspended it is counted. */
static void test_in_a_suspension( void )
{
    TickType_t before = next_tick();

    create( sleeper, 1, HIGH );
    vTaskSuspendAll();
    taskENTER_CRITICAL();
    CHECK_EQUAL( xTaskIncrementTick(), pdFALSE );
    taskEXIT_CRITICAL();
    CHECK_EQUAL( xTaskGetTickCount(), before );
    CHECK_ORDER( "" );
    CHECK_EQUAL( xTaskResumeAll(), pdTRUE );
    CHECK_EQUAL( xTaskGetTickCount(), before + 1 );
    CHECK_ORDER( "s" );
}

TEST_PROGRAM( SELF )
{
    test_a_delay_ends();
    test_in_a_suspension();
}
