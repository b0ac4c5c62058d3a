/* SPDX-License-Identifier: Apache-2.0 */

/* Tasks of all cores suspend the scheduler, truly at the same time. Who has done so resumes others, which
 * must not run before it resumes the scheduler, and all have to run then. Tasks are created, deleted, moved,
 * suspended and given other priorities meanwhile, those that have suspended the scheduler among them. The
 * argument is the seed. */
#include "shared.h"

#ifndef TEST_CALLS
    #define TEST_CALLS 2000
#endif
#define PATIENCE 5000 /* ticks */
#define TOP      20

static TaskHandle_t suspends[ CORES ], wakes[ CORES ];
static volatile uint32_t resumed[ CORES ], ran[ CORES ], sections[ CORES ], newborn, born;
static volatile int inside, stops;

/* Above all others of its core; it is suspended, and says that it has been resumed. */
static void wake( void * parameter )
{
    const int number = ( int ) ( uintptr_t ) parameter;

    for( ;; )
    {
        vTaskSuspend( NULL );
        ran[ number ] = resumed[ number ];
    }
}

static void live_shortly( void * unused )
{
    __atomic_fetch_add( &born, 1, __ATOMIC_RELAXED );
    vTaskDelete( NULL );
}

static void suspend( void * parameter )
{
    const int number = ( int ) ( uintptr_t ) parameter;
    random_t generator = { board_argument() * 2654435761U + ( uint32_t ) number };

    while( !stops )
    {
        const int whom = ( int ) random_below( &generator, CORES );

        vTaskSuspendAll();

        if( inside++ != 0 )
        {
            fail( "two have suspended the scheduler", ( uint32_t ) number );
        }

        const int rests =
            ( ran[ whom ] == resumed[ whom ] ) && ( eTaskGetState( wakes[ whom ] ) == eSuspended );

        if( rests )
        {
            resumed[ whom ]++;
            vTaskResume( wakes[ whom ] );
        }

        if( random_below( &generator, 4 ) == 0 )
        {
            const uint32_t before = born;

            newborn++;
            create( live_shortly, whom, TOP - 2, NULL );

            /* One that was dispatched on another core just before may be late. */
            if( ( CORES == 1 ) && ( born != before ) )
            {
                fail( "a new task ran", born );
            }
        }

        for( uint32_t i = random_below( &generator, 500 ); i > 0; i-- )
        {
            __asm volatile( "nop" );
        }

        if( rests && ( ran[ whom ] == resumed[ whom ] ) )
        {
            fail( "a task ran", ( uint32_t ) whom );
        }

        inside--;
        sections[ number ]++;
        ( void ) xTaskResumeAll();

        if( random_below( &generator, 8 ) == 0 )
        {
            vTaskDelay( 1 );
        }
    }

    vTaskSuspend( NULL );
}

static void disturb( void * unused )
{
    random_t generator = { board_argument() + 77U };
    uint32_t done = 0, before, idle = 0;

    while( done < TEST_CALLS )
    {
        TaskHandle_t const task = suspends[ random_below( &generator, CORES ) ];

        displace( task, &generator );
        vTaskDelay( random_below( &generator, 2 ) );
        vTaskResume( task );
        vTaskDelay( 1 );
        before = done;
        done = 0;

        for( int i = 0; i < CORES; i++ )
        {
            done += sections[ i ];
        }

        idle = ( done == before ) ? idle + 1 : 0;

        if( idle == PATIENCE )
        {
            fail( "nobody goes on", done );
        }
    }

    stops = 1;

    for( int number = 0, ticks = 0; number < CORES; )
    {
        if( ( ran[ number ] == resumed[ number ] ) && ( born == newborn ) )
        {
            number++;
        }
        else if( ticks++ == PATIENCE )
        {
            fail( "does not run", ( uint32_t ) number );
        }
        else
        {
            vTaskDelay( 1 );
            number = 0;
        }
    }

    printf( "passed %lu %lu %lu\n", ( unsigned long ) done, ( unsigned long ) resumed[ CORES - 1 ],
            ( unsigned long ) born );
    board_exit( 0 );
}

int main( void )
{
    for( int i = 0; i < CORES; i++ )
    {
        create( suspend, i, 3, &suspends[ i ] );
        create( wake, i, TOP - 1, &wakes[ i ] );
    }

    create( disturb, 0, TOP, NULL );
    vTaskStartScheduler();
    return 1;
}
