/* SPDX-License-Identifier: Apache-2.0 */

/* vTaskSuspendAll and xTaskResumeAll: no switch and no visible tick in between, and nothing lost. */
#include "board.h"
#include "check_tasks.h"

#define LINE            3
#define LOW             1
#define SELF            4
#define HIGH            6
#define CYCLES_PER_TICK ( configCPU_CLOCK_HZ / configTICK_RATE_HZ )

static volatile int interrupts;

static void give( uint32_t line )
{
    BaseType_t woken = pdFALSE;

    board_acknowledge_interrupt( line );
    xSemaphoreGiveFromISR( semaphore, &woken );
    interrupts = interrupts + 1;
    portYIELD_FROM_ISR( woken );
}

static void interrupt( void )
{
    int before = interrupts;

    board_arm_interrupt( LINE, 1, 0 );

    while( interrupts == before )
    {
    }
}

/* Lets some ticks pass while the visible tick stands still. */
static void let_ticks_pass( uint32_t ticks )
{
    uint32_t begin, now;

    __asm volatile( "csrr %0, mcycle" : "=r"( begin ) );

    do
    {
        __asm volatile( "csrr %0, mcycle" : "=r"( now ) );
    } while( now - begin < ticks * CYCLES_PER_TICK );
}

/* The same, for the semaphore that is the present one when it is created. */
static void waiter_of_its_own( void * who )
{
    SemaphoreHandle_t own = semaphore;

    for( ;; )
    {
        xSemaphoreTake( own, portMAX_DELAY );
        mark( ( char ) ( uintptr_t ) who );
    }
}

/* Marks the delay it asked for, and the ticks that it took. */
static void delayer( void * ticks )
{
    TickType_t begin = xTaskGetTickCount();
    TickType_t delay = ( TickType_t ) ( uintptr_t ) ticks;

    vTaskDelay( delay );
    mark( ( char ) ( '0' + delay ) );
    mark( ( char ) ( '0' + ( xTaskGetTickCount() - begin ) ) );
    vTaskDelete( NULL );
}

static void visitor( void * who )
{
    mark( ( char ) ( uintptr_t ) who );
    vTaskDelete( NULL );
}

static void test_states( void )
{
    CHECK_EQUAL( xTaskGetSchedulerState(), taskSCHEDULER_RUNNING );
    vTaskSuspendAll();
    CHECK_EQUAL( xTaskGetSchedulerState(), taskSCHEDULER_SUSPENDED );
    vTaskSuspendAll();
    CHECK_EQUAL( xTaskResumeAll(), pdFALSE );
    CHECK_EQUAL( xTaskGetSchedulerState(), taskSCHEDULER_SUSPENDED );
    CHECK_EQUAL( xTaskResumeAll(), pdFALSE );
    CHECK_EQUAL( xTaskGetSchedulerState(), taskSCHEDULER_RUNNING );
}

/* Ticks are made up for at the end, every one. */
static void test_ticks_are_pended( void )
{
    TickType_t begin = next_tick();

    vTaskSuspendAll();
    let_ticks_pass( 3 );
    CHECK_EQUAL( xTaskGetTickCount(), begin );
    xTaskResumeAll();
    CHECK_EQUAL( xTaskGetTickCount() - begin, 3 );
}

/* What an interrupt wakes becomes ready at the end, the end switches and says so. */
static void test_wakes_are_pended( void )
{
    TaskHandle_t high = create( waiter, 'h', HIGH );

    next_tick();
    vTaskSuspendAll();
    interrupt();
    CHECK_ORDER( "" );
    CHECK_EQUAL( eTaskGetState( high ), eReady );
    CHECK_EQUAL( xTaskResumeAll(), pdTRUE );
    CHECK_ORDER( "h" );
    vTaskDelete( high );
}

/* A task below does not make the end switch. */
static void test_wakes_below_do_not_switch( void )
{
    TaskHandle_t low = create( waiter, 'l', LOW );

    vTaskDelay( 1 );
    vTaskSuspendAll();
    interrupt();
    CHECK_EQUAL( xTaskResumeAll(), pdFALSE );
    CHECK_ORDER( "" );
    vTaskDelay( 1 );
    CHECK_ORDER( "l" );
    vTaskDelete( low );
}

/* Several that are woken meanwhile run at the end, each once: by priority, and equals as they were woken. */
static void test_several_wakes_are_pended( void )
{
    static const struct
    {
        char name;
        UBaseType_t priority;
    } waiters[] = { { 'l', LOW }, { 'h', HIGH }, { 'i', HIGH }, { 'k', HIGH + 1 }, { 'j', HIGH } };
    SemaphoreHandle_t one_each[ 5 ];
    TaskHandle_t tasks[ 5 ];

    for( unsigned i = 0; i < 5; i++ )
    {
        one_each[ i ] = semaphore = xSemaphoreCreateBinary();
        tasks[ i ] = create( waiter_of_its_own, waiters[ i ].name, waiters[ i ].priority );
        vTaskDelay( 1 );
    }

    for( unsigned round = 2; round <= 5; round++ )
    {
        next_tick();
        vTaskSuspendAll();

        for( unsigned i = 0; i < round; i++ )
        {
            semaphore = one_each[ i ];
            interrupt();
        }

        CHECK_ORDER( "" );
        CHECK_EQUAL( xTaskResumeAll(), pdTRUE );
        CHECK_ORDER( round == 2 ? "h" : round == 3 ? "hi" : round == 4 ? "khi" : "khij" );
        vTaskDelay( 1 );
        CHECK_ORDER( "l" );
    }

    /* The same, woken by the caller. */
    vTaskSuspendAll();

    for( unsigned i = 5; i > 0; i-- )
    {
        xSemaphoreGive( one_each[ i - 1 ] );
    }

    CHECK_ORDER( "" );
    CHECK_EQUAL( xTaskResumeAll(), pdTRUE );
    CHECK_ORDER( "kjih" );
    vTaskDelay( 1 );
    CHECK_ORDER( "l" );

    for( unsigned i = 0; i < 5; i++ )
    {
        vTaskDelete( tasks[ i ] );
        vSemaphoreDelete( one_each[ i ] );
    }
}

/* Delays that end meanwhile end at the end, and the task that suspended is preempted there. */
static void test_delays_end_afterwards( void )
{
    next_tick();
    create( delayer, 2, HIGH );
    create( delayer, 1, HIGH );
    vTaskSuspendAll();
    let_ticks_pass( 3 );
    CHECK_ORDER( "" );
    CHECK_EQUAL( xTaskResumeAll(), pdTRUE );
    CHECK_ORDER( "1323" );
}

/* A yield while the scheduler is suspended happens at the end. */
static void test_a_yield_is_pended( void )
{
    next_tick();
    create( visitor, 'e', SELF );
    vTaskSuspendAll();
    taskYIELD();
    CHECK_ORDER( "" );
    CHECK_EQUAL( xTaskResumeAll(), pdTRUE );
    CHECK_ORDER( "e" );
}

TEST_PROGRAM( SELF )
{
    semaphore = xSemaphoreCreateBinary();
    board_set_interrupt_handler( LINE, give );
    next_tick();

    test_states();
    test_ticks_are_pended();
    test_wakes_are_pended();
    test_wakes_below_do_not_switch();
    test_several_wakes_are_pended();
    test_delays_end_afterwards();
    test_a_yield_is_pended();
}
