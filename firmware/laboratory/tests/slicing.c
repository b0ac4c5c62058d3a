/* SPDX-License-Identifier: Apache-2.0 */

/* Time slicing among equals: with configUSE_TIME_SLICING each runs for a tick, without it one keeps
 * the core until a higher task has run. */
#include "check.h"

#define LOW      1
#define DIRECTOR 2
#define TICKS    6

/* Marks every tick of which it sees the begin: none that ends its own turn. */
static void worker( void * who )
{
    TickType_t seen = xTaskGetTickCount();

    for( ;; )
    {
        TickType_t now = xTaskGetTickCount();

        let_interrupts_come();

        if( now != seen )
        {
            seen = now;
            mark( ( char ) ( uintptr_t ) who );
        }
    }
}

static void test_equals_share_ticks( void )
{
    TaskHandle_t a = create( worker, 'a', LOW );
    TaskHandle_t b = create( worker, 'b', LOW );
    TaskHandle_t c = create( worker, 'c', LOW );

    vTaskDelay( TICKS + 1 );

    /* b and c begin with the first two ticks, which they do not see; the last tick is the
     * director's. */
    #if configUSE_TIME_SLICING
    CHECK_ORDER( "abca" );
    #else
    CHECK_ORDER( "aaaaaa" );
    #endif
    vTaskDelete( a );
    vTaskDelete( b );
    vTaskDelete( c );
}

/* A tick that wakes a higher task switches whether there is slicing or not. */
static void test_a_waking_task_preempts( void )
{
    TaskHandle_t busy = create( worker, 'a', LOW );
    TickType_t begin = next_tick();

    vTaskDelay( 3 );
    CHECK_EQUAL( xTaskGetTickCount() - begin, 3 );
    vTaskDelete( busy );
    CHECK_ORDER( "aa" );
}

TEST_PROGRAM( DIRECTOR )
{
    next_tick();
    test_equals_share_ticks();
    test_a_waking_task_preempts();
}
