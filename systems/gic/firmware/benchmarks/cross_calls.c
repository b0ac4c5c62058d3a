/* SPDX-License-Identifier: Apache-2.0 */

/* Table I, calls for tasks of another core. The caller's part goes from the call to its return; the
 * part of the other core from its interrupt to the task that is dispatched. Where nothing is
 * dispatched the other core is not interrupted; the laboratory checks that. */
#include <stdio.h>

#include "FreeRTOS.h"
#include "board.h"
#include "task.h"

#define THERE   ( 1UL << 1 )
#define SETTLED 300 /* passes of a loop, by which the other core has done whatever it was asked */

#define POINTS_FEW
#define CREATE_MEASURED( function, priority, handle ) \
    xTaskCreateAffinitySet( function, "measured", STACK_WORDS, NULL, priority, THERE, handle )
#define WHO_RUNS looper

static TaskHandle_t looper;
static volatile uint32_t looped, stopped;

#include "calls.h"

static void make( TaskFunction_t function, UBaseType_t priority, UBaseType_t where, TaskHandle_t * handle )
{
    if( xTaskCreateAffinitySet( function, "measured", STACK_WORDS, NULL, priority, where, handle ) != pdPASS )
    {
        printf( "no memory\n" );
        board_exit( 1 );
    }
}

static void pass_time( void )
{
    __asm volatile( "yield" ); /* QEMU goes on with another core */
}

static void wait_until_suspended( TaskHandle_t task )
{
    while( eTaskGetState( task ) != eSuspended )
    {
        pass_time();
    }
}

__attribute__( ( used ) ) static void created_body( void )
{
    stopped++;
    vTaskDelete( NULL );
}

MARK_STOP_TASK( created, created_body )

static void loops( void * unused )
{
    for( ;; )
    {
        looped++;
        pass_time();
    }
}

static void stops( void * unused )
{
    for( ;; )
    {
        vTaskSuspend( NULL );
        MARK( MARK_STOP );
        stopped++;
    }
}

/* Gives a suspended task a priority, and has it ready, on its core. */
static void place( TaskHandle_t task, UBaseType_t priority, int ready )
{
    vTaskPrioritySet( task, priority );

    if( ready )
    {
        vTaskResume( task );
    }
}

static void wait_for_loop( void )
{
    const uint32_t before = looped;

    while( looped - before < 4 )
    {
        pass_time();
    }
}

/* On the other core one task loops. It is the higher one, but where a higher one becomes ready. */
static void measure( const point_t * point )
{
    const int upwards =
        point->dispatch && ( point->call == CREATE || point->call == RESUME || point->call == RAISE );
    const int target_ready =
        ( point->dispatch && !upwards ) || point->call == RAISE ||
        ( !point->dispatch && ( point->call == SUSPEND || point->call == PRIORITY_SET ) );
    const UBaseType_t target_priority = point->call == RAISE ? point->low - 1 :
                                        upwards              ? point->high :
                                                               point->low;
    const UBaseType_t looper_priority = upwards ? point->low : point->high;
    const int deletes_looper = point->call == DELETE && point->dispatch;
    const uint32_t before = stopped;
    int other = 0;

    current = point;

    /* First of all, somebody who keeps the others from running. */
    if( deletes_looper )
    {
        make( loops, looper_priority, THERE, &victim );
    }
    else
    {
        place( looper, looper_priority, 1 );
    }

    wait_for_loop();

    if( point->call == DELETE && !point->dispatch )
    {
        make( sleeps, point->low, THERE, &victim );
    }

    place( target, target_priority, target_ready );

    for( ; other < point->equals - 1; other++ )
    {
        place( others[ other ], point->low, 1 );
    }

    for( ; other < point->tasks - 2; other++ )
    {
        place( others[ other ], 1 + ( UBaseType_t ) other % ( point->low - 1 ), 1 );
    }

    /* The running task is asked for its own priority: the core serves all that waits. */
    vTaskPrioritySet( deletes_looper ? victim : looper, looper_priority );
    wait_for_loop();
    place( caller, DIRECTOR_PRIORITY - 1, 1 );
    vTaskSuspend( NULL );

    for( int pass = 0; pass < SETTLED || ( point->dispatch && stopped == before ); pass++ )
    {
        pass_time();
    }

    MARK( MARK_SETTLED );
    printf( "sample %s cross %s tasks=%d equals=%d high=%lu gap=%lu\n", call_names[ point->call ],
            point->dispatch ? "with" : "without", point->tasks, point->equals, ( unsigned long ) point->high,
            ( unsigned long ) ( point->high - point->low ) );

    /* All but what was created come to their suspension. */
    if( !deletes_looper )
    {
        vTaskSuspend( looper );
        wait_until_suspended( looper );
    }

    if( point->call == CREATE && !point->dispatch )
    {
        while( stopped == before )
        {
            pass_time();
        }
    }

    vTaskResume( target );

    for( int pass = 0; pass < SETTLED; pass++ )
    {
        pass_time();
    }

    wait_until_suspended( target );

    for( other = 0; other < MOST_TASKS; other++ )
    {
        wait_until_suspended( others[ other ] );
    }

    vTaskResume( caller );
    vTaskPrioritySet( caller, DIRECTOR_PRIORITY );
    taskYIELD();
}

static void directs( void * unused )
{
    make( calls, DIRECTOR_PRIORITY, 1, &caller );
    taskYIELD();
    taskYIELD();
    make( loops, LOWEST, THERE, &looper );
    vTaskSuspend( looper );
    make( stops, DIRECTOR_PRIORITY, THERE, &target );

    for( int other = 0; other < MOST_TASKS; other++ )
    {
        make( sleeps, DIRECTOR_PRIORITY, THERE, &others[ other ] );
        wait_until_suspended( others[ other ] );
    }

    for_each_point( measure );
    board_exit( 0 );
}

int main( void )
{
    make( directs, DIRECTOR_PRIORITY, 1, &director );
    vTaskStartScheduler();
    return 1;
}
