/* SPDX-License-Identifier: Apache-2.0 */

/* Uses something that the kernel on the GIC does not have: it must not link, and say why. */
#include "FreeRTOS.h"
#include "board.h"
#include "queue.h"
#include "stream_buffer.h"
#include "task.h"
#include "timers.h"

int main( void )
{
    QueueHandle_t queue = xQueueCreate( 1, 4 );

    xStreamBufferCreate( 1, 1 );
    xTimerCreate( "", 1, pdFALSE, NULL, NULL );
    vTaskSuspendAll();
    vTaskEndScheduler();
    board_exit( queue == NULL );
}
