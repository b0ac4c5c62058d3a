/* SPDX-License-Identifier: Apache-2.0 */

/* Tasks of the alchemy layer: what Xenomai's documentation says of creating, starting, suspending
 * and deleting them, and of each error. */
#include "director.h"
#include "interrupt.h"
#include "time_base.h"

static RT_TASK other;
static volatile int in_interrupt[ 4 ];

static void leave_mark( void * arg )
{
    mark( ( char ) ( uintptr_t ) arg );
}

static void mark_and_wait( void * arg )
{
    leave_mark( arg );
    CHECK( rt_task_self() != NULL );
    CHECK( rt_task_same( rt_task_self(), &other ) );
    rt_task_suspend( NULL );
    mark( '!' );
    rt_task_suspend( NULL );
}

static int create_with( const char * name, int stack, int prio, int mode )
{
    RT_TASK task;
    int error = rt_task_create( &task, name, stack, prio, mode );

    if( error == 0 )
    {
        CHECK_EQUAL( rt_task_delete( &task ), 0 );
    }

    return error;
}

static void creating( void )
{
    CHECK_EQUAL( create_with( "a", 0, T_LOPRIO, 0 ), 0 );
    CHECK_EQUAL( create_with( "a", 0, T_HIPRIO, T_WARNSW ), 0 ); /* the name is free again */
    CHECK_EQUAL( create_with( "a", 0, T_HIPRIO + 1, 0 ), -EINVAL );
    CHECK_EQUAL( create_with( "a", 0, -1, 0 ), -EINVAL );
    CHECK_EQUAL( create_with( "a", -1, 1, 0 ), -EINVAL );
    CHECK_EQUAL( create_with( "a", 0, 1, 1 ), -EINVAL );
    CHECK_EQUAL( rt_task_create( NULL, "a", 0, 1, 0 ), -EINVAL );
    CHECK_EQUAL( create_with( "director", 0, 1, 0 ), -EEXIST );
    CHECK_EQUAL( create_with( "a", 0, 1, 0 ), 0 ); /* nor is it taken after an error */
}

static void starting( void )
{
    CHECK_EQUAL( rt_task_create( &other, "other", 0, HIGH + 1, 0 ), 0 );
    CHECK_ORDER( "" );
    CHECK_EQUAL( rt_task_unblock( &other ), 0 ); /* waits for its start, not in a call */
    CHECK_ORDER( "" );
    CHECK_EQUAL( rt_task_start( &other, mark_and_wait, ( void * ) 'a' ), 0 );
    CHECK_ORDER( "a" );
    CHECK_EQUAL( rt_task_start( &other, leave_mark, ( void * ) 'b' ), 0 ); /* runs already */
    CHECK_ORDER( "" );
    CHECK_EQUAL( rt_task_resume( &other ), 0 );
    CHECK_ORDER( "!" );
    CHECK_EQUAL( rt_task_delete( &other ), 0 );
}

static void suspending( void )
{
    CHECK_EQUAL( rt_task_create( &other, "other", 0, HIGH + 1, 0 ), 0 );
    CHECK_EQUAL( rt_task_suspend( &other ), 0 );
    CHECK_EQUAL( rt_task_suspend( &other ), 0 );
    CHECK_EQUAL( rt_task_start( &other, leave_mark, ( void * ) 'a' ), 0 );
    CHECK_ORDER( "" );
    CHECK_EQUAL( rt_task_resume( &other ), 0 );
    CHECK_ORDER( "" ); /* suspended twice */
    CHECK_EQUAL( rt_task_resume( &other ), 0 );
    CHECK_ORDER( "a" );
    CHECK_EQUAL( rt_task_resume( &director ), 0 ); /* was not suspended */
}

/* A task that returns, or deletes itself, is gone, and so are its timers. */
static void sleep_and_return( void * arg )
{
    CHECK_EQUAL( rt_task_set_periodic( NULL, TM_NOW, MS ), 0 );
    CHECK_EQUAL( rt_task_sleep( MS / 10 ), 0 );
    leave_mark( arg );
}

static void delete_self( void * arg )
{
    leave_mark( arg );
    ( void ) rt_task_delete( NULL );
    mark( '?' );
}

static void ending( void )
{
    for( unsigned i = 0; i < 2 * TIME_BASE_TIMERS; i++ )
    {
        CHECK_EQUAL( rt_task_spawn( &other, "other", 0, HIGH + 1, 0, sleep_and_return, ( void * ) 'r' ), 0 );
        CHECK_EQUAL( rt_task_sleep( MS / 4 ), 0 );
        CHECK_ORDER( "r" );
    }

    CHECK_EQUAL( rt_task_spawn( &other, "other", 0, HIGH + 1, 0, delete_self, ( void * ) 'd' ), 0 );
    CHECK_ORDER( "d" );
    CHECK_EQUAL( rt_task_delete( &other ), -EINVAL );
    CHECK_EQUAL( rt_task_start( &other, leave_mark, NULL ), -EINVAL );
    CHECK_EQUAL( rt_task_suspend( &other ), -EINVAL );
    CHECK_EQUAL( rt_task_resume( &other ), -EINVAL );
    CHECK_EQUAL( rt_task_unblock( &other ), -EINVAL );
    CHECK_EQUAL( rt_task_set_periodic( &other, TM_NOW, MS ), -EINVAL );
    CHECK_EQUAL( rt_task_resume( NULL ), -EINVAL );
    CHECK_EQUAL( rt_task_unblock( NULL ), -EINVAL );
}

/* As many timers as there are, and one more. */
static void timers( void )
{
    static RT_TASK tasks[ TIME_BASE_TIMERS ];
    unsigned last = TIME_BASE_TIMERS - 1; /* the director has one, to sleep */

    for( unsigned i = 0; i <= last; i++ )
    {
        CHECK_EQUAL( rt_task_create( &tasks[ i ], NULL, 0, LOW, 0 ), 0 );
        CHECK_EQUAL( rt_task_set_periodic( &tasks[ i ], TM_NOW, 1000 * MS ), ( i < last ) ? 0 : -ENOMEM );
    }

    CHECK_EQUAL( rt_task_delete( &tasks[ 0 ] ), 0 );
    CHECK_EQUAL( rt_task_set_periodic( &tasks[ last ], TM_NOW, 1000 * MS ), 0 );

    for( unsigned i = 1; i <= last; i++ )
    {
        CHECK_EQUAL( rt_task_delete( &tasks[ i ] ), 0 );
    }
}

static void routine( void )
{
    in_interrupt[ 0 ] = rt_task_delete( &director );
    in_interrupt[ 1 ] = rt_task_create( &other, "other", 0, 1, 0 );
    in_interrupt[ 2 ] = rt_task_wait_period( NULL );
    in_interrupt[ 3 ] = rt_task_sleep( MS );
}

static void in_an_interrupt( void )
{
    interrupt( routine );

    for( unsigned i = 0; i < 4; i++ )
    {
        CHECK_EQUAL( in_interrupt[ i ], -EPERM );
    }
}

static void processors( void )
{
    cpu_set_t cpus;

    CPU_ZERO( &cpus );
    CHECK_EQUAL( rt_task_set_affinity( NULL, &cpus ), -EINVAL );
    CPU_SET( 1, &cpus );
    CHECK_EQUAL( rt_task_set_affinity( NULL, &cpus ), -EINVAL );
    CPU_SET( 0, &cpus );
    CHECK_EQUAL( rt_task_set_affinity( NULL, &cpus ), 0 );
    CHECK_EQUAL( rt_task_set_affinity( &director, &cpus ), 0 );
    CHECK_EQUAL( rt_task_set_affinity( &NO_ALCHEMY_TASK, &cpus ), -EINVAL );
}

static void foreign( void )
{
    CHECK( rt_task_self() == NULL );
    CHECK_EQUAL( rt_task_delete( NULL ), -EPERM );
    CHECK_EQUAL( rt_task_suspend( NULL ), -EPERM );
}

TEST_OF_LAYER( foreign() )
{
    processors();
    CHECK( rt_task_same( rt_task_self(), &director ) );
    creating();
    starting();
    suspending();
    ending();
    timers();
    in_an_interrupt();
}
