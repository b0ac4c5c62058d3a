/* SPDX-License-Identifier: Apache-2.0 */

/* Table I, calls for tasks of the same core: from the call to its return, or to the task dispatched. */
#include <stdio.h>

#include "FreeRTOS.h"
#include "board.h"
#include "task.h"

#if configNUMBER_OF_CORES > 1
    #define CREATE_HERE( function, priority, handle ) \
    xTaskCreateAffinitySet( function, "measured", STACK_WORDS, NULL, priority, 1, handle )
#else
    #define CREATE_HERE( function, priority, handle ) \
    xTaskCreate( function, "measured", STACK_WORDS, NULL, priority, handle )
#endif

#define CREATE_MEASURED CREATE_HERE
#define WHO_RUNS        NULL
#include "calls.h"

static void make( TaskFunction_t function, UBaseType_t priority, TaskHandle_t * handle )
{
    if( CREATE_HERE( function, priority, handle ) != pdPASS )
    {
        printf( "no memory\n" );
        board_exit( 1 );
    }
}

__attribute__( ( used ) ) static void created_body( void )
{
    vTaskDelete( NULL );
}

MARK_STOP_TASK( created, created_body )

static void deletes_itself( void * unused )
{
    MARK( MARK_START );
    vTaskDelete( NULL );
}

/* Is dispatched. */
static void stops( void * unused )
{
    for( ;; )
    {
        vTaskSuspend( NULL );
        MARK( MARK_STOP );
        vTaskResume( director );
    }
}

/* At the bottom, idle's equal, always ready: lets idle free what has been deleted. */
static void cleans( void * unused )
{
    for( ;; )
    {
        taskYIELD();
        taskYIELD();
        vTaskResume( director );
    }
}

static void place( TaskHandle_t task, UBaseType_t priority, int ready )
{
    vTaskSuspend( task );
    vTaskPrioritySet( task, priority );

    if( ready )
    {
        vTaskResume( task );
    }
}

/* The running task is the higher one, but where it makes a higher one ready. */
static void measure( const point_t * point )
{
    const int upwards =
        point->dispatch && ( point->call == CREATE || point->call == RESUME || point->call == RAISE );
    const int deletes_self = point->call == DELETE && point->dispatch;
    const int target_ready =
        ( point->dispatch && !upwards ) ||
        ( !point->dispatch && ( point->call == SUSPEND || point->call == PRIORITY_SET ) );
    const UBaseType_t target_priority = point->call == RAISE ? point->low - 1 :
                                        upwards              ? point->high :
                                                               point->low;
    int other = 0;

    current = point;
    victim = NULL;
    place( target, target_priority, target_ready || point->call == RAISE );

    if( deletes_self )
    {
        make( deletes_itself, point->high, NULL );
    }
    else
    {
        if( point->call == DELETE )
        {
            make( sleeps, point->low, &victim );
        }

        place( caller, upwards ? point->low : point->high, 1 );
    }

    for( ; other < point->equals - 1; other++ )
    {
        place( others[ other ], point->low, 1 );
    }

    /* The rest is ready, too, below. */
    for( ; other < point->tasks - 2; other++ )
    {
        place( others[ other ], 1 + ( UBaseType_t ) other % ( point->low - 1 ), 1 );
    }

    vTaskSuspend( NULL );
    printf( "sample %s local %s tasks=%d equals=%d high=%lu gap=%lu\n", call_names[ point->call ],
            point->dispatch ? "with" : "without", point->tasks, point->equals, ( unsigned long ) point->high,
            ( unsigned long ) ( point->high - point->low ) );

    for( other = 0; other < MOST_TASKS; other++ )
    {
        vTaskSuspend( others[ other ] );
    }

    /* Who was in use goes on to its next suspension. */
    if( !deletes_self )
    {
        place( caller, DIRECTOR_PRIORITY, 1 );
    }

    place( target, DIRECTOR_PRIORITY, 1 );
    taskYIELD();

    if( point->call == CREATE && !point->dispatch )
    {
        vTaskDelete( victim );
    }

    /* The lowest ones run, until all that was deleted is freed. */
    vTaskSuspend( NULL );
}

static void directs( void * unused )
{
    make( calls, DIRECTOR_PRIORITY, &caller );
    make( stops, DIRECTOR_PRIORITY, &target );
    make( cleans, 0, NULL );

    for( int other = 0; other < MOST_TASKS; other++ )
    {
        make( sleeps, DIRECTOR_PRIORITY, &others[ other ] );
    }

    /* What the first creation finds in the heap, no later one does. */
    make( sleeps, LOWEST, &victim );
    vTaskDelete( victim );

    /* Lets all of them come to their first suspension. */
    vTaskSuspend( NULL );
    for_each_point( measure );
    board_exit( 0 );
}

int main( void )
{
    make( directs, DIRECTOR_PRIORITY, &director );
    vTaskStartScheduler();
    return 1;
}
