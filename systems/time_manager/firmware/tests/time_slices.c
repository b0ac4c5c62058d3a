/* SPDX-License-Identifier: Apache-2.0 */

/* Time slices: what Xenomai's documentation says of rt_task_slice. Equals compute, and each notes when it
 * goes on after another one. */
#include "board.h"
#include "director.h"

#define US    ( ( RTIME ) 1000 )
#define SLICE ( 200 * US )
#define LATE  ( 20 * US )
#define TURNS 4

static RT_TASK tasks[ 3 ];

/* Which task computes, since when, and how long each turn of a task was at most and least. */
static volatile unsigned running;
static volatile RTIME since;
static volatile unsigned turns[ 3 ];
static volatile RTIME longest[ 3 ], shortest[ 3 ];
static volatile unsigned stop;

static void note( unsigned self, RTIME now )
{
    RTIME turn = now - since;
    unsigned before = running;

    if( ( before < 3 ) && ( turns[ before ]++ > 0 ) )
    {
        longest[ before ] = ( turn > longest[ before ] ) ? turn : longest[ before ];
        shortest[ before ] = ( turn < shortest[ before ] ) ? turn : shortest[ before ];
    }

    running = self;
    since = now;
}

static void compute( void * arg )
{
    unsigned self = ( unsigned ) ( uintptr_t ) arg;

    while( !stop )
    {
        taskENTER_CRITICAL();

        if( running != self )
        {
            note( self, rt_timer_read() );
        }

        taskEXIT_CRITICAL();
    }
}

static void begin_anew( void )
{
    stop = 0;
    running = 3;

    for( unsigned i = 0; i < 3; i++ )
    {
        turns[ i ] = 0;
        longest[ i ] = 0;
        shortest[ i ] = 1000000 * US;
        CHECK_EQUAL( rt_task_spawn( &tasks[ i ], NULL, 2048, LOW, 0, compute, ( void * ) ( uintptr_t ) i ),
                     0 );
    }
}

static void end( void )
{
    stop = 1;
    CHECK_EQUAL( rt_task_sleep( US * 500 ), 0 );
}

/* Each has its own slice, exactly, whoever came before. */
static void slices( void )
{
    begin_anew();

    for( unsigned i = 0; i < 3; i++ )
    {
        CHECK_EQUAL( rt_task_slice( &tasks[ i ], ( i + 1 ) * SLICE ), 0 );
    }

    CHECK_EQUAL( rt_task_sleep( TURNS * 6 * SLICE ), 0 );

    for( unsigned i = 0; i < 3; i++ )
    {
        CHECK( turns[ i ] >= TURNS - 1 );
        CHECK( turns[ i ] <= TURNS + 1 );
        CHECK( shortest[ i ] + LATE >= ( i + 1 ) * SLICE );
        CHECK( longest[ i ] <= ( i + 1 ) * SLICE + LATE );
    }

    end();
}

/* Without a slice a task runs until it waits. */
static void none( void )
{
    begin_anew();
    CHECK_EQUAL( rt_task_sleep( TURNS * SLICE ), 0 );
    CHECK_EQUAL( turns[ 0 ] + turns[ 1 ] + turns[ 2 ], 0 );
    CHECK_EQUAL( rt_task_slice( &tasks[ running ], SLICE ), 0 );
    CHECK_EQUAL( rt_task_sleep( TURNS * SLICE ), 0 );
    CHECK_EQUAL( turns[ 0 ] + turns[ 1 ] + turns[ 2 ], 1 ); /* the next one has none */

    for( unsigned i = 0; i < 3; i++ )
    {
        CHECK_EQUAL( rt_task_slice( &tasks[ i ], 0 ), 0 );
    }

    end();
}

/* A slice does not end while the task locks the scheduler. */
static void locked( void )
{
    int mode;

    begin_anew();
    CHECK_EQUAL( rt_task_set_mode( 0, T_LOCK, &mode ), 0 );
    CHECK_EQUAL( rt_task_set_priority( NULL, LOW ), 0 );
    CHECK_EQUAL( rt_task_slice( NULL, SLICE ), 0 );
    rt_timer_spin( 3 * SLICE );
    CHECK_EQUAL( running, 3 );
    CHECK_EQUAL( rt_task_set_priority( NULL, HIGH ), 0 );
    CHECK_EQUAL( rt_task_set_mode( T_LOCK, 0, NULL ), 0 );
    CHECK_EQUAL( rt_task_slice( NULL, 0 ), 0 );
    end();
}

static void errors( void )
{
    RT_TASK nothing = NO_ALCHEMY_TASK;

    CHECK_EQUAL( rt_task_slice( &nothing, SLICE ), -EINVAL );
    CHECK_EQUAL( rt_task_slice( &tasks[ 0 ], SLICE ), -EINVAL ); /* it has ended */
    CHECK_EQUAL( rt_task_slice( NULL, 1 ), -EINVAL );
}

static void measure( void )
{
    uint32_t before = ( uint32_t ) rt_timer_tsc(), after;

    ( void ) rt_task_slice( NULL, SLICE );
    after = ( uint32_t ) rt_timer_tsc();
    ( void ) rt_task_slice( NULL, 0 );
    printf( "cost rt_task_slice %lu\n", ( unsigned long ) ( after - before ) );
}

static void foreign( void )
{
    CHECK_EQUAL( rt_task_slice( NULL, SLICE ), -EPERM );
}

TEST_OF_LAYER( foreign() )
{
    slices();
    none();
    locked();
    errors();
    measure();
}
