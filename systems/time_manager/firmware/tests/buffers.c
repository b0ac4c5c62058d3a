/* SPDX-License-Identifier: Apache-2.0 */

/* Buffers of the alchemy layer: what Xenomai's documentation says of each call and error. */
#include "actors.h"
#include "alchemy/buffer.h"

#define SIZE 10U

static RT_BUFFER buffer, other;
static const struct timespec at_once = { 0, 0 };
static char read_by[ ACTORS ][ SIZE + 1 ];

static int read_4_as( unsigned actor )
{
    return ( int ) rt_buffer_read( &buffer, read_by[ actor ], 4, TM_INFINITE );
}

static int read_4_as_a( void )
{
    return read_4_as( 0 );
}

static int read_4_as_b( void )
{
    return read_4_as( 1 );
}

static int write_8( void )
{
    return ( int ) rt_buffer_write( &buffer, "ABCDEFGH", 8, TM_INFINITE );
}

static int write_2( void )
{
    return ( int ) rt_buffer_write( &buffer, "xy", 2, TM_INFINITE );
}

static void check_info( size_t available, int readers, int writers )
{
    RT_BUFFER_INFO info;

    CHECK_EQUAL( rt_buffer_inquire( &buffer, &info ), 0 );
    CHECK_EQUAL( info.totalmem, SIZE );
    CHECK_EQUAL( info.availmem, available );
    CHECK_EQUAL( info.iwaiters, readers );
    CHECK_EQUAL( info.owaiters, writers );
    CHECK( strcmp( info.name, "buffer" ) == 0 );
}

static void check_read( const char * expected )
{
    char text[ SIZE + 1 ] = { 0 };

    CHECK_EQUAL( rt_buffer_read( &buffer, text, strlen( expected ), TM_NONBLOCK ), strlen( expected ) );
    CHECK( strcmp( text, expected ) == 0 );
}

static void creating( void )
{
    CHECK_EQUAL( rt_buffer_create( &buffer, "buffer", 0, B_FIFO ), -EINVAL );
    CHECK_EQUAL( rt_buffer_create( &buffer, "buffer", SIZE, 2 ), -EINVAL );
    CHECK_EQUAL( rt_buffer_create( NULL, "buffer", SIZE, B_FIFO ), -EINVAL );
    CHECK_EQUAL( rt_buffer_create( &buffer, "buffer", SIZE, B_FIFO ), 0 );
    CHECK_EQUAL( rt_buffer_create( &other, "buffer", SIZE, B_PRIO ), -EEXIST );
    check_info( SIZE, 0, 0 );
}

static void not_waiting( void )
{
    char byte;

    CHECK_EQUAL( rt_buffer_write( &buffer, "", 0, TM_INFINITE ), 0 );
    CHECK_EQUAL( rt_buffer_read( &buffer, &byte, 0, TM_INFINITE ), 0 );
    CHECK_EQUAL( rt_buffer_write( &buffer, "0123456789a", SIZE + 1, TM_INFINITE ), -EINVAL );
    CHECK_EQUAL( rt_buffer_read( &buffer, &byte, SIZE + 1, TM_INFINITE ), -EINVAL );

    /* Round the end, several times. */
    for( unsigned i = 0; i < 5; i++ )
    {
        CHECK_EQUAL( rt_buffer_write_until( &buffer, "abcde", 5, 1 ), 5 );
        CHECK_EQUAL( rt_buffer_write_timed( &buffer, "fg", 2, NULL ), 2 );
        check_info( SIZE - 7, 0, 0 );
        CHECK_EQUAL( rt_buffer_write( &buffer, "hijk", 4, TM_NONBLOCK ), -EWOULDBLOCK );
        CHECK_EQUAL( rt_buffer_write_until( &buffer, "hijk", 4, TM_NONBLOCK ), -EWOULDBLOCK );
        check_read( "abc" );
        check_read( "defg" );
        CHECK_EQUAL( rt_buffer_read_timed( &buffer, &byte, 1, &at_once ), -EWOULDBLOCK );
    }

    CHECK_EQUAL( rt_buffer_write( &buffer, "abcde", 5, TM_NONBLOCK ), 5 );
    CHECK_EQUAL( rt_buffer_clear( &buffer ), 0 );
    check_info( SIZE, 0, 0 );
}

static void timing_out( void )
{
    char text[ SIZE ];

    CHECK_TIMES_OUT( rt_buffer_read( &buffer, text, 2, MS ) );
    CHECK_TIMES_OUT( rt_buffer_read_until( &buffer, text, 2, rt_timer_read() + MS ) );
    CHECK_TIMES_OUT( rt_buffer_read_timed( &buffer, text, 2, date_in( MS ) ) );
    CHECK_EQUAL( rt_buffer_write( &buffer, "012345678", 9, TM_NONBLOCK ), 9 );
    CHECK_TIMES_OUT( rt_buffer_write( &buffer, "ab", 2, MS ) );
    CHECK_TIMES_OUT( rt_buffer_write_until( &buffer, "ab", 2, rt_timer_read() + MS ) );
    CHECK_TIMES_OUT( rt_buffer_write_timed( &buffer, "ab", 2, date_in( MS ) ) );
    CHECK_EQUAL( rt_buffer_clear( &buffer ), 0 );
}

/* Two readers wait, the second above the first. */
static void two_read( int mode )
{
    CHECK_EQUAL( rt_buffer_delete( &buffer ), 0 );
    CHECK_EQUAL( rt_buffer_create( &buffer, "buffer", SIZE, mode ), 0 );
    let( 0, HIGH + 1, read_4_as_a );
    let( 1, HIGH + 2, read_4_as_b );
    check_info( SIZE, 2, 0 );
}

static void reading_in_order( void )
{
    two_read( B_FIFO );
    CHECK_EQUAL( rt_buffer_write( &buffer, "12", 2, TM_INFINITE ), 2 );
    CHECK_ORDER( "" ); /* not enough */
    CHECK_EQUAL( rt_buffer_write( &buffer, "34", 2, TM_INFINITE ), 2 );
    CHECK_ORDER( "a" );
    CHECK( strcmp( read_by[ 0 ], "1234" ) == 0 );
    CHECK_EQUAL( actors[ 0 ].returned, 4 );
    CHECK_EQUAL( rt_buffer_write( &buffer, "5678", 4, TM_INFINITE ), 4 );
    CHECK_ORDER( "b" );
    CHECK( strcmp( read_by[ 1 ], "5678" ) == 0 );

    two_read( B_PRIO );
    CHECK_EQUAL( rt_buffer_write( &buffer, "12345678", 8, TM_INFINITE ), 8 );
    CHECK_ORDER( "ba" );
    CHECK( strcmp( read_by[ 1 ], "1234" ) == 0 );
    CHECK( strcmp( read_by[ 0 ], "5678" ) == 0 );
    check_info( SIZE, 0, 0 );
}

static void writing_in_order( void )
{
    CHECK_EQUAL( rt_buffer_write( &buffer, "12345", 5, TM_INFINITE ), 5 );
    let( 0, HIGH + 1, write_8 );
    check_info( SIZE - 5, 0, 1 );
    CHECK_EQUAL( rt_buffer_write( &buffer, "6", 1, TM_NONBLOCK ), 1 ); /* what fits goes in */
    check_read( "1234" );
    CHECK_ORDER( "a" ); /* 8 fit now */
    check_read( "56ABCDEFGH" );

    CHECK_EQUAL( rt_buffer_write( &buffer, "12345678", 8, TM_INFINITE ), 8 );
    let( 0, HIGH + 1, write_8 );
    CHECK_EQUAL( rt_buffer_clear( &buffer ), 0 );
    CHECK_ORDER( "a" );
    check_read( "ABCDEFGH" );
}

/* If a reader and a writer would wait for each other, less is read. */
static void short_reads( void )
{
    char text[ SIZE + 1 ] = { 0 };

    CHECK_EQUAL( rt_buffer_write( &buffer, "123", 3, TM_INFINITE ), 3 );
    let( 0, HIGH + 1, write_8 );
    CHECK_EQUAL( rt_buffer_read( &buffer, text, SIZE, TM_NONBLOCK ), -EWOULDBLOCK );
    CHECK_EQUAL( rt_buffer_read( &buffer, text, SIZE, TM_INFINITE ), 3 );
    CHECK( strcmp( text, "123" ) == 0 );
    CHECK_ORDER( "a" );
    check_read( "ABCDEFGH" );

    CHECK_EQUAL( rt_buffer_write( &buffer, "123", 3, TM_INFINITE ), 3 );
    let( 1, HIGH + 1, read_4_as_b );
    CHECK_EQUAL( rt_buffer_write( &buffer, "ABCDEFGH", 8, TM_NONBLOCK ), -EWOULDBLOCK );
    CHECK_EQUAL( rt_buffer_write( &buffer, "ABCDEFGH", 8, TM_INFINITE ), 8 );
    CHECK_EQUAL( actors[ 1 ].returned, 3 );
    CHECK_ORDER( "b" );
    check_read( "ABCDEFGH" );
}

static void ending_waits( void )
{
    two_read( B_FIFO );
    CHECK_EQUAL( rt_task_unblock( &actors[ 0 ].task ), 0 );
    CHECK_EQUAL( actors[ 0 ].returned, -EINTR );
    CHECK_EQUAL( rt_buffer_delete( &buffer ), 0 );
    CHECK_EQUAL( actors[ 1 ].returned, -EIDRM );

    CHECK_EQUAL( rt_buffer_create( &buffer, "buffer", SIZE, B_PRIO ), 0 );
    CHECK_EQUAL( rt_buffer_write( &buffer, "123456789", 9, TM_INFINITE ), 9 );
    let( 0, HIGH + 1, write_8 );
    let( 1, HIGH + 1, write_2 );
    CHECK_EQUAL( rt_task_unblock( &actors[ 0 ].task ), 0 );
    CHECK_EQUAL( actors[ 0 ].returned, -EINTR );
    check_info( 1, 0, 1 );
    CHECK_EQUAL( rt_buffer_delete( &buffer ), 0 );
    CHECK_EQUAL( actors[ 1 ].returned, -EIDRM );
    CHECK_ORDER( "" );
}

static void refusing( void )
{
    RT_BUFFER_INFO info;
    char byte = 0;

    CHECK_EQUAL( rt_buffer_delete( &buffer ), -EINVAL );
    CHECK_EQUAL( rt_buffer_read( &buffer, &byte, 1, TM_INFINITE ), -EINVAL );
    CHECK_EQUAL( rt_buffer_write( &buffer, &byte, 1, TM_INFINITE ), -EINVAL );
    CHECK_EQUAL( rt_buffer_clear( &buffer ), -EINVAL );
    CHECK_EQUAL( rt_buffer_inquire( &buffer, &info ), -EINVAL );

    CHECK_EQUAL( rt_buffer_create( &buffer, "buffer", SIZE, B_PRIO ), 0 );
    CHECK_EQUAL( rt_buffer_bind( &other, "late", TM_NONBLOCK ), -EWOULDBLOCK );
    CHECK_EQUAL( rt_buffer_bind( &other, "buffer", TM_INFINITE ), 0 );
    CHECK_EQUAL( other.handle, buffer.handle );
    CHECK_EQUAL( rt_buffer_unbind( &other ), 0 );
    CHECK_EQUAL( rt_buffer_clear( &other ), -EINVAL );
}

static void foreign( void )
{
    char byte;

    CHECK_EQUAL( rt_buffer_create( &other, NULL, 1, B_FIFO ), 0 );
    CHECK_EQUAL( rt_buffer_read( &other, &byte, 1, TM_INFINITE ), -EPERM );
    CHECK_EQUAL( rt_buffer_write( &other, "a", 1, TM_INFINITE ), 1 );
    CHECK_EQUAL( rt_buffer_write( &other, "a", 1, TM_INFINITE ), -EPERM );
    CHECK_EQUAL( rt_buffer_delete( &other ), 0 );
}

TEST_OF_LAYER( foreign() )
{
    creating();
    not_waiting();
    timing_out();
    reading_in_order();
    writing_in_order();
    short_reads();
    ending_waits();
    refusing();
}
