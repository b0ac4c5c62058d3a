/* SPDX-License-Identifier: Apache-2.0 */

/* Semaphores and mutexes. */
#include "conformance.h"

#define DIRECTOR 10U
#define FIRST    5U
#define SECOND   6U
#define LOW      20U
#define CEILING  3U

static OS_EVENT * semaphore;
static OS_EVENT * mutex;
static INT8U results[ 2 ];

static void waits( unsigned which, char who )
{
    OSSemPend( semaphore, 0, &results[ which ] );
    mark( who );

    for( ;; )
    {
        ( void ) OSTaskSuspend( OS_PRIO_SELF );
    }
}

static void first( void * parameter )
{
    waits( 0, 'a' );
}

static void second( void * parameter )
{
    waits( 1, 'b' );
}

static void counting( void )
{
    OS_SEM_DATA data;
    INT32U start;
    INT8U error;

    semaphore = OSSemCreate( 2 );
    OSSemPend( semaphore, 0, &error );
    CHECK_EQUAL( error, OS_ERR_NONE );
    CHECK_EQUAL( OSSemAccept( semaphore ), 1 ); /* what it was */
    CHECK_EQUAL( OSSemAccept( semaphore ), 0 );
    OSTimeDly( 1 );
    start = OSTimeGet();
    OSSemPend( semaphore, 3, &error );
    CHECK_EQUAL( error, OS_ERR_TIMEOUT );
    CHECK_EQUAL( OSTimeGet() - start, 3 );
    CHECK_EQUAL( OSSemPost( semaphore ), OS_ERR_NONE );
    CHECK_EQUAL( OSSemQuery( semaphore, &data ), OS_ERR_NONE );
    CHECK_EQUAL( data.OSCnt, 1 );
    CHECK_EQUAL( OSSemQuery( semaphore, ( OS_SEM_DATA * ) 0 ), OS_ERR_PDATA_NULL );
    CHECK_EQUAL( OSSemPost( ( OS_EVENT * ) 0 ), OS_ERR_PEVENT_NULL );
    OSSemPend( ( OS_EVENT * ) 0, 0, &error );
    CHECK_EQUAL( error, OS_ERR_PEVENT_NULL );
    OSSchedLock();
    OSSemPend( semaphore, 0, &error );
    CHECK_EQUAL( error, OS_ERR_PEND_LOCKED );
    OSSchedUnlock();
    CHECK_EQUAL( OSSemAccept( semaphore ), 1 );
}

static void full( void )
{
    OS_EVENT * most = OSSemCreate( 65535 );
    INT8U error;

    CHECK_EQUAL( OSSemPost( most ), OS_ERR_SEM_OVF );
    CHECK_EQUAL( OSSemDel( most, OS_DEL_NO_PEND, &error ), 0 );
    CHECK_EQUAL( error, OS_ERR_NONE );
}

/* Time-out 0 waits for ever; the most urgent one that waits goes on. */
static void waiting( void )
{
    INT8U error;

    CHECK_EQUAL( create( second, SECOND ), OS_ERR_NONE );
    CHECK_EQUAL( create( first, FIRST ), OS_ERR_NONE );
    OSTimeDly( 20 );
    CHECK_ORDER( "" );
    CHECK_EQUAL( OSSemDel( semaphore, OS_DEL_NO_PEND, &error ) == semaphore, 1 );
    CHECK_EQUAL( error, OS_ERR_TASK_WAITING );
    CHECK_EQUAL( OSSemPost( semaphore ), OS_ERR_NONE );
    CHECK_ORDER( "a" );
    CHECK_EQUAL( results[ 0 ], OS_ERR_NONE );
    CHECK_EQUAL( OSSemDel( semaphore, 2, &error ) == semaphore, 1 );
    CHECK_EQUAL( error, OS_ERR_INVALID_OPT );
    CHECK_EQUAL( OSSemDel( semaphore, OS_DEL_ALWAYS, &error ), 0 );
    CHECK_EQUAL( error, OS_ERR_NONE );
    CHECK_ORDER( "b" );
    CHECK_EQUAL( results[ 1 ], OS_ERR_PEND_ABORT );
}

static void holds( void * parameter )
{
    INT8U error;

    for( ;; )
    {
        OSMutexPend( mutex, 0, &error );
        CHECK_EQUAL( error, OS_ERR_NONE );
        mark( 'l' );
        OSTimeDly( 5 );
        mark( 'm' );
        CHECK_EQUAL( OSMutexPost( mutex ), OS_ERR_NONE );
        ( void ) OSTaskSuspend( OS_PRIO_SELF );
    }
}

static void exclusion( void )
{
    INT8U error;

    CHECK_EQUAL( OSMutexCreate( DIRECTOR, &error ), 0 );
    CHECK_EQUAL( error, OS_ERR_PRIO_EXIST );
    mutex = OSMutexCreate( CEILING, &error );
    CHECK_EQUAL( error, OS_ERR_NONE );
    CHECK_EQUAL( create( holds, CEILING ), OS_ERR_PRIO_EXIST ); /* the mutex's */
    CHECK_EQUAL( OSMutexPost( mutex ), OS_ERR_NOT_MUTEX_OWNER );
    CHECK_EQUAL( OSMutexAccept( mutex, &error ), OS_TRUE );
    CHECK_EQUAL( OSMutexPost( mutex ), OS_ERR_NONE );
    CHECK_EQUAL( create( holds, LOW ), OS_ERR_NONE );
    OSTimeDly( 1 );
    CHECK_ORDER( "l" );
    CHECK_EQUAL( OSMutexAccept( mutex, &error ), OS_FALSE );
    CHECK_EQUAL( OSMutexPost( mutex ), OS_ERR_NOT_MUTEX_OWNER );
    OSMutexPend( mutex, 1, &error );
    CHECK_EQUAL( error, OS_ERR_TIMEOUT );
    OSMutexPend( mutex, 0, &error );
    CHECK_EQUAL( error, OS_ERR_NONE );
    CHECK_ORDER( "m" );
    CHECK_EQUAL( OSMutexPost( mutex ), OS_ERR_NONE );
    OSMutexPend( semaphore = OSSemCreate( 1 ), 0, &error );
    CHECK_EQUAL( error, OS_ERR_EVENT_TYPE );
    CHECK_EQUAL( OSMutexDel( mutex, OS_DEL_NO_PEND, &error ), 0 );
    CHECK_EQUAL( error, OS_ERR_NONE );
}

TEST_PROGRAM( DIRECTOR )
{
    counting();
    full();
    waiting();
    exclusion();
}
