/* SPDX-License-Identifier: Apache-2.0 */

/* The tick hook: once for each tick of the timer, as an interrupt service routine. */
#include "check_tasks.h"

#define SELF 4
#define HIGH 6
#define LOW  1

static volatile uint32_t hooks;
static volatile TickType_t hook_tick;
static volatile int give_next;

void vApplicationTickHook( void )
{
    hooks = hooks + 1;
    hook_tick = xTaskGetTickCountFromISR();

    if( give_next )
    {
        give_next = 0;
        mark( 'i' );

        /* It need not ask for the switch. */
        CHECK_EQUAL( xSemaphoreGiveFromISR( semaphore, NULL ), pdTRUE );
    }
}

static void test_once_for_each_tick( void )
{
    TickType_t first = next_tick();
    uint32_t before = hooks;

    for( uint32_t i = 1; i <= 5; i++ )
    {
        next_tick();
        CHECK_EQUAL( hooks, before + i );
        CHECK_EQUAL( hook_tick, first + i );
    }

    vTaskDelay( 3 );
    CHECK_EQUAL( hooks, before + 8 );
}

/* Ticks of a suspended scheduler are not visible, but hooked at once, and once. */
static void test_while_the_scheduler_is_suspended( void )
{
    TickType_t now = next_tick();
    uint32_t before = hooks;

    vTaskSuspendAll();

    while( hooks != before + 3 )
    {
        ( void ) xTaskGetTickCount(); /* on the native machine time passes here only */
    }

    CHECK_EQUAL( xTaskGetTickCount(), now );
    CHECK_EQUAL( hook_tick, now );
    ( void ) xTaskResumeAll();
    CHECK_EQUAL( xTaskGetTickCount(), now + 3 );
    CHECK_EQUAL( hooks, before + 3 );
    next_tick();
    CHECK_EQUAL( hooks, before + 4 );
}

/* It is an interrupt: masked, it waits. */
static void test_while_interrupts_are_masked( void )
{
    uint32_t before;

    next_tick();
    before = hooks;
    taskENTER_CRITICAL();

    for( volatile int i = 0; i < 5000; i = i + 1 )
    {
        ( void ) xTaskGetTickCount(); /* on the native machine time passes here only */
    }

    CHECK_EQUAL( hooks, before );
    taskEXIT_CRITICAL();
    let_interrupts_come();
    CHECK( hooks > before );
    before = hooks;
    next_tick();
    CHECK_EQUAL( hooks, before + 1 );
}

static void test_ticks_without_a_timer( void )
{
    TickType_t now = next_tick();
    uint32_t before = hooks;

    ( void ) xTaskCatchUpTicks( 4 );
    CHECK_EQUAL( xTaskGetTickCount(), now + 4 );
    CHECK_EQUAL( hooks, before );
}

static void test_a_task_is_woken( void )
{
    TaskHandle_t task = create( waiter, 'h', HIGH );

    next_tick();
    give_next = 1;
    next_tick();
    CHECK_ORDER( "ih" );

    /* While the scheduler is suspended, when that is over. */
    next_tick();
    vTaskSuspendAll();
    give_next = 1;

    while( give_next )
    {
        ( void ) xTaskGetTickCount(); /* on the native machine time passes here only */
    }

    mark( 's' );
    CHECK_EQUAL( xTaskResumeAll(), pdTRUE );
    CHECK_ORDER( "ish" );
    vTaskDelete( task );

    task = create( waiter, 'l', LOW );
    vTaskDelay( 1 );
    give_next = 1;
    next_tick();
    CHECK_ORDER( "i" );
    vTaskDelay( 1 );
    CHECK_ORDER( "l" );
    vTaskDelete( task );
}

/* Nothing is lost while tasks switch all the time. */
static void test_while_tasks_switch( void )
{
    TickType_t now = next_tick();
    uint32_t before = hooks;
    TaskHandle_t task = create( waiter, '.', HIGH );

    while( xTaskGetTickCount() - now < 10 )
    {
        xSemaphoreGive( semaphore );
        CHECK_ORDER( "." );
    }

    vTaskSuspendAll();
    CHECK_EQUAL( hooks - before, xTaskGetTickCount() - now );
    ( void ) xTaskResumeAll();
    vTaskDelete( task );
}

TEST_PROGRAM( SELF )
{
    semaphore = xSemaphoreCreateBinary();
    next_tick();
    CHECK_EQUAL( hooks, 1 );

    test_once_for_each_tick();
    test_while_the_scheduler_is_suspended();
    test_while_interrupts_are_masked();
    test_ticks_without_a_timer();
    test_a_task_is_woken();
    test_while_tasks_switch();
}
