/* SPDX-License-Identifier: Apache-2.0 */

/* Message queues, shared memory, pools of memory blocks. */
#include "conformance.h"

#include <string.h>

#define HIGHER 5
#define KEY    77
#define BLOCKS 2

static int queue;
static char large[ 1000 ];
static uint32_t blocks[ BLOCKS ][ 4 ], small[ 1 ][ 2 ];

static void * receives( void * parameter )
{
    uint32_t message = 0;

    CHECK_EQUAL( msgrcv( queue, &message, sizeof( message ), 0, 0 ), sizeof( message ) );
    mark( ( char ) message );
    return NULL;
}

static void * sends( void * parameter )
{
    uint32_t message = 'z';

    CHECK_EQUAL( msgsnd( queue, &message, sizeof( message ), 0 ), 0 );
    mark( 's' );
    return NULL;
}

static void * receives_in_vain( void * parameter )
{
    uint32_t message;

    CHECK_FAILS( msgrcv( queue, &message, sizeof( message ), 0, 0 ), EIDRM );
    mark( 'r' );
    return NULL;
}

static void * sends_in_vain( void * parameter )
{
    static const char message[] = "longer than a word";

    CHECK_FAILS( msgsnd( queue, message, sizeof( message ), 0 ), EIDRM );
    mark( 'x' );
    return NULL;
}

static void keys( void )
{
    uint32_t message = 0;

    CHECK_FAILS( msgget( KEY, 0 ), ENOENT );
    queue = msgget( KEY, IPC_CREAT );
    CHECK( queue >= 0 );
    CHECK_EQUAL( msgget( KEY, 0 ), queue );
    CHECK_EQUAL( msgget( KEY, IPC_CREAT ), queue );
    CHECK_FAILS( msgget( KEY, IPC_CREAT | IPC_EXCL ), EEXIST );

    for( int i = 1; i < NUM_MSGQS; i++ )
    {
        CHECK( msgget( KEY + i, IPC_CREAT ) != queue );
    }

    CHECK_FAILS( msgget( KEY + NUM_MSGQS, IPC_CREAT ), ENOSPC );
    CHECK_EQUAL( msgctl( msgget( KEY + 1, 0 ), IPC_RMID, NULL ), 0 );
    CHECK_FAILS( msgget( KEY + 1, 0 ), ENOENT );
    CHECK( msgget( IPC_PRIVATE, 0 ) >= 0 );
    CHECK_FAILS( msgsnd( -1, &message, sizeof( message ), 0 ), EINVAL );
    CHECK_FAILS( msgsnd( NUM_MSGQS, &message, sizeof( message ), 0 ), EINVAL );
    CHECK_FAILS( msgrcv( -1, &message, sizeof( message ), 0, 0 ), EINVAL );
    CHECK_FAILS( msgctl( -1, IPC_RMID, NULL ), EINVAL );
    CHECK_FAILS( msgctl( queue, IPC_SET, NULL ), EINVAL );
    CHECK_FAILS( msgctl( queue, IPC_STAT, NULL ), EINVAL );
}

/* Messages of any length, in order. */
static void order( void )
{
    static const char text[] = "a message that is longer than a word";
    struct msqid_ds data;
    char received[ 64 ];
    uint32_t word;

    CHECK_EQUAL( msgsnd( queue, "1", 1, 0 ), 0 );
    CHECK_EQUAL( msgsnd( queue, text, sizeof( text ), 0 ), 0 );
    CHECK_EQUAL( msgsnd( queue, "abcd", 4, 0 ), 0 );
    CHECK_EQUAL( msgctl( queue, IPC_STAT, &data ), 0 );
    CHECK_EQUAL( data.msg_qnum, 3 );
    CHECK_EQUAL( msgrcv( queue, received, sizeof( received ), 0, 0 ), 1 );
    CHECK_EQUAL( received[ 0 ], '1' );

    /* One that does not fit stays. */
    CHECK_FAILS( msgrcv( queue, &word, sizeof( word ), 0, 0 ), ENOMSG );
    CHECK_EQUAL( msgrcv( queue, received, sizeof( received ), 0, 0 ), sizeof( text ) );
    CHECK_EQUAL( strcmp( received, text ), 0 );
    CHECK_EQUAL( msgrcv( queue, &word, sizeof( word ), 5, 0 ), sizeof( word ) ); /* the type is ignored */
    CHECK_EQUAL( memcmp( &word, "abcd", 4 ), 0 );
    CHECK_FAILS( msgrcv( queue, &word, sizeof( word ), 0, IPC_NOWAIT ), ENOMSG );
}

static void waiting( void )
{
    uint32_t message = 'm';
    pthread_t thread = create( receives, NULL, HIGHER );

    CHECK_ORDER( "" );
    CHECK_EQUAL( msgsnd( queue, &message, sizeof( message ), 0 ), 0 );
    CHECK_ORDER( "m" );
    CHECK_EQUAL( pthread_join( thread, NULL ), 0 );

    for( message = 0; message < MSGQ_CAPACITY; message++ )
    {
        CHECK_EQUAL( msgsnd( queue, &message, sizeof( message ), 0 ), 0 );
    }

    CHECK_FAILS( msgsnd( queue, &message, sizeof( message ), IPC_NOWAIT ), EAGAIN );
    thread = create( sends, NULL, HIGHER );
    CHECK_ORDER( "" );

    for( uint32_t i = 0; i < MSGQ_CAPACITY; i++ )
    {
        CHECK_EQUAL( msgrcv( queue, &message, sizeof( message ), 0, 0 ), sizeof( message ) );
        CHECK_EQUAL( message, i );
    }

    CHECK_ORDER( "s" );
    CHECK_EQUAL( msgrcv( queue, &message, sizeof( message ), 0, 0 ), sizeof( message ) );
    CHECK_EQUAL( message, 'z' );
    CHECK_EQUAL( pthread_join( thread, NULL ), 0 );
}

/* Whoever waits for a queue that is removed goes on, and its place is used again. */
static void removal( void )
{
    static const char text[] = "longer than a word, too";
    pthread_t threads[ 3 ];
    int old = queue;

    for( unsigned i = 0; i < 3U; i++ )
    {
        threads[ i ] = create( receives_in_vain, NULL, HIGHER );
    }

    CHECK_EQUAL( msgctl( queue, IPC_RMID, NULL ), 0 );
    CHECK_ORDER( "rrr" );
    CHECK_FAILS( msgsnd( old, text, sizeof( text ), 0 ), EINVAL );

    for( unsigned i = 0; i < 3U; i++ )
    {
        CHECK_EQUAL( pthread_join( threads[ i ], NULL ), 0 );
    }

    queue = msgget( KEY, IPC_CREAT | IPC_EXCL );
    CHECK( queue >= 0 );

    for( unsigned i = 0; i < MSGQ_CAPACITY; i++ )
    {
        CHECK_EQUAL( msgsnd( queue, text, sizeof( text ), 0 ), 0 );
    }

    threads[ 0 ] = create( sends_in_vain, NULL, HIGHER );
    threads[ 1 ] = create( sends_in_vain, NULL, HIGHER );
    CHECK_EQUAL( msgctl( queue, IPC_RMID, NULL ), 0 );
    CHECK_ORDER( "xx" );
    CHECK_FAILS( msgrcv( queue, &threads, sizeof( threads ), 0, 0 ), EINVAL );
    CHECK_EQUAL( pthread_join( threads[ 0 ], NULL ), 0 );
    CHECK_EQUAL( pthread_join( threads[ 1 ], NULL ), 0 );
}

/* Three times as much as the heap has. */
static void memory( void )
{
    for( unsigned i = 0; i < 20U; i++ )
    {
        queue = msgget( KEY, IPC_CREAT | IPC_EXCL );

        for( unsigned message = 0; message < MSGQ_CAPACITY; message++ )
        {
            CHECK_EQUAL( msgsnd( queue, large, sizeof( large ), 0 ), 0 );
            CHECK_EQUAL( msgrcv( queue, large, sizeof( large ), 0, 0 ), sizeof( large ) );
            CHECK_EQUAL( msgsnd( queue, large, sizeof( large ), 0 ), 0 );
        }

        CHECK_EQUAL( msgctl( queue, IPC_RMID, NULL ), 0 );
    }
}

static void sharing( void )
{
    struct shmid_ds data;
    int id = shmget( KEY, 100, IPC_CREAT );
    char * memory;

    CHECK( id >= 0 );
    CHECK_FAILS( shmget( KEY + 1, 100, 0 ), ENOENT );
    CHECK_FAILS( shmget( KEY, 100, IPC_CREAT | IPC_EXCL ), EEXIST );
    CHECK_FAILS( shmget( KEY, 101, 0 ), EINVAL );
    CHECK_FAILS( shmget( KEY + 1, 0, IPC_CREAT ), EINVAL );
    CHECK_EQUAL( shmget( KEY, 100, 0 ), id );
    CHECK( shmat( NUM_SHMEMS, NULL, 0 ) == NULL );
    memory = shmat( id, NULL, 0 );
    CHECK( memory != NULL );
    CHECK_EQUAL( memory[ 99 ], 0 );
    memory[ 99 ] = 'm';
    CHECK( shmat( id, NULL, 0 ) == memory );
    CHECK_EQUAL( shmctl( id, IPC_STAT, &data ), 0 );
    CHECK_EQUAL( data.shm_segsz, 100 );
    CHECK_EQUAL( data.shm_nattch, 2 );
    CHECK_EQUAL( shmdt( memory ), 0 );

    /* Removed, it is there until it is detached. */
    CHECK_EQUAL( shmctl( id, IPC_RMID, NULL ), 0 );
    CHECK( shmat( id, NULL, 0 ) == NULL );
    CHECK_EQUAL( memory[ 99 ], 'm' );
    CHECK( shmget( KEY, 100, IPC_CREAT ) != id );
    CHECK_EQUAL( shm_dt( memory ), 0 );
    CHECK_FAILS( shmdt( memory ), EINVAL );
    CHECK_EQUAL( shmget( KEY + 1, 8, IPC_CREAT ), id );
}

static void pools( void )
{
    membuf_t pool, other, rest;
    void *first, *second;

    CHECK_FAILS( bufcreate( &pool, NULL, BLOCKS, 16 ), EINVAL );
    CHECK_FAILS( bufcreate( &pool, blocks, 0, 16 ), EINVAL );
    CHECK_EQUAL( bufcreate( &pool, blocks, BLOCKS, sizeof( blocks[ 0 ] ) ), 0 );
    CHECK_EQUAL( bufcreate( &other, small, 1, sizeof( small[ 0 ] ) ), 0 );
    CHECK( pool != other );
    first = bufmalloc( pool, 16 );
    second = bufmalloc( pool, 1 );
    CHECK( ( first != NULL ) && ( second != NULL ) && ( first != second ) );
    errno = 0;
    CHECK( bufmalloc( pool, 16 ) == NULL );
    CHECK_EQUAL( errno, ENOMEM );
    buffree( pool, first );
    CHECK( bufmalloc( pool, 16 ) == first );
    CHECK( bufmalloc( 99, 16 ) == NULL );
    CHECK_EQUAL( errno, EINVAL );

    /* From and to any pool that fits. */
    buffree( MEMBUF_ANY, second );
    CHECK( bufmalloc( MEMBUF_ANY, 16 ) == second );
    CHECK( bufmalloc( MEMBUF_ANY, 16 ) == NULL );
    CHECK( bufmalloc( MEMBUF_ANY, 8 ) == small );
    buffree( MEMBUF_ANY, small );
    CHECK( bufmalloc( other, 8 ) == small );

    for( unsigned i = 2; i < N_BUFFERS; i++ )
    {
        CHECK_EQUAL( bufcreate( &rest, small, 1, sizeof( small[ 0 ] ) ), 0 );
    }

    CHECK_FAILS( bufcreate( &rest, small, 1, sizeof( small[ 0 ] ) ), EAGAIN );
    CHECK_EQUAL( bufdestroy( pool ), 0 );
    CHECK_FAILS( bufdestroy( pool ), EINVAL );
    CHECK( bufmalloc( pool, 16 ) == NULL );
}

TEST_PROGRAM
{
    keys();
    order();
    waiting();
    removal();
    memory();
    sharing();
    pools();
}
