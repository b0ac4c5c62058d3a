/* SPDX-License-Identifier: Apache-2.0 */

/* Rate-monotonic priority inversion: a device interrupts while a task computes that is more urgent
 * than the device, or less. Prints the trace: H the task begins, h it ends, i the interrupt's routine.
 * TEST_DEVICE is the device's priority; the task's is 10. */
#include <stdio.h>

#include "FreeRTOS.h"
#include "board.h"
#include "interrupts.h"
#include "task.h"

#define TASK_PRIORITY 10
#define MICROSECONDS  20
#define LOOPS         100000 /* instructions, some nanoseconds each: longer than the device needs */

static volatile char trace[ 8 ];
static volatile unsigned length;

static void mark( char what )
{
    trace[ length++ ] = what;
}

static void routine( void )
{
    board_clear_timer();
    mark( 'i' );
}

static void computes( void * unused )
{
    mark( 'H' );
    board_start_timer( MICROSECONDS );

    for( volatile int loop = 0; loop < LOOPS; loop++ )
    {
    }

    mark( 'h' );
    vTaskSuspend( NULL );
}

static void prints( void * unused )
{
    while( length < 3 )
    {
    }

    printf( "%s\n", ( const char * ) trace );
    board_exit( 0 );
}

int main( void )
{
    board_set_handler( BOARD_TIMER_INTERRUPT, routine, TEST_DEVICE, 0 );
    xTaskCreate( computes, "computes", 256, NULL, TASK_PRIORITY, NULL );
    xTaskCreate( prints, "prints", 512, NULL, 1, NULL );
    vTaskStartScheduler();
    return 1;
}
