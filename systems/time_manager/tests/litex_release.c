/* SPDX-License-Identifier: Apache-2.0 */

/* What the time manager refuses loads 0. Then a task is woken at each of its releases: the interrupt
 * is a line of the hardware kernel's. */
#include "FreeRTOS.h"
#include "isochron.h"
#include "task.h"
#include <generated/mem.h>

#include "board.h"

#define configISOCHRON_TIME_MANAGER_BASE_ADDRESS TIME_MANAGER_BASE
#include "../firmware/include/isochron_time_manager.h"

#define LINE     0
#define CHANNEL  1U
#define PERIOD   3000U
#define RELEASES 5U
#define LATEST   600U /* cycles from a release to its task */

static void periodic( void * parameters )
{
    uint64_t date = ullIsochronTimeManagerGetTime() + PERIOD;

    vIsochronTimeManagerDelay( CHANNEL, PERIOD );

    for( uint32_t release = 0; release < RELEASES; release++ )
    {
        uint64_t now;

        ulTaskNotifyTake( pdTRUE, portMAX_DELAY );
        now = ullIsochronTimeManagerGetTime();
        vIsochronTimeManagerNext( CHANNEL, PERIOD );
        vIsochronTimeManagerClear( 0, 1UL << CHANNEL );
        board_print( ( now - date < LATEST ) ? "in time\n" : "late\n" );
        date += PERIOD;
    }

    board_exit( 0 );
}

int main( void )
{
    TaskHandle_t waiting;

    board_print( ( isochronTIME_REGISTER_OF( DELAY, CHANNEL ) == 0U ) ? "refused\n" : "loaded\n" );
    xTaskCreate( periodic, "periodic", configMINIMAL_STACK_SIZE, NULL, 2, &waiting );
    xIsochronLineToTask( LINE, waiting );
    vTaskStartScheduler();
    return 0;
}
