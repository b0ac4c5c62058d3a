/* SPDX-License-Identifier: Apache-2.0 */

/* Interrupt lines bound to tasks and semaphores: no interrupt service routine, and no interrupt
 * of the core unless a higher task wakes. */
#include "board.h"
#include "check_tasks.h"
#include "isochron.h"

#define LINE  5
#define OTHER 6
#define LOW   1
#define SELF  4
#define HIGH  6

/* Long enough for an edge to arrive. */
#define A_WHILE 50

static void notified( void * who )
{
    for( ;; )
    {
        uint32_t value = ulTaskNotifyTake( pdTRUE, portMAX_DELAY );

        mark( ( char ) ( uintptr_t ) who );
        mark( ( char ) ( '0' + value ) );
    }
}

/* One rising edge. Nobody serves the line, so it is acknowledged here. */
static void edge( uint32_t line )
{
    board_arm_interrupt( line, 1, 0 );

    for( volatile int i = 0; i < A_WHILE; i = i + 1 )
    {
    }

    board_acknowledge_interrupt( line );
}

static void test_nothing_is_bound_at_first( void )
{
    edge( LINE );
    CHECK_EQUAL( uxSemaphoreGetCount( semaphore ), 0 );
}

static void test_an_edge_gives( void )
{
    CHECK_EQUAL( xIsochronLineToSemaphore( LINE, semaphore ), pdPASS );
    edge( LINE );
    CHECK_EQUAL( uxSemaphoreGetCount( semaphore ), 1 );
    edge( OTHER );
    CHECK_EQUAL( uxSemaphoreGetCount( semaphore ), 1 );

    /* A binary semaphore is full: the edge is lost, and no error. */
    edge( LINE );
    CHECK_EQUAL( uxSemaphoreGetCount( semaphore ), 1 );
    CHECK_EQUAL( xSemaphoreTake( semaphore, 0 ), pdTRUE );
    CHECK_EQUAL( xIsochronGetError( NULL ), pdFALSE );
}

static void test_a_higher_task_runs_at_once( void )
{
    TaskHandle_t high = create( waiter, 'h', HIGH );

    edge( LINE );
    CHECK_ORDER( "h" );
    vTaskDelete( high );
}

static void test_a_lower_task_waits( void )
{
    TaskHandle_t low = create( waiter, 'l', LOW );

    vTaskDelay( 1 );
    edge( LINE );
    CHECK_ORDER( "" );
    vTaskDelay( 1 );
    CHECK_ORDER( "l" );
    vTaskDelete( low );
}

static void test_critical_sections_and_suspensions_hold( void )
{
    TaskHandle_t high = create( waiter, 'h', HIGH );

    taskENTER_CRITICAL();
    edge( LINE );
    CHECK_ORDER( "" );
    taskEXIT_CRITICAL();
    CHECK_ORDER( "h" );

    vTaskSuspendAll();
    edge( LINE );
    CHECK_ORDER( "" );
    CHECK_EQUAL( xTaskResumeAll(), pdTRUE );
    CHECK_ORDER( "h" );
    vTaskDelete( high );
}

static void test_a_line_notifies( void )
{
    TaskHandle_t high = create( notified, 'n', HIGH );

    /* Binding again replaces. */
    CHECK_EQUAL( xIsochronLineToTask( LINE, high ), pdPASS );
    edge( LINE );
    CHECK_ORDER( "n1" );
    CHECK_EQUAL( uxSemaphoreGetCount( semaphore ), 0 );

    /* Edges while nobody waits add up. */
    vTaskSuspend( high );
    edge( LINE );
    edge( LINE );
    vTaskResume( high );
    CHECK_ORDER( "n2" );

    CHECK_EQUAL( xIsochronLineRelease( LINE ), pdPASS );
    edge( LINE );
    CHECK_ORDER( "" );
    vTaskDelete( high );
}

static void test_two_lines_one_task( void )
{
    TaskHandle_t high = create( notified, 'n', HIGH );

    CHECK_EQUAL( xIsochronLineToTask( LINE, high ), pdPASS );
    CHECK_EQUAL( xIsochronLineToTask( OTHER, high ), pdPASS );
    edge( LINE );
    edge( OTHER );
    CHECK_ORDER( "n1n1" );

    /* Deleting the task releases both: its identifier is the next task's. */
    vTaskDelete( high );
    high = create( notified, 'm', HIGH );
    edge( LINE );
    edge( OTHER );
    CHECK_ORDER( "" );
    CHECK_EQUAL( xIsochronGetError( NULL ), pdFALSE );
    vTaskDelete( high );
}

static void test_deleting_a_semaphore_releases( void )
{
    SemaphoreHandle_t other = xSemaphoreCreateCounting( 5, 0 );

    CHECK_EQUAL( xIsochronLineToSemaphore( LINE, other ), pdPASS );
    edge( LINE );
    edge( LINE );
    CHECK_EQUAL( uxSemaphoreGetCount( other ), 2 );
    vSemaphoreDelete( other );
    edge( LINE );
    CHECK_EQUAL( xIsochronGetError( NULL ), pdFALSE );
}

static EventGroupHandle_t group;

static void wants_both( void * parameters )
{
    CHECK_EQUAL( xEventGroupWaitBits( group, 0x5, pdTRUE, pdTRUE, portMAX_DELAY ), 0x7 );
    mark( 'b' );
    vTaskDelete( NULL );
}

/* An edge sets bits: who waits for them runs, and what it clears is cleared. */
static void test_a_line_sets_bits( void )
{
    group = xEventGroupCreate();
    create( wants_both, 0, HIGH );
    CHECK_EQUAL( xIsochronLineToEventGroup( LINE, group, 0x3 ), pdPASS );
    CHECK_EQUAL( xIsochronLineToEventGroup( OTHER, group, 0x4 ), pdPASS );
    edge( LINE );
    CHECK_ORDER( "" );
    CHECK_EQUAL( xEventGroupGetBits( group ), 0x3 );
    edge( OTHER );
    CHECK_ORDER( "b" );
    CHECK_EQUAL( xEventGroupGetBits( group ), 0x2 );

    /* Another binding of the line, with other bits. */
    CHECK_EQUAL( xIsochronLineToEventGroup( LINE, group, 0x800000 ), pdPASS );
    edge( LINE );
    CHECK_EQUAL( xEventGroupGetBits( group ), 0x800002 );

    /* Deleting the group releases both. */
    vEventGroupDelete( group );
    edge( LINE );
    edge( OTHER );
    CHECK_EQUAL( xIsochronGetError( NULL ), pdFALSE );
    CHECK_EQUAL( xIsochronLineToEventGroup( 99, xEventGroupCreate(), 1 ), pdFAIL );
}

static void test_lines_that_do_not_exist( void )
{
    IsochronCapabilities_t hardware;

    vIsochronGetCapabilities( &hardware );
    CHECK_EQUAL( hardware.uxLines, BOARD_INTERRUPT_LINES );
    CHECK_EQUAL( hardware.uxCountBits, 16 );
    CHECK_EQUAL( xIsochronLineToSemaphore( hardware.uxLines, semaphore ), pdFAIL );
    CHECK_EQUAL( xIsochronLineToTask( hardware.uxLines, NULL ), pdFAIL );
    CHECK_EQUAL( xIsochronLineRelease( hardware.uxLines ), pdFAIL );
}

TEST_PROGRAM( SELF )
{
    semaphore = xSemaphoreCreateBinary();
    test_nothing_is_bound_at_first();
    test_an_edge_gives();
    test_a_higher_task_runs_at_once();
    test_a_lower_task_waits();
    test_critical_sections_and_suspensions_hold();
    test_a_line_notifies();
    test_two_lines_one_task();
    test_deleting_a_semaphore_releases();
    test_a_line_sets_bits();
    test_lines_that_do_not_exist();
}
