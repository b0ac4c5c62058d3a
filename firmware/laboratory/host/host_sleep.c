/* SPDX-License-Identifier: Apache-2.0 */
#include "host_sleep.h"

#include "FreeRTOS.h"
#include "task.h"

#if ( configUSE_TICKLESS_IDLE == 1 )

/* Few, so that there are many sleeps; and sometimes the last one before a task is due. */
    #define MOST_TICKS 3U

void host_sleep( uint32_t expected_idle_time )
{
    eSleepModeStatus status;

    taskENTER_CRITICAL();
    status = eTaskConfirmSleepModeStatus();
    taskEXIT_CRITICAL();

    if( status == eStandardSleep )
    {
        vTaskStepTick( ( expected_idle_time < MOST_TICKS ) ? expected_idle_time : MOST_TICKS );
    }
}

#endif
