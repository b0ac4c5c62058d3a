/* SPDX-License-Identifier: Apache-2.0 */

/* A device that is less important than a task: its service routine waits until the task has done. With
 * FreeRTOS itself (--kernel freertos) the routine disturbs the task. */
#include <stdio.h>

#include "FreeRTOS.h"
#include "board.h"
#include "interrupts.h"
#include "task.h"

#define STACK   512
#define TASK    10 /* priorities */
#define DEVICE  5
#define SOON    20 /* microseconds */
#define COMPUTE 100000

static volatile int computes;

static void routine( void )
{
    board_clear_timer();
    printf( "routine: the task %s\n", computes ? "is disturbed" : "has done" );
}

static void task( void * unused )
{
    ( void ) unused;
    computes = 1;
    board_start_timer( SOON );

    for( volatile int i = 0; i < COMPUTE; i++ )
    {
    }

    computes = 0;
    printf( "task: done\n" );
    vTaskDelay( 1 ); /* the routine comes */
    board_exit( 0 );
}

int main( void )
{
    board_set_handler( BOARD_TIMER_INTERRUPT, routine, DEVICE, 0 );
    xTaskCreate( task, "task", STACK, NULL, TASK, NULL );
    vTaskStartScheduler();
    return 1;
}
