/* SPDX-License-Identifier: Apache-2.0 */

/* For switches.c: run time is what the program says, so that it is known exactly. */
#pragma once

#include "test_trace.h"

extern volatile uint32_t test_run_time;

/* How often the kernel has set up the counter. */
extern volatile unsigned test_counter_set_up;

#define portCONFIGURE_TIMER_FOR_RUN_TIME_STATS() ( test_counter_set_up = test_counter_set_up + 1 )
#ifdef TEST_ALTERNATIVE_COUNTER
    #define portALT_GET_RUN_TIME_COUNTER_VALUE( ulTime ) ( ( ulTime ) = test_run_time )
#else
    #define portGET_RUN_TIME_COUNTER_VALUE() test_run_time
#endif
