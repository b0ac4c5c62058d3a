/* SPDX-License-Identifier: Apache-2.0 */

/* The idle task: its hook runs when nobody else can, and it makes room for its equals. */
#include "check.h"

#define DIRECTOR 2

static volatile uint32_t hooks;
static volatile int worker_done;

void vApplicationIdleHook( void )
{
    hooks = hooks + 1;
}

/* Works at idle's own priority. */
static void worker( void * parameters )
{
    uint32_t hooks_before;

    /* A task of idle's priority keeps the core for its slice... */
    next_tick();
    next_tick();
    hooks_before = hooks;

    for( volatile int i = 0; i < 100; i = i + 1 )
    {
    }

    CHECK_EQUAL( hooks, hooks_before );

    /* ... and idle gives its own up after one round. */
    taskYIELD();
    CHECK( hooks - hooks_before <= 1 );
    worker_done = 1;
    vTaskDelete( NULL );
}

TEST_PROGRAM( DIRECTOR )
{
    TaskHandle_t idle = xTaskGetIdleTaskHandle();
    uint32_t hooks_before;

    CHECK( idle != NULL );
    CHECK_EQUAL( uxTaskPriorityGet( idle ), tskIDLE_PRIORITY );
    CHECK_EQUAL( eTaskGetState( idle ), eReady );

    hooks_before = hooks;
    next_tick();
    CHECK_EQUAL( hooks, hooks_before ); /* never while somebody else runs */
    vTaskDelay( 1 );
    CHECK( hooks - hooks_before > 5 );  /* but all the time when nobody does */

    create( worker, 0, tskIDLE_PRIORITY );
    vTaskDelay( 10 );
    CHECK( worker_done );
}
