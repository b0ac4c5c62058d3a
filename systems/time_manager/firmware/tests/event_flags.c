/* SPDX-License-Identifier: Apache-2.0 */

/* Event flag groups of the alchemy layer: what Xenomai's documentation says of each call and error. */
#include "actors.h"
#include "alchemy/event.h"

static RT_EVENT event, other;
static const struct timespec at_once = { 0, 0 };
static unsigned int got[ ACTORS ];

static int wait_for_all_of_3( void )
{
    return rt_event_wait( &event, 3, &got[ 0 ], EV_ALL, TM_INFINITE );
}

static int wait_for_any_of_6( void )
{
    return rt_event_wait( &event, 6, &got[ 1 ], EV_ANY, TM_INFINITE );
}

static int wait_for_the_last( void )
{
    return rt_event_wait( &event, 0x80000000U, &got[ 2 ], EV_ALL, TM_INFINITE );
}

static void check_info( unsigned int value, int waiters )
{
    RT_EVENT_INFO info;

    CHECK_EQUAL( rt_event_inquire( &event, &info ), 0 );
    CHECK_EQUAL( info.value, value );
    CHECK_EQUAL( info.nwaiters, waiters );
    CHECK( strcmp( info.name, "event" ) == 0 );
}

static void creating( void )
{
    CHECK_EQUAL( rt_event_create( &event, "event", 0, 2 ), -EINVAL );
    CHECK_EQUAL( rt_event_create( NULL, "event", 0, EV_FIFO ), -EINVAL );
    CHECK_EQUAL( rt_event_create( &event, "event", 5, EV_PRIO ), 0 );
    CHECK_EQUAL( rt_event_create( &other, "event", 5, EV_FIFO ), -EEXIST );
    check_info( 5, 0 );
}

static void not_waiting( void )
{
    unsigned int flags = 77;

    CHECK_EQUAL( rt_event_wait( &event, 0, &flags, EV_ALL, TM_INFINITE ), 0 );
    CHECK_EQUAL( flags, 5 );
    CHECK_EQUAL( rt_event_wait( &event, 1, &flags, 8, TM_INFINITE ), -EINVAL );
    CHECK_EQUAL( rt_event_wait( &event, 3, &flags, EV_ANY, TM_INFINITE ), 0 );
    CHECK_EQUAL( flags, 1 );
    CHECK_EQUAL( rt_event_wait_until( &event, 4, &flags, EV_ALL, 1 ), 0 );
    CHECK_EQUAL( rt_event_wait_timed( &event, 5, &flags, EV_ALL, NULL ), 0 );
    CHECK_EQUAL( rt_event_wait( &event, 3, &flags, EV_ALL, TM_NONBLOCK ), -EWOULDBLOCK );
    CHECK_EQUAL( rt_event_wait_until( &event, 3, &flags, EV_ALL, TM_NONBLOCK ), -EWOULDBLOCK );
    CHECK_EQUAL( rt_event_wait_timed( &event, 2, &flags, EV_ANY, &at_once ), -EWOULDBLOCK );
    CHECK_EQUAL( rt_event_clear( &event, 1, &flags ), 0 );
    CHECK_EQUAL( flags, 5 );
    CHECK_EQUAL( rt_event_clear( &event, ~0U, NULL ), 0 );
    check_info( 0, 0 );
}

static void three_wait( int mode )
{
    CHECK_EQUAL( rt_event_delete( &event ), 0 );
    CHECK_EQUAL( rt_event_create( &event, "event", 0, mode ), 0 );
    let( 0, HIGH + 1, wait_for_all_of_3 );
    let( 1, HIGH + 3, wait_for_any_of_6 );
    let( 2, HIGH + 2, wait_for_the_last );
    check_info( 0, 3 );
    CHECK_ORDER( "" );
}

static void waking( void )
{
    three_wait( EV_FIFO );
    CHECK_EQUAL( rt_event_signal( &event, 1 ), 0 );
    check_info( 1, 3 );
    CHECK_EQUAL( rt_event_signal( &event, 4 ), 0 );
    check_info( 5, 2 ); /* flags stay */
    CHECK_ORDER( "b" );
    CHECK_EQUAL( got[ 1 ], 4 ); /* of those that were waited for */
    CHECK_EQUAL( rt_event_signal( &event, 0x80000002U ), 0 );
    CHECK_ORDER( "ca" ); /* both at once: then priority decides */
    CHECK_EQUAL( got[ 0 ], 3 );
    CHECK_EQUAL( got[ 2 ], 0x80000000U );
    check_info( 0x80000007U, 0 );

    three_wait( EV_PRIO );
    CHECK_EQUAL( rt_event_signal( &event, ~0U ), 0 );
    CHECK_ORDER( "bca" );
}

static void ending_waits( void )
{
    unsigned int flags;

    three_wait( EV_PRIO );
    CHECK_TIMES_OUT( rt_event_wait( &event, 8, &flags, EV_ALL, MS ) );
    CHECK_TIMES_OUT( rt_event_wait_until( &event, 8, &flags, EV_ANY, rt_timer_read() + MS ) );
    CHECK_TIMES_OUT( rt_event_wait_timed( &event, 8, &flags, EV_ANY, date_in( MS ) ) );
    CHECK_EQUAL( rt_event_wait_until( &event, 8, &flags, EV_ANY, 1 ), -ETIMEDOUT );
    CHECK_EQUAL( rt_task_unblock( &actors[ 1 ].task ), 0 );
    CHECK_EQUAL( actors[ 1 ].returned, -EINTR );
    check_info( 0, 2 );
    CHECK_EQUAL( rt_event_delete( &event ), 0 );
    CHECK_EQUAL( actors[ 0 ].returned, -EIDRM );
    CHECK_EQUAL( actors[ 2 ].returned, -EIDRM );
    CHECK_ORDER( "" );
}

static void refusing( void )
{
    RT_EVENT_INFO info;
    unsigned int flags;

    CHECK_EQUAL( rt_event_delete( &event ), -EINVAL );
    CHECK_EQUAL( rt_event_signal( &event, 1 ), -EINVAL );
    CHECK_EQUAL( rt_event_wait( &event, 1, &flags, EV_ALL, TM_INFINITE ), -EINVAL );
    CHECK_EQUAL( rt_event_clear( &event, 1, &flags ), -EINVAL );
    CHECK_EQUAL( rt_event_inquire( &event, &info ), -EINVAL );

    CHECK_EQUAL( rt_event_create( &event, "event", 0, EV_FIFO ), 0 );
    CHECK_EQUAL( rt_event_bind( &other, "late", TM_NONBLOCK ), -EWOULDBLOCK );
    CHECK_EQUAL( rt_event_bind( &other, "event", TM_INFINITE ), 0 );
    CHECK_EQUAL( other.handle, event.handle );
    CHECK_EQUAL( rt_event_unbind( &other ), 0 );
    CHECK_EQUAL( rt_event_signal( &other, 1 ), -EINVAL );
}

static void foreign( void )
{
    unsigned int flags;

    CHECK_EQUAL( rt_event_create( &other, NULL, 0, EV_FIFO ), 0 );
    CHECK_EQUAL( rt_event_signal( &other, 1 ), 0 );
    CHECK_EQUAL( rt_event_wait( &other, 1, &flags, EV_ALL, TM_INFINITE ), 0 );
    CHECK_EQUAL( rt_event_wait( &other, 2, &flags, EV_ALL, TM_INFINITE ), -EPERM );
    CHECK_EQUAL( rt_event_delete( &other ), 0 );
}

TEST_OF_LAYER( foreign() )
{
    creating();
    not_waiting();
    waking();
    ending_waits();
    refusing();
}
