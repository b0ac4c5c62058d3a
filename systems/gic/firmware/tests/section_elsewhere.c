/* SPDX-License-Identifier: Apache-2.0 */

/* What another core asks for while a task is in a section counts when the section ends: not before, and
 * not later. Cores in turns, without a tick. */
#include <stdio.h>

#include "FreeRTOS.h"
#include "board.h"
#include "resources.h"
#include "task.h"

#define PRIORITY 10
#define LONG     1000

static GicResourceHandle_t resource;
static TaskHandle_t holder;
static volatile int wanted;  /* the step that the holder is to make */
static volatile int held;    /* the step whose section has begun */
static volatile int asked;   /* the step for which the other core has asked */
static volatile int at_give; /* in the section, the core's number, behind all that was asked for */
static volatile int behind;  /* the step whose section has ended */

/* The other core's turn. */
static void yield( void )
{
    __asm volatile( "yield" ::: "memory" );
}

static void wait( void )
{
    for( int i = 0; i < LONG; i++ )
    {
        yield();
    }
}

static void holds( void * unused )
{
    for( int step = 1;; step++ )
    {
        while( wanted < step )
        {
            yield();
        }

        vGicResourceTake( resource );
        held = step;

        while( asked < step )
        {
            yield();
        }

        wait();
        at_give = ( int ) board_core();
        vGicResourceGive( resource );
        behind = step;

        if( board_core() != 0 )
        {
            printf( "gives on core %d, goes on on core %lu\n", at_give, ( unsigned long ) board_core() );
            board_exit( 0 );
        }
    }
}

static void begin( int step )
{
    at_give = -1;
    wanted = step;

    while( held < step )
    {
        yield();
    }
}

/* Whether the section has ended, and the holder has not gone on. */
static int stays( int step )
{
    asked = step;

    while( at_give < 0 )
    {
        yield();
    }

    wait();
    return behind < step;
}

static void asks( void * unused )
{
    begin( 1 );
    vTaskSuspend( holder );
    printf( "suspended: %d", stays( 1 ) );
    vTaskResume( holder );

    while( behind < 1 )
    {
        yield();
    }

    begin( 2 );
    vTaskSuspend( holder );
    vTaskResume( holder );
    printf( ", suspended and resumed: %d", stays( 2 ) );

    begin( 3 );
    vTaskPrioritySet( holder, 1 );
    printf( ", lowered: %d", stays( 3 ) );
    vTaskPrioritySet( holder, PRIORITY );

    while( behind < 3 )
    {
        yield();
    }

    begin( 4 );
    vTaskDelete( holder );
    printf( ", deleted: %d", stays( 4 ) );
    printf( "\n" );
    board_exit( 0 );
}

/* Below the holder, above it when that has fallen. */
static void middle( void * unused )
{
    for( ;; )
    {
        yield();
    }
}

static void moved( void * unused )
{
    begin( 1 );
    vTaskCoreAffinitySet( holder, 2 );
    asked = 1;
    vTaskPrioritySet( NULL, PRIORITY - 1 ); /* who comes is above */

    for( ;; )
    {
        yield();
    }
}

int main( void )
{
    const int moves = ( board_argument() != 0 );

    resource = xGicResourceCreate( PRIORITY, 0 );
    xTaskCreateAffinitySet( holds, "holds", 512, NULL, PRIORITY, 1, &holder );
    xTaskCreateAffinitySet( middle, "middle", 512, NULL, PRIORITY - 5, 1, NULL );
    xTaskCreateAffinitySet( moves ? moved : asks, "asks", 512, NULL, PRIORITY, 2, NULL );
    vTaskStartScheduler();
    return 1;
}
