/* SPDX-License-Identifier: Apache-2.0 */

/* What tasks of the alchemy layer are: what Xenomai's documentation says of priorities, modes, joining,
 * binding and of threads that become tasks. */
#include "actors.h"
#include "alchemy/sem.h"

static RT_TASK self, other;
static RT_SEM sem;

static int leave_mark( void )
{
    return 0;
}

static int take( void )
{
    return rt_sem_p( &sem, TM_INFINITE );
}

static int bind( void )
{
    RT_TASK found;

    return rt_task_bind( &found, "late", TM_INFINITE );
}

static int join( void )
{
    return rt_task_join( &other );
}

static void end_at_once( void * arg )
{
    mark( ( char ) ( uintptr_t ) arg );
}

/* Lets its equals run each time. */
static void yield_twice( void * arg )
{
    mark( ( char ) ( uintptr_t ) arg );
    CHECK_EQUAL( rt_task_yield(), 0 );
    mark( ( char ) ( uintptr_t ) arg );
    CHECK_EQUAL( rt_task_set_priority( NULL, LOW ), 0 );
    mark( ( char ) ( uintptr_t ) arg );
}

static int priority_of( RT_TASK * task )
{
    RT_TASK_INFO info;

    CHECK_EQUAL( rt_task_inquire( task, &info ), 0 );
    return info.prio;
}

static void inquiring( void )
{
    RT_TASK_INFO info;

    CHECK_EQUAL( rt_task_inquire( NULL, &info ), 0 );
    CHECK_EQUAL( info.prio, HIGH );
    CHECK( strcmp( info.name, "director" ) == 0 );
    CHECK_EQUAL( rt_task_inquire( rt_task_self(), NULL ), 0 );
}

static void priorities( void )
{
    CHECK_EQUAL( rt_task_set_priority( NULL, T_HIPRIO + 1 ), -EINVAL );
    CHECK_EQUAL( rt_task_set_priority( NULL, -1 ), -EINVAL );

    let( 0, LOW, leave_mark );
    CHECK_ORDER( "" );
    CHECK_EQUAL( priority_of( &actors[ 0 ].task ), LOW );
    CHECK_EQUAL( rt_task_set_priority( &actors[ 0 ].task, HIGH + 1 ), 0 );
    CHECK_ORDER( "a" );

    let( 0, HIGH - 1, leave_mark );
    CHECK_EQUAL( rt_task_set_priority( NULL, HIGH - 2 ), 0 );
    CHECK_ORDER( "a" );
    CHECK_EQUAL( rt_task_set_priority( NULL, HIGH ), 0 );

    /* Who waits gets the place of its new priority. */
    CHECK_EQUAL( rt_sem_create( &sem, NULL, 0, S_PRIO ), 0 );
    let( 0, HIGH + 1, take );
    let( 1, HIGH + 2, take );
    CHECK_EQUAL( rt_task_set_priority( &actors[ 0 ].task, HIGH + 3 ), 0 );
    CHECK_EQUAL( rt_sem_v( &sem ), 0 );
    CHECK_ORDER( "a" );
    CHECK_EQUAL( rt_sem_v( &sem ), 0 );
    CHECK_ORDER( "b" );
}

static void yielding( void )
{
    CHECK_EQUAL( rt_task_spawn( &self, NULL, 0, LOW, 0, yield_twice, ( void * ) 'x' ), 0 );
    CHECK_EQUAL( rt_task_spawn( &other, NULL, 0, LOW, 0, yield_twice, ( void * ) 'y' ), 0 );
    rest();
    CHECK_ORDER( "xyxyxy" );
}

static void modes( void )
{
    int mode = 77;

    CHECK_EQUAL( rt_task_set_mode( 0, T_JOINABLE, &mode ), -EINVAL );
    CHECK_EQUAL( rt_task_set_mode( 1, 0, &mode ), -EINVAL );
    CHECK_EQUAL( mode, 77 );
    CHECK_EQUAL( rt_task_set_mode( 0, T_LOCK | T_CONFORMING, &mode ), 0 );
    CHECK_EQUAL( mode, 0 );
    let( 0, HIGH + 2, leave_mark );
    CHECK_EQUAL( priority_of( NULL ), HIGH );
    CHECK_EQUAL( rt_task_set_priority( NULL, HIGH + 1 ), 0 );
    CHECK_ORDER( "" ); /* nobody else runs */
    CHECK_EQUAL( rt_task_set_mode( T_LOCK, T_WARNSW, &mode ), 0 );
    CHECK_EQUAL( mode, T_LOCK );
    CHECK_ORDER( "a" );
    CHECK_EQUAL( rt_task_set_mode( T_WARNSW, 0, NULL ), 0 );
    CHECK_EQUAL( rt_task_set_priority( NULL, HIGH ), 0 );

    /* Who locks lets others run while it waits. */
    CHECK_EQUAL( rt_task_set_mode( 0, T_LOCK, NULL ), 0 );
    let( 0, LOW, leave_mark );
    rest();
    CHECK_ORDER( "a" );
    CHECK_EQUAL( rt_task_set_mode( T_LOCK, 0, &mode ), 0 );
    CHECK_EQUAL( mode, T_LOCK );
}

static void joining( void )
{
    CHECK_EQUAL( rt_task_join( rt_task_self() ), -EINVAL ); /* it is not joinable */
    CHECK_EQUAL( rt_task_join( NULL ), -EINVAL );

    /* Ended before it is joined, and after. */
    CHECK_EQUAL( rt_task_spawn( &other, "other", 0, HIGH + 1, T_JOINABLE, end_at_once, ( void * ) 'e' ), 0 );
    CHECK_ORDER( "e" );
    CHECK_EQUAL( rt_task_suspend( &other ), -EINVAL );
    CHECK_EQUAL( rt_task_join( &other ), 0 );
    CHECK_EQUAL( rt_task_join( &other ), -EINVAL );

    CHECK_EQUAL( rt_task_create( &other, "other", 0, LOW, T_JOINABLE ), 0 );
    let( 0, HIGH + 1, join );
    CHECK_EQUAL( rt_task_join( &other ), -EINVAL ); /* another one waits */
    CHECK_EQUAL( rt_task_unblock( &actors[ 0 ].task ), 0 );
    CHECK_EQUAL( actors[ 0 ].returned, -EINTR );
    let( 0, HIGH + 1, join );
    CHECK_EQUAL( rt_task_start( &other, end_at_once, ( void * ) 'e' ), 0 );
    CHECK_ORDER( "" );
    rest();
    CHECK_ORDER( "ea" );

    CHECK_EQUAL( rt_task_create( &other, "other", 0, LOW, T_JOINABLE ), 0 ); /* its name is free */
    CHECK_EQUAL( rt_task_delete( &other ), 0 );
    CHECK_EQUAL( rt_task_join( &other ), 0 );
}

static volatile int joined_self;

static void join_self( void * arg )
{
    joined_self = rt_task_join( rt_task_self() );
}

static void joining_oneself( void )
{
    CHECK_EQUAL( rt_task_spawn( &other, NULL, 0, HIGH + 1, T_JOINABLE, join_self, NULL ), 0 );
    CHECK_EQUAL( joined_self, -EDEADLK );
    CHECK_EQUAL( rt_task_join( &other ), 0 );
}

static void binding( void )
{
    RT_TASK found;

    CHECK_EQUAL( rt_task_bind( &found, "director", TM_NONBLOCK ), 0 );
    CHECK( rt_task_same( &found, rt_task_self() ) );
    CHECK_EQUAL( rt_task_unbind( &found ), 0 );
    CHECK_EQUAL( rt_task_inquire( &found, NULL ), -EINVAL );
    CHECK_EQUAL( rt_task_bind( &found, "late", TM_NONBLOCK ), -EWOULDBLOCK );
    CHECK_TIMES_OUT( rt_task_bind( &found, "late", MS ) );
    let( 0, HIGH + 1, bind );
    CHECK_EQUAL( rt_task_create( &other, "late", 0, LOW, 0 ), 0 );
    CHECK_ORDER( "a" );
    CHECK_EQUAL( rt_task_delete( &other ), 0 );
}

/* A task of FreeRTOS, with a priority of its own. */
static void become_one( void * parameters )
{
    CHECK( rt_task_self() == NULL );
    CHECK_EQUAL( rt_task_shadow( &other, "director", LOW, 0 ), -EEXIST );
    CHECK_EQUAL( rt_task_shadow( &other, "shadow", T_HIPRIO + 1, 0 ), -EINVAL );
    CHECK_EQUAL( rt_task_shadow( &other, "shadow", LOW, T_JOINABLE ), -EINVAL );
    CHECK_EQUAL( rt_task_shadow( &other, "shadow", LOW, 0 ), 0 );
    CHECK_EQUAL( rt_task_shadow( &other, "again", LOW, 0 ), -EBUSY );
    CHECK( rt_task_same( rt_task_self(), &other ) );
    CHECK_EQUAL( rt_task_start( &other, end_at_once, NULL ), 0 ); /* runs already */
    CHECK_EQUAL( rt_task_sleep( MS / 10 ), 0 );
    mark( 's' );
    ( void ) rt_task_delete( NULL );
}

static void shadowing( void )
{
    CHECK_EQUAL( xTaskCreate( become_one, "task", 1024, NULL, HIGH + 1, NULL ), pdPASS );
    CHECK_EQUAL( priority_of( &other ), LOW );
    CHECK_ORDER( "" );
    CHECK_EQUAL( rt_task_sleep( MS ), 0 );
    CHECK_ORDER( "s" );
    CHECK_EQUAL( rt_task_inquire( &other, NULL ), -EINVAL );
}

static void foreign( void )
{
    CHECK_EQUAL( rt_task_yield(), -EPERM );
    CHECK_EQUAL( rt_task_set_priority( NULL, LOW ), -EPERM );
    CHECK_EQUAL( rt_task_set_mode( 0, T_LOCK, NULL ), -EPERM );
    CHECK_EQUAL( rt_task_inquire( NULL, NULL ), -EPERM );
    CHECK_EQUAL( rt_task_create( &other, NULL, 0, LOW, T_JOINABLE ), 0 );
    CHECK_EQUAL( rt_task_join( &other ), -EPERM );
    CHECK_EQUAL( rt_task_delete( &other ), 0 );
    CHECK_EQUAL( rt_task_join( &other ), 0 );
}

TEST_OF_LAYER( foreign() )
{
    inquiring();
    priorities();
    yielding();
    modes();
    joining();
    joining_oneself();
    binding();
    shadowing();
}
