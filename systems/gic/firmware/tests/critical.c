/* SPDX-License-Identifier: Apache-2.0 */

/* Critical sections on all cores at the same time, also within each other, of tasks and routines. Each counts
 * in several steps, which would lose something if two were in a section. Told is how often tasks and routines
 * were in one. With TEST_WAITS a task waits in a section. The argument is the seed. */
#include "devices.h"
#include "interrupts.h"
#include "shared.h"

#ifndef TEST_WAITS
    #define TEST_WAITS 0
#endif
#define STEPS        100
#define FIRST_DEVICE 50

static volatile uint32_t counts[ STEPS ]; /* all the same */
static volatile uint32_t by_tasks[ CORES ], by_routines[ CORES ];
static volatile int done[ CORES ];
static random_t generators[ CORES ];

static void count( void )
{
    const uint32_t before = counts[ 0 ];

    for( int i = 0; i < STEPS; i++ )
    {
        if( counts[ i ] != before )
        {
            printf( "two are in a section\n" );
            board_exit( 1 );
        }

        counts[ i ] = before + 1;
    }
}

static void handler( void )
{
    const UBaseType_t state = taskENTER_CRITICAL_FROM_ISR();

    count();
    by_routines[ board_core() ]++;
    taskEXIT_CRITICAL_FROM_ISR( state );
}

static void enters( void * parameter )
{
    const uint32_t core = ( uint32_t ) ( uintptr_t ) parameter;
    const uint32_t interrupt = FIRST_DEVICE + core;

    for( int call = 0; call < TEST_CALLS; call++ )
    {
        taskENTER_CRITICAL();
        count();
        by_tasks[ core ]++;

        if( random_below( &generators[ core ], 2 ) == 0 )
        {
            taskENTER_CRITICAL();
            raise( interrupt );
            taskEXIT_CRITICAL();
        }

        if( TEST_WAITS )
        {
            vTaskDelay( 1 );
        }

        count();
        taskEXIT_CRITICAL();
    }

    done[ core ] = 1;
    vTaskSuspend( NULL );
}

static void judges( void * unused )
{
    uint32_t tasks = 0, routines = 0;

    for( int core = 0; core < CORES; core++ )
    {
        while( !done[ core ] )
        {
            vTaskDelay( 1 );
        }

        tasks += by_tasks[ core ];
        routines += by_routines[ core ];
    }

    if( counts[ 0 ] != 2U * tasks + routines )
    {
        printf( "lost: %lu of %lu\n", ( unsigned long ) counts[ 0 ],
                ( unsigned long ) ( 2U * tasks + routines ) );
        board_exit( 1 );
    }

    printf( "passed %lu %lu\n", ( unsigned long ) tasks, ( unsigned long ) routines );
    board_exit( 0 );
}

int main( void )
{
    for( uint32_t core = 0; core < CORES; core++ )
    {
        const uint32_t interrupt = FIRST_DEVICE + core;

        generators[ core ].state = ( board_argument() + 1 ) * 2654435761U + core;
        take_edges( interrupt );
        board_set_handler( interrupt, handler, 5, core );
        create( enters, ( int ) core, 3, NULL );
    }

    create( judges, 0, 8, NULL );
    vTaskStartScheduler();
    return 1;
}
