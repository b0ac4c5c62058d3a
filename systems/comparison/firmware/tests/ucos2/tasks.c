/* SPDX-License-Identifier: Apache-2.0 */

/* Tasks: inverted priorities, one to each, suspension, deletion, change of priority, the lock. */
#include "conformance.h"

#define DIRECTOR 10U
#define HIGHER   5U
#define LOWER    20U
#define OTHER    21U

static void marks_and_suspends( void * parameter )
{
    for( ;; )
    {
        mark( 'h' );
        CHECK_EQUAL( OSTaskSuspend( OS_PRIO_SELF ), OS_ERR_NONE );
    }
}

static void ends( void * parameter )
{
    mark( 'e' );
    ( void ) OSTaskDel( OS_PRIO_SELF );
    mark( '!' );
}

static void low( void * parameter )
{
    for( ;; )
    {
        mark( 'l' );
        OSTimeDly( 1 );
    }
}

static void creation( void )
{
    CHECK_EQUAL( OSVersion() / 100U, 293 );
    CHECK_EQUAL( create( low, OS_LOWEST_PRIO + 1U ), OS_ERR_PRIO_INVALID );
    CHECK_EQUAL( create( low, DIRECTOR ), OS_ERR_PRIO_EXIST );
    CHECK_EQUAL( create( low, OS_LOWEST_PRIO ), OS_ERR_PRIO_EXIST ); /* idle's */
    CHECK_EQUAL( create( low, LOWER ), OS_ERR_NONE );
    CHECK_ORDER( "" );                                               /* 0 is the most urgent */
    CHECK_EQUAL( create( marks_and_suspends, HIGHER ), OS_ERR_NONE );
    CHECK_ORDER( "h" );
    OSTimeDly( 1 );
    CHECK_ORDER( "l" );
    CHECK_EQUAL( OSTaskDel( LOWER ), OS_ERR_NONE );
}

static void suspension( void )
{
    CHECK_EQUAL( OSTaskResume( HIGHER ), OS_ERR_NONE );
    CHECK_ORDER( "h" );
    CHECK_EQUAL( OSTaskResume( DIRECTOR ), OS_ERR_TASK_NOT_SUSPENDED );
    CHECK_EQUAL( OSTaskResume( OTHER ), OS_ERR_TASK_RESUME_PRIO );
    CHECK_EQUAL( OSTaskResume( OS_LOWEST_PRIO ), OS_ERR_PRIO_INVALID );
    CHECK_EQUAL( OSTaskSuspend( OTHER ), OS_ERR_TASK_SUSPEND_PRIO );
    CHECK_EQUAL( OSTaskSuspend( OS_LOWEST_PRIO ), OS_ERR_TASK_SUSPEND_IDLE );
    CHECK_EQUAL( OSTaskSuspend( OS_LOWEST_PRIO + 1U ), OS_ERR_PRIO_INVALID );
}

static void locking( void )
{
    OSSchedLock();
    OSSchedLock();
    CHECK_EQUAL( OSTaskResume( HIGHER ), OS_ERR_NONE );
    CHECK_ORDER( "" );
    OSSchedUnlock();
    CHECK_ORDER( "" );
    OSSchedUnlock();
    CHECK_ORDER( "h" );
}

static void queries( void )
{
    OS_TCB data;

    CHECK_EQUAL( OSTaskQuery( HIGHER, &data ), OS_ERR_NONE );
    CHECK_EQUAL( data.OSTCBPrio, HIGHER );
    CHECK_EQUAL( data.OSTCBStat, OS_STAT_SUSPEND );
    CHECK_EQUAL( OSTaskQuery( OS_PRIO_SELF, &data ), OS_ERR_NONE );
    CHECK_EQUAL( data.OSTCBPrio, DIRECTOR );
    CHECK_EQUAL( data.OSTCBStat, OS_STAT_RDY );
    CHECK_EQUAL( OSTaskQuery( OTHER, &data ), OS_ERR_PRIO );
    CHECK_EQUAL( OSTaskQuery( OS_LOWEST_PRIO + 1U, &data ), OS_ERR_PRIO_INVALID );
    CHECK_EQUAL( OSTaskQuery( DIRECTOR, ( OS_TCB * ) 0 ), OS_ERR_PDATA_NULL );
}

static void priorities( void )
{
    OS_TCB data;

    CHECK_EQUAL( OSTaskChangePrio( HIGHER, DIRECTOR ), OS_ERR_PRIO_EXIST );
    CHECK_EQUAL( OSTaskChangePrio( OTHER, OTHER + 1U ), OS_ERR_PRIO );
    CHECK_EQUAL( OSTaskChangePrio( HIGHER, OS_LOWEST_PRIO ), OS_ERR_PRIO_INVALID );
    CHECK_EQUAL( OSTaskChangePrio( HIGHER, LOWER ), OS_ERR_NONE );
    CHECK_EQUAL( OSTaskQuery( HIGHER, &data ), OS_ERR_PRIO );
    CHECK_EQUAL( OSTaskResume( LOWER ), OS_ERR_NONE );
    CHECK_ORDER( "" );                                               /* it is below now */
    CHECK_EQUAL( OSTaskChangePrio( LOWER, HIGHER ), OS_ERR_NONE );   /* ready: runs at once */
    CHECK_ORDER( "h" );
    CHECK_EQUAL( OSTaskChangePrio( OS_PRIO_SELF, OTHER ), OS_ERR_NONE );
    CHECK_EQUAL( OSTaskQuery( OS_PRIO_SELF, &data ), OS_ERR_NONE );
    CHECK_EQUAL( data.OSTCBPrio, OTHER );
    CHECK_EQUAL( OSTaskChangePrio( OTHER, DIRECTOR ), OS_ERR_NONE );
}

static void deletion( void )
{
    for( unsigned round = 0; round < 3U; round++ )
    {
        CHECK_EQUAL( create( ends, HIGHER + 1U ), OS_ERR_NONE );
        CHECK_ORDER( "e" );
    }

    CHECK_EQUAL( OSTaskDel( HIGHER + 1U ), OS_ERR_TASK_NOT_EXIST );
    CHECK_EQUAL( OSTaskDel( OS_LOWEST_PRIO ), OS_ERR_TASK_DEL_IDLE );
    CHECK_EQUAL( OSTaskDel( OS_LOWEST_PRIO + 1U ), OS_ERR_PRIO_INVALID );
    CHECK_EQUAL( OSTaskDel( HIGHER ), OS_ERR_NONE );
    CHECK_EQUAL( OSTaskResume( HIGHER ), OS_ERR_TASK_RESUME_PRIO );
    CHECK_EQUAL( create( marks_and_suspends, HIGHER ), OS_ERR_NONE );
    CHECK_ORDER( "h" );
}

TEST_PROGRAM( DIRECTOR )
{
    creation();
    suspension();
    locking();
    queries();
    priorities();
    deletion();
}
