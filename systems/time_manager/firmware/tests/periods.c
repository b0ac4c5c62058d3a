/* SPDX-License-Identifier: Apache-2.0 */

/* Release points, overruns and delays of the alchemy layer, on either time base: what Xenomai's
 * documentation says of rt_task_set_periodic, rt_task_wait_period, rt_task_sleep and
 * rt_task_sleep_until. */
#include "director.h"

#define PERIOD ( 2 * MS )

/* How late a release may be told of; the software time base shows whole ticks only. */
#ifdef ALCHEMY_TICK_NS
    #define LATENESS ALCHEMY_TICK_NS
#else
    #define LATENESS 100000U
#endif

static RT_TASK other;
static volatile int other_returned;

/* The time that has passed since a date, between two limits. */
#define CHECK_BETWEEN( from, least, most )         \
    do                                             \
    {                                              \
        RTIME waited = rt_timer_read() - ( from ); \
        CHECK( waited >= ( least ) );              \
        CHECK( waited <= ( most ) );               \
    } while( 0 )
#define CHECK_LATE( from, wanted ) CHECK_BETWEEN( from, wanted, ( wanted ) + LATENESS )

/* The same from a date that was read shortly after a release, or a tick after one. */
#define CHECK_WAITED_ABOUT( from, wanted ) CHECK_BETWEEN( from, ( wanted ) - LATENESS, ( wanted ) + LATENESS )

static void not_periodic( void )
{
    unsigned long overruns = 77;

    CHECK_EQUAL( rt_task_wait_period( &overruns ), -EWOULDBLOCK );
    CHECK_EQUAL( overruns, 77 );
}

static void on_time( void )
{
    RTIME start = rt_timer_read();
    unsigned long overruns = 77;

    CHECK_EQUAL( rt_task_set_periodic( NULL, TM_NOW, PERIOD ), 0 );

    for( unsigned release = 1; release <= 5; release++ )
    {
        CHECK_EQUAL( rt_task_wait_period( &overruns ), 0 );
        CHECK_EQUAL( overruns, 0 );
        CHECK_LATE( start, release * PERIOD );
        overruns = 77;
    }

    CHECK_EQUAL( rt_task_set_periodic( NULL, start + PERIOD, 3 * PERIOD ), -ETIMEDOUT );
    CHECK_EQUAL( rt_task_wait_period( NULL ), 0 ); /* all is as before */
    CHECK_LATE( start, 6 * PERIOD );
}

/* Late by less than a period: no overrun, no wait. By k periods and some: k overruns. What comes
 * next is as if nothing had happened. */
static void overruns_are_counted( void )
{
    RTIME start;
    unsigned long overruns = 77;

    CHECK_EQUAL( rt_task_wait_period( NULL ), 0 );
    start = rt_timer_read();
    rt_timer_spin( PERIOD + MS );
    CHECK_EQUAL( rt_task_wait_period( &overruns ), 0 );
    CHECK_EQUAL( overruns, 0 );
    CHECK_EQUAL( rt_task_wait_period( &overruns ), 0 );
    CHECK_WAITED_ABOUT( start, 2 * PERIOD );

    for( unsigned missed = 1; missed <= 4; missed++ )
    {
        CHECK_EQUAL( rt_task_wait_period( NULL ), 0 );
        start = rt_timer_read();
        rt_timer_spin( ( missed + 1 ) * PERIOD + MS );
        overruns = 77;
        CHECK_EQUAL( rt_task_wait_period( &overruns ), -ETIMEDOUT );
        CHECK_EQUAL( overruns, missed );
        CHECK_EQUAL( rt_task_wait_period( &overruns ), 0 );
        CHECK_EQUAL( overruns, 0 );
        CHECK_WAITED_ABOUT( start, ( missed + 2 ) * PERIOD );
    }

    rt_timer_spin( 3 * PERIOD + MS );
    CHECK_EQUAL( rt_task_wait_period( NULL ), -ETIMEDOUT );
}

static void first_date( void )
{
    RTIME start = rt_timer_read() + 7 * MS;

    CHECK_EQUAL( rt_task_set_periodic( NULL, start, PERIOD ), 0 );
    CHECK_EQUAL( rt_task_wait_period( NULL ), 0 );
    CHECK_LATE( start, 0 );
    CHECK_EQUAL( rt_task_wait_period( NULL ), 0 );
    CHECK_LATE( start, PERIOD );
}

/* Another period begins at the end of the present one, also if a release before that was missed. */
static void changing( void )
{
    RTIME start = rt_timer_read();

    CHECK_EQUAL( rt_task_set_periodic( NULL, TM_NOW, 2 * PERIOD ), 0 );
    CHECK_EQUAL( rt_task_wait_period( NULL ), 0 );
    CHECK_WAITED_ABOUT( start, PERIOD );
    CHECK_EQUAL( rt_task_wait_period( NULL ), 0 );
    CHECK_WAITED_ABOUT( start, 3 * PERIOD );
    rt_timer_spin( 3 * PERIOD );
    CHECK_EQUAL( rt_task_set_periodic( NULL, TM_NOW, PERIOD ), 0 );
    CHECK_EQUAL( rt_task_wait_period( NULL ), 0 );
    CHECK_WAITED_ABOUT( start, 7 * PERIOD );
    CHECK_EQUAL( rt_task_wait_period( NULL ), 0 );
    CHECK_WAITED_ABOUT( start, 8 * PERIOD );
}

static void stopping( void )
{
    CHECK_EQUAL( rt_task_set_periodic( NULL, TM_NOW, TM_INFINITE ), 0 );
    CHECK_EQUAL( rt_task_wait_period( NULL ), -EWOULDBLOCK );
    CHECK_EQUAL( rt_task_set_periodic( NULL, TM_NOW, TM_INFINITE ), 0 );
}

/* A period and a delay do not disturb each other. */
static void sleeping( void )
{
    RTIME start = rt_timer_read();

    CHECK_EQUAL( rt_task_set_periodic( NULL, TM_NOW, 10 * MS ), 0 );
    CHECK_EQUAL( rt_task_sleep( 0 ), 0 );
    CHECK_LATE( start, 0 );
    CHECK_EQUAL( rt_task_sleep( 3 * MS ), 0 );
    CHECK_LATE( start, 3 * MS );
    CHECK_EQUAL( rt_task_sleep_until( start + 5 * MS ), 0 );
    CHECK_LATE( start, 5 * MS );
    CHECK_EQUAL( rt_task_sleep_until( start + MS ), -ETIMEDOUT );
    CHECK_LATE( start, 5 * MS );
    CHECK_EQUAL( rt_task_wait_period( NULL ), 0 );
    CHECK_LATE( start, 10 * MS );
    CHECK_EQUAL( rt_task_set_periodic( NULL, TM_NOW, TM_INFINITE ), 0 );
}

static void wait_period( void * arg )
{
    CHECK_EQUAL( rt_task_set_periodic( NULL, TM_NOW, 5 * MS ), 0 );
    other_returned = rt_task_wait_period( NULL );
    CHECK_EQUAL( rt_task_wait_period( NULL ), 0 );
    mark( 'p' );
}

static void sleep_long( void * arg )
{
    other_returned = rt_task_sleep_until( *( RTIME * ) arg );
    CHECK_EQUAL( rt_task_sleep( MS ), 0 ); /* the delay before has no consequences */
    mark( 's' );
}

static void spawn( void ( *entry )( void * ), void * arg )
{
    other_returned = 1;
    CHECK_EQUAL( rt_task_spawn( &other, NULL, 0, HIGH + 1, 0, entry, arg ), 0 );
}

static void unblocking( void )
{
    RTIME date = rt_timer_read() + 20 * MS;
    RTIME never = TM_INFINITE;
    RTIME start;

    start = rt_timer_read();
    spawn( wait_period, NULL );
    CHECK_EQUAL( rt_task_unblock( &other ), 0 );
    CHECK_EQUAL( other_returned, -EINTR );
    CHECK_EQUAL( rt_task_sleep( 4 * MS ), 0 );
    CHECK_ORDER( "" ); /* its release point has not come before its time */
    CHECK_EQUAL( rt_task_sleep_until( start + 6 * MS ), 0 );
    CHECK_ORDER( "p" );

    spawn( sleep_long, &date );
    CHECK_EQUAL( rt_task_unblock( &other ), 0 );
    CHECK_EQUAL( other_returned, -EINTR );
    CHECK_EQUAL( rt_task_sleep( 3 * MS ), 0 );
    CHECK_ORDER( "s" );

    spawn( sleep_long, &never );
    CHECK_EQUAL( rt_task_sleep( MS ), 0 );
    CHECK_EQUAL( other_returned, 1 );
    CHECK_EQUAL( rt_task_unblock( &other ), 0 );
    CHECK_EQUAL( other_returned, -EINTR );
    CHECK_EQUAL( rt_task_sleep( 3 * MS ), 0 );
    CHECK_ORDER( "s" );

    /* Who does not wait is not told. */
    CHECK_EQUAL( rt_task_unblock( &director ), 0 );
    CHECK_EQUAL( rt_task_sleep( MS ), 0 );
}

/* While suspended a task does not run, but its time does. */
static void suspended_while_waiting( void )
{
    RTIME date = rt_timer_read() + 3 * MS;

    spawn( sleep_long, &date );
    CHECK_EQUAL( rt_task_suspend( &other ), 0 );
    CHECK_EQUAL( rt_task_sleep( 5 * MS ), 0 );
    CHECK_EQUAL( other_returned, 1 );
    CHECK_EQUAL( rt_task_resume( &other ), 0 );
    CHECK_EQUAL( other_returned, 0 );

    date = rt_timer_read() + 10 * MS;
    spawn( sleep_long, &date );
    CHECK_EQUAL( rt_task_suspend( &other ), 0 );
    CHECK_EQUAL( rt_task_resume( &other ), 0 );
    CHECK_EQUAL( other_returned, 1 ); /* its delay goes on */
    CHECK_EQUAL( rt_task_sleep( 12 * MS ), 0 );
    CHECK_EQUAL( other_returned, 0 );
    CHECK_ORDER( "ss" );
}

/* FreeRTOS's own tasks are none of the layer's. */
static void foreign( void )
{
    CHECK_EQUAL( rt_task_wait_period( NULL ), -EPERM );
    CHECK_EQUAL( rt_task_set_periodic( NULL, TM_NOW, PERIOD ), -EPERM );
    CHECK_EQUAL( rt_task_sleep( MS ), -EPERM );
    CHECK_EQUAL( rt_task_sleep_until( 1 ), -EPERM );
}

TEST_OF_LAYER( foreign() )
{
    not_periodic();
    on_time();
    overruns_are_counted();
    first_date();
    changing();
    stopping();
    sleeping();
    unblocking();
    suspended_while_waiting();
}
