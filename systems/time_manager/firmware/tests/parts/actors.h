/* SPDX-License-Identifier: Apache-2.0 */

/* For programs about waiting: actors, each of which makes one call and leaves its mark when that returns 0,
 * or more. */
#pragma once

#include <string.h>
#include <time.h>

#include "director.h"

#define ACTORS  4
#define PENDING 77777 /* what an actor returned that has not */

struct actor
{
    RT_TASK task;
    char name;
    int ( *call )( void );
    volatile int returned;
};

static struct actor actors[ ACTORS ];

static void act( void * arg )
{
    struct actor * self = arg;

    self->returned = self->call();

    if( self->returned >= 0 )
    {
        mark( self->name );
    }
}

/* Lets an actor make a call; the first is 'a'. One above the director waits when this returns. */
static void let( unsigned number, int priority, int ( *call )( void ) )
{
    struct actor * actor = &actors[ number ];

    actor->name = ( char ) ( 'a' + number );
    actor->call = call;
    actor->returned = PENDING;
    CHECK_EQUAL( rt_task_spawn( &actor->task, NULL, 2048, priority, 0, act, actor ), 0 );
}

/* Lets all tasks below run until they wait. */
static inline void rest( void )
{
    CHECK_EQUAL( rt_task_sleep( MS / 2 ), 0 );
}

/* Checks that a call with a time-out of 1 ms takes that. */
#define CHECK_TIMES_OUT( call )                           \
    do                                                    \
    {                                                     \
        RTIME before = rt_timer_read();                   \
        CHECK_EQUAL( ( call ), -ETIMEDOUT );              \
        CHECK( rt_timer_read() - before >= MS );          \
        CHECK( rt_timer_read() - before < MS + MS / 10 ); \
    } while( 0 )

/* A date in this time, as *_timed functions take it. */
static inline const struct timespec * date_in( RTIME ns )
{
    static struct timespec date;

    ns += rt_timer_read();
    date.tv_sec = ( time_t ) ( ns / 1000000000U );
    date.tv_nsec = ( long ) ( ns % 1000000000U );
    return &date;
}
