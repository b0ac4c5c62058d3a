/* SPDX-License-Identifier: Apache-2.0 */

/* Alarms of the alchemy layer: what Xenomai's documentation says of them. */
#include <string.h>

#include "alchemy/alarm.h"
#include "director.h"
#include "interrupt.h"

static RT_ALARM once, again;
static volatile int in_alarm;

static void leave_mark( void * arg )
{
    mark( ( char ) ( uintptr_t ) arg );
    in_alarm = rt_task_delete( &director );
}

static unsigned long expiries( RT_ALARM * alarm )
{
    RT_ALARM_INFO info;

    CHECK_EQUAL( rt_alarm_inquire( alarm, &info ), 0 );
    CHECK( strcmp( info.name, ( alarm == &once ) ? "once" : "again" ) == 0 );
    return info.expiries;
}

static void expiring( void )
{
    CHECK_EQUAL( rt_alarm_create( &once, "once", leave_mark, ( void * ) 'o' ), 0 );
    CHECK_EQUAL( rt_alarm_create( &again, "once", leave_mark, NULL ), -EEXIST );
    CHECK_EQUAL( rt_alarm_create( &again, "again", leave_mark, ( void * ) 'a' ), 0 );
    CHECK_EQUAL( rt_task_sleep( MS ), 0 );
    CHECK_ORDER( "" ); /* not started */

    CHECK_EQUAL( rt_alarm_start( &once, 3 * MS, TM_INFINITE ), 0 );
    CHECK_EQUAL( rt_alarm_start( &again, 2 * MS, 4 * MS ), 0 );
    CHECK_EQUAL( rt_task_sleep( 11 * MS ), 0 );
    CHECK_ORDER( "aoaa" );
    CHECK_EQUAL( in_alarm, -EPERM );
    CHECK_EQUAL( expiries( &once ), 1 );
    CHECK_EQUAL( expiries( &again ), 3 );

    CHECK_EQUAL( rt_alarm_stop( &again ), 0 );
    CHECK_EQUAL( rt_alarm_start( &once, 3 * MS, TM_INFINITE ), 0 );
    CHECK_EQUAL( rt_task_sleep( 2 * MS ), 0 );
    CHECK_EQUAL( rt_alarm_start( &once, 3 * MS, TM_INFINITE ), 0 ); /* overrides */
    CHECK_EQUAL( rt_task_sleep( 2 * MS ), 0 );
    CHECK_ORDER( "" );
    CHECK_EQUAL( rt_task_sleep( 4 * MS ), 0 );
    CHECK_ORDER( "o" );
    CHECK_EQUAL( expiries( &once ), 2 );
    CHECK_EQUAL( expiries( &again ), 3 );
}

#ifdef TEST_WITHOUT_INTERRUPTS

static void in_an_interrupt( void )
{
}

#else

static volatile int in_interrupt[ 2 ];

static void routine( void )
{
    in_interrupt[ 0 ] = rt_alarm_create( &once, NULL, leave_mark, NULL );
    in_interrupt[ 1 ] = rt_alarm_delete( &again );
}

static void in_an_interrupt( void )
{
    interrupt( routine );
    CHECK_EQUAL( in_interrupt[ 0 ], -EPERM );
    CHECK_EQUAL( in_interrupt[ 1 ], -EPERM );
}

#endif

static void ending( void )
{
    RT_ALARM_INFO info;

    in_an_interrupt();

    CHECK_EQUAL( rt_alarm_start( &again, MS, MS ), 0 );
    CHECK_EQUAL( rt_alarm_delete( &again ), 0 );
    CHECK_EQUAL( rt_alarm_delete( &again ), -EINVAL );
    CHECK_EQUAL( rt_alarm_start( &again, MS, MS ), -EINVAL );
    CHECK_EQUAL( rt_alarm_stop( &again ), -EINVAL );
    CHECK_EQUAL( rt_alarm_inquire( &again, &info ), -EINVAL );
    CHECK_EQUAL( rt_alarm_delete( NULL ), -EINVAL );
    CHECK_EQUAL( rt_task_sleep( 3 * MS ), 0 );
    CHECK_ORDER( "" );
    CHECK_EQUAL( rt_alarm_create( &again, "again", leave_mark, NULL ), 0 ); /* the name is free */
}

TEST_OF_LAYER( ( void ) 0 )
{
    expiring();
    ending();
}
