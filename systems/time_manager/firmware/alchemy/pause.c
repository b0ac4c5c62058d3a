/* SPDX-License-Identifier: Apache-2.0 */

/* The main function of a program written for Xenomai creates what there is, and pauses: there the scheduler
 * starts. It is in no header of the layer, as unistd.h has it. */
#include <unistd.h>

#include "FreeRTOS.h"
#include "task.h"

int pause( void )
{
    if( xTaskGetSchedulerState() == taskSCHEDULER_NOT_STARTED )
    {
        vTaskStartScheduler();
    }

    vTaskSuspend( NULL );
    return -1;
}
