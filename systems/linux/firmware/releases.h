/* SPDX-License-Identifier: Apache-2.0 */

/* Periodic releases of a task by the time manager, which notifies it by its line: xIsochronLineToTask(
 * LINE_OF_TIME_MANAGER, task ). For one task. */
#pragma once

#include <stdint.h>

#include "FreeRTOS.h"
#include "task.h"
#include "isochron_time_manager_constants.h"

#include "machine.h"

#define RELEASES_TIME  REGISTER( TIME_MANAGER + ISOCHRON_TIME_MANAGER_TIME_LOW_OFFSET )
#define RELEASES_WAKE  REGISTER( TIME_MANAGER + ISOCHRON_TIME_MANAGER_WAKE_OFFSET )
#define RELEASES_DELAY REGISTER( TIME_MANAGER + ISOCHRON_TIME_MANAGER_DELAY_OFFSET )
#define RELEASES_NEXT  REGISTER( TIME_MANAGER + ISOCHRON_TIME_MANAGER_NEXT_OFFSET )

/* The first release is a period from now: its date. */
static inline uint32_t releases_begin( uint32_t period )
{
    uint32_t date = RELEASES_TIME + period;

    RELEASES_DELAY = period;
    return date;
}

/* Waits for the release whose date this is, makes it that of the next one, and returns how late the task goes
 * on, in cycles. */
static inline uint32_t releases_wait( uint32_t * date, uint32_t period )
{
    uint32_t late;

    ( void ) ulTaskNotifyTake( pdTRUE, portMAX_DELAY );
    late = RELEASES_TIME - *date;
    RELEASES_WAKE = 1U;
    RELEASES_NEXT = period;
    *date += period;
    return late;
}
