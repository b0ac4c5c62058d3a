/* SPDX-License-Identifier: Apache-2.0 */

/* A program of one task, for two criteria of the paper: the cycles from power-up to the first
 * instruction of the first task (8.7), which ends the simulation, and the bytes of the program (8.8). */
#include "comparison.h"
#include "adapter.h"

#include "board.h"
#include "soc.h"

#define RANK 1U

static kernel_task_t task;

KERNEL_TASK( only )
{
    for( ;; )
    {
        SOC_REGISTER( SOC_SIMULATION_EXIT_OFFSET ) = BOARD_EXIT_SUCCESS;
        ( void ) parameters;
    }
}

static void setup( void )
{
    ( void ) KERNEL_CREATE( task, only, RANK );
}

KERNEL_MAIN( setup )
