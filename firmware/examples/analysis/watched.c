/* SPDX-License-Identifier: Apache-2.0 */

/* The hardware monitor watches a task set by its analysis: motor_monitor.h has each task's budget and
 * deadline, made by `isochron analyze motor.toml --kernel isochron --monitor motor_monitor.h`. In its
 * fifth job the task "encoder" computes for longer than its execution time says. The monitor tells at
 * once, with no code in the switch. */
#include <stdio.h>

#include "FreeRTOS.h"
#include "task.h"

#include "board.h"
#include "motor_monitor.h"

#define PRIORITY  8
#define JOBS      10
#define WRONG_JOB 5
#define PERIOD    4      /* ticks */
#define CYCLES    700    /* of a job that is as it should be */
#define TOO_MANY  1500

#define EVENTS 4

static volatile unsigned job, events;
static struct
{
    TaskHandle_t task;
    unsigned job;
    uint32_t kind;
} event[ EVENTS ];

/* Called in an interrupt: what takes long is done later. */
void vApplicationIsochronMonitorHook( TaskHandle_t task, uint32_t kind )
{
    if( events < EVENTS )
    {
        event[ events ].task = task;
        event[ events ].job = job;
        event[ events ].kind = kind;
        events = events + 1;
    }
}

static void print_events( void )
{
    const unsigned count = events; /* printing takes longer than the task may */

    for( unsigned i = 0; i < count; i++ )
    {
        printf( "%s, job %u: %s\n", pcTaskGetName( event[ i ].task ), event[ i ].job,
                ( event[ i ].kind & isochronMONITOR_OVERLOAD ) ? "ran for more than its budget" :
                                                                 "was not complete in time" );
    }
}

static void compute( uint32_t cycles )
{
    uint64_t from = ullIsochronMonitorCycles();

    while( ullIsochronMonitorCycles() - from < cycles )
    {
    }
}

static void encoder( void * parameters )
{
    TickType_t last = xTaskGetTickCount();

    ( void ) parameters;

    for( job = 1; job <= JOBS; job = job + 1 )
    {
        vTaskDelayUntil( &last, PERIOD );
        compute( job == WRONG_JOB ? TOO_MANY : CYCLES );
    }

    print_events();
    board_exit( BOARD_EXIT_SUCCESS );
}

int main( void )
{
    TaskHandle_t task;

    xTaskCreate( encoder, "encoder", 320, NULL, PRIORITY, &task );

    if( motor_encoder_watch( task ) != pdPASS )
    {
        board_exit( BOARD_EXIT_FAILURE );
    }

    vTaskStartScheduler();
}
