/* SPDX-License-Identifier: Apache-2.0 */

/* Heaps of the alchemy layer: what Xenomai's documentation says of each call and error. */
#include "actors.h"
#include "alchemy/heap.h"

#define SIZE 1024U

static RT_HEAP heap, other;
static const struct timespec at_once = { 0, 0 };
static void * blocks[ ACTORS ];

static int take_most( void )
{
    return rt_heap_alloc( &heap, SIZE * 3 / 4 + 1, TM_INFINITE, &blocks[ 0 ] );
}

static int take_some_as_b( void )
{
    return rt_heap_alloc( &heap, SIZE / 4, TM_INFINITE, &blocks[ 1 ] );
}

static int take_some_as_c( void )
{
    return rt_heap_alloc( &heap, SIZE / 4, TM_INFINITE, &blocks[ 2 ] );
}

static size_t used( int waiters, int mode )
{
    RT_HEAP_INFO info;

    CHECK_EQUAL( rt_heap_inquire( &heap, &info ), 0 );
    CHECK_EQUAL( info.nwaiters, waiters );
    CHECK_EQUAL( info.mode, mode );
    CHECK_EQUAL( info.heapsize, SIZE );
    CHECK( info.usablemem >= SIZE );
    CHECK( strcmp( info.name, "heap" ) == 0 );
    return info.usedmem;
}

static void creating( void )
{
    CHECK_EQUAL( rt_heap_create( &heap, "heap", 0, H_FIFO ), -EINVAL );
    CHECK_EQUAL( rt_heap_create( &heap, "heap", 0x80000000U, H_FIFO ), -EINVAL );
    CHECK_EQUAL( rt_heap_create( &heap, "heap", SIZE, 2 ), -EINVAL );
    CHECK_EQUAL( rt_heap_create( NULL, "heap", SIZE, H_FIFO ), -EINVAL );
    CHECK_EQUAL( rt_heap_create( &heap, "heap", SIZE, H_FIFO ), 0 );
    CHECK_EQUAL( rt_heap_create( &other, "heap", SIZE, H_PRIO ), -EEXIST );
    CHECK_EQUAL( used( 0, H_FIFO ), 0 );
}

/* Blocks do not overlap, and what is freed is one block again, in whichever order. */
static void allocating( void )
{
    static const unsigned orders[ 3 ][ 3 ] = { { 0, 1, 2 }, { 2, 1, 0 }, { 1, 0, 2 } };
    void * whole;

    for( unsigned order = 0; order < 3; order++ )
    {
        char * parts[ 3 ];

        for( unsigned i = 0; i < 3; i++ )
        {
            CHECK_EQUAL( rt_heap_alloc( &heap, 200, TM_NONBLOCK, ( void ** ) &parts[ i ] ), 0 );
            memset( parts[ i ], 'a' + ( int ) i, 200 );
        }

        CHECK_EQUAL( rt_heap_alloc( &heap, SIZE / 2, TM_NONBLOCK, &whole ), -EWOULDBLOCK );

        for( unsigned i = 0; i < 3; i++ )
        {
            char * part = parts[ orders[ order ][ i ] ];

            CHECK_EQUAL( part[ 0 ], 'a' + orders[ order ][ i ] );
            CHECK_EQUAL( part[ 199 ], 'a' + orders[ order ][ i ] );
            CHECK_EQUAL( rt_heap_free( &heap, part ), 0 );
            CHECK_EQUAL( rt_heap_free( &heap, part ), -EINVAL );
        }

        CHECK_EQUAL( used( 0, H_FIFO ), 0 );
        CHECK_EQUAL( rt_heap_alloc_until( &heap, SIZE, 1, &whole ), 0 );
        CHECK( used( 0, H_FIFO ) >= SIZE );
        CHECK_EQUAL( rt_heap_alloc_until( &heap, 1, TM_NONBLOCK, &whole ), -EWOULDBLOCK );
        CHECK_EQUAL( rt_heap_alloc_timed( &heap, 1, &at_once, &whole ), -EWOULDBLOCK );
        CHECK_EQUAL( rt_heap_free( &heap, ( char * ) whole + 4 ), -EINVAL );
        CHECK_EQUAL( rt_heap_free( &heap, &whole ), -EINVAL );
        CHECK_EQUAL( rt_heap_free( &heap, whole ), 0 );
    }
}

/* Blocks of 512 bytes and more have room for all of the heap's size. */
static void filling( void )
{
    void * blocks_of_512[ 16 ];

    CHECK_EQUAL( rt_heap_create( &other, NULL, sizeof( blocks_of_512 ) / sizeof( void * ) * 512U, H_FIFO ),
                 0 );

    for( unsigned i = 0; i < sizeof( blocks_of_512 ) / sizeof( void * ); i++ )
    {
        CHECK_EQUAL( rt_heap_alloc( &other, 512, TM_NONBLOCK, &blocks_of_512[ i ] ), 0 );
    }

    CHECK_EQUAL( rt_heap_alloc( &other, 512, TM_NONBLOCK, &blocks_of_512[ 0 ] ), -EWOULDBLOCK );
    CHECK_EQUAL( rt_heap_delete( &other ), 0 );
}

static void timing_out( void )
{
    void * whole;
    void * block;

    CHECK_EQUAL( rt_heap_alloc_timed( &heap, SIZE, NULL, &whole ), 0 );
    CHECK_TIMES_OUT( rt_heap_alloc( &heap, 1, MS, &block ) );
    CHECK_TIMES_OUT( rt_heap_alloc_until( &heap, 1, rt_timer_read() + MS, &block ) );
    CHECK_TIMES_OUT( rt_heap_alloc_timed( &heap, 1, date_in( MS ), &block ) );
    CHECK_EQUAL( rt_heap_free( &heap, whole ), 0 );
}

static void three_wait( int mode, void ** whole )
{
    CHECK_EQUAL( rt_heap_delete( &heap ), 0 );
    CHECK_EQUAL( rt_heap_create( &heap, "heap", SIZE, mode ), 0 );
    CHECK_EQUAL( rt_heap_alloc( &heap, SIZE, TM_NONBLOCK, whole ), 0 );
    let( 0, HIGH + 1, take_most );
    let( 1, HIGH + 2, take_some_as_b );
    let( 2, HIGH + 3, take_some_as_c );
    CHECK_ORDER( "" );
    CHECK( used( 3, mode ) >= SIZE );
}

/* Everybody who can go on does, in the order of the queue. */
static void ordering( void )
{
    void * whole;

    three_wait( H_FIFO, &whole );
    CHECK_EQUAL( rt_heap_free( &heap, whole ), 0 );
    CHECK_ORDER( "a" ); /* with what else a block takes, no other fits */
    CHECK( used( 2, H_FIFO ) < SIZE );
    CHECK_EQUAL( rt_heap_free( &heap, blocks[ 0 ] ), 0 );
    CHECK_ORDER( "cb" );

    three_wait( H_PRIO, &whole );
    CHECK_EQUAL( rt_heap_free( &heap, whole ), 0 );
    CHECK_ORDER( "cb" );
    CHECK_EQUAL( rt_heap_free( &heap, blocks[ 1 ] ), 0 );
    CHECK_ORDER( "" );
    CHECK_EQUAL( rt_heap_free( &heap, blocks[ 2 ] ), 0 );
    CHECK_ORDER( "a" );
}

static void ending_waits( void )
{
    void * whole;

    three_wait( H_PRIO, &whole );
    CHECK_EQUAL( rt_task_unblock( &actors[ 1 ].task ), 0 );
    CHECK_EQUAL( actors[ 1 ].returned, -EINTR );
    CHECK_EQUAL( rt_heap_delete( &heap ), 0 );
    CHECK_EQUAL( actors[ 0 ].returned, -EIDRM );
    CHECK_EQUAL( actors[ 2 ].returned, -EIDRM );
    CHECK_ORDER( "" );
}

static void a_single_block( void )
{
    void *one, *two;

    CHECK_EQUAL( rt_heap_create( &heap, "heap", SIZE, H_SINGLE ), 0 );
    CHECK_EQUAL( rt_heap_alloc( &heap, 0, TM_INFINITE, &one ), 0 );
    CHECK_EQUAL( rt_heap_alloc( &heap, SIZE, TM_INFINITE, &two ), 0 );
    CHECK( one == two );
    CHECK_EQUAL( rt_heap_alloc( &heap, SIZE / 2, TM_INFINITE, &two ), -EINVAL );
    memset( one, 0, SIZE );
    CHECK_EQUAL( rt_heap_free( &heap, one ), 0 );
    CHECK_EQUAL( rt_heap_alloc( &heap, 0, TM_INFINITE, &two ), 0 );
    CHECK( one == two );
}

static void refusing( void )
{
    RT_HEAP_INFO info;
    void * block;

    CHECK_EQUAL( rt_heap_bind( &other, "late", TM_NONBLOCK ), -EWOULDBLOCK );
    CHECK_EQUAL( rt_heap_bind( &other, "heap", TM_INFINITE ), 0 );
    CHECK_EQUAL( other.handle, heap.handle );
    CHECK_EQUAL( rt_heap_unbind( &other ), 0 );
    CHECK_EQUAL( rt_heap_alloc( &other, 1, TM_INFINITE, &block ), -EINVAL );

    CHECK_EQUAL( rt_heap_delete( &heap ), 0 );
    CHECK_EQUAL( rt_heap_delete( &heap ), -EINVAL );
    CHECK_EQUAL( rt_heap_free( &heap, &block ), -EINVAL );
    CHECK_EQUAL( rt_heap_inquire( &heap, &info ), -EINVAL );
}

static void foreign( void )
{
    void * block;

    CHECK_EQUAL( rt_heap_create( &other, NULL, 64, H_FIFO ), 0 );
    CHECK_EQUAL( rt_heap_alloc( &other, 64, TM_INFINITE, &block ), 0 );
    CHECK_EQUAL( rt_heap_alloc( &other, 64, TM_INFINITE, &block ), -EPERM );
    CHECK_EQUAL( rt_heap_delete( &other ), 0 );
}

TEST_OF_LAYER( foreign() )
{
    creating();
    allocating();
    filling();
    timing_out();
    ordering();
    ending_waits();
    a_single_block();
    refusing();
}
