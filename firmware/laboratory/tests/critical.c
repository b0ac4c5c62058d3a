/* SPDX-License-Identifier: Apache-2.0 */

/* Critical sections, and kernel calls inside them that switch. */
#include "board.h"
#include "check.h"
#include "semphr.h"

#define LINE        3
#define MARK_LINE   4
#define LOW         1
#define SELF        4
#define HIGH        6
#define MSTATUS_MIE 0x8

static SemaphoreHandle_t semaphore;
static volatile int interrupts;

static int interrupts_enabled( void )
{
    uint32_t mstatus;

    __asm volatile( "csrr %0, mstatus" : "=r"( mstatus ) );
    return ( mstatus & MSTATUS_MIE ) != 0;
}

static void count( uint32_t line )
{
    board_acknowledge_interrupt( line );
    interrupts = interrupts + 1;
}

static void mark_interrupt( uint32_t line )
{
    board_acknowledge_interrupt( line );
    mark( 'i' );
}

/* A line rises, and stays high, while interrupts are masked. */
static void raise_masked( void )
{
    CHECK( !interrupts_enabled() );
    board_arm_interrupt( MARK_LINE, 1, 0 );

    for( volatile int i = 0; i < 20; i = i + 1 )
    {
    }
}

static void waiter( void * who )
{
    for( ;; )
    {
        xSemaphoreTake( semaphore, portMAX_DELAY );
        CHECK( interrupts_enabled() );
        mark( ( char ) ( uintptr_t ) who );
    }
}

static void giver( void * who )
{
    mark( ( char ) ( uintptr_t ) who );
    CHECK( interrupts_enabled() );
    xSemaphoreGive( semaphore );
    vTaskDelete( NULL );
}

static void test_nesting( void )
{
    CHECK( interrupts_enabled() );
    taskENTER_CRITICAL();
    CHECK( !interrupts_enabled() );
    taskENTER_CRITICAL();
    taskEXIT_CRITICAL();
    CHECK( !interrupts_enabled() );
    taskEXIT_CRITICAL();
    CHECK( interrupts_enabled() );
}

static void test_interrupts_wait( void )
{
    int before = interrupts;

    taskENTER_CRITICAL();
    board_arm_interrupt( LINE, 1, 0 );

    for( volatile int i = 0; i < 20; i = i + 1 )
    {
    }

    CHECK_EQUAL( interrupts, before );
    taskEXIT_CRITICAL();
    let_interrupts_come();
    CHECK_EQUAL( interrupts, before + 1 );
}

/* A give that wakes a higher task switches at once, and the section is still critical after it. */
static void test_giving_inside( void )
{
    TaskHandle_t high = create( waiter, 'h', HIGH );

    taskENTER_CRITICAL();
    taskENTER_CRITICAL();
    xSemaphoreGive( semaphore );
    CHECK_ORDER( "h" );
    CHECK( !interrupts_enabled() );
    taskEXIT_CRITICAL();
    CHECK( !interrupts_enabled() );
    taskEXIT_CRITICAL();
    CHECK( interrupts_enabled() );
    vTaskDelete( high );
}

/* So does a take that blocks. */
static void test_blocking_inside( void )
{
    create( giver, 'l', LOW );
    taskENTER_CRITICAL();
    CHECK_EQUAL( xSemaphoreTake( semaphore, portMAX_DELAY ), pdTRUE );
    CHECK_ORDER( "l" );
    CHECK( !interrupts_enabled() );
    taskEXIT_CRITICAL();
    CHECK( interrupts_enabled() );
    vTaskDelay( 1 );
}

static void test_yielding_inside( void )
{
    create( giver, 'e', SELF );
    taskENTER_CRITICAL();
    taskYIELD();
    CHECK_ORDER( "e" );
    CHECK( !interrupts_enabled() );
    taskEXIT_CRITICAL();
    CHECK_EQUAL( xSemaphoreTake( semaphore, 0 ), pdTRUE );
}

/* Nothing is served when a yield inside chooses the same task. */
static void test_yielding_to_oneself( void )
{
    taskENTER_CRITICAL();
    raise_masked();
    taskYIELD();
    mark( 'd' );
    taskEXIT_CRITICAL();
    let_interrupts_come();
    CHECK_ORDER( "di" );
}

/* From one critical section to another: each task has its own nesting, and what is pending waits
 * for the end of either. */
static void masked_equal( void * parameters )
{
    taskENTER_CRITICAL();
    raise_masked();
    mark( 'e' );
    taskYIELD();
    CHECK( !interrupts_enabled() );
    mark( 'f' );
    taskEXIT_CRITICAL();
    CHECK( interrupts_enabled() );
    vTaskDelete( NULL );
}

static void test_switching_from_section_to_section( void )
{
    create( masked_equal, 0, SELF );
    taskENTER_CRITICAL();
    taskENTER_CRITICAL();
    taskYIELD();
    CHECK( !interrupts_enabled() );
    mark( 'd' );
    taskEXIT_CRITICAL();
    CHECK( !interrupts_enabled() );
    mark( 'c' );
    taskEXIT_CRITICAL();
    let_interrupts_come();
    CHECK_ORDER( "edci" );
    taskYIELD();
    CHECK_ORDER( "f" );
}

/* A task that is not in a section serves at once what one that is left pending. */
static void test_switching_out_of_a_section( void )
{
    create( giver, 'e', SELF );
    taskENTER_CRITICAL();
    raise_masked();
    taskYIELD();
    CHECK_ORDER( "ie" );
    CHECK( !interrupts_enabled() );
    taskEXIT_CRITICAL();
    CHECK_EQUAL( xSemaphoreTake( semaphore, 0 ), pdTRUE );
}

static void test_delaying_inside( void )
{
    TickType_t begin = next_tick();

    taskENTER_CRITICAL();
    vTaskDelay( 2 );
    CHECK( !interrupts_enabled() );
    CHECK_EQUAL( xTaskGetTickCount() - begin, 2 );
    taskEXIT_CRITICAL();
    CHECK( interrupts_enabled() );
}

/* Suspends itself, by NULL or by its handle. */
static void suspends_inside( void * by_handle )
{
    taskENTER_CRITICAL();
    mark( 's' );
    vTaskSuspend( ( by_handle != NULL ) ? xTaskGetCurrentTaskHandle() : NULL );
    CHECK( !interrupts_enabled() );
    mark( 'r' );
    taskEXIT_CRITICAL();
    CHECK( interrupts_enabled() );
    vTaskDelete( NULL );
}

/* Both a suspension and a resumption switch at once. */
static void test_suspending_and_resuming_inside( void )
{
    for( uintptr_t by_handle = 0; by_handle <= 1; by_handle++ )
    {
        TaskHandle_t task = create( suspends_inside, by_handle, HIGH );

        CHECK_ORDER( "s" );
        CHECK( interrupts_enabled() );
        taskENTER_CRITICAL();
        vTaskResume( task );
        CHECK_ORDER( "r" );
        CHECK( !interrupts_enabled() );
        taskEXIT_CRITICAL();
    }
}

/* Of a lower task neither switches, nor does one of nobody. */
static void test_suspending_a_lower_one( void )
{
    TaskHandle_t low = create( giver, 'l', LOW );

    vTaskSuspend( low );
    vTaskDelay( 1 );
    taskENTER_CRITICAL();
    vTaskResume( low );
    #if ( configASSERT_DEFINED == 0 )
    {
        vTaskResume( NULL );
    }
    #endif
    taskEXIT_CRITICAL();
    CHECK_ORDER( "" );
    CHECK_EQUAL( xSemaphoreTake( semaphore, portMAX_DELAY ), pdTRUE );
    CHECK_ORDER( "l" );
    vTaskDelay( 1 );
}

TEST_PROGRAM( SELF )
{
    semaphore = xSemaphoreCreateBinary();
    board_set_interrupt_handler( LINE, count );
    board_set_interrupt_handler( MARK_LINE, mark_interrupt );
    next_tick();

    test_nesting();
    test_interrupts_wait();
    test_giving_inside();
    test_blocking_inside();
    test_yielding_inside();
    test_yielding_to_oneself();
    test_switching_from_section_to_section();
    test_switching_out_of_a_section();
    test_delaying_inside();
    test_suspending_and_resuming_inside();
    test_suspending_a_lower_one();
}
