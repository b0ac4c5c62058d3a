/* SPDX-License-Identifier: Apache-2.0 */

/* Uses something that the kernel on the GIC does not have: it must not link, and say why. */
#include "FreeRTOS.h"
#include "board.h"
#include "queue.h"
#include "task.h"

int main( void )
{
    QueueHandle_t queue = xQueueCreate( 1, 4 );

    vTaskSuspendAll();
    vTaskEndScheduler();
    board_exit( queue == NULL );
}
