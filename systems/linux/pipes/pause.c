/* SPDX-License-Identifier: Apache-2.0 */

/* In place of the layer's pause.c: where a program that was written for Xenomai pauses, FreeRTOS starts, with
 * Linux as a task. */
#include <unistd.h>

#include "FreeRTOS.h"
#include "task.h"

#include "carrier.h"
#include "linux_task.h"

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
