/* SPDX-License-Identifier: Apache-2.0 */

/* Periodic tasks of Xenomai's alchemy API on the time manager: periods that are no whole ticks. */
#include <alchemy/task.h>

#include "FreeRTOS.h"
#include "task.h"
#include "board.h"
#include <stdio.h>

#define MICROSECOND ( ( RTIME ) 1000 ) /* of nanoseconds */
#define LATE        ( 30 * MICROSECOND )

typedef struct
{
    RT_TASK xTask;
    RTIME xPeriod;
    unsigned uxReleases, uxLate;
} Loop_t;

static Loop_t xFast = { .xPeriod = 130 * MICROSECOND };
static Loop_t xSlow = { .xPeriod = 770 * MICROSECOND };

static void vLoop( void * pvParameters )
{
    Loop_t * pxLoop = pvParameters;
    RTIME xStart = rt_timer_read() + MICROSECOND * 100;

    rt_task_set_periodic( NULL, xStart, pxLoop->xPeriod );

    for( unsigned n = 0; rt_task_wait_period( NULL ) == 0; n++ )
    {
        /* Each release is counted from the first one: no error adds up. */
        if( rt_timer_read() - ( xStart + n * pxLoop->xPeriod ) > LATE )
        {
            pxLoop->uxLate++;
        }

        pxLoop->uxReleases++;
    }
}

static void vReport( void * pvParameters )
{
    rt_task_spawn( &xFast.xTask, "fast", 0, 20, 0, vLoop, &xFast );
    rt_task_spawn( &xSlow.xTask, "slow", 0, 10, 0, vLoop, &xSlow );
    vTaskDelay( pdMS_TO_TICKS( 20 ) );
    printf( "in 20 ms: 130 us, %u releases, %u late; 770 us, %u releases, %u late\n", xFast.uxReleases,
            xFast.uxLate, xSlow.uxReleases, xSlow.uxLate );
    board_exit( BOARD_EXIT_SUCCESS );
}

int main( void )
{
    xTaskCreate( vReport, "report", 300, NULL, 30, NULL );
    vTaskStartScheduler();
    return 0;
}
