/* SPDX-License-Identifier: Apache-2.0 */

/* Thread-Metric on these boards: what its porting layer, THREAD_METRIC_PORT, wants of the reference SoC's
 * board. A line is an interrupt that software makes pending, above all tasks of the tests. */
#include "FreeRTOS.h"
#include "board.h"
#include "interrupts.h"
#include "task.h"

#define INTERRUPT     50 /* no device has it */
#define SET_PENDING   0x200U
#define CONFIGURATION 0xC00U
#define EDGE          2UL
#define GIC( offset ) BOARD_REGISTER( BOARD_GIC_DISTRIBUTOR + ( offset ) )

static void ( *serves )( uint32_t line );
static uint32_t of_line;
static volatile int inside;

static void handler( void )
{
    inside = 1;
    serves( of_line );
    inside = 0;
}

static void board_set_interrupt_handler( uint32_t line, void ( *serve )( uint32_t line ) )
{
    of_line = line;
    serves = serve;
    GIC( CONFIGURATION + 4U * ( INTERRUPT / 16U ) ) |= EDGE << ( 2U * ( INTERRUPT % 16U ) );
    board_set_handler( INTERRUPT, handler, configMAX_PRIORITIES - 1, 0 );
}

static void board_acknowledge_interrupt( uint32_t line )
{
    ( void ) line; /* an edge */
}

static void board_arm_interrupt( uint32_t line, uint32_t delay, uint32_t spread )
{
    GIC( SET_PENDING + 4U * ( INTERRUPT / 32U ) ) = 1UL << ( INTERRUPT % 32U );
}

static int board_in_interrupt( void )
{
    return inside;
}

#include THREAD_METRIC_PORT
