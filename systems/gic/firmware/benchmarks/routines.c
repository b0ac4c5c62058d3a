/* SPDX-License-Identifier: Apache-2.0 */

/* What a device costs: from the interrupt to its routine's first instruction, and from the routine's
 * last one back to who was interrupted (MARK_RETURN), or to a task that it has woken (MARK_STOP). */
#include <stdio.h>

#include "FreeRTOS.h"
#include "board.h"
#include "interrupts.h"
#include "marks.h"
#include "task.h"

#define DEVICE      50
#define SET_PENDING 0x200U
#define TIMES       3

static TaskHandle_t woken;
static volatile int wakes;

static void routine( void )
{
    MARK( MARK_START );

    if( wakes )
    {
        portYIELD_FROM_ISR( xTaskResumeFromISR( woken ) );
    }

    MARK( MARK_SETTLED );
}

static void sleeps( void * unused )
{
    for( ;; )
    {
        vTaskSuspend( NULL );
        MARK( MARK_STOP );
    }
}

static void interrupt( int wake )
{
    wakes = wake;
    BOARD_REGISTER( BOARD_GIC_DISTRIBUTOR + SET_PENDING + 4U * ( DEVICE / 32U ) ) = 1UL << ( DEVICE % 32U );
    __asm volatile( "dsb\n isb" ::: "memory" );
    MARK( MARK_RETURN );
}

static void interrupts( void * unused )
{
    for( int time = 0; time < TIMES; time++ )
    {
        interrupt( 0 );
        interrupt( 1 );
    }

    board_exit( 0 );
}

int main( void )
{
    board_set_handler( DEVICE, routine, 20, 0 );
    xTaskCreate( sleeps, "sleeps", 256, NULL, 12, &woken );
    xTaskCreate( interrupts, "interrupts", 512, NULL, 10, NULL );
    vTaskStartScheduler();
    return 1;
}
