/* SPDX-License-Identifier: Apache-2.0 */

/* An interrupt line wakes a task. There is no interrupt service routine: nobody installs a handler. */
#include "FreeRTOS.h"
#include "task.h"
#include "isochron.h"
#include "board.h"
#include <stdio.h>

#define LINE 2

static void vDriver( void * pvParameters )
{
    for( int i = 1; i <= 3; i++ )
    {
        uint32_t ulEdges = ulTaskNotifyTake( pdTRUE, portMAX_DELAY );

        board_acknowledge_interrupt( LINE );
        printf( "woken %d by %u edge, at tick %u\n", i, ( unsigned ) ulEdges,
                ( unsigned ) xTaskGetTickCount() );
    }

    board_exit( BOARD_EXIT_SUCCESS );
}

/* Stands for the device. */
static void vDevice( void * pvParameters )
{
    for( ;; )
    {
        vTaskDelay( pdMS_TO_TICKS( 10 ) );
        board_arm_interrupt( LINE, 1000, 0 ); /* rises 1,000 cycles from now */
    }
}

int main( void )
{
    TaskHandle_t xDriver;

    xTaskCreate( vDriver, "driver", 300, NULL, 3, &xDriver );
    xTaskCreate( vDevice, "device", 200, NULL, 1, NULL );
    xIsochronLineToTask( LINE, xDriver );
    vTaskStartScheduler();
    return 0;
}
