/* SPDX-License-Identifier: Apache-2.0 */

/* A time base in software, in the time manager's place: a measurement's. At each tick, of PERIOD cycles, a
 * task counts every timer down, and wakes whose has ended. The tick is the time manager's, so both bases have
 * the same way from a date to the first task. */
#pragma once

#include <stdint.h>

#include "FreeRTOS.h"
#include "task.h"

/* Takes the time manager's line. A task is woken at each tick; so many other timers are counted down, and end
 * after any run does. */
void software_time_begin( TaskHandle_t task, uint32_t others );

/* As releases_wait(), for that task. */
uint32_t software_time_wait( uint32_t * date );
