/* SPDX-License-Identifier: Apache-2.0 */

/* What sleeps in place of a port, for tickless.c: FreeRTOSConfig.h includes this as
 * configTRACE_HEADER. */
#pragma once

#include <stdint.h>

void test_sleep( uint32_t expected_idle_time );

/* Is called before, and may make the time too short for a sleep. */
void test_before_sleep( uint32_t * expected_idle_time );

#define portSUPPRESS_TICKS_AND_SLEEP( xExpectedIdleTime ) test_sleep( xExpectedIdleTime )
#define configPRE_SUPPRESS_TICKS_AND_SLEEP_PROCESSING( xExpectedIdleTime ) \
    test_before_sleep( &( xExpectedIdleTime ) )
