/* SPDX-License-Identifier: Apache-2.0 */

/* Recursive mutexes. */
#include "check.h"
#include "semphr.h"

#define LOW   1
#define SELF  4
#define HIGH  6
#define DEPTH 5

static SemaphoreHandle_t mutex;

/* Takes and gives once; marks at each step. */
static void contender( void * who )
{
    CHECK_EQUAL( xSemaphoreGiveRecursive( mutex ), pdFAIL );
    CHECK_EQUAL( xSemaphoreTakeRecursive( mutex, 0 ), pdFAIL );
    CHECK_EQUAL( xSemaphoreTakeRecursive( mutex, portMAX_DELAY ), pdPASS );
    mark( ( char ) ( uintptr_t ) who );
    CHECK_EQUAL( xSemaphoreGiveRecursive( mutex ), pdPASS );
    CHECK_EQUAL( xSemaphoreGiveRecursive( mutex ), pdFAIL );
    vTaskDelete( NULL );
}

static void test_alone( void )
{
    CHECK( xSemaphoreGetMutexHolder( mutex ) == NULL );
    CHECK_EQUAL( xSemaphoreGiveRecursive( mutex ), pdFAIL );

    for( int i = 0; i < DEPTH; i++ )
    {
        CHECK_EQUAL( xSemaphoreTakeRecursive( mutex, 0 ), pdPASS );
        CHECK( xSemaphoreGetMutexHolder( mutex ) == xTaskGetCurrentTaskHandle() );
    }

    for( int i = 0; i < DEPTH; i++ )
    {
        CHECK( xSemaphoreGetMutexHolder( mutex ) == xTaskGetCurrentTaskHandle() );
        CHECK_EQUAL( xSemaphoreGiveRecursive( mutex ), pdPASS );
    }

    CHECK( xSemaphoreGetMutexHolder( mutex ) == NULL );
    CHECK_EQUAL( xSemaphoreGiveRecursive( mutex ), pdFAIL );
}

/* The others get it when it was given as often as taken, and not before. */
static void test_contention( void )
{
    for( int i = 0; i < DEPTH; i++ )
    {
        CHECK_EQUAL( xSemaphoreTakeRecursive( mutex, 0 ), pdPASS );
    }

    create( contender, 'h', HIGH );
    create( contender, 'l', LOW );
    vTaskDelay( 1 );
    CHECK_EQUAL( uxTaskPriorityGet( NULL ), HIGH );

    for( int i = 1; i < DEPTH; i++ )
    {
        CHECK_EQUAL( xSemaphoreGiveRecursive( mutex ), pdPASS );
        CHECK_EQUAL( uxTaskPriorityGet( NULL ), HIGH );
        CHECK_ORDER( "" );
    }

    CHECK_EQUAL( xSemaphoreGiveRecursive( mutex ), pdPASS );
    CHECK_EQUAL( uxTaskPriorityGet( NULL ), SELF );
    CHECK_ORDER( "h" );
    vTaskDelay( 1 );
    CHECK_ORDER( "l" );
}

/* Recursion does not count as holding another mutex: one give ends inheritance. */
static void test_with_a_plain_mutex( void )
{
    SemaphoreHandle_t plain = xSemaphoreCreateMutex();

    CHECK_EQUAL( xSemaphoreTake( plain, 0 ), pdTRUE );
    CHECK_EQUAL( xSemaphoreTakeRecursive( mutex, 0 ), pdPASS );
    CHECK_EQUAL( xSemaphoreTakeRecursive( mutex, 0 ), pdPASS );
    create( contender, 'h', HIGH );
    CHECK_EQUAL( uxTaskPriorityGet( NULL ), HIGH );
    CHECK_EQUAL( xSemaphoreGive( plain ), pdTRUE );
    CHECK_EQUAL( uxTaskPriorityGet( NULL ), HIGH );
    CHECK_EQUAL( xSemaphoreGiveRecursive( mutex ), pdPASS );
    CHECK_EQUAL( uxTaskPriorityGet( NULL ), HIGH );
    CHECK_EQUAL( xSemaphoreGiveRecursive( mutex ), pdPASS );
    CHECK_EQUAL( uxTaskPriorityGet( NULL ), SELF );
    CHECK_ORDER( "h" );
    vSemaphoreDelete( plain );
}

/* What is taken without a count is held as well. */
static void test_taken_without_a_count( void )
{
    CHECK_EQUAL( xSemaphoreTake( mutex, 0 ), pdPASS );
    CHECK_EQUAL( xSemaphoreTakeRecursive( mutex, 0 ), pdPASS );
    CHECK_EQUAL( xSemaphoreGiveRecursive( mutex ), pdPASS );
    CHECK( xSemaphoreGetMutexHolder( mutex ) == NULL );
    CHECK_EQUAL( xSemaphoreGiveRecursive( mutex ), pdFAIL );
}

/* Then nobody holds it, and nobody can take it until it is given. The caller counts as holding a mutex for
 * ever, so this is the last test. */
static void test_reset( void )
{
    CHECK_EQUAL( xSemaphoreTakeRecursive( mutex, 0 ), pdPASS );
    CHECK_EQUAL( xQueueReset( mutex ), pdPASS );
    CHECK_EQUAL( xSemaphoreGiveRecursive( mutex ), pdFAIL );
    CHECK_EQUAL( xSemaphoreTakeRecursive( mutex, 0 ), pdFAIL );
    CHECK_EQUAL( xSemaphoreGive( mutex ), pdPASS );
    test_alone();
}

TEST_PROGRAM( SELF )
{
    static StaticSemaphore_t memory;

    next_tick();
    mutex = xSemaphoreCreateRecursiveMutex();
    test_alone();
    test_contention();
    test_with_a_plain_mutex();
    test_taken_without_a_count();
    vSemaphoreDelete( mutex );
    mutex = xSemaphoreCreateRecursiveMutexStatic( &memory );
    test_alone();
    test_contention();
    test_reset();
}
