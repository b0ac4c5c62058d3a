/* SPDX-License-Identifier: Apache-2.0 */

/* How long from the first instruction of a give to the return of the task that waited for it? */
#include "FreeRTOS.h"
#include "semphr.h"
#include "task.h"
#include "board.h"

/* A label at which the simulator looks, on an instruction of one cycle. A label exists once, so the
 * function around it must not be copied or inlined. */
#define PROBE( label ) __asm volatile( ".global probe_" #label "\nprobe_" #label ": nop" ::: "memory" )
#define MEASURED       __attribute__( ( noipa ) )

static SemaphoreHandle_t xSignal;

static MEASURED void prvTake( void )
{
    xSemaphoreTake( xSignal, portMAX_DELAY );
    PROBE( stop_give );
}

static MEASURED void prvGive( void )
{
    PROBE( start_give );
    xSemaphoreGive( xSignal );
}

static void vWaiter( void * pvParameters )
{
    for( int i = 0; i < 4; i++ )
    {
        prvTake();
    }

    board_exit( BOARD_EXIT_SUCCESS );
}

static void vGiver( void * pvParameters )
{
    for( ;; )
    {
        prvGive();
    }
}

int main( void )
{
    xSignal = xSemaphoreCreateBinary();
    xTaskCreate( vWaiter, "waiter", 300, NULL, 2, NULL );
    xTaskCreate( vGiver, "giver", 300, NULL, 1, NULL );
    vTaskStartScheduler();
    return 0;
}
