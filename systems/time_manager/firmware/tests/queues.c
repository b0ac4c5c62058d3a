/* SPDX-License-Identifier: Apache-2.0 */

/* Message queues of the alchemy layer: what Xenomai's documentation says of each call and error. */
#include "actors.h"
#include "alchemy/queue.h"

#define LIMIT 3U
#define BYTES 16U

static RT_QUEUE queue, other;
static const struct timespec at_once = { 0, 0 };
static void * received[ ACTORS ];
static char copy[ BYTES + 1 ];

static int receive_as_a( void )
{
    return ( int ) rt_queue_receive( &queue, &received[ 0 ], TM_INFINITE );
}

static int receive_as_b( void )
{
    return ( int ) rt_queue_receive( &queue, &received[ 1 ], TM_INFINITE );
}

static int read_4_as_c( void )
{
    return ( int ) rt_queue_read( &queue, copy, 4, TM_INFINITE );
}

static size_t used( int messages, int waiters )
{
    RT_QUEUE_INFO info;

    CHECK_EQUAL( rt_queue_inquire( &queue, &info ), 0 );
    CHECK_EQUAL( info.nmessages, messages );
    CHECK_EQUAL( info.nwaiters, waiters );
    CHECK_EQUAL( info.qlimit, LIMIT );
    CHECK( info.poolsize >= LIMIT * BYTES );
    CHECK( strcmp( info.name, "queue" ) == 0 );
    return info.usedmem;
}

static void check_read( const char * expected )
{
    char text[ BYTES + 1 ] = { 0 };

    CHECK_EQUAL( rt_queue_read( &queue, text, BYTES, TM_NONBLOCK ), strlen( expected ) );
    CHECK( strcmp( text, expected ) == 0 );
}

static void creating( void )
{
    CHECK_EQUAL( rt_queue_create( &queue, "queue", 0, LIMIT, Q_FIFO ), -EINVAL );
    CHECK_EQUAL( rt_queue_create( &queue, "queue", 1, LIMIT, 2 ), -EINVAL );
    CHECK_EQUAL( rt_queue_create( NULL, "queue", 1, LIMIT, Q_FIFO ), -EINVAL );
    CHECK_EQUAL( rt_queue_create( &queue, "queue", LIMIT * BYTES, LIMIT, Q_FIFO ), 0 );
    CHECK_EQUAL( rt_queue_create( &other, "queue", 1, LIMIT, Q_PRIO ), -EEXIST );
    CHECK_EQUAL( used( 0, 0 ), 0 );
}

static void writing( void )
{
    CHECK_EQUAL( rt_queue_write( &queue, "first", 5, 8 ), -EINVAL );
    CHECK_EQUAL( rt_queue_write( &queue, NULL, 5, Q_NORMAL ), -EINVAL );
    CHECK_EQUAL( rt_queue_write( &queue, "first", 5, Q_NORMAL ), 0 );
    CHECK_EQUAL( rt_queue_write( &queue, "0123456789abcdef", BYTES, Q_NORMAL ), 0 );
    CHECK_EQUAL( rt_queue_write( &queue, "urgent", 6, Q_URGENT ), 0 );
    CHECK_EQUAL( rt_queue_write( &queue, "more", 4, Q_NORMAL ), -ENOMEM );
    CHECK( used( 3, 0 ) > 0 );
    check_read( "urgent" );
    check_read( "first" );
    check_read( "0123456789abcdef" );
    CHECK_EQUAL( used( 0, 0 ), 0 );
    CHECK_EQUAL( rt_queue_write( &queue, NULL, 0, Q_NORMAL ), 0 ); /* an empty message */
    CHECK_EQUAL( rt_queue_read( &queue, copy, BYTES, TM_INFINITE ), 0 );
    CHECK_EQUAL( rt_queue_write( &queue, "long", 4, Q_NORMAL ), 0 );
    CHECK_EQUAL( rt_queue_read_until( &queue, copy, 2, 1 ), 2 ); /* the rest is lost */
    CHECK_EQUAL( memcmp( copy, "lo", 2 ), 0 );
    CHECK_EQUAL( rt_queue_read_until( &queue, copy, 2, TM_NONBLOCK ), -EWOULDBLOCK );
    CHECK_EQUAL( rt_queue_read_timed( &queue, copy, 2, &at_once ), -EWOULDBLOCK );
    CHECK_EQUAL( rt_queue_write( &queue, "a", 1, Q_NORMAL ), 0 );
    CHECK_EQUAL( rt_queue_write( &queue, "b", 1, Q_NORMAL ), 0 );
    CHECK_EQUAL( rt_queue_flush( &queue ), 0 );
    CHECK_EQUAL( used( 0, 0 ), 0 );
}

static void sending( void )
{
    void * message = rt_queue_alloc( &queue, BYTES );
    void * got;

    CHECK( message != NULL );
    CHECK( rt_queue_alloc( &queue, 100 * BYTES ) == NULL );
    memcpy( message, "hello", 5 );
    CHECK_EQUAL( rt_queue_send( &queue, NULL, 5, Q_NORMAL ), -EINVAL );
    CHECK_EQUAL( rt_queue_send( &queue, ( char * ) message + 4, 5, Q_NORMAL ), -EINVAL );
    CHECK_EQUAL( rt_queue_send( &queue, message, 5, 8 ), -EINVAL );
    CHECK_EQUAL( rt_queue_send( &queue, message, 5, Q_NORMAL ), 0 );
    CHECK_EQUAL( rt_queue_send( &queue, message, 5, Q_NORMAL ), -EINVAL ); /* is the queue's now */
    CHECK_EQUAL( rt_queue_free( &queue, message ), -EINVAL );
    CHECK_EQUAL( rt_queue_receive( &queue, &got, TM_NONBLOCK ), 5 );
    CHECK( got == message ); /* nothing was copied */
    CHECK_EQUAL( memcmp( got, "hello", 5 ), 0 );
    CHECK( used( 0, 0 ) > 0 );
    CHECK_EQUAL( rt_queue_free( &queue, got ), 0 );
    CHECK_EQUAL( rt_queue_free( &queue, got ), -EINVAL );
    CHECK_EQUAL( used( 0, 0 ), 0 );
    CHECK_EQUAL( rt_queue_receive( &queue, &got, TM_NONBLOCK ), -EWOULDBLOCK );
    CHECK_EQUAL( rt_queue_receive_until( &queue, &got, TM_NONBLOCK ), -EWOULDBLOCK );
    CHECK_EQUAL( rt_queue_receive_timed( &queue, &got, &at_once ), -EWOULDBLOCK );
}

static void timing_out( void )
{
    void * got;

    CHECK_TIMES_OUT( rt_queue_receive( &queue, &got, MS ) );
    CHECK_TIMES_OUT( rt_queue_receive_until( &queue, &got, rt_timer_read() + MS ) );
    CHECK_TIMES_OUT( rt_queue_receive_timed( &queue, &got, date_in( MS ) ) );
    CHECK_TIMES_OUT( rt_queue_read( &queue, copy, 1, MS ) );
    CHECK_TIMES_OUT( rt_queue_read_until( &queue, copy, 1, rt_timer_read() + MS ) );
    CHECK_TIMES_OUT( rt_queue_read_timed( &queue, copy, 1, date_in( MS ) ) );
}

static void three_wait( int mode )
{
    CHECK_EQUAL( rt_queue_delete( &queue ), 0 );
    CHECK_EQUAL( rt_queue_create( &queue, "queue", LIMIT * BYTES, LIMIT, mode ), 0 );
    let( 0, HIGH + 1, receive_as_a );
    let( 1, HIGH + 3, receive_as_b );
    let( 2, HIGH + 2, read_4_as_c );
    CHECK_EQUAL( used( 0, 3 ), 0 );
}

static void ordering( void )
{
    three_wait( Q_FIFO );
    CHECK_EQUAL( rt_queue_write( &queue, "first", 5, Q_NORMAL ), 1 );
    CHECK_ORDER( "a" );
    CHECK_EQUAL( actors[ 0 ].returned, 5 );
    CHECK_EQUAL( rt_queue_write( &queue, "second", 6, Q_NORMAL ), 1 );
    CHECK_ORDER( "b" );
    CHECK_EQUAL( rt_queue_write( &queue, "third", 5, Q_NORMAL ), 1 );
    CHECK_ORDER( "c" );
    CHECK_EQUAL( actors[ 2 ].returned, 4 );
    CHECK_EQUAL( memcmp( copy, "thir", 4 ), 0 );
    CHECK_EQUAL( rt_queue_free( &queue, received[ 0 ] ), 0 );
    CHECK_EQUAL( rt_queue_free( &queue, received[ 1 ] ), 0 );
    CHECK_EQUAL( used( 0, 0 ), 0 );

    three_wait( Q_PRIO );
    CHECK_EQUAL( rt_queue_write( &queue, "x", 1, Q_NORMAL ), 1 );
    CHECK_EQUAL( rt_queue_write( &queue, "x", 1, Q_NORMAL ), 1 );
    CHECK_EQUAL( rt_queue_write( &queue, "x", 1, Q_NORMAL ), 1 );
    CHECK_ORDER( "bca" );
}

static void broadcasting( void )
{
    void * message;

    three_wait( Q_PRIO );
    message = rt_queue_alloc( &queue, 4 );
    memcpy( message, "all!", 4 );
    CHECK_EQUAL( rt_queue_send( &queue, message, 4, Q_BROADCAST ), 3 );
    CHECK_ORDER( "bca" );
    CHECK( received[ 0 ] == message );
    CHECK( received[ 1 ] == message );
    CHECK_EQUAL( memcmp( copy, "all!", 4 ), 0 );
    CHECK_EQUAL( rt_queue_free( &queue, message ), 0 );
    CHECK( used( 0, 0 ) > 0 ); /* one has it still */
    CHECK_EQUAL( rt_queue_free( &queue, message ), 0 );
    CHECK_EQUAL( used( 0, 0 ), 0 );
    CHECK_EQUAL( rt_queue_write( &queue, "none", 4, Q_BROADCAST ), 0 );
    check_read( "none" );
}

static void ending_waits( void )
{
    three_wait( Q_FIFO );
    CHECK_EQUAL( rt_task_unblock( &actors[ 1 ].task ), 0 );
    CHECK_EQUAL( actors[ 1 ].returned, -EINTR );
    CHECK_EQUAL( rt_queue_delete( &queue ), 0 );
    CHECK_EQUAL( actors[ 0 ].returned, -EIDRM );
    CHECK_EQUAL( actors[ 2 ].returned, -EIDRM );
    CHECK_ORDER( "" );
}

static void refusing( void )
{
    RT_QUEUE_INFO info;
    void * got;

    CHECK_EQUAL( rt_queue_delete( &queue ), -EINVAL );
    CHECK( rt_queue_alloc( &queue, 1 ) == NULL );
    CHECK_EQUAL( rt_queue_free( &queue, copy ), -EINVAL );
    CHECK_EQUAL( rt_queue_send( &queue, copy, 1, Q_NORMAL ), -EINVAL );
    CHECK_EQUAL( rt_queue_write( &queue, copy, 1, Q_NORMAL ), -EINVAL );
    CHECK_EQUAL( rt_queue_receive( &queue, &got, TM_INFINITE ), -EINVAL );
    CHECK_EQUAL( rt_queue_read( &queue, copy, 1, TM_INFINITE ), -EINVAL );
    CHECK_EQUAL( rt_queue_flush( &queue ), -EINVAL );
    CHECK_EQUAL( rt_queue_inquire( &queue, &info ), -EINVAL );

    CHECK_EQUAL( rt_queue_create( &queue, "queue", 100, Q_UNLIMITED, Q_FIFO ), 0 );
    CHECK_EQUAL( rt_queue_write( &queue, "abc", 3, Q_NORMAL ), 0 );
    CHECK_EQUAL( rt_queue_write( &queue, copy, 100, Q_NORMAL ), -ENOMEM ); /* no room */
    CHECK_EQUAL( rt_queue_bind( &other, "late", TM_NONBLOCK ), -EWOULDBLOCK );
    CHECK_EQUAL( rt_queue_bind( &other, "queue", TM_INFINITE ), 0 );
    CHECK_EQUAL( other.handle, queue.handle );
    CHECK_EQUAL( rt_queue_unbind( &other ), 0 );
    CHECK_EQUAL( rt_queue_flush( &other ), -EINVAL );
}

static void foreign( void )
{
    void * got;

    CHECK_EQUAL( rt_queue_create( &other, NULL, 64, Q_UNLIMITED, Q_FIFO ), 0 );
    CHECK_EQUAL( rt_queue_receive( &other, &got, TM_INFINITE ), -EPERM );
    CHECK_EQUAL( rt_queue_receive( &other, &got, TM_NONBLOCK ), -EWOULDBLOCK );
    CHECK_EQUAL( rt_queue_delete( &other ), 0 );
}

TEST_OF_LAYER( foreign() )
{
    creating();
    writing();
    sending();
    timing_out();
    ordering();
    broadcasting();
    ending_waits();
    refusing();
}
