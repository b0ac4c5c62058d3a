/* SPDX-License-Identifier: Apache-2.0 */

/* Timers: once, again and again, with another first delay, stopped, deleted. */
#include "conformance.h"

#define DIRECTOR 10U

static INT32U times, last, arguments;

static void expired( void * timer, void * argument )
{
    times++;
    last = OSTimeGet();
    arguments = ( INT32U ) ( uintptr_t ) argument;
}

static OS_TMR * create_timer( INT32U delay, INT32U period, INT8U option )
{
    INT8U error;
    OS_TMR * timer = OSTmrCreate( delay, period, option, expired, ( void * ) 7, ( INT8U * ) "timer", &error );

    CHECK_EQUAL( error, OS_ERR_NONE );
    return timer;
}

static void refuse( INT32U delay, INT32U period, INT8U option, INT8U expected )
{
    INT8U error;

    CHECK( OSTmrCreate( delay, period, option, expired, ( void * ) 0, ( INT8U * ) "no", &error ) ==
           ( OS_TMR * ) 0 );
    CHECK_EQUAL( error, expected );
}

static void once( void )
{
    OS_TMR * timer = create_timer( 3, 0, OS_TMR_OPT_ONE_SHOT );
    INT32U start;
    INT8U error;

    OSTimeDly( 1 );
    start = OSTimeGet();
    CHECK( OSTmrStart( timer, &error ) );
    CHECK_EQUAL( error, OS_ERR_NONE );
    OSTimeDly( 2 );
    CHECK_EQUAL( times, 0 );
    OSTimeDly( 6 );
    CHECK_EQUAL( times, 1 );
    CHECK_EQUAL( last - start, 3 );
    CHECK_EQUAL( arguments, 7 );

    /* A start counts from now. */
    start = OSTimeGet();
    CHECK( OSTmrStart( timer, &error ) );
    OSTimeDly( 2 );
    CHECK( OSTmrStart( timer, &error ) );
    OSTimeDly( 4 );
    CHECK_EQUAL( times, 2 );
    CHECK_EQUAL( last - start, 5 );
    CHECK( OSTmrDel( timer, &error ) );
    CHECK_EQUAL( error, OS_ERR_NONE );
}

static void again( void )
{
    OS_TMR * timer = create_timer( 2, 3, OS_TMR_OPT_PERIODIC );
    INT32U start;
    INT8U error;

    times = 0;
    OSTimeDly( 1 );
    start = OSTimeGet();
    CHECK( OSTmrStart( timer, &error ) );
    OSTimeDly( 9 );
    CHECK_EQUAL( times, 3 ); /* at 2, 5 and 8 */
    CHECK_EQUAL( last - start, 8 );

    /* It stops with an option that there is not, too. */
    CHECK( OSTmrStop( timer, 9, ( void * ) 0, &error ) );
    CHECK_EQUAL( error, OS_ERR_TMR_INVALID_OPT );
    OSTimeDly( 6 );
    CHECK_EQUAL( times, 3 );

    CHECK( OSTmrStart( timer, &error ) );
    CHECK( OSTmrStop( timer, OS_TMR_OPT_CALLBACK_ARG, ( void * ) 8, &error ) );
    CHECK_EQUAL( error, OS_ERR_NONE );
    CHECK_EQUAL( times, 4 );
    CHECK_EQUAL( arguments, 8 );
    OSTimeDly( 6 );
    CHECK_EQUAL( times, 4 );
    CHECK( OSTmrStop( timer, OS_TMR_OPT_NONE, ( void * ) 0, &error ) );
    CHECK_EQUAL( error, OS_ERR_TMR_STOPPED );

    CHECK( OSTmrStart( timer, &error ) );
    CHECK( OSTmrDel( timer, &error ) );
    OSTimeDly( 6 );
    CHECK_EQUAL( times, 4 );
}

TEST_PROGRAM( DIRECTOR )
{
    INT8U error;

    refuse( 0, 0, OS_TMR_OPT_ONE_SHOT, OS_ERR_TMR_INVALID_DLY );
    refuse( 1, 0, OS_TMR_OPT_PERIODIC, OS_ERR_TMR_INVALID_PERIOD );
    refuse( 1, 1, 5, OS_ERR_TMR_INVALID_OPT );
    CHECK( !OSTmrStart( ( OS_TMR * ) 0, &error ) );
    CHECK_EQUAL( error, OS_ERR_TMR_INVALID );
    once();
    again();
}
