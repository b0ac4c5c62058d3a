/* SPDX-License-Identifier: Apache-2.0 */

/* In place of the layer's pause.c: where a program that was written for Xenomai pauses, FreeRTOS starts, with
 * Linux as a task. And what the layer wants of a board: here no interrupt enters a routine, so a task that
 * the time manager's line wakes does what a routine would. */
#include <unistd.h>

#include "FreeRTOS.h"
#include "task.h"
#include "isochron.h"

#include "board.h"
#include "carrier.h"
#include "linux_task.h"
#include "machine.h"

#define STACK_WORDS 160

static void serving_task( void * parameter )
{
    void ( *serve )( void ) = ( void ( * )( void ) ) parameter;

    for( ;; )
    {
        ( void ) ulTaskNotifyTake( pdTRUE, portMAX_DELAY );
        serve();
    }
}

void board_set_time_manager_handler( void ( *handler )( void ) )
{
    TaskHandle_t task = NULL;

    ( void ) xTaskCreate( serving_task, "timers", STACK_WORDS, ( void * ) handler, configMAX_PRIORITIES - 1,
                          &task );
    ( void ) xIsochronLineToTask( LINE_OF_TIME_MANAGER, task );
}

int board_in_interrupt( void )
{
    return 0;
}

int pause( void )
{
    if( xTaskGetSchedulerState() == taskSCHEDULER_NOT_STARTED )
    {
        linux_begin();
        carrier_begin();
        vTaskStartScheduler();
    }

    vTaskSuspend( NULL );
    return -1;
}
