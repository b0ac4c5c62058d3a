/* SPDX-License-Identifier: Apache-2.0 */

/* For a debugger: two tasks that run, on a core each, one that waits, one that ends the program. */
#include "FreeRTOS.h"
#include "semphr.h"
#include "task.h"

#include "board.h"

#define EXIT_CODE 7

static SemaphoreHandle_t lane;
static volatile int turns[ 2 ];

__attribute__( ( noinline ) ) static void lap( int number )
{
    turns[ number ]++;
}

static void runs( void * parameter )
{
    for( ;; )
    {
        lap( ( int ) parameter );
    }
}

static void waits( void * parameter )
{
    xSemaphoreTake( lane, portMAX_DELAY );
    board_exit( 1 ); /* nobody gives it */
}

static void ends( void * parameter )
{
    vTaskDelay( 2 );
    board_exit( EXIT_CODE );
}

int main( void )
{
    lane = xSemaphoreCreateBinary();
    xTaskCreate( ends, "ends", configMINIMAL_STACK_SIZE, NULL, 4, NULL );
    xTaskCreate( waits, "waits", configMINIMAL_STACK_SIZE, NULL, 3, NULL );
    xTaskCreate( runs, "first", configMINIMAL_STACK_SIZE, ( void * ) 0, 1, NULL );
    xTaskCreate( runs, "second", configMINIMAL_STACK_SIZE, ( void * ) 1, 1, NULL );
    vTaskStartScheduler();
    return 1;
}
