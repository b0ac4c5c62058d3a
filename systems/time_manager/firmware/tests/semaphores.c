/* SPDX-License-Identifier: Apache-2.0 */

/* Semaphores of the alchemy layer: what Xenomai's documentation says of each call and error. */
#include "actors.h"
#include "alchemy/alarm.h"
#include "alchemy/sem.h"

static RT_SEM sem, other;
static const struct timespec at_once = { 0, 0 };
static volatile int in_alarm[ 2 ];

static int take( void )
{
    return rt_sem_p( &sem, TM_INFINITE );
}

static int take_for_a_while( void )
{
    return rt_sem_p( &sem, 2 * MS );
}

static int bind( void )
{
    RT_SEM found;

    return rt_sem_bind( &found, "late", TM_INFINITE );
}

static void check_info( unsigned long count, int waiters )
{
    RT_SEM_INFO info;

    CHECK_EQUAL( rt_sem_inquire( &sem, &info ), 0 );
    CHECK_EQUAL( info.count, count );
    CHECK_EQUAL( info.nwaiters, waiters );
    CHECK( strcmp( info.name, "sem" ) == 0 );
}

static void creating( void )
{
    CHECK_EQUAL( rt_sem_create( &sem, "sem", 0, 0x10 ), -EINVAL );
    CHECK_EQUAL( rt_sem_create( &sem, "sem", 1, S_PULSE ), -EINVAL );
    CHECK_EQUAL( rt_sem_create( NULL, "sem", 1, S_FIFO ), -EINVAL );
    CHECK_EQUAL( rt_sem_create( &sem, "sem", 2, S_FIFO ), 0 );
    CHECK_EQUAL( rt_sem_create( &other, "sem", 0, S_PRIO ), -EEXIST );
    CHECK_EQUAL( rt_sem_create( &other, NULL, 0, S_PRIO ), 0 );
    CHECK_EQUAL( rt_sem_delete( &other ), 0 );
    CHECK_EQUAL( rt_sem_create( &other, "", 0, S_PRIO | S_PULSE ), 0 );
    CHECK_EQUAL( rt_sem_delete( &other ), 0 );
}

static void counting( void )
{
    check_info( 2, 0 );
    CHECK_EQUAL( rt_sem_p( &sem, TM_INFINITE ), 0 );
    CHECK_EQUAL( rt_sem_p( &sem, TM_NONBLOCK ), 0 );
    CHECK_EQUAL( rt_sem_p( &sem, TM_NONBLOCK ), -EWOULDBLOCK );
    CHECK_EQUAL( rt_sem_p_until( &sem, TM_NONBLOCK ), -EWOULDBLOCK );
    CHECK_EQUAL( rt_sem_p_timed( &sem, &at_once ), -EWOULDBLOCK );
    CHECK_EQUAL( rt_sem_v( &sem ), 0 );
    check_info( 1, 0 );
    CHECK_EQUAL( rt_sem_p_timed( &sem, NULL ), 0 );
    CHECK_EQUAL( rt_sem_v( &sem ), 0 );
    CHECK_EQUAL( rt_sem_p_until( &sem, 1 ), 0 ); /* a date that has passed, but no wait */
    check_info( 0, 0 );
}

static void timing_out( void )
{
    CHECK_TIMES_OUT( rt_sem_p( &sem, MS ) );
    CHECK_TIMES_OUT( rt_sem_p_until( &sem, rt_timer_read() + MS ) );
    CHECK_TIMES_OUT( rt_sem_p_timed( &sem, date_in( MS ) ) );
    CHECK_EQUAL( rt_sem_p_until( &sem, 1 ), -ETIMEDOUT );
    check_info( 0, 0 );

    let( 0, HIGH + 1, take_for_a_while );
    rest();
    check_info( 0, 1 );
    CHECK_EQUAL( rt_sem_v( &sem ), 0 );
    CHECK_ORDER( "a" );
    CHECK_EQUAL( rt_task_sleep( 3 * MS ), 0 ); /* its time-out has no consequences */
    check_info( 0, 0 );
}

/* Three wait, the second has the highest priority and the third the next. */
static void three_wait( int mode )
{
    CHECK_EQUAL( rt_sem_delete( &sem ), 0 );
    CHECK_EQUAL( rt_sem_create( &sem, "sem", 0, mode ), 0 );
    let( 0, HIGH + 1, take );
    let( 1, HIGH + 3, take );
    let( 2, HIGH + 2, take );
    check_info( 0, 3 );
    CHECK_ORDER( "" );
}

static void give_three( void )
{
    for( unsigned i = 0; i < 3; i++ )
    {
        CHECK_EQUAL( rt_sem_v( &sem ), 0 );
        check_info( 0, 2 - i );
    }
}

static void ordering( void )
{
    three_wait( S_FIFO );
    give_three();
    CHECK_ORDER( "abc" );

    three_wait( S_PRIO );
    give_three();
    CHECK_ORDER( "bca" );

    three_wait( S_PRIO );
    let( 3, HIGH + 2, take ); /* after the other of its priority */
    CHECK_EQUAL( rt_sem_v( &sem ), 0 );
    give_three();
    CHECK_ORDER( "bcda" );

    three_wait( S_FIFO );
    CHECK_EQUAL( rt_task_delete( &actors[ 1 ].task ), 0 ); /* who waits no more is left out */
    CHECK_EQUAL( rt_sem_v( &sem ), 0 );
    CHECK_EQUAL( rt_sem_v( &sem ), 0 );
    CHECK_EQUAL( rt_sem_v( &sem ), 0 );
    check_info( 1, 0 );
    CHECK_ORDER( "ac" );
    CHECK_EQUAL( rt_sem_p( &sem, TM_NONBLOCK ), 0 );
}

/* Who is woken has it, even if another could take it before. */
static void handing_over( void )
{
    let( 0, LOW, take );
    rest();
    CHECK_EQUAL( rt_sem_v( &sem ), 0 );
    CHECK_EQUAL( rt_sem_p( &sem, TM_NONBLOCK ), -EWOULDBLOCK );
    CHECK_ORDER( "" );
    rest();
    CHECK_ORDER( "a" );
}

static void ending_waits( void )
{
    three_wait( S_PRIO );
    CHECK_EQUAL( rt_sem_broadcast( &sem ), 0 );
    check_info( 0, 0 );
    CHECK_ORDER( "bca" );
    CHECK_EQUAL( rt_sem_v( &sem ), 0 );
    CHECK_EQUAL( rt_sem_broadcast( &sem ), 0 );
    check_info( 0, 0 );

    three_wait( S_FIFO );
    CHECK_EQUAL( rt_task_unblock( &actors[ 1 ].task ), 0 );
    CHECK_EQUAL( actors[ 1 ].returned, -EINTR );
    check_info( 0, 2 );
    CHECK_EQUAL( rt_sem_delete( &sem ), 0 );
    CHECK_EQUAL( actors[ 0 ].returned, -EIDRM );
    CHECK_EQUAL( actors[ 2 ].returned, -EIDRM );
    CHECK_ORDER( "" );

    CHECK_EQUAL( rt_sem_create( &sem, "sem", 0, S_FIFO ), 0 );
    let( 0, HIGH + 1, take );
    CHECK_EQUAL( rt_task_suspend( &actors[ 0 ].task ), 0 );
    CHECK_EQUAL( rt_sem_v( &sem ), 0 ); /* is its own, although it does not run */
    check_info( 0, 0 );
    CHECK_ORDER( "" );
    CHECK_EQUAL( rt_task_resume( &actors[ 0 ].task ), 0 );
    CHECK_ORDER( "a" );
}

static void pulsing( void )
{
    CHECK_EQUAL( rt_sem_delete( &sem ), 0 );
    CHECK_EQUAL( rt_sem_create( &sem, "sem", 0, S_PULSE ), 0 );
    CHECK_EQUAL( rt_sem_v( &sem ), 0 );
    check_info( 0, 0 );
    let( 0, HIGH + 1, take );
    CHECK_EQUAL( rt_sem_v( &sem ), 0 );
    CHECK_ORDER( "a" );
}

static void binding( void )
{
    RT_SEM found;

    CHECK_EQUAL( rt_sem_bind( &found, "sem", TM_NONBLOCK ), 0 );
    CHECK_EQUAL( found.handle, sem.handle );
    CHECK_EQUAL( rt_sem_unbind( &found ), 0 );
    CHECK_EQUAL( rt_sem_v( &found ), -EINVAL );
    CHECK_EQUAL( rt_sem_bind( &found, "late", TM_NONBLOCK ), -EWOULDBLOCK );
    CHECK_TIMES_OUT( rt_sem_bind( &found, "late", MS ) );

    let( 0, HIGH + 1, bind );
    let( 1, HIGH + 2, bind );
    CHECK_EQUAL( rt_task_unblock( &actors[ 1 ].task ), 0 );
    CHECK_EQUAL( actors[ 1 ].returned, -EINTR );
    CHECK_EQUAL( rt_sem_create( &other, "else", 0, S_FIFO ), 0 );
    CHECK_ORDER( "" );
    CHECK_EQUAL( rt_sem_delete( &other ), 0 );
    CHECK_EQUAL( rt_sem_create( &other, "late", 0, S_FIFO ), 0 );
    CHECK_ORDER( "a" );
    CHECK_EQUAL( rt_sem_delete( &other ), 0 );
}

static void ring( void * arg )
{
    in_alarm[ 0 ] = rt_sem_create( &other, NULL, 0, S_FIFO );
    in_alarm[ 1 ] = rt_sem_delete( &sem );
    ( void ) rt_sem_v( &sem );
}

/* An alarm's handler may give. */
static void in_an_alarm( void )
{
    RT_ALARM alarm;

    CHECK_EQUAL( rt_alarm_create( &alarm, NULL, ring, NULL ), 0 );
    CHECK_EQUAL( rt_alarm_start( &alarm, MS, TM_INFINITE ), 0 );
    CHECK_EQUAL( rt_sem_p( &sem, 2 * MS ), 0 );
    CHECK_EQUAL( in_alarm[ 0 ], -EPERM );
    CHECK_EQUAL( in_alarm[ 1 ], -EPERM );
    CHECK_EQUAL( rt_alarm_delete( &alarm ), 0 );
}

static void refusing( void )
{
    RT_SEM_INFO info;

    CHECK_EQUAL( rt_sem_delete( &sem ), 0 );
    CHECK_EQUAL( rt_sem_delete( &sem ), -EINVAL );
    CHECK_EQUAL( rt_sem_p( &sem, TM_INFINITE ), -EINVAL );
    CHECK_EQUAL( rt_sem_p_until( &sem, TM_INFINITE ), -EINVAL );
    CHECK_EQUAL( rt_sem_p_timed( &sem, NULL ), -EINVAL );
    CHECK_EQUAL( rt_sem_v( &sem ), -EINVAL );
    CHECK_EQUAL( rt_sem_broadcast( &sem ), -EINVAL );
    CHECK_EQUAL( rt_sem_inquire( &sem, &info ), -EINVAL );
    CHECK_EQUAL( rt_sem_v( NULL ), -EINVAL );
}

/* Another task than the layer's may do all but wait. */
static void foreign( void )
{
    CHECK_EQUAL( rt_sem_create( &sem, "sem", 1, S_FIFO ), 0 );
    CHECK_EQUAL( rt_sem_p( &sem, TM_INFINITE ), 0 );
    CHECK_EQUAL( rt_sem_p( &sem, TM_NONBLOCK ), -EWOULDBLOCK );
    CHECK_EQUAL( rt_sem_p( &sem, TM_INFINITE ), -EPERM );
    CHECK_EQUAL( rt_sem_bind( &other, "late", TM_INFINITE ), -EPERM );
    CHECK_EQUAL( rt_sem_v( &sem ), 0 );
    CHECK_EQUAL( rt_sem_delete( &sem ), 0 );
}

TEST_OF_LAYER( foreign() )
{
    creating();
    counting();
    timing_out();
    ordering();
    handing_over();
    ending_waits();
    pulsing();
    binding();
    in_an_alarm();
    refusing();
}
