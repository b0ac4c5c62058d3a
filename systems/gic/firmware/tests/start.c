/* SPDX-License-Identifier: Apache-2.0 */

/* Two equals and a higher one, delays and yields: the kernel starts, and the tick comes. */
#include <stdio.h>

#include "FreeRTOS.h"
#include "board.h"
#include "task.h"

static volatile int finished;

static void worker( void * name )
{
    for( int round = 0; round < 3; round++ )
    {
        printf( "%s %d\n", ( const char * ) name, round );
        taskYIELD();
    }

    finished++;
    vTaskDelete( NULL );
}

static void director( void * unused )
{
    xTaskCreate( worker, "a", 512, "a", 1, NULL );
    xTaskCreate( worker, "b", 512, "b", 1, NULL );

    while( finished < 2 )
    {
        vTaskDelay( 2 );
    }

    printf( "tick %lu\n", ( unsigned long ) xTaskGetTickCount() );
    board_exit( 0 );
}

int main( void )
{
    xTaskCreate( director, "director", 512, NULL, 3, NULL );
    vTaskStartScheduler();
    return 1;
}
