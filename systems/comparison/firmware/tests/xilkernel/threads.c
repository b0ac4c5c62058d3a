/* SPDX-License-Identifier: Apache-2.0 */

/* Threads: priorities, join and detach, attributes, yield; errno of each. */
#include "conformance.h"

#define HIGHER      5
#define LOWER       20
#define STACK_BYTES 2048U

static uint8_t stack[ STACK_BYTES ] __attribute__( ( aligned( 16 ) ) );
static pthread_t director_id;
static int answer, reason;

static void * nothing( void * parameter )
{
    return parameter;
}

static void * returns( void * parameter )
{
    mark( 'r' );
    return parameter;
}

static void * exits( void * parameter )
{
    mark( 'e' );
    pthread_exit( parameter );
    mark( '!' );
    return NULL;
}

static void * sleeps( void * parameter )
{
    mark( 's' );
    ( void ) sleep( 3 );
    mark( 'w' );
    return parameter;
}

/* Three times, in turn with who is as urgent. */
static void * takes_turns( void * name )
{
    for( unsigned i = 0; i < 3U; i++ )
    {
        mark( *( const char * ) name );
        CHECK_EQUAL( yield(), 0 );
    }

    return NULL;
}

static void * joins( void * parameter )
{
    void * value = NULL;

    CHECK_EQUAL( pthread_join( *( pthread_t * ) parameter, &value ), 0 );
    mark( 'j' );
    return value;
}

static void * is_on_its_stack( void * parameter )
{
    uint8_t local = 0;

    *( int * ) parameter = ( &local >= stack ) && ( &local < &stack[ STACK_BYTES ] );
    return NULL;
}

static void * fails( void * parameter )
{
    CHECK_FAILS( sem_wait( NULL ), EINVAL );
    *( int * ) parameter = errno;
    return NULL;
}

static void creation( void )
{
    pthread_attr_t attr;
    pthread_t thread = 0;
    void * value = NULL;
    int least = 0;

    director_id = pthread_self();
    CHECK( director_id != 0U );
    CHECK_EQUAL( get_currentPID(), director_id );
    CHECK_EQUAL( xmk_add_static_thread( returns, HIGHER ), -1 ); /* too late */
    CHECK_EQUAL( pthread_create( NULL, NULL, returns, NULL ), -1 );
    CHECK_EQUAL( pthread_attr_init( &attr ), 0 );
    attr.schedparam.sched_priority = N_PRIO;
    CHECK_EQUAL( pthread_create( &thread, &attr, returns, NULL ), EINVAL );

    /* 0 is the most urgent priority; a thread without attributes has the last one. */
    thread = create( returns, &answer, HIGHER );
    CHECK_ORDER( "r" );
    CHECK_EQUAL( pthread_equal( thread, director_id ), 0 );
    CHECK_EQUAL( pthread_equal( thread, thread ), 1 );
    CHECK_EQUAL( pthread_join( thread, &value ), 0 );
    CHECK( value == &answer );
    CHECK_EQUAL( pthread_create( &thread, NULL, exits, &least ), 0 );
    CHECK_ORDER( "" );
    CHECK_EQUAL( pthread_join( thread, &value ), 0 );
    CHECK_ORDER( "e" );
    CHECK( value == &least );
}

static void joining( void )
{
    pthread_t sleeper = create( sleeps, &answer, HIGHER );
    pthread_t joiner = create( joins, &sleeper, HIGHER );
    void * value = NULL;

    CHECK_ORDER( "s" );
    CHECK_EQUAL( pthread_join( sleeper, NULL ), EINVAL ); /* somebody waits already */
    CHECK_EQUAL( pthread_join( joiner, &value ), 0 );
    CHECK_ORDER( "wj" );
    CHECK( value == &answer );
    CHECK_EQUAL( pthread_join( sleeper, NULL ), ESRCH );
    CHECK_EQUAL( pthread_join( 0, NULL ), ESRCH );
    CHECK_EQUAL( pthread_join( MAX_PTHREADS + 1, NULL ), ESRCH );
}

static void detaching( void )
{
    pthread_attr_t attr;
    pthread_t thread;
    unsigned created = 0;
    int state;

    thread = create( sleeps, NULL, HIGHER );
    CHECK_EQUAL( pthread_detach( thread ), 0 );
    CHECK_EQUAL( pthread_join( thread, NULL ), ESRCH );
    ( void ) sleep( 5 );
    CHECK_ORDER( "sw" );

    /* One that ended is there until it is joined. */
    thread = create( nothing, NULL, HIGHER );
    CHECK_EQUAL( pthread_detach( thread ), 0 );
    CHECK_EQUAL( pthread_detach( 0 ), ESRCH );
    CHECK_EQUAL( pthread_attr_init( &attr ), 0 );
    CHECK_EQUAL( pthread_attr_getdetachstate( &attr, &state ), 0 );
    CHECK_EQUAL( state, PTHREAD_CREATE_JOINABLE );
    CHECK_EQUAL( pthread_attr_setdetachstate( &attr, 7 ), EINVAL );
    CHECK_EQUAL( pthread_attr_setdetachstate( &attr, PTHREAD_CREATE_DETACHED ), 0 );
    attr.schedparam.sched_priority = HIGHER;

    /* Places and stacks are used again; more than fit into the heap, or into the table. */
    for( ; created < 4U * MAX_PTHREADS; created++ )
    {
        CHECK_EQUAL( pthread_create( &thread, &attr, nothing, NULL ), 0 );
    }

    CHECK_EQUAL( pthread_attr_destroy( &attr ), 0 );
    CHECK_EQUAL( pthread_attr_destroy( NULL ), EINVAL );
}

/* Threads that nobody joins fill the table. */
static void exhaustion( void )
{
    pthread_t threads[ MAX_PTHREADS ];
    unsigned created = 0;

    while( ( created < MAX_PTHREADS ) && ( pthread_create( &threads[ created ], NULL, nothing, NULL ) == 0 ) )
    {
        created++;
    }

    CHECK_EQUAL( created, MAX_PTHREADS - 1U ); /* and the director */
    CHECK_EQUAL( pthread_create( &threads[ created ], NULL, nothing, NULL ), EAGAIN );

    while( created > 0U )
    {
        created--;
        CHECK_EQUAL( pthread_join( threads[ created ], NULL ), 0 );
    }
}

static void parameters( void )
{
    struct sched_param param = { .sched_priority = LOWER };
    pthread_attr_t attr;
    pthread_t thread;
    void * address;
    size_t size;
    int policy = 0, inside = 0;

    thread = create( returns, NULL, LOWER );
    CHECK_EQUAL( pthread_getschedparam( thread, &policy, &param ), 0 );
    CHECK_EQUAL( param.sched_priority, LOWER );
    CHECK_EQUAL( policy, SCHED_PRIO );
    CHECK_EQUAL( pthread_getschedparam( thread, &policy, NULL ), EINVAL );
    CHECK_EQUAL( pthread_getschedparam( 0, &policy, &param ), ESRCH );
    CHECK_ORDER( "" );
    param.sched_priority = HIGHER;
    CHECK_EQUAL( pthread_setschedparam( thread, 0, &param ), 0 ); /* the policy is ignored */
    CHECK_ORDER( "r" );
    CHECK_EQUAL( pthread_getschedparam( thread, &policy, &param ), 0 );
    CHECK_EQUAL( param.sched_priority, HIGHER );
    param.sched_priority = -1;
    CHECK_EQUAL( pthread_setschedparam( thread, 0, &param ), EINVAL );
    CHECK_EQUAL( pthread_setschedparam( 0, 0, &param ), ESRCH );
    CHECK_EQUAL( pthread_join( thread, NULL ), 0 );

    CHECK_EQUAL( pthread_attr_init( NULL ), EINVAL );
    CHECK_EQUAL( pthread_attr_init( &attr ), 0 );
    CHECK_EQUAL( pthread_attr_setschedparam( &attr, &param ), EINVAL );
    param.sched_priority = LOWER;
    CHECK_EQUAL( pthread_attr_setschedparam( &attr, &param ), 0 );
    param.sched_priority = 0;
    CHECK_EQUAL( pthread_attr_getschedparam( &attr, &param ), 0 );
    CHECK_EQUAL( param.sched_priority, LOWER );
    CHECK_EQUAL( pthread_attr_setstack( &attr, stack + 1, STACK_BYTES ), EINVAL );
    CHECK_EQUAL( pthread_attr_setstack( &attr, stack, 16 ), EINVAL );
    CHECK_EQUAL( pthread_attr_setstack( &attr, stack, STACK_BYTES ), 0 );
    CHECK_EQUAL( pthread_attr_getstack( &attr, &address, &size ), 0 );
    CHECK( ( address == stack ) && ( size == STACK_BYTES ) );
    CHECK_EQUAL( pthread_create( &thread, &attr, is_on_its_stack, &inside ), 0 );
    CHECK_EQUAL( pthread_join( thread, NULL ), 0 );
    CHECK( inside );
}

static void turns( void )
{
    pthread_t one = create( takes_turns, "1", LOWER ), other = create( takes_turns, "2", LOWER );

    CHECK_EQUAL( yield(), 0 ); /* nobody is as urgent */
    CHECK_ORDER( "" );
    CHECK_EQUAL( pthread_join( one, NULL ), 0 );
    CHECK_EQUAL( pthread_join( other, NULL ), 0 );
    CHECK_ORDER( "121212" );
}

static void errors( void )
{
    errno = EBUSY;
    CHECK_EQUAL( pthread_join( create( fails, &reason, HIGHER ), NULL ), 0 );
    CHECK_EQUAL( reason, EINVAL );
    CHECK_EQUAL( errno, EBUSY );
}

TEST_PROGRAM
{
    creation();
    joining();
    detaching();
    exhaustion();
    parameters();
    turns();
    errors();
}
