/* SPDX-License-Identifier: Apache-2.0 */

/* Semaphores and mutexes. */
#include "conformance.h"

#define FIRST  5
#define SECOND 6
#define LOW    20

static sem_t semaphore;
static pthread_mutex_t mutex;

static void * waits( void * name )
{
    CHECK_EQUAL( sem_wait( &semaphore ), 0 );
    mark( *( const char * ) name );
    return NULL;
}

static void counting( void )
{
    sem_t none = { 0 };
    unsigned start;
    int value;

    CHECK_EQUAL( sem_init( &semaphore, 1, 2 ), 0 );
    CHECK_EQUAL( sem_getvalue( &semaphore, &value ), 0 );
    CHECK_EQUAL( value, 2 );
    CHECK_EQUAL( sem_wait( &semaphore ), 0 );
    CHECK_EQUAL( sem_trywait( &semaphore ), 0 );
    CHECK_FAILS( sem_trywait( &semaphore ), EAGAIN );
    CHECK_EQUAL( sem_post( &semaphore ), 0 );
    CHECK_EQUAL( sem_timedwait( &semaphore, 3 ), 0 );

    /* In ticks, which are not milliseconds here. */
    ( void ) sleep( 1 );
    start = xget_clock_ticks();
    CHECK_FAILS( sem_timedwait( &semaphore, 3 ), ETIMEDOUT );
    CHECK_EQUAL( xget_clock_ticks() - start, 3 );

    CHECK_FAILS( sem_wait( &none ), EINVAL );
    CHECK_FAILS( sem_trywait( &none ), EINVAL );
    CHECK_FAILS( sem_timedwait( &none, 1 ), EINVAL );
    CHECK_FAILS( sem_post( &none ), EINVAL );
    CHECK_FAILS( sem_getvalue( &none, &value ), EINVAL );
    CHECK_FAILS( sem_destroy( &none ), EINVAL );
    CHECK_FAILS( sem_init( NULL, 0, 0 ), EINVAL );
}

/* The most urgent one that waits goes on, whoever came first. */
static void waiting( void )
{
    pthread_t second = create( waits, "b", SECOND ), first = create( waits, "a", FIRST );
    int value;

    CHECK_ORDER( "" );
    CHECK_EQUAL( sem_getvalue( &semaphore, &value ), 0 );
    CHECK_EQUAL( value, -2 );
    CHECK_FAILS( sem_destroy( &semaphore ), EBUSY );
    CHECK_EQUAL( sem_post( &semaphore ), 0 );
    CHECK_ORDER( "a" );
    CHECK_EQUAL( sem_post( &semaphore ), 0 );
    CHECK_ORDER( "b" );
    CHECK_EQUAL( pthread_join( first, NULL ), 0 );
    CHECK_EQUAL( pthread_join( second, NULL ), 0 );
    CHECK_EQUAL( sem_destroy( &semaphore ), 0 );
    CHECK_FAILS( sem_post( &semaphore ), EINVAL );
}

static void * holds( void * parameter )
{
    CHECK_EQUAL( pthread_mutex_lock( &mutex ), 0 );
    mark( 'l' );
    ( void ) sleep( 1 );
    mark( 'm' );
    CHECK_EQUAL( pthread_mutex_unlock( &mutex ), 0 );
    mark( 'n' );
    return NULL;
}

static void exclusion( void )
{
    pthread_mutex_t none = { 0 };
    pthread_t holder;

    CHECK_EQUAL( pthread_mutex_init( &mutex, NULL ), 0 );
    CHECK_EQUAL( pthread_mutex_trylock( &mutex ), 0 );
    CHECK_EQUAL( pthread_mutex_trylock( &mutex ), EBUSY );
    CHECK_EQUAL( pthread_mutex_destroy( &mutex ), EBUSY );
    CHECK_EQUAL( pthread_mutex_unlock( &mutex ), 0 );
    CHECK_EQUAL( pthread_mutex_unlock( &mutex ), EPERM );

    holder = create( holds, NULL, LOW );
    ( void ) sleep( 1 );
    CHECK_ORDER( "l" );
    CHECK_EQUAL( pthread_mutex_trylock( &mutex ), EBUSY );
    CHECK_EQUAL( pthread_mutex_unlock( &mutex ), EPERM );
    CHECK_EQUAL( pthread_mutex_lock( &mutex ), 0 );
    CHECK_ORDER( "m" );
    CHECK_EQUAL( pthread_mutex_unlock( &mutex ), 0 );
    CHECK_EQUAL( pthread_join( holder, NULL ), 0 );
    CHECK_ORDER( "n" );
    CHECK_EQUAL( pthread_mutex_destroy( &mutex ), 0 );

    CHECK_EQUAL( pthread_mutex_lock( &none ), EINVAL );
    CHECK_EQUAL( pthread_mutex_trylock( &mutex ), EINVAL );
    CHECK_EQUAL( pthread_mutex_unlock( &none ), EINVAL );
    CHECK_EQUAL( pthread_mutex_destroy( &none ), EINVAL );
    CHECK_EQUAL( pthread_mutex_init( NULL, NULL ), EINVAL );
}

static void recursion( void )
{
    pthread_mutexattr_t attr;
    pthread_t holder;
    int type = -1;

    CHECK_EQUAL( pthread_mutexattr_init( NULL ), EINVAL );
    CHECK_EQUAL( pthread_mutexattr_init( &attr ), 0 );
    CHECK_EQUAL( pthread_mutexattr_gettype( &attr, &type ), 0 );
    CHECK_EQUAL( type, PTHREAD_MUTEX_DEFAULT );
    CHECK_EQUAL( pthread_mutexattr_settype( &attr, 9 ), EINVAL );
    CHECK_EQUAL( pthread_mutexattr_settype( &attr, PTHREAD_MUTEX_RECURSIVE ), 0 );
    CHECK_EQUAL( pthread_mutex_init( &mutex, &attr ), 0 );
    CHECK_EQUAL( pthread_mutexattr_destroy( &attr ), 0 );
    CHECK_EQUAL( pthread_mutex_lock( &mutex ), 0 );
    CHECK_EQUAL( pthread_mutex_trylock( &mutex ), 0 );
    holder = create( holds, NULL, FIRST );
    CHECK_EQUAL( pthread_mutex_unlock( &mutex ), 0 );
    CHECK_ORDER( "" );
    CHECK_EQUAL( pthread_mutex_unlock( &mutex ), 0 );
    CHECK_ORDER( "l" );
    CHECK_EQUAL( pthread_join( holder, NULL ), 0 );
    CHECK_ORDER( "mn" );
    CHECK_EQUAL( pthread_mutex_destroy( &mutex ), 0 );
}

TEST_PROGRAM
{
    counting();
    waiting();
    exclusion();
    recursion();
}
