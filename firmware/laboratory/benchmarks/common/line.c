/* SPDX-License-Identifier: Apache-2.0 */

#include "line.h"

#include "board.h"

#ifdef BENCH_NO_ISR

    #include "isochron.h"

void line_notifies( TaskHandle_t task )
{
    if( xIsochronLineToTask( BENCH_LINE, task ) != pdPASS )
    {
        board_exit( BOARD_EXIT_FAILURE );
    }
}

void line_handled( void )
{
    board_acknowledge_interrupt( BENCH_LINE );
}

#else /* an interrupt service routine */

static TaskHandle_t notified_task;

static void service( uint32_t line )
{
    BaseType_t woken = pdFALSE;

    board_acknowledge_interrupt( line );
    vTaskNotifyGiveFromISR( notified_task, &woken );
    portYIELD_FROM_ISR( woken );
}

void line_notifies( TaskHandle_t task )
{
    notified_task = task;
    board_set_interrupt_handler( BENCH_LINE, service );
}

void line_handled( void )
{
}

#endif /* BENCH_NO_ISR */
