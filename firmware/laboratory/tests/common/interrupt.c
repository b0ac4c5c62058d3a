/* SPDX-License-Identifier: Apache-2.0 */

#include "interrupt.h"

#include "board.h"

#define LINE 3

static void ( *volatile routine )( void );
static volatile int routines_run;

static void service( uint32_t line )
{
    board_acknowledge_interrupt( line );
    routine();
    routines_run = routines_run + 1;
}

void interrupt( void ( *function )( void ) )
{
    int before = routines_run;

    routine = function;
    board_set_interrupt_handler( LINE, service );
    board_arm_interrupt( LINE, 1, 0 );

    while( routines_run == before )
    {
    }
}
