/* SPDX-License-Identifier: Apache-2.0 */

/* Tasks that exist before the scheduler starts, and the scheduler's state before and after. */
#include "check.h"

#define LOW  1
#define HIGH 2

/* Leaves its mark three times, yielding in between, and ends. */
static void equal( void * who )
{
    for( int round = 0; round < 3; round++ )
    {
        mark( ( char ) ( uintptr_t ) who );
        taskYIELD();
    }

    vTaskDelete( NULL );
}

static void last( void * parameters )
{
    /* The last one created of the highest priority is the first to run. */
    CHECK_ORDER( "cabcabcab" );
    CHECK_EQUAL( xTaskGetSchedulerState(), taskSCHEDULER_RUNNING );
    CHECK_EQUAL( xTaskGetTickCount(), configINITIAL_TICK_COUNT );
    test_passed();
}

int main( void )
{
    create( equal, 'a', HIGH );
    create( equal, 'b', HIGH );
    create( equal, 'c', HIGH );
    CHECK_EQUAL( xTaskGetSchedulerState(), taskSCHEDULER_NOT_STARTED );
    CHECK_EQUAL( uxTaskGetNumberOfTasks(), 3 );
    test_start( last, LOW );
}
