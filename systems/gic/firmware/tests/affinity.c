/* SPDX-License-Identifier: Apache-2.0 */

/* A task asks for the cores of TEST_MASK: one core is moved to, all else is refused. */
#include <stdio.h>

#include "FreeRTOS.h"
#include "board.h"
#include "task.h"

static void moves( void * unused )
{
    vTaskCoreAffinitySet( NULL, TEST_MASK );
    printf( "on core %lu\n", ( unsigned long ) board_core() );
    board_exit( 0 );
}

int main( void )
{
    xTaskCreateAffinitySet( moves, "moves", 512, NULL, 1, 1, NULL );
    vTaskStartScheduler();
    return 1;
}
