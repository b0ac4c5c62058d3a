/* SPDX-License-Identifier: Apache-2.0 */

#include "waiting.h"

#include <stdio.h>

#include "board.h"

static RT_TASK tasks[ MOST_TASKS ];
static unsigned created;
static waiting_task_t task_function;

static void check( int error, const char * call )
{
    if( error != 0 )
    {
        printf( "%s returned %d\n", call, error );
        board_exit( BOARD_EXIT_FAILURE );
    }
}

static void run( void * number )
{
    check( rt_task_set_periodic( NULL, TM_NOW, FAR_NS ), "rt_task_set_periodic" );

    for( ;; )
    {
        task_function( ( unsigned ) ( uintptr_t ) number );
    }
}

void waiting_tasks( unsigned count, waiting_task_t function )
{
    task_function = function;

    for( ; created < count; created++ )
    {
        check( rt_task_spawn( &tasks[ created ], NULL, 0, WAITING_PRIORITY, 0, run,
                              ( void * ) ( uintptr_t ) created ),
               "rt_task_spawn" );
    }
}

void waiting_release( unsigned number, RTIME date, RTIME period )
{
    /* TM_NOW would wait for the end of the present period. */
    date = ( date == TM_NOW ) ? rt_timer_read() + period : date;
    check( rt_task_set_periodic( &tasks[ number ], date, period ), "rt_task_set_periodic" );
}

void waiting_begin( TaskFunction_t director, UBaseType_t priority )
{
    xTaskCreate( director, "director", BENCH_STACK, NULL, priority, NULL );
    vTaskStartScheduler();
}
