/* SPDX-License-Identifier: Apache-2.0 */

/* What the implementations of calls have in common. */
#pragma once

#include "calls.h"
#include "machine.h"
#include "rules.h"

/* A time-out. A task must not wait while the scheduler is suspended, nor main(). */
TickType_t ticks_to_wait( int32_t ticks );

/* Rule priority_of_waiter: a task's priority is about to change. False when it must not, since
 * another task is in a call on the same object. */
bool change_priority( struct worker * worker );

/* The same where nothing can prevent it. */
void priority_changes( struct worker * worker );

/* Rule priority_of_waiter: whether one more task may wait for an object. */
bool may_wait( int32_t object );

/* Whether a task is in a call on an object. */
bool is_in_call( int32_t object );

#define LARGEST_ITEM 304u

/* Whether something belongs to a set, which says when to take from it. */
bool is_member( int32_t object );

/* The tick, asked for without a point. */
TickType_t tick_now( void );

/* The task that holds a mutex, or NULL; asked without a point. */
TaskHandle_t holder_of( void * mutex );

/* Rule deletion_of_holder: whether a task holds a mutex. */
bool holds_a_mutex( TaskHandle_t task );

/* NULL: none of the scenario's. */
struct worker * worker_of( TaskHandle_t task );

/* Runs a call that may wait on what is an object or stands for one. */
#define IN_CALL( self, index, call )   \
    do                                 \
    {                                  \
        uint32_t value;                \
                                       \
        if( !may_wait( index ) )       \
        {                              \
            return SKIPPED;            \
        }                              \
                                       \
        ( self )->object = ( index );  \
        ( self )->moved = false;       \
        ( self )->interrupted = false; \
        value = ( uint32_t ) ( call ); \
        ( self )->object = NO_OBJECT;  \
        return value;                  \
    } while( 0 )

/* Runs a call that may wait on an object, if the object is there; in it, `handle` is the object. */
#define ON_OBJECT( self, index, call )               \
    do                                               \
    {                                                \
        void * handle = objects[ ( index ) ].handle; \
                                                     \
        if( handle == NULL )                         \
        {                                            \
            return SKIPPED;                          \
        }                                            \
                                                     \
        IN_CALL( self, index, call );                \
    } while( 0 )

/* The same where nobody waits: in interrupt service routines, and for questions. */
#define WITH_OBJECT( index, call )                                   \
    do                                                               \
    {                                                                \
        void * handle = objects[ ( index ) ].handle;                 \
                                                                     \
        return ( handle == NULL ) ? SKIPPED : ( uint32_t ) ( call ); \
    } while( 0 )

/* Rule deletion_while_named: a task is in a call that names another one, or NO_TASK; NULL: a routine is. */
void names_task( struct worker * self, int32_t index );

/* The same: whether an event came inside such a call, which is not over. */
bool is_named( uint32_t index );

/* The first task of a worker has memory of its own, which stays. */
bool stays_when_deleted( int32_t index );

#define WHILE_NAMED( index, name, call )                   \
    do                                                     \
    {                                                      \
        TaskHandle_t handle = workers[ ( index ) ].handle; \
        uint32_t value;                                    \
                                                           \
        if( handle == NULL )                               \
        {                                                  \
            return SKIPPED;                                \
        }                                                  \
                                                           \
        names_task( self, ( name ) );                      \
        value = ( uint32_t ) ( call );                     \
        names_task( self, NO_TASK );                       \
        return value;                                      \
    } while( 0 )

/* Runs a call that names a task, if the task is there. */
#define WITH_TASK( index, call ) WHILE_NAMED( ( index ), ( index ), call )

/* The same of one that is allowed on a deleted task, too, whose control block stays. */
#define WITH_TASK_OR_DELETED( index, call ) \
    WHILE_NAMED( ( index ), stays_when_deleted( index ) ? NO_TASK : ( index ), call )

/* The same of one that was deleted, and whose control block is still there: the first of each worker's. */
#define WITH_DELETED_TASK( index, call )                             \
    do                                                               \
    {                                                                \
        TaskHandle_t handle = workers[ ( index ) ].deleted;          \
                                                                     \
        return ( handle == NULL ) ? SKIPPED : ( uint32_t ) ( call ); \
    } while( 0 )

/* Where an interrupt service routine learns that it has woken a higher task, or nowhere. */
#define WOKEN( unwanted ) ( ( ( unwanted ) == 0 ) ? &higher_task_woken : NULL )

/* For functions without result. */
#define DONE( call ) ( ( call ), 1u )

#define CALL( name )                                                        \
    static uint32_t name( struct worker * self __attribute__( ( unused ) ), \
                          const int32_t * operands __attribute__( ( unused ) ) )

#define ENTRY( name ) { #name, name }
#define NO_MORE       { NULL, NULL }
