/* SPDX-License-Identifier: Apache-2.0 */

/* Two equals that call nothing: says which have run in some ticks. */
#include <stdio.h>

#include "FreeRTOS.h"
#include "board.h"
#include "task.h"

static volatile int ran[ 2 ];

static void worker( void * index )
{
    for( ;; )
    {
        ran[ ( uintptr_t ) index ] = 1;
    }
}

static void director( void * unused )
{
    xTaskCreate( worker, "first", 512, ( void * ) 0, 1, NULL );
    xTaskCreate( worker, "second", 512, ( void * ) 1, 1, NULL );
    vTaskDelay( 8 );
    printf( "%d %d\n", ran[ 0 ], ran[ 1 ] );
    board_exit( 0 );
}

int main( void )
{
    xTaskCreate( director, "director", 512, NULL, 3, NULL );
    vTaskStartScheduler();
    return 1;
}
