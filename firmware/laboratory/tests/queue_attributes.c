/* SPDX-License-Identifier: Apache-2.0 */

/* What debuggers and trace tools keep with a queue: name, number, type. */
#include "check.h"
#include "queue.h"
#include "semphr.h"

#include <string.h>

#define SELF 4

static void test_names( void )
{
    QueueHandle_t first = xQueueCreate( 1, 1 ), second = xQueueCreate( 1, 1 );

    CHECK( pcQueueGetName( first ) == NULL );
    vQueueAddToRegistry( first, "first" );
    vQueueAddToRegistry( second, "second" );
    CHECK_EQUAL( strcmp( pcQueueGetName( first ), "first" ), 0 );
    CHECK_EQUAL( strcmp( pcQueueGetName( second ), "second" ), 0 );
    vQueueAddToRegistry( first, "renamed" );
    CHECK_EQUAL( strcmp( pcQueueGetName( first ), "renamed" ), 0 );
    vQueueUnregisterQueue( first );
    CHECK( pcQueueGetName( first ) == NULL );
    vQueueDelete( first );
    vQueueDelete( second );
}

static void test_numbers( void )
{
    QueueHandle_t queue = xQueueCreate( 1, 1 );

    vQueueSetQueueNumber( queue, 12 );
    CHECK_EQUAL( uxQueueGetQueueNumber( queue ), 12 );
    xQueueReset( queue );
    CHECK_EQUAL( uxQueueGetQueueNumber( queue ), 12 );
    vQueueDelete( queue );
}

static void check_type( QueueHandle_t queue, uint8_t type )
{
    CHECK( queue != NULL );
    CHECK_EQUAL( ucQueueGetQueueType( queue ), type );
    vQueueDelete( queue );
}

static void test_types( void )
{
    check_type( xQueueCreate( 1, 1 ), queueQUEUE_TYPE_BASE );
    check_type( xQueueCreateSet( 1 ), queueQUEUE_TYPE_SET );
    check_type( xSemaphoreCreateBinary(), queueQUEUE_TYPE_BINARY_SEMAPHORE );
    check_type( xSemaphoreCreateCounting( 2, 0 ), queueQUEUE_TYPE_COUNTING_SEMAPHORE );
    check_type( xSemaphoreCreateMutex(), queueQUEUE_TYPE_MUTEX );
    check_type( xSemaphoreCreateRecursiveMutex(), queueQUEUE_TYPE_RECURSIVE_MUTEX );
}

/* A mutex is a queue of one. */
static void test_lengths( void )
{
    static StaticSemaphore_t block;
    SemaphoreHandle_t mutexes[] = { xSemaphoreCreateMutex(), xSemaphoreCreateMutexStatic( &block ) };

    for( size_t i = 0; i < 2; i++ )
    {
        CHECK_EQUAL( uxQueueGetQueueLength( mutexes[ i ] ), 1 );
        vSemaphoreDelete( mutexes[ i ] );
    }
}

TEST_PROGRAM( SELF )
{
    test_names();
    test_numbers();
    test_types();
    test_lengths();
}
