/* SPDX-License-Identifier: Apache-2.0 */

/* A task waits for a semaphore, which another one gives every ten ticks: the first program, without
 * FreeRTOS. */
#include "board_bare.h"
#include "isochron_bare.h"

#define CYCLES_PER_TICK 50000U

enum
{
    WAITER = 1,
    GIVER
};
enum
{
    SIGNAL
};

static uint32_t waiter_stack[ 128 ], giver_stack[ 128 ];

static void waiter( void * unused )
{
    ( void ) unused;

    for( uint32_t times = 1; times <= 3U; times++ )
    {
        ( void ) iso_take( SIGNAL, ISO_FOREVER );
        board_print( "woken " );
        board_print_number( times );
        board_print( " at tick " );
        board_print_number( iso_ticks() );
        board_print( "\n" );
    }

    board_exit( BOARD_EXIT_SUCCESS );
}

static void giver( void * unused )
{
    uint32_t wake = iso_ticks();

    ( void ) unused;

    for( ;; )
    {
        ( void ) iso_period( &wake, 10 );
        ( void ) iso_give( SIGNAL );
    }
}

int main( void )
{
    iso_init( CYCLES_PER_TICK );
    iso_semaphore_create( SIGNAL, 1, 0 );
    iso_task_create( WAITER, 2, waiter, NULL, waiter_stack, 128 );
    iso_task_create( GIVER, 1, giver, NULL, giver_stack, 128 );
    iso_start();
}
