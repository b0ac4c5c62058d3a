/* SPDX-License-Identifier: Apache-2.0 */

/* What the alchemy layer wants of a board. Here no interrupt enters a routine, so a task that the time
 * manager's line wakes does what a routine would. */
#include "FreeRTOS.h"
#include "task.h"
#include "isochron.h"

#include "board.h"
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
