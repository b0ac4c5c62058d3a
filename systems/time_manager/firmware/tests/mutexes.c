/* SPDX-License-Identifier: Apache-2.0 */

/* Mutexes and condition variables of the alchemy layer: what Xenomai's documentation says of each call and
 * error. */
#include "actors.h"
#include "alchemy/cond.h"
#include "alchemy/mutex.h"

#define TICK ( ( RTIME ) 1000000000 / configTICK_RATE_HZ )

static RT_MUTEX mutex, other;
static RT_COND cond, other_cond;
static const struct timespec at_once = { 0, 0 };

static int acquire( void )
{
    int error = rt_mutex_acquire( &mutex, TM_INFINITE );

    return ( error != 0 ) ? error : rt_mutex_release( &mutex );
}

static int acquire_for_a_while( void )
{
    return rt_mutex_acquire( &mutex, MS );
}

/* Shows whether it runs before the director goes on. */
static int leave_mark( void )
{
    return 0;
}

static int bind( void )
{
    RT_MUTEX found;

    return rt_mutex_bind( &found, "late", TM_INFINITE );
}

/* Waits at a depth of two, and has the mutex at that depth again. */
static int wait_for_signal( void )
{
    int error;

    CHECK_EQUAL( rt_mutex_acquire( &mutex, TM_INFINITE ), 0 );
    CHECK_EQUAL( rt_mutex_acquire( &mutex, TM_INFINITE ), 0 );
    error = rt_cond_wait( &cond, &mutex, TM_INFINITE );
    CHECK_EQUAL( rt_mutex_release( &mutex ), 0 );
    CHECK_EQUAL( rt_mutex_release( &mutex ), 0 );
    CHECK_EQUAL( rt_mutex_release( &mutex ), -EPERM );
    return error;
}

static int owned_by( RT_TASK * task )
{
    RT_MUTEX_INFO info;

    CHECK_EQUAL( rt_mutex_inquire( &mutex, &info ), 0 );
    CHECK( strcmp( info.name, "mutex" ) == 0 );
    return rt_task_same( &info.owner, task );
}

static void creating( void )
{
    RT_TASK nobody = NO_ALCHEMY_TASK;

    CHECK_EQUAL( rt_mutex_create( NULL, "mutex" ), -EINVAL );
    CHECK_EQUAL( rt_mutex_create( &mutex, "mutex" ), 0 );
    CHECK_EQUAL( rt_mutex_create( &other, "mutex" ), -EEXIST );
    CHECK_EQUAL( rt_mutex_create( &other, NULL ), 0 );
    CHECK_EQUAL( rt_mutex_delete( &other ), 0 );
    CHECK( owned_by( &nobody ) );
}

static void owning( void )
{
    CHECK_EQUAL( rt_mutex_release( &mutex ), -EPERM );
    CHECK_EQUAL( rt_mutex_acquire( &mutex, TM_NONBLOCK ), 0 );
    CHECK( owned_by( rt_task_self() ) );
    CHECK_EQUAL( rt_mutex_acquire_until( &mutex, 1 ), 0 ); /* once more */
    CHECK_EQUAL( rt_mutex_acquire_timed( &mutex, NULL ), 0 );
    CHECK_EQUAL( rt_mutex_delete( &mutex ), -EBUSY );
    CHECK_EQUAL( rt_mutex_release( &mutex ), 0 );
    CHECK_EQUAL( rt_mutex_release( &mutex ), 0 );
    CHECK( owned_by( rt_task_self() ) );
    CHECK_EQUAL( rt_mutex_release( &mutex ), 0 );
    CHECK_EQUAL( rt_mutex_release( &mutex ), -EPERM );
}

/* The highest is the first, and the owner has its priority meanwhile. */
static void ordering( void )
{
    CHECK_EQUAL( rt_mutex_acquire( &mutex, TM_INFINITE ), 0 );
    let( 0, HIGH + 1, acquire );
    let( 1, HIGH + 3, acquire );
    CHECK_EQUAL( rt_mutex_delete( &mutex ), -EBUSY );
    let( 2, HIGH + 2, leave_mark );
    CHECK_ORDER( "" ); /* is below the owner now */
    CHECK_EQUAL( rt_mutex_release( &mutex ), 0 );
    CHECK_ORDER( "bca" );
}

static volatile int kept;

/* The lower one of two that contend. */
static int keep( void )
{
    CHECK_EQUAL( rt_mutex_acquire( &mutex, TM_INFINITE ), 0 );
    kept = 1;

    while( kept )
    {
        ( void ) rt_task_sleep( MS / 2 );
    }

    return rt_mutex_release( &mutex );
}

static int try_in_each_way( void )
{
    RTIME start;

    CHECK_EQUAL( rt_mutex_acquire( &mutex, TM_NONBLOCK ), -EWOULDBLOCK );
    CHECK_EQUAL( rt_mutex_acquire_until( &mutex, TM_NONBLOCK ), -EWOULDBLOCK );
    CHECK_EQUAL( rt_mutex_acquire_timed( &mutex, &at_once ), -EWOULDBLOCK );
    CHECK_EQUAL( rt_mutex_acquire_until( &mutex, 1 ), -ETIMEDOUT );

    start = rt_timer_read();
    CHECK_EQUAL( rt_mutex_acquire( &mutex, MS ), -ETIMEDOUT );
    CHECK( rt_timer_read() - start >= MS );
    CHECK( rt_timer_read() - start <= MS + 3 * TICK );
    CHECK_EQUAL( rt_mutex_acquire_until( &mutex, rt_timer_read() + MS ), -ETIMEDOUT );
    CHECK_EQUAL( rt_mutex_acquire_timed( &mutex, date_in( MS ) ), -ETIMEDOUT );
    return 0;
}

static void ending_waits( void )
{
    let( 0, HIGH - 1, keep );
    rest();
    CHECK_EQUAL( kept, 1 );
    CHECK_EQUAL( rt_mutex_release( &mutex ), -EPERM );
    CHECK_EQUAL( try_in_each_way(), 0 );

    let( 1, HIGH + 1, acquire );
    let( 2, HIGH + 1, acquire_for_a_while );
    CHECK_EQUAL( rt_task_unblock( &actors[ 1 ].task ), 0 );
    CHECK_EQUAL( actors[ 1 ].returned, -EINTR );
    CHECK_EQUAL( rt_task_sleep( MS + 3 * TICK ), 0 );
    CHECK_EQUAL( actors[ 2 ].returned, -ETIMEDOUT );
    kept = 0;
    CHECK_EQUAL( rt_task_sleep( 2 * MS ), 0 );
    CHECK_ORDER( "a" );
}

static void binding( void )
{
    RT_MUTEX found;
    RT_COND found_cond;

    CHECK_EQUAL( rt_mutex_bind( &found, "mutex", TM_NONBLOCK ), 0 );
    CHECK_EQUAL( found.handle, mutex.handle );
    CHECK_EQUAL( rt_mutex_unbind( &found ), 0 );
    CHECK_EQUAL( rt_mutex_release( &found ), -EINVAL );
    CHECK_EQUAL( rt_mutex_bind( &found, "late", TM_NONBLOCK ), -EWOULDBLOCK );
    CHECK_TIMES_OUT( rt_mutex_bind( &found, "late", MS ) );
    let( 0, HIGH + 1, bind );
    CHECK_EQUAL( rt_mutex_create( &other, "late" ), 0 );
    CHECK_ORDER( "a" );
    CHECK_EQUAL( rt_mutex_delete( &other ), 0 );

    CHECK_EQUAL( rt_cond_bind( &found_cond, "late", TM_NONBLOCK ), -EWOULDBLOCK );
    CHECK_EQUAL( rt_cond_bind( &found_cond, "cond", TM_INFINITE ), 0 );
    CHECK_EQUAL( found_cond.handle, cond.handle );
    CHECK_EQUAL( rt_cond_unbind( &found_cond ), 0 );
    CHECK_EQUAL( rt_cond_signal( &found_cond ), -EINVAL );
}

static void signalling( void )
{
    RT_COND_INFO info;

    CHECK_EQUAL( rt_cond_create( NULL, "cond" ), -EINVAL );
    CHECK_EQUAL( rt_cond_create( &cond, "cond" ), 0 );
    CHECK_EQUAL( rt_cond_create( &other_cond, "cond" ), -EEXIST );
    CHECK_EQUAL( rt_cond_inquire( &cond, &info ), 0 );
    CHECK( strcmp( info.name, "cond" ) == 0 );

    CHECK_EQUAL( rt_cond_signal( &cond ), 0 ); /* nobody waits: it is lost */
    let( 0, HIGH + 1, wait_for_signal );
    let( 1, HIGH + 3, wait_for_signal );
    let( 2, HIGH + 2, wait_for_signal );
    CHECK_EQUAL( rt_cond_delete( &cond ), -EBUSY );
    CHECK_ORDER( "" );
    CHECK_EQUAL( rt_cond_signal( &cond ), 0 );
    CHECK_ORDER( "b" );

    /* Who is woken waits for the mutex first. */
    CHECK_EQUAL( rt_mutex_acquire( &mutex, TM_INFINITE ), 0 );
    CHECK_EQUAL( rt_cond_broadcast( &cond ), 0 );
    CHECK_ORDER( "" );
    CHECK_EQUAL( rt_mutex_release( &mutex ), 0 );
    CHECK_ORDER( "ca" );
    CHECK_EQUAL( rt_cond_broadcast( &cond ), 0 );
}

static void ending_waits_for_signals( void )
{
    CHECK_EQUAL( rt_cond_wait( &cond, &mutex, TM_INFINITE ), -EPERM ); /* has not the mutex */
    CHECK_EQUAL( rt_mutex_acquire( &mutex, TM_INFINITE ), 0 );
    CHECK_EQUAL( rt_cond_wait( &cond, &mutex, TM_NONBLOCK ), -EWOULDBLOCK );
    CHECK_EQUAL( rt_cond_wait_until( &cond, &mutex, TM_NONBLOCK ), -EWOULDBLOCK );
    CHECK_EQUAL( rt_cond_wait_timed( &cond, &mutex, &at_once ), -EWOULDBLOCK );
    CHECK_EQUAL( rt_cond_wait( &cond, &other, TM_INFINITE ), -EINVAL );
    CHECK_TIMES_OUT( rt_cond_wait( &cond, &mutex, MS ) );
    CHECK_TIMES_OUT( rt_cond_wait_until( &cond, &mutex, rt_timer_read() + MS ) );
    CHECK_TIMES_OUT( rt_cond_wait_timed( &cond, &mutex, date_in( MS ) ) );
    CHECK( owned_by( rt_task_self() ) ); /* again */
    CHECK_EQUAL( rt_mutex_release( &mutex ), 0 );

    let( 0, HIGH + 1, wait_for_signal );
    CHECK_EQUAL( rt_task_unblock( &actors[ 0 ].task ), 0 );
    CHECK_EQUAL( actors[ 0 ].returned, -EINTR );

    CHECK_EQUAL( rt_cond_delete( &cond ), 0 );
    CHECK_EQUAL( rt_cond_delete( &cond ), -EINVAL );
    CHECK_EQUAL( rt_cond_signal( &cond ), -EINVAL );
    CHECK_EQUAL( rt_cond_broadcast( &cond ), -EINVAL );
    CHECK_EQUAL( rt_cond_wait( &cond, &mutex, TM_INFINITE ), -EINVAL );
}

static void refusing( void )
{
    RT_MUTEX_INFO info;
    RT_COND_INFO cond_info;

    CHECK_EQUAL( rt_mutex_delete( &mutex ), 0 );
    CHECK_EQUAL( rt_mutex_delete( &mutex ), -EINVAL );
    CHECK_EQUAL( rt_mutex_acquire( &mutex, TM_INFINITE ), -EINVAL );
    CHECK_EQUAL( rt_mutex_release( &mutex ), -EINVAL );
    CHECK_EQUAL( rt_mutex_inquire( &mutex, &info ), -EINVAL );
    CHECK_EQUAL( rt_cond_inquire( &cond, &cond_info ), -EINVAL );
}

static void foreign( void )
{
    CHECK_EQUAL( rt_mutex_create( &other, NULL ), 0 );
    CHECK_EQUAL( rt_mutex_acquire( &other, TM_INFINITE ), -EPERM );
    CHECK_EQUAL( rt_mutex_release( &other ), -EPERM );
    CHECK_EQUAL( rt_mutex_delete( &other ), 0 );
}

TEST_OF_LAYER( foreign() )
{
    creating();
    owning();
    ordering();
    ending_waits();
    signalling();
    binding();
    ending_waits_for_signals();
    refusing();
}
