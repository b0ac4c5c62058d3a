/* SPDX-License-Identifier: Apache-2.0 */

/* Pure round robin, SCHED_TYPE SCHED_RR: threads take turns whatever their priorities. */
#include "conformance.h"

#define MOST_URGENT  0
#define LEAST_URGENT ( N_PRIO - 1 )

static sem_t semaphore;
static volatile int least_urgent_ran;

static void * takes_turns( void * name )
{
    for( unsigned i = 0; i < 3U; i++ )
    {
        mark( *( const char * ) name );
        CHECK_EQUAL( yield(), 0 );
    }

    return NULL;
}

static void * computes_until_the_other_ran( void * parameter )
{
    mark( 'c' );

    while( least_urgent_ran == 0 )
    {
    }

    mark( 'e' );
    return parameter;
}

static void * runs( void * parameter )
{
    least_urgent_ran = 1;
    return parameter;
}

static void * waits( void * name )
{
    CHECK_EQUAL( sem_wait( &semaphore ), 0 );
    mark( *( const char * ) name );
    return NULL;
}

static void join( pthread_t one, pthread_t other )
{
    CHECK_EQUAL( pthread_join( one, NULL ), 0 );
    CHECK_EQUAL( pthread_join( other, NULL ), 0 );
}

/* A yield lets the next one run, a more or a less urgent one. */
static void yields( void )
{
    pthread_t least = create( takes_turns, "l", LEAST_URGENT );
    pthread_t most = create( takes_turns, "m", MOST_URGENT );

    CHECK_ORDER( "" ); /* the more urgent one did not preempt */
    join( least, most );
    CHECK_ORDER( "lmlmlm" );
}

/* A tick lets the next one run. */
static void slices( void )
{
    pthread_t most = create( computes_until_the_other_ran, NULL, MOST_URGENT );
    pthread_t least = create( runs, NULL, LEAST_URGENT );

    join( most, least );
    CHECK_ORDER( "ce" );
}

/* The one that waits longest is released first. */
static void waiters( void )
{
    pthread_t least, most;

    CHECK_EQUAL( sem_init( &semaphore, 0, 0 ), 0 );
    least = create( waits, "l", LEAST_URGENT );
    most = create( waits, "m", MOST_URGENT );
    CHECK_EQUAL( yield(), 0 );
    CHECK_EQUAL( sem_post( &semaphore ), 0 );
    CHECK_EQUAL( sem_post( &semaphore ), 0 );
    join( least, most );
    CHECK_ORDER( "lm" );
    CHECK_EQUAL( sem_destroy( &semaphore ), 0 );
}

/* A priority is kept and told; it changes nothing. */
static void parameters( void )
{
    struct sched_param param = { .sched_priority = MOST_URGENT };
    pthread_t thread = create( takes_turns, "t", LEAST_URGENT );
    int policy = 0;

    CHECK_EQUAL( pthread_setschedparam( thread, SCHED_RR, &param ), 0 );
    CHECK_ORDER( "" );
    CHECK_EQUAL( pthread_getschedparam( thread, &policy, &param ), 0 );
    CHECK_EQUAL( policy, SCHED_RR );
    CHECK_EQUAL( param.sched_priority, MOST_URGENT );
    CHECK_EQUAL( pthread_join( thread, NULL ), 0 );
    CHECK_ORDER( "ttt" );
}

TEST_PROGRAM
{
    yields();
    slices();
    waiters();
    parameters();
}
