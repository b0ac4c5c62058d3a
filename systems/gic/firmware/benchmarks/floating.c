/* SPDX-License-Identifier: Apache-2.0 */

/* What it costs a task to use floating point: an instruction when the registers are another task's
 * (MARK_STOP), and when they are its own (MARK_RETURN). */
#include "FreeRTOS.h"
#include "board.h"
#include "marks.h"
#include "task.h"

#define TIMES            3
#define FLOATING( text ) __asm volatile( text::: "d0" )

static void other( void * unused )
{
    for( ;; )
    {
        FLOATING( "vmov.f64 d0, #1.0" );
        taskYIELD();
    }
}

static void measures( void * unused )
{
    for( int time = 0; time < TIMES; time++ )
    {
        taskYIELD();
        MARK( MARK_START );
        FLOATING( "vmov.f64 d0, #2.0" );
        MARK( MARK_STOP );
        MARK( MARK_START );
        FLOATING( "vmov.f64 d0, #3.0" );
        MARK( MARK_RETURN );
    }

    board_exit( 0 );
}

int main( void )
{
    xTaskCreate( measures, "measures", 256, NULL, 10, NULL );
    xTaskCreate( other, "other", 256, NULL, 10, NULL );
    vTaskStartScheduler();
    return 1;
}
