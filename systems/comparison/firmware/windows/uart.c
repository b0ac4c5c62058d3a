/* SPDX-License-Identifier: Apache-2.0 */

/* The paper's serving of UART interrupts (8.6, A.1.4, B.1.5, C.1.5): a task sends a byte, the
 * handler of the transmitter's interrupt lets it send the next one. The byte goes to the UART's own
 * receiver, so that it does not mix with what is printed. */
#include "comparison.h"
#include "adapter.h"

#include "bench.h"
#include "board.h"
#include "soc.h"

#define RANK            1U
#define IER_TRANSMITTER 2U
#define LCR_DIVISOR     0x80U
#define MCR_LOOPBACK    0x10U

/* 80 MHz / ( 16 * 43 ) = 116,279 baud, within 1% of 115,200: for a UART that takes its time. */
#ifndef COMPARISON_DIVISOR
    #define COMPARISON_DIVISOR 43U
#endif

static kernel_task_t task;
static volatile uint32_t served;
static volatile int send_message;

static void handler( void )
{
    ( void ) SOC_REGISTER( SOC_UART_IIR_OFFSET ); /* acknowledges */
    served++;
    send_message = 1;
}

static void set_divisor( uint32_t divisor )
{
    SOC_REGISTER( SOC_UART_LCR_OFFSET ) = LCR_DIVISOR;
    SOC_REGISTER( SOC_UART_DATA_OFFSET ) = divisor & 0xFFU;
    SOC_REGISTER( SOC_UART_IER_OFFSET ) = divisor >> 8;
    SOC_REGISTER( SOC_UART_LCR_OFFSET ) = 0;
}

static uint32_t serve( void )
{
    uint32_t time_a, time_b, time;

    WINDOW_OPEN( time_a, time_b );
    set_divisor( COMPARISON_DIVISOR );
    SOC_REGISTER( SOC_UART_MCR_OFFSET ) = MCR_LOOPBACK;
    SOC_REGISTER( SOC_UART_IER_OFFSET ) = IER_TRANSMITTER; /* the empty transmitter interrupts */
    served = 0;

    do
    {
        time = ( uint32_t ) KERNEL_TICKS();

        if( time > time_a )
        {
            if( send_message )
            {
                send_message = 0;
                SOC_REGISTER( SOC_UART_DATA_OFFSET ) = 'x';
            }
        }
    } while( time <= time_b );

    time = served;

    /* What is still on its way ends first. */
    comparison_wait( 160U * COMPARISON_DIVISOR );
    SOC_REGISTER( SOC_UART_IER_OFFSET ) = 0;
    SOC_REGISTER( SOC_UART_MCR_OFFSET ) = 0;
    set_divisor( 1U );
    return time;
}

KERNEL_TASK( only )
{
    board_set_uart_handler( handler );

    for( unsigned window = 0; window < WINDOWS; window++ )
    {
        comparison_count( "uart-interrupt", serve(), "tasks", 1U );
    }

    bench_end();
}

static void setup( void )
{
    REQUIRE( KERNEL_CREATE( task, only, RANK ) );
}

KERNEL_MAIN( setup )
