/* SPDX-License-Identifier: Apache-2.0 */

/* Delays, their resumption, and the time. */
#include "conformance.h"

#define DIRECTOR 10U
#define SLEEPER  5U

static volatile INT32U slept;

static void sleeper( void * parameter )
{
    for( ;; )
    {
        INT32U start = OSTimeGet();

        OSTimeDly( 5 );
        slept = OSTimeGet() - start;
        mark( 's' );
        ( void ) OSTaskSuspend( OS_PRIO_SELF );
    }
}

static void delays( void )
{
    INT32U start = OSTimeGet();

    OSTimeDly( 0 );
    CHECK_EQUAL( OSTimeGet() - start, 0 );
    OSTimeDly( 1 );
    start = OSTimeGet();
    OSTimeDly( 3 );
    CHECK_EQUAL( OSTimeGet() - start, 3 );
    start = OSTimeGet();
    CHECK_EQUAL( OSTimeDlyHMSM( 0, 0, 0, 4 ), OS_ERR_NONE );
    CHECK_EQUAL( OSTimeGet() - start, 4 * OS_TICKS_PER_SEC / 1000U );
    CHECK_EQUAL( OSTimeDlyHMSM( 0, 0, 0, 0 ), OS_ERR_TIME_ZERO_DLY );
    CHECK_EQUAL( OSTimeDlyHMSM( 0, 60, 0, 0 ), OS_ERR_TIME_INVALID_MINUTES );
    CHECK_EQUAL( OSTimeDlyHMSM( 0, 0, 60, 0 ), OS_ERR_TIME_INVALID_SECONDS );
    CHECK_EQUAL( OSTimeDlyHMSM( 0, 0, 0, 1000 ), OS_ERR_TIME_INVALID_MS );
    OSSchedLock();
    CHECK_EQUAL( OSTimeDlyHMSM( 0, 0, 0, 1 ), OS_ERR_SCHED_LOCKED );
    OSSchedUnlock();
}

static void resumption( void )
{
    OSTimeDly( 1 );
    CHECK_EQUAL( create( sleeper, SLEEPER ), OS_ERR_NONE );
    OSTimeDly( 7 );
    CHECK_ORDER( "s" );
    CHECK_EQUAL( slept, 5 );
    CHECK_EQUAL( OSTaskResume( SLEEPER ), OS_ERR_NONE ); /* sleeps */
    OSTimeDly( 2 );
    CHECK_ORDER( "" );
    CHECK_EQUAL( OSTimeDlyResume( SLEEPER ), OS_ERR_NONE );
    CHECK_ORDER( "s" );
    CHECK_EQUAL( slept, 2 );
    CHECK_EQUAL( OSTimeDlyResume( SLEEPER ), OS_ERR_TIME_NOT_DLY );
    CHECK_EQUAL( OSTimeDlyResume( SLEEPER + 1U ), OS_ERR_TASK_NOT_EXIST );
    CHECK_EQUAL( OSTimeDlyResume( OS_LOWEST_PRIO ), OS_ERR_PRIO_INVALID );
}

/* A delay goes on while its task is suspended. */
static void suspended_delay( void )
{
    OSTimeDly( 1 );
    CHECK_EQUAL( OSTaskResume( SLEEPER ), OS_ERR_NONE );
    CHECK_EQUAL( OSTaskSuspend( SLEEPER ), OS_ERR_NONE );
    OSTimeDly( 1 );
    CHECK_EQUAL( OSTaskResume( SLEEPER ), OS_ERR_NONE );
    OSTimeDly( 2 );
    CHECK_ORDER( "" );
    OSTimeDly( 3 );
    CHECK_ORDER( "s" );
    CHECK_EQUAL( slept, 5 );
}

static void setting( void )
{
    OSTimeDly( 1 );
    OSTimeSet( 100000 );
    CHECK_EQUAL( OSTimeGet(), 100000 );
    OSTimeDly( 2 );
    CHECK_EQUAL( OSTimeGet(), 100002 );
}

TEST_PROGRAM( DIRECTOR )
{
    delays();
    resumption();
    suspended_delay();
    setting();
}
