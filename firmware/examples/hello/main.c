/* SPDX-License-Identifier: Apache-2.0 */

/* Two tasks say hello, each at its own rate; the higher one first where both are due. */
#include "FreeRTOS.h"
#include "task.h"
#include "board.h"
#include <stdio.h>

typedef struct
{
    const char * pcName;
    TickType_t xPeriod;
} Greeting_t;

static Greeting_t xQuick = { "quick", pdMS_TO_TICKS( 10 ) };
static Greeting_t xSlow = { "slow", pdMS_TO_TICKS( 20 ) };

static void vHello( void * pvParameters )
{
    const Greeting_t * pxGreeting = pvParameters;
    TickType_t xLast = xTaskGetTickCount();

    for( int i = 1; i <= 3; i++ )
    {
        vTaskDelayUntil( &xLast, pxGreeting->xPeriod );
        printf( "tick %u: hello from %s\n", ( unsigned ) xTaskGetTickCount(), pxGreeting->pcName );
    }

    if( pxGreeting == &xSlow )
    {
        board_exit( BOARD_EXIT_SUCCESS );
    }

    vTaskDelete( NULL );
}

int main( void )
{
    xTaskCreate( vHello, "quick", 300, &xQuick, 2, NULL );
    xTaskCreate( vHello, "slow", 300, &xSlow, 1, NULL );
    vTaskStartScheduler();
    return 0;
}
