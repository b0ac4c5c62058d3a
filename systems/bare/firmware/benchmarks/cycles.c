/* SPDX-License-Identifier: Apache-2.0 */

/* What calls of the thin API take, in cycles, printed one on a line. */
#include "board_bare.h"
#include "isochron_bare.h"

enum
{
    HIGH = 1,
    LOW
};
enum
{
    SEMAPHORE,
    WAITED,
    QUEUE
};

static uint32_t stacks[ 3 ][ 128 ];
static uint32_t woken, nothing;

static inline uint32_t now( void )
{
    uint32_t cycles;

    __asm volatile( "csrr %0, mcycle" : "=r"( cycles )::"memory" );
    return cycles;
}

static void print( const char * name, uint32_t cycles )
{
    board_print( name );
    board_print( " " );
    board_print_number( cycles - nothing );
    board_print( "\n" );
}

#define MEASURE( name, call )          \
    do                                 \
    {                                  \
        uint32_t before = now();       \
        call;                          \
        uint32_t after = now();        \
        print( name, after - before ); \
    } while( 0 )

static void high( void * unused )
{
    ( void ) unused;

    for( ;; )
    {
        ( void ) iso_take( WAITED, ISO_FOREVER );
        woken = now();
    }
}

static void low( void * unused )
{
    uint32_t message[ 1 ] = { 1 };
    uint32_t before, after;

    ( void ) unused;
    before = now();
    after = now();
    nothing = after - before;

    MEASURE( "give", ( void ) iso_give( SEMAPHORE ) );
    MEASURE( "take", ( void ) iso_take( SEMAPHORE, 0 ) );
    MEASURE( "send", ( void ) iso_send( QUEUE, message, 1, 0 ) );
    MEASURE( "receive", ( void ) iso_receive( QUEUE, message, 1, 0 ) );

    before = now();
    ( void ) iso_give( WAITED );
    print( "give-to-waiter", woken - before );
    board_exit( BOARD_EXIT_SUCCESS );
}

int main( void )
{
    iso_init( 50000 );
    iso_semaphore_create( SEMAPHORE, 1, 0 );
    iso_semaphore_create( WAITED, 1, 0 );
    iso_queue_create( QUEUE, 2, 1 );
    iso_task_create( LOW, 1, low, NULL, stacks[ LOW ], 128 );
    iso_task_create( HIGH, 2, high, NULL, stacks[ HIGH ], 128 );
    iso_start();
}
