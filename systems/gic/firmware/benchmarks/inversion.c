/* SPDX-License-Identifier: Apache-2.0 */

/* What a device that is less important takes from a task: instructions from the begin of a computation to its
 * end, without the device and with its interrupt meanwhile. */
#include <stdio.h>

#include "FreeRTOS.h"
#include "board.h"
#include "interrupts.h"
#include "marks.h"
#include "task.h"

#define TASK_PRIORITY   10
#define DEVICE_PRIORITY 5
#define SOON            20 /* microseconds */
#define LOOPS           100000 /* instructions, a nanosecond each: longer than that */
#define TIMES           3

static volatile int interrupts;

static void routine( void )
{
    board_clear_timer();
    interrupts++;
}

static void compute( int with_device )
{
    const int before = interrupts;

    if( with_device )
    {
        board_start_timer( SOON );
    }

    MARK( MARK_START );

    for( volatile int loop = 0; loop < LOOPS; loop++ )
    {
    }

    MARK( MARK_RETURN );
    vTaskDelay( 1 ); /* whoever is below comes */

    if( interrupts != before + with_device )
    {
        printf( "%d interrupts\n", interrupts - before );
        board_exit( 1 );
    }
}

static void task( void * unused )
{
    for( int time = 0; time < TIMES; time++ )
    {
        compute( 0 );
        printf( "sample device-none local without times=%d\n", TIMES );
        compute( 1 );
        printf( "sample device-below local without times=%d\n", TIMES );
    }

    board_exit( 0 );
}

int main( void )
{
    board_set_handler( BOARD_TIMER_INTERRUPT, routine, DEVICE_PRIORITY, 0 );
    xTaskCreate( task, "task", 512, NULL, TASK_PRIORITY, NULL );
    vTaskStartScheduler();
    return 1;
}
