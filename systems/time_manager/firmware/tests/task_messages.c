/* SPDX-License-Identifier: Apache-2.0 */

/* Messages between tasks of the alchemy layer: what Xenomai's documentation says of each call and error. */
#include "actors.h"

static char answers[ ACTORS ][ 8 ];
static char received[ 8 ];

static int send_as( unsigned actor, char * text )
{
    RT_TASK_MCB message = { .opcode = ( int ) actor, .data = text, .size = ( ssize_t ) strlen( text ) };
    RT_TASK_MCB answer = { .data = answers[ actor ], .size = sizeof( answers[ actor ] ) };
    ssize_t result = rt_task_send( &director, &message, &answer, TM_INFINITE );

    if( result >= 0 )
    {
        CHECK_EQUAL( answer.opcode, 100 + actor );
    }

    return ( int ) result;
}

static int send_as_a( void )
{
    return send_as( 0, "from a" );
}

static int send_as_b( void )
{
    return send_as( 1, "from b" );
}

static int send_without_answer( void )
{
    RT_TASK_MCB message = { .opcode = 2, .size = 0 };

    return ( int ) rt_task_send( &director, &message, NULL, TM_INFINITE );
}

static int receive( RTIME timeout, const char * expected, int opcode )
{
    RT_TASK_MCB message = { .data = received, .size = sizeof( received ) };
    int flow = rt_task_receive( &message, timeout );

    if( flow > 0 )
    {
        CHECK_EQUAL( message.flowid, flow );
        CHECK_EQUAL( message.opcode, opcode );
        CHECK_EQUAL( message.size, strlen( expected ) );
        CHECK_EQUAL( memcmp( received, expected, strlen( expected ) ), 0 );
    }

    return flow;
}

static int reply( int flow, int opcode, char * text )
{
    RT_TASK_MCB answer = { .opcode = opcode, .data = text, .size = ( ssize_t ) strlen( text ) };

    return rt_task_reply( flow, &answer );
}

/* Two have sent, and are answered in the other order. */
static void after_sending( void )
{
    int a, b;

    let( 0, HIGH + 1, send_as_a );
    let( 1, HIGH + 2, send_as_b );
    CHECK_ORDER( "" );
    a = receive( TM_NONBLOCK, "from a", 0 );
    b = receive( TM_INFINITE, "from b", 1 );
    CHECK( a > 0 );
    CHECK( b > 0 );
    CHECK( a != b );
    CHECK_EQUAL( reply( b, 101, "to b" ), 0 );
    CHECK_EQUAL( actors[ 1 ].returned, 4 );
    CHECK_EQUAL( memcmp( answers[ 1 ], "to b", 4 ), 0 );
    CHECK_EQUAL( reply( a, 100, "" ), 0 );
    CHECK_EQUAL( actors[ 0 ].returned, 0 );
    CHECK_ORDER( "ba" );
    CHECK_EQUAL( reply( a, 100, "" ), -ENXIO ); /* was answered */
    CHECK_EQUAL( reply( 0, 100, "" ), -EINVAL );
}

/* The receiver waits first. */
static void before_sending( void )
{
    int flow;

    let( 0, LOW, send_as_a );
    flow = receive( MS, "from a", 0 );
    CHECK( flow > 0 );
    CHECK_EQUAL( reply( flow, 100, "to a" ), 0 );
    rest();
    CHECK_ORDER( "a" );
    CHECK_EQUAL( receive( TM_NONBLOCK, "", 0 ), -EWOULDBLOCK );
}

static void lengths( void )
{
    RT_TASK_MCB small = { .data = received, .size = 2 };
    int flow;

    let( 1, HIGH + 1, send_as_b );
    CHECK_EQUAL( rt_task_receive( &small, TM_NONBLOCK ), -ENOBUFS );
    CHECK_EQUAL( small.size, 6 ); /* what it takes */
    flow = receive( TM_NONBLOCK, "from b", 1 );
    CHECK_EQUAL( reply( flow, 101, "too many bytes" ), -ENOBUFS );
    CHECK_EQUAL( actors[ 1 ].returned, -ENOBUFS );

    let( 2, HIGH + 1, send_without_answer );
    flow = receive( TM_NONBLOCK, "", 2 );
    CHECK_EQUAL( reply( flow, 0, "a" ), -ENOBUFS );
    CHECK_EQUAL( actors[ 2 ].returned, -ENOBUFS );
    let( 2, HIGH + 1, send_without_answer );
    flow = receive( TM_NONBLOCK, "", 2 );
    CHECK_EQUAL( rt_task_reply( flow, NULL ), 0 );
    CHECK_ORDER( "c" );
}

static int receive_and_stay( void )
{
    RT_TASK_MCB message = { .data = received, .size = sizeof( received ) };

    CHECK( rt_task_receive( &message, TM_INFINITE ) > 0 );
    return rt_task_sleep_until( TM_INFINITE );
}

static int only_wait( void )
{
    return rt_task_sleep_until( TM_INFINITE );
}

static int send_to_b( void )
{
    RT_TASK_MCB message = { .opcode = 0, .size = 0 };

    return ( int ) rt_task_send( &actors[ 1 ].task, &message, NULL, TM_INFINITE );
}

static void ending_waits( void )
{
    RT_TASK_MCB message = { .opcode = 0, .size = 0 };
    RT_TASK_MCB buffer = { .data = received, .size = sizeof( received ) };
    int flow;

    CHECK_TIMES_OUT( rt_task_receive( &buffer, MS ) );
    CHECK_TIMES_OUT( rt_task_receive_until( &buffer, rt_timer_read() + MS ) );
    CHECK_TIMES_OUT( rt_task_receive_timed( &buffer, date_in( MS ) ) );

    let( 1, HIGH + 1, only_wait );
    CHECK_TIMES_OUT( rt_task_send( &actors[ 1 ].task, &message, NULL, MS ) );
    CHECK_TIMES_OUT( rt_task_send_until( &actors[ 1 ].task, &message, NULL, rt_timer_read() + MS ) );
    CHECK_TIMES_OUT( rt_task_send_timed( &actors[ 1 ].task, &message, NULL, date_in( MS ) ) );
    CHECK_EQUAL( rt_task_send( &actors[ 1 ].task, &message, NULL, TM_NONBLOCK ), -EWOULDBLOCK );
    let( 2, HIGH + 1, send_to_b );
    CHECK_EQUAL( rt_task_delete( &actors[ 1 ].task ), 0 );
    CHECK_EQUAL( actors[ 2 ].returned, -EIDRM );
    CHECK_EQUAL( rt_task_send( &actors[ 1 ].task, &message, NULL, TM_INFINITE ), -EINVAL );

    /* Received, but not answered. */
    let( 1, HIGH + 1, receive_and_stay );
    let( 2, HIGH + 1, send_to_b );
    CHECK_EQUAL( rt_task_delete( &actors[ 1 ].task ), 0 );
    CHECK_EQUAL( actors[ 2 ].returned, -EIDRM );

    let( 0, HIGH + 1, send_as_a );
    flow = receive( TM_NONBLOCK, "from a", 0 );
    CHECK_EQUAL( rt_task_unblock( &actors[ 0 ].task ), 0 );
    CHECK_EQUAL( actors[ 0 ].returned, -EINTR );
    CHECK_EQUAL( reply( flow, 100, "" ), -ENXIO );
    CHECK_ORDER( "" );
}

static void foreign( void )
{
    RT_TASK_MCB message = { 0 };

    CHECK_EQUAL( rt_task_send( &director, &message, NULL, TM_INFINITE ), -EPERM );
    CHECK_EQUAL( rt_task_receive( &message, TM_INFINITE ), -EPERM );
    CHECK_EQUAL( rt_task_reply( 1, NULL ), -EPERM );
}

TEST_OF_LAYER( foreign() )
{
    after_sending();
    before_sending();
    lengths();
    ending_waits();
}
