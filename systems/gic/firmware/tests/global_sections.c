/* SPDX-License-Identifier: Apache-2.0 */

/* Resources that all cores share, under true concurrency: tasks of each core take them, and count in several
 * steps what nobody else may count meanwhile. They are suspended, moved, and given other priorities, also
 * while they have one. No task of a core runs while another one of it has one or waits for it. Told is how
 * often tasks had one, and how often somebody was moved. The argument is the seed. TEST_USE is a wrong use,
 * by one task. */
#include "shared.h"

#include "global_resources.h"

enum
{
    NOTHING,
    NESTED,
    NOT_TAKEN,
    WAITS,
    IN_CRITICAL_SECTION
};

#ifndef TEST_USE
    #define TEST_USE NOTHING
#endif
#define TASKS     ( 3 * CORES )
#define RESOURCES 2
#define STEPS     200
#define TOP       20

static GicGlobalResourceHandle_t resources[ RESOURCES ];
static volatile uint32_t counts[ RESOURCES ][ STEPS ];
static volatile uint32_t done[ TASKS ];
static volatile int asks[ CORES ]; /* a task of this core has a resource, or waits for it */
static volatile int stops, ended;
static TaskHandle_t tasks[ TASKS ];
static random_t generators[ TASKS ];

/* Wrongly, if that is not NOTHING. */
static void use( int which, int wrong )
{
    vGicGlobalResourceTake( resources[ which ] );

    const uint32_t core = board_core(), before = counts[ which ][ 0 ];

    asks[ core ] = 1;

    for( int i = 0; i < STEPS; i++ )
    {
        if( counts[ which ][ i ] != before )
        {
            fail( "two have a resource", board_core() );
        }

        counts[ which ][ i ] = before + 1;
    }

    if( wrong == NESTED )
    {
        vGicGlobalResourceTake( resources[ 1 - which ] );
    }
    else if( wrong == WAITS )
    {
        vTaskDelay( 1 );
    }

    asks[ core ] = 0;
    vGicGlobalResourceGive( resources[ which ] );
}

static void uses( void * parameter )
{
    const int number = ( int ) ( uintptr_t ) parameter;

    const int wrong = ( number == 0 ) ? TEST_USE : NOTHING;

    if( wrong == NOT_TAKEN )
    {
        vGicGlobalResourceGive( resources[ 0 ] );
    }
    else if( wrong == IN_CRITICAL_SECTION )
    {
        taskENTER_CRITICAL();
        vGicGlobalResourceTake( resources[ 0 ] );
    }

    while( !stops )
    {
        const uint32_t state = ulGicMask(); /* it is not moved in between */

        if( asks[ board_core() ] )
        {
            fail( "runs while another one has a resource", board_core() );
        }

        vGicUnmask( state );
        use( ( int ) random_below( &generators[ number ], RESOURCES ), wrong );
        done[ number ]++;

        if( random_below( &generators[ number ], 100 ) == 0 )
        {
            vTaskDelay( 1 );
        }
    }

    ( void ) __atomic_add_fetch( &ended, 1, __ATOMIC_RELAXED );
    vTaskSuspend( NULL );
}

static uint32_t all_done( void )
{
    uint32_t sum = 0;

    for( int i = 0; i < TASKS; i++ )
    {
        sum += done[ i ];
    }

    return sum;
}

static void disturb( void * unused )
{
    random_t generator = { board_argument() * 2654435761U + 77U };
    uint32_t moved = 0;

    while( all_done() < TEST_CALLS )
    {
        TaskHandle_t const task = tasks[ random_below( &generator, TASKS ) ];

        displace( task, &generator );
        moved += ( CORES > 1 );
        vTaskResume( task );
        vTaskDelay( 1 );
    }

    stops = 1;

    while( ended < TASKS )
    {
        vTaskDelay( 1 );
    }

    if( counts[ 0 ][ 0 ] + counts[ 1 ][ 0 ] != all_done() )
    {
        fail( "lost", counts[ 0 ][ 0 ] );
    }

    printf( "passed %lu %lu\n", ( unsigned long ) all_done(), ( unsigned long ) moved );
    board_exit( 0 );
}

int main( void )
{
    for( int i = 0; i < RESOURCES; i++ )
    {
        resources[ i ] = xGicGlobalResourceCreate();
    }

    for( int i = 0; i < TASKS; i++ )
    {
        generators[ i ].state = ( board_argument() + 1 ) * 2654435761U + ( uint32_t ) i * 97U;
        create( uses, i, 2 + ( UBaseType_t ) i % 9, &tasks[ i ] );
    }

    create( disturb, 0, TOP, NULL );
    vTaskStartScheduler();
    return 1;
}
