/* SPDX-License-Identifier: Apache-2.0 */

/* Each function of the porting layer does what Thread-Metric's documentation says, in this order. */
#include <stddef.h>

#include "FreeRTOS.h"
#include "task.h"

#include "checks.h"
#include "tm_api.h"

enum
{
    FIRST,
    EQUAL,
    HIGHER
};

static volatile int equal_runs, higher_runs, handled, to_give;

void tm_interrupt_handler( void )
{
    handled++;

    if( to_give > 0 )
    {
        to_give--;
        CHECK( tm_semaphore_put( 0 ) == TM_SUCCESS );
    }
    else
    {
        CHECK( tm_thread_resume( HIGHER ) == TM_SUCCESS );
    }
}

static void run_equal( void )
{
    for( ;; )
    {
        equal_runs++;
        tm_thread_relinquish();
    }
}

static void run_higher( void )
{
    for( ;; )
    {
        higher_runs++;
        CHECK( tm_thread_suspend( HIGHER ) == TM_SUCCESS );
    }
}

static void run_first( void )
{
    unsigned long sent[ 4 ] = { 1, 2, 3, 4 }, received[ 4 ] = { 0 };
    unsigned char * block = NULL;
    int length = 0;

    CHECK( ( equal_runs == 0 ) && ( higher_runs == 0 ) );
    CHECK( tm_thread_resume( HIGHER ) == TM_SUCCESS );
    CHECK( higher_runs == 1 );

    CHECK( tm_thread_resume( EQUAL ) == TM_SUCCESS );
    CHECK( equal_runs == 0 );
    tm_thread_relinquish();
    CHECK( equal_runs == 1 );
    CHECK( tm_thread_suspend( EQUAL ) == TM_SUCCESS );
    tm_thread_relinquish();
    CHECK( equal_runs == 1 );

    CHECK( tm_queue_receive( 0, received ) == TM_ERROR );

    while( tm_queue_send( 0, sent ) == TM_SUCCESS )
    {
        length++;
        sent[ 3 ]++;
    }

    CHECK( length == 10 );
    CHECK( ( tm_queue_receive( 0, received ) == TM_SUCCESS ) && ( received[ 0 ] == 1 ) &&
           ( received[ 3 ] == 4 ) );
    CHECK( ( tm_queue_receive( 0, received ) == TM_SUCCESS ) && ( received[ 3 ] == 5 ) );

    CHECK( tm_semaphore_get( 0 ) == TM_SUCCESS );
    CHECK( tm_semaphore_get( 0 ) == TM_ERROR );
    CHECK( tm_semaphore_put( 0 ) == TM_SUCCESS );
    CHECK( tm_semaphore_put( 0 ) == TM_ERROR );
    CHECK( tm_semaphore_get( 0 ) == TM_SUCCESS );

    CHECK( ( tm_memory_pool_allocate( 0, &block ) == TM_SUCCESS ) && ( block != NULL ) );
    block[ 127 ] = 1;
    CHECK( tm_memory_pool_deallocate( 0, block ) == TM_SUCCESS );

    to_give = 1;
    tm_cause_interrupt_sync();
    CHECK( ( handled == 1 ) && ( tm_semaphore_get( 0 ) == TM_SUCCESS ) );
    tm_cause_interrupt();
    CHECK( ( handled == 2 ) && ( higher_runs == 2 ) );

    CHECK( tm_thread_resume( EQUAL ) == TM_SUCCESS );
    tm_thread_sleep( 2 );
    CHECK( equal_runs > 10 );

    tm_putchar( '!' );
    tm_putchar( '\n' );
    test_passed();
}

uint32_t check_tick( void )
{
    return xTaskGetTickCount();
}

static void create( void )
{
    CHECK( tm_thread_create( -1, 10, run_first ) == TM_ERROR );
    CHECK( tm_thread_create( 10, 10, run_first ) == TM_ERROR );
    CHECK( tm_thread_create( FIRST, 0, run_first ) == TM_ERROR );
    CHECK( tm_thread_create( FIRST, 32, run_first ) == TM_ERROR );
    CHECK( ( tm_thread_resume( 10 ) == TM_ERROR ) && ( tm_thread_suspend( -1 ) == TM_ERROR ) );
    CHECK( tm_thread_create( FIRST, 10, run_first ) == TM_SUCCESS );
    CHECK( tm_thread_create( EQUAL, 10, run_equal ) == TM_SUCCESS );
    CHECK( tm_thread_create( HIGHER, 9, run_higher ) == TM_SUCCESS );
    CHECK( ( tm_queue_create( 1 ) == TM_ERROR ) && ( tm_queue_create( 0 ) == TM_SUCCESS ) );
    CHECK( ( tm_semaphore_create( 1 ) == TM_ERROR ) && ( tm_semaphore_create( 0 ) == TM_SUCCESS ) );
    CHECK( ( tm_memory_pool_create( 1 ) == TM_ERROR ) && ( tm_memory_pool_create( 0 ) == TM_SUCCESS ) );
    CHECK( tm_thread_resume( FIRST ) == TM_SUCCESS );
}

void tm_main( void )
{
    tm_initialize( create );
}
