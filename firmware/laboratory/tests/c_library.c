/* SPDX-License-Identifier: Apache-2.0 */

/* The C library among tasks: memory, functions around main, ends of the program. */
#include <stdlib.h>
#include <string.h>

#include "check.h"

#define HIGH     3
#define LOW      2
#define DIRECTOR 1
#define TASKS    4
#define ROUNDS   60
#define BLOCKS   5

static volatile int ends;
static int constructed, order;
static void * made_early;

__attribute__( ( constructor( 201 ) ) ) static void construct_second( void )
{
    order = order * 10 + 2;
    made_early = malloc( 10 ); /* before the kernel has anything */
}

__attribute__( ( constructor( 101 ) ) ) static void construct_first( void )
{
    order = order * 10 + 1;
}

__attribute__( ( constructor ) ) static void construct_last( void )
{
    order = order * 10 + 3;
    constructed = 1;
}

static void check_filled( const unsigned char * block, size_t size, int value )
{
    for( size_t index = 0; index < size; index++ )
    {
        CHECK_EQUAL( block[ index ], ( unsigned char ) value );
    }
}

/* Ticks come in the midst of malloc and free, and other tasks with their own. */
static void user( void * parameter )
{
    const int me = ( int ) ( uintptr_t ) parameter;
    unsigned char * blocks[ BLOCKS ] = { NULL };
    size_t sizes[ BLOCKS ] = { 0 };
    uint32_t random = ( uint32_t ) me + 1U;

    for( int round = 0; round < ROUNDS; round++ )
    {
        random = random * 1664525U + 1013904223U;

        const size_t which = ( random >> 8 ) % BLOCKS;
        const size_t size = 1 + ( random >> 16 ) % 300;

        if( blocks[ which ] != NULL )
        {
            check_filled( blocks[ which ], sizes[ which ], me );
        }

        if( ( random >> 28 ) & 1 )
        {
            blocks[ which ] = realloc( blocks[ which ], size );
        }
        else
        {
            free( blocks[ which ] );
            blocks[ which ] = malloc( size );
        }

        CHECK( blocks[ which ] != NULL );
        memset( blocks[ which ], me, size );
        sizes[ which ] = size;

        if( ( random >> 29 ) == 0 )
        {
            vTaskDelay( 1 );
        }
    }

    for( int which = 0; which < BLOCKS; which++ )
    {
        free( blocks[ which ] );
    }

    ends++;
    vTaskDelete( NULL );
}

static void at_the_end( void )
{
    test_passed(); /* else the program ends with exit()'s code */
}

static void director( void * parameters )
{
    CHECK_EQUAL( constructed, 1 );
    CHECK_EQUAL( order, 123 );
    CHECK( made_early != NULL );

    for( int number = 0; number < TASKS; number++ )
    {
        create( user, ( uintptr_t ) number, ( number & 1 ) ? HIGH : LOW );
    }

    while( ends < TASKS )
    {
        vTaskDelay( 1 );
    }

    /* As much as there is, and no more. */
    CHECK( malloc( 1024 * 1024 ) == NULL );
    CHECK_EQUAL( atexit( at_the_end ), 0 );
    exit( 3 );
}

int main( void )
{
    test_start( director, DIRECTOR );
}
