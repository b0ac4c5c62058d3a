/* SPDX-License-Identifier: Apache-2.0 */

/* Pipes of the alchemy layer: what Xenomai's documentation says of each call and error. */
#include "actors.h"
#include "alchemy/pipe.h"
#include "alchemy/pipe_device.h"

#define MINOR 3

static RT_PIPE pipe_of_tasks, other;
static const struct timespec at_once = { 0, 0 };
static char read_by[ ACTORS ][ 16 ];

static int read_as_a( void )
{
    return ( int ) rt_pipe_read( &pipe_of_tasks, read_by[ 0 ], 16, TM_INFINITE );
}

static int read_as_b( void )
{
    return ( int ) rt_pipe_read( &pipe_of_tasks, read_by[ 1 ], 16, TM_INFINITE );
}

static int read_outside( void )
{
    return ( int ) alchemy_device_read( MINOR, read_by[ 2 ], 16, TM_INFINITE );
}

static void check_outside( const char * expected, size_t most )
{
    char text[ 16 ] = { 0 };

    CHECK_EQUAL( alchemy_device_read( MINOR, text, most, TM_NONBLOCK ), strlen( expected ) );
    CHECK_EQUAL( memcmp( text, expected, strlen( expected ) ), 0 );
}

static void creating( void )
{
    CHECK_EQUAL( rt_pipe_create( NULL, "pipe", MINOR, 0 ), -EINVAL );
    CHECK_EQUAL( rt_pipe_create( &other, "pipe", ALCHEMY_PIPES, 0 ), -ENODEV );
    CHECK_EQUAL( rt_pipe_create( &other, "pipe", -2, 0 ), -ENODEV );
    CHECK_EQUAL( rt_pipe_create( &pipe_of_tasks, "pipe", MINOR, 512 ), MINOR );
    CHECK_EQUAL( rt_pipe_create( &other, "else", MINOR, 0 ), -EBUSY );
    CHECK_EQUAL( rt_pipe_create( &other, "pipe", MINOR + 1, 0 ), -EEXIST );
    CHECK_EQUAL( rt_pipe_create( &other, NULL, P_MINOR_AUTO, 0 ), 0 ); /* the first that is free */
    CHECK_EQUAL( rt_pipe_delete( &other ), 0 );
    CHECK_EQUAL( rt_pipe_create( &other, NULL, MINOR + 1, 0 ), MINOR + 1 );
    CHECK_EQUAL( rt_pipe_delete( &other ), 0 );
}

static void writing( void )
{
    char byte;

    CHECK_EQUAL( rt_pipe_write( &pipe_of_tasks, "first", 5, 8 ), -EINVAL );
    CHECK_EQUAL( rt_pipe_write( &pipe_of_tasks, "", 0, P_NORMAL ), 0 );
    CHECK_EQUAL( rt_pipe_write( &pipe_of_tasks, "first", 5, P_NORMAL ), 5 );
    CHECK_EQUAL( rt_pipe_write( &pipe_of_tasks, "second", 6, P_NORMAL ), 6 );
    CHECK_EQUAL( rt_pipe_write( &pipe_of_tasks, "urgent", 6, P_URGENT ), 6 );
    check_outside( "urgent", 16 );
    CHECK_EQUAL( alchemy_device_read( MINOR, &byte, 1, TM_NONBLOCK ), -ENOBUFS );
    check_outside( "first", 16 );
    check_outside( "second", 6 );
    CHECK_EQUAL( alchemy_device_read( MINOR, &byte, 1, TM_NONBLOCK ), -EWOULDBLOCK );
}

static void filling( void )
{
    static const char block[ 100 ];
    char text[ 100 ];
    unsigned count = 0;

    while( rt_pipe_write( &pipe_of_tasks, block, sizeof( block ), P_NORMAL ) == sizeof( block ) )
    {
        count++;
    }

    CHECK( count >= 3 );
    CHECK_EQUAL( rt_pipe_write( &pipe_of_tasks, block, sizeof( block ), P_NORMAL ), -ENOMEM );
    CHECK_EQUAL( alchemy_device_write( MINOR, block, sizeof( block ) ), -ENOMEM );

    while( count-- > 0 )
    {
        CHECK_EQUAL( alchemy_device_read( MINOR, text, sizeof( text ), TM_NONBLOCK ), sizeof( text ) );
    }
}

/* Bytes without bounds: read in other pieces than they were written. */
static void streaming( void )
{
    static const char much[ 1000 ];
    ssize_t sent;
    char byte;

    CHECK_EQUAL( rt_pipe_stream( &pipe_of_tasks, "", 0 ), 0 );
    CHECK_EQUAL( rt_pipe_stream( &pipe_of_tasks, "abcde", 5 ), 5 );
    CHECK_EQUAL( rt_pipe_stream( &pipe_of_tasks, "fgh", 3 ), 3 );
    CHECK_EQUAL( rt_pipe_write( &pipe_of_tasks, "message", 7, P_NORMAL ), 7 );
    check_outside( "ab", 2 );
    check_outside( "cdefg", 5 );
    check_outside( "h", 5 ); /* not more: a message is by itself */
    check_outside( "message", 16 );

    sent = rt_pipe_stream( &pipe_of_tasks, much, sizeof( much ) );
    CHECK( sent > 0 );
    CHECK( sent < ( ssize_t ) sizeof( much ) );

    while( rt_pipe_stream( &pipe_of_tasks, much, 1 ) == 1 )
    {
        sent++;
    }

    CHECK_EQUAL( rt_pipe_stream( &pipe_of_tasks, much, 1 ), -ENOMEM );

    while( sent-- > 0 )
    {
        CHECK_EQUAL( alchemy_device_read( MINOR, &byte, 1, TM_NONBLOCK ), 1 );
    }

    CHECK_EQUAL( alchemy_device_read( MINOR, &byte, 1, TM_NONBLOCK ), -EWOULDBLOCK );
}

static void reading( void )
{
    char text[ 16 ];

    CHECK_EQUAL( rt_pipe_read( &pipe_of_tasks, text, 16, TM_NONBLOCK ), -EWOULDBLOCK );
    CHECK_EQUAL( rt_pipe_read_until( &pipe_of_tasks, text, 16, TM_NONBLOCK ), -EWOULDBLOCK );
    CHECK_EQUAL( rt_pipe_read_timed( &pipe_of_tasks, text, 16, &at_once ), -EWOULDBLOCK );
    CHECK_EQUAL( rt_pipe_read( &pipe_of_tasks, text, 0, TM_INFINITE ), 0 );
    CHECK_EQUAL( alchemy_device_write( MINOR, "command", 7 ), 7 );
    CHECK_EQUAL( rt_pipe_read( &pipe_of_tasks, text, 2, TM_INFINITE ), -ENOBUFS );
    CHECK_EQUAL( rt_pipe_read( &pipe_of_tasks, text, 16, TM_INFINITE ), 7 );
    CHECK_EQUAL( memcmp( text, "command", 7 ), 0 );
    CHECK_TIMES_OUT( rt_pipe_read( &pipe_of_tasks, text, 16, MS ) );
    CHECK_TIMES_OUT( rt_pipe_read_until( &pipe_of_tasks, text, 16, rt_timer_read() + MS ) );
    CHECK_TIMES_OUT( rt_pipe_read_timed( &pipe_of_tasks, text, 16, date_in( MS ) ) );
    CHECK_TIMES_OUT( alchemy_device_read( MINOR, text, 16, MS ) );
}

static void waiting( void )
{
    let( 0, HIGH + 1, read_as_a );
    let( 1, HIGH + 2, read_as_b );
    let( 2, HIGH + 3, read_outside );
    CHECK_EQUAL( alchemy_device_write( MINOR, "one", 3 ), 3 );
    CHECK_ORDER( "a" ); /* who waits first */
    CHECK_EQUAL( memcmp( read_by[ 0 ], "one", 3 ), 0 );
    CHECK_EQUAL( rt_pipe_write( &pipe_of_tasks, "out", 3, P_NORMAL ), 3 );
    CHECK_ORDER( "c" );
    CHECK_EQUAL( memcmp( read_by[ 2 ], "out", 3 ), 0 );

    let( 0, HIGH + 1, read_as_a );
    CHECK_EQUAL( rt_task_unblock( &actors[ 1 ].task ), 0 );
    CHECK_EQUAL( actors[ 1 ].returned, -EINTR );
    let( 2, HIGH + 3, read_outside );
    CHECK_EQUAL( rt_pipe_delete( &pipe_of_tasks ), 0 );
    CHECK_EQUAL( actors[ 0 ].returned, -EIDRM );
    CHECK_EQUAL( actors[ 2 ].returned, -EIDRM );
    CHECK_ORDER( "" );
}

static void refusing( void )
{
    char byte = 0;

    CHECK_EQUAL( rt_pipe_delete( &pipe_of_tasks ), -EINVAL );
    CHECK_EQUAL( rt_pipe_read( &pipe_of_tasks, &byte, 1, TM_INFINITE ), -EINVAL );
    CHECK_EQUAL( rt_pipe_write( &pipe_of_tasks, &byte, 1, P_NORMAL ), -EINVAL );
    CHECK_EQUAL( rt_pipe_stream( &pipe_of_tasks, &byte, 1 ), -EINVAL );
    CHECK_EQUAL( alchemy_device_read( MINOR, &byte, 1, TM_INFINITE ), -ENODEV );
    CHECK_EQUAL( alchemy_device_write( ALCHEMY_PIPES, &byte, 1 ), -ENODEV );

    CHECK_EQUAL( rt_pipe_create( &pipe_of_tasks, "pipe", P_MINOR_AUTO, 0 ), 0 );
    CHECK_EQUAL( rt_pipe_bind( &other, "late", TM_NONBLOCK ), -EWOULDBLOCK );
    CHECK_EQUAL( rt_pipe_bind( &other, "pipe", TM_INFINITE ), 0 );
    CHECK_EQUAL( other.handle, pipe_of_tasks.handle );
    CHECK_EQUAL( rt_pipe_unbind( &other ), 0 );
    CHECK_EQUAL( rt_pipe_write( &other, &byte, 1, P_NORMAL ), -EINVAL );
}

static void foreign( void )
{
    char byte;

    CHECK_EQUAL( rt_pipe_create( &other, NULL, 0, 0 ), 0 );
    CHECK_EQUAL( rt_pipe_read( &other, &byte, 1, TM_INFINITE ), -EPERM );
    CHECK_EQUAL( rt_pipe_read( &other, &byte, 1, TM_NONBLOCK ), -EWOULDBLOCK );
    CHECK_EQUAL( rt_pipe_delete( &other ), 0 );
}

TEST_OF_LAYER( foreign() )
{
    creating();
    writing();
    filling();
    streaming();
    reading();
    waiting();
    refusing();
}
