/* SPDX-License-Identifier: Apache-2.0 */

/* The calls of Table I with their marks, and the tasks that they are about. The program says before:
 * CREATE_MEASURED( function, priority, handle ) creates a task where the call is to have its effect;
 * WHO_RUNS is the task there that runs, for calls that take the core from it. */
#pragma once

#include "marks.h"
#include "points.h"

static TaskHandle_t director, caller, target, victim;
static TaskHandle_t others[ MOST_TASKS ];
static const point_t * current;

/* The task that a call creates: its beginning is marked. The program defines it. */
static void created( void * parameter );

static void sleeps( void * unused )
{
    ( void ) unused;

    for( ;; )
    {
        vTaskSuspend( NULL );
    }
}

static void call( const point_t * point )
{
    const UBaseType_t below = point->low - 1;

    switch( point->call )
    {
        case CREATE:
        {
            const UBaseType_t priority = point->dispatch ? point->high : point->low;

            MARK( MARK_START );
            CREATE_MEASURED( created, priority, &victim );
            MARK( MARK_RETURN );
            break;
        }

        case DELETE:
            MARK( MARK_START );
            vTaskDelete( victim );
            MARK( MARK_RETURN );
            break;

        case SUSPEND:
        {
            const TaskHandle_t whom = point->dispatch ? WHO_RUNS : target;

            MARK( MARK_START );
            vTaskSuspend( whom );
            MARK( MARK_RETURN );
            break;
        }

        case RESUME:
            MARK( MARK_START );
            vTaskResume( target );
            MARK( MARK_RETURN );
            break;

        case RAISE:
            MARK( MARK_START );
            vTaskPrioritySet( target, point->high );
            MARK( MARK_RETURN );
            break;

        default:
        {
            const TaskHandle_t whom = point->dispatch ? WHO_RUNS : target;

            MARK( MARK_START );
            vTaskPrioritySet( whom, below );
            MARK( MARK_RETURN );
            break;
        }
    }
}

static void calls( void * unused )
{
    ( void ) unused;

    for( ;; )
    {
        vTaskSuspend( NULL );
        call( current );
        vTaskResume( director );
    }
}
