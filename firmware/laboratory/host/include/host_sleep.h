/* SPDX-License-Identifier: Apache-2.0 */

/* What sleeps in place of a port when configUSE_TICKLESS_IDLE is 1: FreeRTOSConfig.h includes this as
 * configTRACE_HEADER. */
#pragma once

#include <stdint.h>

/* Called by the idle task with the scheduler suspended: lets some of the ticks pass in which nothing is
 * due, if there are as many. */
void host_sleep( uint32_t expected_idle_time );

#define portSUPPRESS_TICKS_AND_SLEEP( xExpectedIdleTime ) host_sleep( xExpectedIdleTime )
