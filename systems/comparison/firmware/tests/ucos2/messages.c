/* SPDX-License-Identifier: Apache-2.0 */

/* Queues, mailboxes, event flags and partitions of memory. */
#include "conformance.h"

#define DIRECTOR 10U
#define RECEIVER 5U
#define LENGTH   3U
#define BLOCKS   2U

static OS_EVENT * queue;
static OS_FLAG_GRP * flags;
static void * storage[ LENGTH ];
static INT32U blocks[ BLOCKS ][ 4 ];
static int a, b, c;
static void * received;
static OS_FLAGS ready;

static void receives( void * parameter )
{
    INT8U error;

    received = OSQPend( queue, 0, &error );
    CHECK_EQUAL( error, OS_ERR_NONE );
    mark( 'q' );
    ready = OSFlagPend( flags, 3, OS_FLAG_WAIT_SET_ALL + OS_FLAG_CONSUME, 0, &error );
    CHECK_EQUAL( error, OS_ERR_NONE );
    mark( 'f' );
    ( void ) OSTaskSuspend( OS_PRIO_SELF );
}

static void queues( void )
{
    INT8U error;
    INT32U start;

    queue = OSQCreate( storage, LENGTH );
    CHECK_EQUAL( OSQAccept( queue, &error ), 0 );
    CHECK_EQUAL( error, OS_ERR_Q_EMPTY );
    CHECK_EQUAL( OSQPost( queue, &a ), OS_ERR_NONE );
    CHECK_EQUAL( OSQPost( queue, &b ), OS_ERR_NONE );
    CHECK_EQUAL( OSQPostFront( queue, &c ), OS_ERR_NONE );
    CHECK_EQUAL( OSQPost( queue, &a ), OS_ERR_Q_FULL );
    CHECK_EQUAL( OSQPostFront( queue, &a ), OS_ERR_Q_FULL );
    CHECK_EQUAL( OSQPend( queue, 0, &error ) == &c, 1 );
    CHECK_EQUAL( OSQAccept( queue, &error ) == &a, 1 );
    CHECK_EQUAL( error, OS_ERR_NONE );
    CHECK_EQUAL( OSQFlush( queue ), OS_ERR_NONE );
    OSTimeDly( 1 );
    start = OSTimeGet();
    CHECK_EQUAL( OSQPend( queue, 2, &error ), 0 );
    CHECK_EQUAL( error, OS_ERR_TIMEOUT );
    CHECK_EQUAL( OSTimeGet() - start, 2 );
    CHECK_EQUAL( OSQPost( ( OS_EVENT * ) 0, &a ), OS_ERR_PEVENT_NULL );
}

static void mailboxes( void )
{
    OS_EVENT * box = OSMboxCreate( &a );
    INT8U error;

    CHECK_EQUAL( OSMboxPost( box, &b ), OS_ERR_MBOX_FULL );
    CHECK_EQUAL( OSMboxPend( box, 0, &error ) == &a, 1 );
    CHECK_EQUAL( OSMboxAccept( box ), 0 );
    CHECK_EQUAL( OSMboxPost( box, ( void * ) 0 ), OS_ERR_POST_NULL_PTR );
    CHECK_EQUAL( OSMboxPost( box, &b ), OS_ERR_NONE );
    CHECK_EQUAL( OSMboxAccept( box ) == &b, 1 );
    CHECK_EQUAL( OSMboxPend( box, 1, &error ), 0 );
    CHECK_EQUAL( error, OS_ERR_TIMEOUT );
    CHECK_EQUAL( OSMboxPost( queue, &a ), OS_ERR_EVENT_TYPE );
}

static void event_flags( void )
{
    INT8U error;

    flags = OSFlagCreate( 0, &error );
    CHECK_EQUAL( error, OS_ERR_NONE );
    CHECK_EQUAL( create( receives, RECEIVER ), OS_ERR_NONE );
    CHECK_EQUAL( OSQPost( queue, &b ), OS_ERR_NONE );
    CHECK_ORDER( "q" );
    CHECK_EQUAL( received == &b, 1 );
    CHECK_EQUAL( OSFlagPost( flags, 1, OS_FLAG_SET, &error ), 1 );
    CHECK_ORDER( "" );
    CHECK_EQUAL( OSFlagPost( flags, 6, OS_FLAG_SET, &error ), 4 ); /* 1 and 2 are consumed */
    CHECK_ORDER( "f" );
    CHECK_EQUAL( ready, 3 );
    CHECK_EQUAL( OSFlagPend( flags, 5, OS_FLAG_WAIT_SET_ANY, 0, &error ), 4 );
    CHECK_EQUAL( OSFlagPend( flags, 5, OS_FLAG_WAIT_SET_ALL, 1, &error ), 0 );
    CHECK_EQUAL( error, OS_ERR_TIMEOUT );
    CHECK_EQUAL( OSFlagPost( flags, 4, OS_FLAG_CLR, &error ), 0 );
    CHECK_EQUAL( OSFlagPost( flags, 4, 2, &error ), 0 );
    CHECK_EQUAL( error, OS_ERR_FLAG_INVALID_OPT );
    CHECK_EQUAL( OSFlagPend( ( OS_FLAG_GRP * ) 0, 1, OS_FLAG_WAIT_SET_ANY, 0, &error ), 0 );
    CHECK_EQUAL( error, OS_ERR_FLAG_INVALID_PGRP );
}

static void waits( void * parameter )
{
    INT8U error;

    CHECK_EQUAL( OSFlagPend( flags, 1, OS_FLAG_WAIT_SET_ANY, 0, &error ), 0 );
    CHECK_EQUAL( error, OS_ERR_PEND_ABORT );
    mark( 'd' );
    ( void ) OSTaskSuspend( OS_PRIO_SELF );
}

static void flags_deleted( void )
{
    INT8U error;

    CHECK( OSFlagDel( ( OS_FLAG_GRP * ) 0, OS_DEL_NO_PEND, &error ) == ( OS_FLAG_GRP * ) 0 );
    CHECK_EQUAL( error, OS_ERR_FLAG_INVALID_PGRP );
    CHECK( OSFlagDel( flags, 2, &error ) == flags );
    CHECK_EQUAL( error, OS_ERR_INVALID_OPT );
    CHECK( OSFlagDel( flags, OS_DEL_NO_PEND, &error ) == ( OS_FLAG_GRP * ) 0 );
    CHECK_EQUAL( error, OS_ERR_NONE );

    flags = OSFlagCreate( 0, &error );
    CHECK_EQUAL( create( waits, RECEIVER + 1U ), OS_ERR_NONE );
    CHECK_EQUAL( create( waits, RECEIVER + 2U ), OS_ERR_NONE );
    CHECK( OSFlagDel( flags, OS_DEL_NO_PEND, &error ) == flags );
    CHECK_EQUAL( error, OS_ERR_TASK_WAITING );
    CHECK_ORDER( "" );
    CHECK( OSFlagDel( flags, OS_DEL_ALWAYS, &error ) == ( OS_FLAG_GRP * ) 0 );
    CHECK_EQUAL( error, OS_ERR_NONE );
    CHECK_ORDER( "dd" );
}

static void memory( void )
{
    INT8U error;
    OS_MEM * partition;
    void * first;

    CHECK_EQUAL( OSMemCreate( ( void * ) 0, BLOCKS, 16, &error ), 0 );
    CHECK_EQUAL( error, OS_ERR_MEM_INVALID_ADDR );
    CHECK_EQUAL( OSMemCreate( blocks, 1, 16, &error ), 0 );
    CHECK_EQUAL( error, OS_ERR_MEM_INVALID_BLKS );
    CHECK_EQUAL( OSMemCreate( blocks, BLOCKS, 2, &error ), 0 );
    CHECK_EQUAL( error, OS_ERR_MEM_INVALID_SIZE );
    partition = OSMemCreate( blocks, BLOCKS, sizeof( blocks[ 0 ] ), &error );
    CHECK_EQUAL( error, OS_ERR_NONE );
    CHECK_EQUAL( OSMemPut( partition, blocks ), OS_ERR_MEM_FULL );
    first = OSMemGet( partition, &error );
    CHECK_EQUAL( OSMemGet( partition, &error ) != first, 1 );
    CHECK_EQUAL( error, OS_ERR_NONE );
    CHECK_EQUAL( OSMemGet( partition, &error ), 0 );
    CHECK_EQUAL( error, OS_ERR_MEM_NO_FREE_BLKS );
    CHECK_EQUAL( OSMemPut( partition, first ), OS_ERR_NONE );
    CHECK_EQUAL( OSMemGet( partition, &error ) == first, 1 );
    CHECK_EQUAL( OSMemPut( partition, ( void * ) 0 ), OS_ERR_MEM_INVALID_PBLK );
    CHECK_EQUAL( OSMemPut( ( OS_MEM * ) 0, first ), OS_ERR_MEM_INVALID_PMEM );
}

TEST_PROGRAM( DIRECTOR )
{
    queues();
    mailboxes();
    event_flags();
    flags_deleted();
    memory();
}
