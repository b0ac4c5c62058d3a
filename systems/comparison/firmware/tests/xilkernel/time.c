/* SPDX-License-Identifier: Apache-2.0 */

/* The time, sleeping in milliseconds, and handlers of interrupts. A tick is 400 us. */
#include "conformance.h"

#include "board.h"

#define HIGHER 5
#define LINE   3U
#define DELAY  50U

static sem_t semaphore;
static volatile unsigned served;
static int told;

static void * sleeps( void * parameter )
{
    ( void ) sleep( 2 );
    mark( *( const char * ) parameter );
    return NULL;
}

static void sleeping( void )
{
    unsigned start;
    pthread_t one, other;

    ( void ) sleep( 1 );
    start = xget_clock_ticks();
    CHECK_EQUAL( sleep( 3 ), 0 );
    CHECK_EQUAL( xget_clock_ticks() - start, 8 ); /* 7.5, rounded up */
    one = create( sleeps, "1", HIGHER );
    other = create( sleeps, "2", HIGHER );
    ( void ) sleep( 1 );
    CHECK_ORDER( "" );
    ( void ) sleep( 1 );
    CHECK_EQUAL( pthread_join( one, NULL ), 0 );
    CHECK_EQUAL( pthread_join( other, NULL ), 0 );
    CHECK_ORDER( "12" );
}

static void handles( void * callback )
{
    *( int * ) callback += 1;
    served++;
    CHECK_EQUAL( sem_post( &semaphore ), 0 );
    mark( 'h' );
}

static void * waits( void * parameter )
{
    for( ;; )
    {
        CHECK_EQUAL( sem_wait( &semaphore ), 0 );
        mark( 'w' );
    }

    return NULL;
}

/* Without a call that would let another thread run. */
static void let_it_come( void )
{
    for( volatile unsigned i = 0; i < DELAY; i++ )
    {
    }
}

static void raise( void )
{
    board_arm_interrupt( LINE, DELAY, 0 );
    let_it_come();
}

static void interrupts( void )
{
    pthread_t waiter;

    CHECK_EQUAL( sem_init( &semaphore, 0, 0 ), 0 );
    waiter = create( waits, NULL, HIGHER );
    CHECK_EQUAL( register_int_handler( BOARD_INTERRUPT_LINES, handles, NULL ), XST_INVALID_PARAM );
    CHECK_EQUAL( register_int_handler( LINE, NULL, NULL ), XST_INVALID_PARAM );
    CHECK_EQUAL( register_int_handler( LINE, handles, &told ), XST_SUCCESS );
    raise();
    CHECK_ORDER( "" ); /* not enabled */
    acknowledge_interrupt( LINE );
    enable_interrupt( LINE );
    CHECK_ORDER( "" );

    /* The thread that the handler let go on runs as soon as the handler has ended. */
    raise();
    CHECK_ORDER( "hw" );
    CHECK_EQUAL( told, 1 );
    disable_interrupt( LINE );
    raise();
    CHECK_ORDER( "" );
    enable_interrupt( LINE ); /* it is pending */
    let_it_come();
    CHECK_ORDER( "hw" );
    unregister_int_handler( LINE );
    raise();
    enable_interrupt( LINE ); /* nobody's */
    let_it_come();
    CHECK_ORDER( "" );
    CHECK_EQUAL( served, 2 );
    CHECK_EQUAL( pthread_detach( waiter ), 0 );
}

TEST_PROGRAM
{
    sleeping();
    interrupts();
}
